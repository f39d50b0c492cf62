"""A match as messages and as steps of a replay."""

from itertools import islice

import msgspec
from msgspec import Raw, Struct

from parlour.core.game import Outcome, Seat
from parlour.core.match import AnyMatch
from parlour.core.replay import replay
from parlour.core.session import MOST_SEATS, AnySession, encode_entry
from parlour.games import kit_of
from parlour.server.live.match_host import LiveMatch
from parlour.server.protocol.messages import ViewNow, encode

_HEADS = {seat: b'{"type":"view","seat":' + msgspec.json.encode(seat) for seat in (None, *range(MOST_SEATS))}
"""How the message begins for each pair of eyes."""


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
    """A live match as it is now. What differs between two pairs of eyes is encoded for each, all the rest once."""

    def __init__(self, live: LiveMatch, hides_nothing: bool) -> None:
        self._live = live
        self._hides_nothing = hides_nothing
        self._rests: dict[Seat | None, bytes] = {}
        self._to_move = live.match.game.to_move(live.match.state)

    def seen_by(self, seats: tuple[Seat, ...]) -> bytes:
        """The match as somebody with these seats sees it: with several through the one to move, with none watching."""
        if len(seats) > 1:
            seat: Seat | None = next((seat for seat in seats if seat in self._to_move), seats[0])
        else:
            seat = seats[0] if seats else None
        eyes = None if self._hides_nothing else seat
        rest = self._rests.get(eyes)
        if rest is None:
            rest = self._rests[eyes] = self._rest(eyes)
        return _HEADS[seat] + rest

    def _rest(self, eyes: Seat | None) -> bytes:
        """The message from behind its seat on."""
        live, match = self._live, self._live.match
        game, state = match.game, match.state
        whole = encode(
            ViewNow(
                seat=None,
                match=match.opening.id,
                seq=match.count,
                now_ms=live.now_ms(),
                due_ms=match.due_ms,
                to_move=self._to_move,
                scores=game.scores(state),
                outcome=match.outcome,
                last=None if live.last_line is None else Raw(live.last_line),
                last_ref=live.last_ref,
                view=game.view(state, eyes),
            )
        )
        return whole[len(_HEADS[None]) :]


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
