"""Attempts at the daily challenges, and the secret from which their seeds come."""

import secrets as random_bits

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select
from sqlalchemy.dialects.sqlite import insert

from parlour.core.game import Outcome
from parlour.store.tables import attempts, matches, secrets
from parlour.store.writer import Job

NAME = "daily"
_OUTCOME = msgspec.json.Decoder(Outcome)


class Attempted(Struct, frozen=True):
    """A player's attempt at the challenge of a day."""

    match: str
    room: str
    ended: bool
    outcome: Outcome | None


def obtain_secret() -> Job[bytes]:
    """256 random bits, drawn when first asked for and kept from then on."""

    def run(connection: Connection) -> bytes:
        fresh = {"name": NAME, "value": random_bits.token_bytes(32)}
        connection.execute(insert(secrets).values(fresh).on_conflict_do_nothing())
        return bytes(connection.execute(select(secrets.c.value).where(secrets.c.name == NAME)).scalar_one())

    return run


def attempt(game: str, day: str, player: str) -> Job[Attempted | None]:
    """A player's attempt, if it has been begun."""
    looking = (
        select(matches.c.id, matches.c.room, matches.c.ended, matches.c.outcome)
        .join(attempts, attempts.c.match == matches.c.id)
        .where(attempts.c.game == game, attempts.c.day == day, attempts.c.player == player)
    )

    def run(connection: Connection) -> Attempted | None:
        row = connection.execute(looking).one_or_none()
        if row is None:
            return None
        outcome = None if row.outcome is None else _OUTCOME.decode(row.outcome)
        return Attempted(row.id, row.room, row.ended is not None, outcome)

    return run
