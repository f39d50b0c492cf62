"""A store of its own for a test, and finished matches kept in it."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TypeVar

from parlour.core.session import AnySession
from parlour.protocol.matches import Decision
from parlour.protocol.ranking import Origin, Seated
from parlour.store import log, marks, players, standings
from parlour.store.address import Address
from parlour.store.database import Connection, Database
from parlour.store.databases import database_at
from parlour.store.derivation import outdated_ratings
from parlour.store.marks import MarkedResult
from parlour.store.players import Player
from parlour.store.rerating import rate_again
from parlour.store.transaction import Job, Transaction
from tests.store.places import Place, in_a_file

T = TypeVar("T")
DRAWN = Origin(drawn=True)


new_place: Place = in_a_file
"""Where the next store is kept; the fixture ``database`` says which kind of database it is."""


@contextmanager
def a_store(*names: str) -> Iterator[Connection]:
    """An open transaction on a new store in which these people are players."""
    with new_place() as address:
        have_tables(address)
        database = migrated(address)
        connection = database.writing()
        try:
            connection.begin()
            for name in names:
                players.add(Player(name, name.upper()), name.encode(), 0)(connection)
            yield connection
            connection.commit()
        finally:
            connection.rollback()
            database.close()


def migrated(address: Address) -> Database:
    """A database whose tables are those of the code."""
    made = database_at(address)
    made.migrate()
    return made


def have_tables(address: Address) -> None:
    """Let our tables be there, and nothing in them, as they are in PostgreSQL from the beginning."""
    if isinstance(address, Path):
        address.parent.mkdir(parents=True, exist_ok=True)
        address.write_bytes(_migrated_file())


@cache
def _migrated_file() -> bytes:
    """A SQLite file with our tables and nothing in them: to copy it is quicker than to migrate another."""
    with in_a_file() as path:
        assert isinstance(path, Path)
        migrated(path).close()
        assert [path] == [*path.parent.iterdir()], "all of it is in the one file"
        return path.read_bytes()


def kept(transaction: Transaction, session: AnySession, *who: str, origin: Origin = DRAWN) -> log.StoredMatch:
    """A finished match in the store, not yet confirmed."""
    seats = [Seated(name.upper(), player=name) for name in who]
    log.begin("ROOM", session, seats, origin)(transaction)
    stored = log.stored(session.id)(transaction)
    assert stored is not None
    return stored


def confirmed(
    transaction: Transaction, session: AnySession, *who: str, origin: Origin = DRAWN, too_fast: bool = False
) -> str:
    """A finished match in the store, confirmed."""
    stored = kept(transaction, session, *who, origin=origin)
    standings.confirm([(stored, True)], {session.id} if too_fast else ())(transaction)
    return session.id


class InOneTransaction:
    """A store whose jobs are all done in one transaction, which stays open."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    async def read(self, job: Job[T]) -> T:
        return job(self._transaction)

    async def write(self, job: Job[T]) -> T:
        return job(self._transaction)


def rate_outdated_again(transaction: Transaction) -> None:
    """Derive all ratings again that are outdated."""
    for game in outdated_ratings(transaction):
        assert asyncio.run(rate_again(InOneTransaction(transaction), game))


def decided(transaction: Transaction, match: str, decision: Decision, reason: str, now: int) -> MarkedResult:
    """What a host decided about a match, and all that follows from it."""
    result = marks.decide(match, decision, reason, now)(transaction)
    rate_outdated_again(transaction)
    return result
