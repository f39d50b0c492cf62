"""A match as messages and as steps of a replay."""

from itertools import islice

import msgspec
from msgspec import Raw, Struct

from parlour.core.game import Outcome, Seat
from parlour.core.match import AnyMatch
from parlour.core.replay import replay
from parlour.core.session import AnySession, encode_entry
from parlour.games import kit_of
from parlour.server.live import LiveMatch
from parlour.server.messages import ViewNow, encode


class Step(Struct, frozen=True):
    """A match after one entry of its log, as a spectator sees it."""

    seq: int
    """How many entries led here; 0 is the start."""
    at_ms: int
    entry: Raw | None
    """The entry that led here; None at the start."""
    to_move: tuple[Seat, ...]
    scores: tuple[int, ...]
    outcome: Outcome | None
    view: Raw


class Moment:
    """A live match as it is now, put into a message for each pair of eyes at most once."""

    def __init__(self, live: LiveMatch, hides_nothing: bool) -> None:
        match = live.match
        self._hides_nothing = hides_nothing
        self._views: dict[Seat | None, Raw] = {}
        self.to_move = match.game.to_move(match.state)
        self._match = match
        self._scores = match.game.scores(match.state)
        self._last = _last_entry(match)
        self._now_ms = live.now_ms()
        self._messages: dict[Seat | None, bytes] = {}

    def seen_by(self, seat: Seat | None) -> bytes:
        """The match through the eyes of a seat, or of a spectator."""
        if seat not in self._messages:
            self._messages[seat] = self._message(seat)
        return self._messages[seat]

    def _message(self, seat: Seat | None) -> bytes:
        match = self._match
        return encode(
            ViewNow(
                match=match.opening.id,
                seq=match.count,
                now_ms=self._now_ms,
                due_ms=match.due_ms,
                seat=seat,
                to_move=self.to_move,
                scores=self._scores,
                outcome=match.outcome,
                last=self._last,
                view=self._view(None if self._hides_nothing else seat),
            )
        )

    def _view(self, seat: Seat | None) -> Raw:
        if seat not in self._views:
            self._views[seat] = _view(self._match, seat)
        return self._views[seat]


def steps(session: AnySession, first: int, count: int) -> list[Step]:
    """Some of the moments of a session, from a sequence number on. Replays: not for the loop."""
    matches = islice(replay(kit_of(session.game).game, session), first, first + count)
    return [_step(match) for match in matches]


def _step(match: AnyMatch) -> Step:
    return Step(
        seq=match.count,
        at_ms=match.last_ms,
        entry=_last_entry(match),
        to_move=match.game.to_move(match.state),
        scores=match.game.scores(match.state),
        outcome=match.outcome,
        view=_view(match, None),
    )


def _last_entry(match: AnyMatch) -> Raw | None:
    return None if match.last is None else Raw(encode_entry(match.last))


def _view(match: AnyMatch, seat: Seat | None) -> Raw:
    return Raw(msgspec.json.encode(match.game.view(match.state, seat)))
