"""Scores for people, from what is stored of them: the number, and what the log counts beside it."""

from collections.abc import Mapping

import msgspec

from parlour.core.game import Seat
from parlour.core.scoring import ShownScore
from parlour.core.session import AnySession
from parlour.games import scoring_of

_COUNTS = msgspec.json.Decoder(dict[str, int])


def counts_of(session: AnySession, seat: Seat) -> str | None:
    """The counts that are kept beside a seat's score; None in a game that counts nothing."""
    scoring = scoring_of(session.game)
    counts: Mapping[str, int] = scoring.counts(session.entries, seat) if scoring.counted else {}
    return msgspec.json.encode(counts).decode() if counts else None


def shown_score(game: str, score: int, counts: str | None) -> ShownScore:
    """A stored score as people read it."""
    return scoring_of(game).show(score, None if counts is None else _COUNTS.decode(counts))
