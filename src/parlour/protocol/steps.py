"""A match after one entry of its log, as a spectator sees it."""

from collections.abc import Iterator

import msgspec
from msgspec import Raw, Struct

from parlour.core.errors import SessionRejected
from parlour.core.game import Outcome, Seat
from parlour.core.match import AnyMatch
from parlour.core.session import encode_entry


class Step(Struct, frozen=True):
    """A match after one entry of its log, as a spectator sees it."""

    seq: int
    """How many entries led here; 0 is the start."""
    at_ms: int
    """Milliseconds since play began; 0 before that."""
    entry: Raw | None
    """The entry that led here; None at the start."""
    to_move: tuple[Seat, ...]
    scores: tuple[int, ...]
    outcome: Outcome | None
    view: Raw


def step_of(match: AnyMatch) -> Step:
    """The match as it stands, as a spectator sees it."""
    game, state = match.game, match.state
    return Step(
        seq=match.count,
        at_ms=match.played_ms,
        entry=None if match.last is None else Raw(encode_entry(match.last)),
        to_move=match.to_move,
        scores=game.scores(state),
        outcome=match.outcome,
        view=Raw(msgspec.json.encode(game.view(state, None))),
    )


def while_it_holds(replayed: Iterator[AnyMatch]) -> Iterator[AnyMatch]:
    """A replay as far as the rules bear it out."""
    try:
        yield from replayed
    except SessionRejected:
        return
