"""Attempts at the daily challenges."""

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, select

from parlour.core.game import Outcome
from parlour.store.statements import Statement
from parlour.store.tables import attempts, matches, rooms
from parlour.store.transaction import Transaction, job

_OUTCOME = msgspec.json.Decoder(Outcome)
_ATTEMPT = Statement(
    select(matches.c.id, rooms.c.code.label("room"), matches.c.ended, matches.c.outcome)
    .join(attempts, attempts.c.match == matches.c.id)
    .join(rooms, rooms.c.code == matches.c.room, isouter=True)
    .where(
        attempts.c.game == bindparam("game"),
        attempts.c.day == bindparam("day"),
        attempts.c.player == bindparam("player"),
    )
)


class Attempted(Struct, frozen=True):
    """A player's attempt at the challenge of a day."""

    match: str
    room: str | None
    """Where it is played; None when that room has been closed."""
    ended: bool
    outcome: Outcome | None


@job
def attempt(transaction: Transaction, game: str, day: str, player: str) -> Attempted | None:
    """A player's attempt, if it has been begun."""
    row = transaction.one(_ATTEMPT, game=game, day=day, player=player)
    if row is None:
        return None
    outcome = None if row.outcome is None else _OUTCOME.decode(row.outcome)
    return Attempted(row.id, row.room, row.ended is not None, outcome)
