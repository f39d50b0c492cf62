"""Commands read and change a store while servers may use it; what an earlier version wrote can be read."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, func, select

from parlour.core.errors import MalformedInput, ParlourError
from parlour.core.replay import verify
from parlour.games import kits
from parlour.store import log
from parlour.store.address import Address
from parlour.store.database import Conflict, Connection, ConnectionLost, Database
from parlour.store.databases import database_at
from parlour.store.failure import StoreAway, StoreBusy, StoreFull
from parlour.store.file_lock import StoreInUse
from parlour.store.group_commit import commit, commit_and_settle
from parlour.store.statements import Statement
from parlour.store.tables import matches
from parlour.store.transaction import Job, Transaction

T = TypeVar("T")
_COUNT = Statement(select(func.count()).select_from(matches))
_ALL = Statement(select(matches.c.id).order_by(matches.c.started))
_HEADER = Statement(select(matches.c.game, matches.c.header).where(matches.c.id == bindparam("of")))
_ENDED = Statement(select(matches.c.id).where(matches.c.ended.is_not(None)).order_by(matches.c.started))


class NoStore(ParlourError):
    """A file or database that is not there, or is no store."""


class NotExaminable(ParlourError):
    """A match that this version cannot replay: its game is not installed or has other rules, or it is gone."""


class _Version(Struct):
    """The part of a session's header that every version of the program writes."""

    rules_version: int


class WrongMatch(Struct, frozen=True):
    """A match that does not hold, and why."""

    match: str
    code: str
    reason: str


def require(source: Address) -> None:
    """NoStore if there is nothing there."""
    if not database_at(source).exists():
        raise NoStore(f"there is no store at {source}; --database says where it is")


@contextmanager
def opened(store: Address) -> Iterator[Transaction]:
    """A store, or, if an earlier version wrote it, a copy that this version can read.

    The store itself stays as it was, so that the earlier version can still use it.
    """
    database = database_at(store)
    known = database.up_to_date()
    if known is None:
        raise NoStore(f"{store} is no store")
    with TemporaryDirectory() as folder:
        if not known:
            database = database.migrated_copy(Path(folder))
        connection = database.reading()
        try:
            connection.begin()
            yield connection
        finally:
            connection.close()


@contextmanager
def changing(store: Address) -> Iterator[Transaction]:
    """A store of this version, to be changed in one commit; servers that are running wait meanwhile.

    For what no server keeps in memory, or looks for (``moderation.audit``); whatever else is changed needs the lock.
    """
    database = database_at(store)
    if not database.up_to_date():
        raise NoStore(f"{store} is no store of this version; parlour serve brings it up to date")
    connection = database.writing()
    try:
        connection.begin_alone()
        yield connection
        commit_and_settle(connection)
    finally:
        connection.rollback()
        connection.close()


class BesideServers:
    """Reads and writes job by job, as ``Store`` does, without a thread of its own."""

    def __init__(self, database: Database, reading: Connection, writing: Connection) -> None:
        self._database = database
        self._reading = reading
        self._writing = writing

    async def read(self, job: Job[T]) -> T:
        """The result of a job that reads, without keeping any writer waiting; StoreUnavailable if it may be tried
        later."""
        with _unavailable(self._database):
            self._reading.begin()
            try:
                return job(self._reading)
            finally:
                self._reading.rollback()

    async def write(self, job: Job[T]) -> T:
        """The result of a job that writes, in one commit; raises what the job raises, and StoreUnavailable as ``read``
        does."""
        with _unavailable(self._database):
            [(result, problem)] = commit(self._writing, [job])
            if problem is not None:
                raise problem
        done: T = result
        return done


@contextmanager
def _unavailable(database: Database) -> Iterator[None]:
    """StoreUnavailable in place of errors that pass: a lost connection, a conflict, a lock, a full disk."""
    try:
        yield
    except ConnectionLost:
        raise StoreAway from None
    except Conflict:
        raise StoreBusy from None
    except Exception as error:
        try:
            database.require_unlocked(error)
        except StoreInUse:
            raise StoreBusy from None
        if database.is_full(error):
            raise StoreFull from None
        raise


@contextmanager
def beside_servers(store: Address) -> Iterator[BesideServers]:
    """A store of this version, to be read and changed in many short commits while servers run.

    StoreUnavailable, also as it is opened, if it may be tried later.
    """
    database = database_at(store)
    with ExitStack() as connections:
        with _unavailable(database):
            reading = connections.enter_context(closing(database.reading()))
            writing = connections.enter_context(closing(database.writing()))
        yield BesideServers(database, reading, writing)


def count(transaction: Transaction) -> int:
    """The number of matches."""
    [[number]] = transaction.many(_COUNT)
    return int(number)


def ended(transaction: Transaction) -> list[str]:
    """The matches that are over, the oldest first."""
    return [row.id for row in transaction.many(_ENDED)]


def everything(transaction: Transaction) -> list[str]:
    """All matches, the oldest first."""
    return [row.id for row in transaction.many(_ALL)]


def examined(transaction: Transaction, match: str) -> WrongMatch | None:
    """What is wrong with a match that a replay of its log should bear out; NotExaminable where that cannot be told."""
    row = transaction.one(_HEADER, of=match)
    if row is None:
        raise NotExaminable(f"{match} is not in the store any more")
    kit = kits().get(row.game)
    if kit is None:
        raise NotExaminable(f"the game {row.game} is not installed")
    try:
        if msgspec.json.decode(row.header, type=_Version).rules_version != kit.game.rules_version:
            raise NotExaminable("it was played by other rules")
        stored = log.stored(match)(transaction)
    except (MalformedInput, msgspec.MsgspecError) as error:
        return WrongMatch(match, "unreadable", str(error))
    if stored is None:
        raise NotExaminable(f"{match} is not in the store any more")
    verdict = verify(kit.game, stored.session)
    return None if verdict.ok else WrongMatch(match, verdict.code or "rejected", verdict.reason or "")
