"""A finished match step by step, as a spectator saw it."""

from itertools import islice

import msgspec
from msgspec import Raw, Struct

from parlour.core.game import Outcome, Seat
from parlour.core.match import AnyMatch
from parlour.core.replay import replay
from parlour.core.session import AnySession, encode_entry
from parlour.games import kit_of


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


def steps(session: AnySession, first: int, count: int) -> list[Step]:
    """So many steps of a session, from a sequence number on. Replays: not for the event loop."""
    matches = islice(replay(kit_of(session.game).game, session), first, first + count)
    return [_step(match) for match in matches]


def _step(match: AnyMatch) -> Step:
    game, state = match.game, match.state
    return Step(
        seq=match.count,
        at_ms=match.last_ms,
        entry=None if match.last is None else Raw(encode_entry(match.last)),
        to_move=game.to_move(state),
        scores=game.scores(state),
        outcome=match.outcome,
        view=Raw(msgspec.json.encode(game.view(state, None))),
    )
