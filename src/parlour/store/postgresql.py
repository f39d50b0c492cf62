"""PostgreSQL: all that is said to it and to no other database.

Several processes share it. Each transaction looks at one moment (REPEATABLE READ); of two that change the same row, or
take the same key, the second is undone and tried again. Before a commit its number is written down, so that a commit
whose answer was lost can be asked after.
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeVar

import psycopg
from psycopg import errors

from parlour.core.errors import MalformedInput
from parlour.protocol.days import DAY_MS
from parlour.store import database, migrating, postgresql_migration
from parlour.store.address import DatabaseUrl
from parlour.store.database import Conflict, ConnectionLost
from parlour.store.failure import StoreBusy
from parlour.store.notifications import Listener
from parlour.store.postgresql_dialect import DIALECT, inserting
from parlour.store.postgresql_driver import Driver, brief, connect
from parlour.store.postgresql_migration import LOCKED_MS
from parlour.store.postgresql_notifications import CHANNEL, Listening, payloads
from parlour.store.statements import (
    Insertion,
    Prepared,
    Row,
    Statement,
    Value,
)
from parlour.store.transaction import AlreadyThere, OwnerUnfit

T = TypeVar("T", bound="PostgresqlConnection")
BEGIN_WRITING = "BEGIN ISOLATION LEVEL REPEATABLE READ; LOCK TABLE commits IN ROW EXCLUSIVE MODE"
BEGIN_ALONE = "BEGIN ISOLATION LEVEL REPEATABLE READ; LOCK TABLE commits IN EXCLUSIVE MODE"
"""Begins a transaction that writes alone: it waits for all who have begun to write, and later ones wait for it."""
BEGIN_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
SILENT_MS = 3_000
"""The time after which the server ends a transaction of a silent (stopped) process: others may wait for it."""
NO_BOUND_MS = 0
TIMES_ASKED = 5
"""The number of times in a row that the server is asked for the time."""
KEEP_COMMITS = 4_096
"""The number of commits of a process that are remembered at least."""
KEEP_COMMITS_MS = DAY_MS
"""The time after which nobody asks any more whether a commit of a process that is gone was made."""
FAILURES = (psycopg.Error, ConnectionLost, *migrating.MIGRATION_FAILED)
logger = logging.getLogger("parlour")
# Times are of the server's clock, which all processes share.
_ADD_COMMIT = (
    "INSERT INTO commits (writer, number, at, made) VALUES (%s, %s, (extract(epoch FROM now()) * 1000)::bigint, true)"
)
_ADD_COMMIT_AND_TELL = f"{_ADD_COMMIT} RETURNING pg_notify(%s, %s)"
_FENCE = (
    "INSERT INTO commits (writer, number, at, made) VALUES (%s, %s, (extract(epoch FROM now()) * 1000)::bigint, false) "
    "ON CONFLICT DO NOTHING"
)
_WAS_MADE = "SELECT made FROM commits WHERE writer = %s AND number = %s"
_FORGET_OWN = "DELETE FROM commits WHERE writer = %s AND number < %s"
_FORGET_OLD = "DELETE FROM commits WHERE at < (extract(epoch FROM now()) * 1000)::bigint - %s"
_DAMAGE = (errors.DataCorrupted, errors.IndexCorrupted)
_IN_THE_WAY = (errors.SerializationFailure, errors.DeadlockDetected)


class PostgresqlConnection:
    """A connection to the server; see parlour.store.database.Connection."""

    _lost: tuple[type[psycopg.Error], ...] = (errors.AdminShutdown, errors.CrashShutdown, errors.CannotConnectNow)
    """The errors after which the process connects again."""

    def __init__(self, connect: Callable[[], Driver], beginning: str) -> None:
        self._connect = connect
        self._beginning = beginning
        self._driver = connect()
        self._alone = False

    # What jobs may do

    def run(self, statement: Statement, **values: Value) -> int:
        return self._ask(statement.prepared(DIALECT), values).rowcount

    def insert(self, into: Insertion, rows: Sequence[Sequence[Value]]) -> None:
        if not rows:
            return
        inserted = self._execute(inserting(into), [list(column) for column in zip(*rows, strict=True)])
        if into.owner is not None and inserted.rowcount < len(rows):
            raise OwnerUnfit(into)

    def one(self, statement: Statement, **values: Value) -> Row | None:
        prepared = statement.prepared(DIALECT)
        asked = self._ask(prepared, values)
        found = asked.fetchone()
        return None if found is None else prepared.rows(asked.description or (), (found,))[0]

    def many(self, statement: Statement, **values: Value) -> list[Row]:
        prepared = statement.prepared(DIALECT)
        asked = self._ask(prepared, values)
        return prepared.rows(asked.description or (), asked.fetchall())

    def notify(self, subject: str) -> None:
        """Do nothing: a reader has nothing to tell."""

    def _ask(self, prepared: Prepared, values: dict[str, Value]) -> "psycopg.Cursor[tuple[Any, ...]]":
        return self._execute(prepared.sql, prepared.fixed | values)

    def _execute(
        self, sql: str, values: dict[str, Value] | Sequence[Any] | None = None, *, prepare: bool = True
    ) -> "psycopg.Cursor[tuple[Any, ...]]":
        try:
            return self._driver.execute(sql.encode(), values, prepare=prepare)
        except errors.UniqueViolation as error:
            raise AlreadyThere(error.diag.message_primary or "the key is there") from None
        except _IN_THE_WAY as error:
            raise Conflict(str(error)) from None
        except errors.ForeignKeyViolation as error:
            if self._alone:
                raise
            raise Conflict(str(error)) from None
        except (errors.LockNotAvailable, errors.QueryCanceled):
            raise StoreBusy from None
        except psycopg.DataError as error:
            if error.sqlstate is None:
                raise MalformedInput("text with the character U+0000 cannot be kept") from None
            raise
        except psycopg.Error as error:
            if self._driver.closed or isinstance(error, self._lost):
                self._driver.close()
                raise ConnectionLost(brief(error)) from None
            raise

    # What the writer and the readers do around them

    def commit_rows(self, into: Insertion, rows: Iterable[Sequence[Value]]) -> bool:  # noqa: ARG002
        """Always False: a commit has a number, for when its answer is lost, and other processes are told of it."""
        return False

    def begin(self) -> None:
        self._execute(self._beginning, prepare=False)

    def begin_alone(self) -> None:
        """Begin as ever: a reader is never in anybody's way."""
        self.begin()

    @property
    def alone(self) -> bool:
        return self._alone

    @property
    def begun(self) -> bool:
        return not self._driver.closed and self._driver.info.transaction_status != psycopg.pq.TransactionStatus.IDLE

    def commit(self) -> None:
        self._execute("COMMIT", prepare=False)

    def rollback(self) -> None:
        if self.begun:
            with suppress(ConnectionLost):
                self._execute("ROLLBACK", prepare=False)

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        self._execute("SAVEPOINT job", prepare=False)
        try:
            yield
            self._execute("RELEASE job", prepare=False)
        except BaseException:
            if self.begun:
                self._execute("ROLLBACK TO job; RELEASE job", prepare=False)
            raise

    def restore(self) -> bool:
        self._driver.close()
        self._driver = self._connect()
        return False

    def hurry(self) -> None:
        """Give up a server that does not answer soon: people wait for what is asked from now on."""
        self._driver.hurry()

    def close(self) -> None:
        self._driver.close()


class PostgresqlWriter(PostgresqlConnection):
    """A connection that changes something: it knows what became of a commit, and tells others of it."""

    _lost = (*PostgresqlConnection._lost, errors.ReadOnlySqlTransaction)
    """The errors of any connection, and that of a server that is not the first one any more."""

    def __init__(self, connect: Callable[[], Driver], sender: str) -> None:
        super().__init__(connect, BEGIN_WRITING)
        self._sender = sender
        self._name = token_hex(8)
        self._number = 0
        """The number of the transaction that was begun last."""
        self._hints: list[str] = []
        self._forget(_FORGET_OLD, (KEEP_COMMITS_MS,))

    def notify(self, subject: str) -> None:
        self._hints.append(subject)

    def begin(self) -> None:
        self._begin(BEGIN_WRITING)

    def begin_alone(self) -> None:
        self._begin(BEGIN_ALONE)

    def _begin(self, how: str) -> None:
        self._number += 1
        self._hints.clear()
        self._alone = how == BEGIN_ALONE
        self._execute(how, prepare=False)

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        before = len(self._hints)
        try:
            with super().savepoint():
                yield
        except BaseException:
            del self._hints[before:]
            raise

    def commit(self) -> None:
        """Commit. One statement writes the commit's number and tells others what they may want to read."""
        commit = (self._name, self._number)
        telling = payloads(self._sender, self._hints)
        if telling:
            self._execute(_ADD_COMMIT_AND_TELL, (*commit, CHANNEL, telling[0]))
        else:
            self._execute(_ADD_COMMIT, commit)
        for payload in telling[1:]:
            self._execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
        super().commit()
        if self._number % KEEP_COMMITS == 0:
            self._forget(_FORGET_OWN, commit)

    def restore(self) -> bool:
        """Connect again and wait for what was being committed; if it is not, its number is taken, so that it never
        is."""
        which = (self._name, self._number)
        try:
            super().restore()
            self._execute(_FENCE, which)
            [made] = self._execute(_WAS_MADE, which).fetchone() or (False,)
        except (Conflict, StoreBusy, psycopg.Error) as error:  # a full disk, a server that is not ready: tried again
            self._driver.close()
            raise ConnectionLost(brief(error)) from None
        return bool(made)

    def close(self) -> None:
        self._forget(_FORGET_OWN, (self._name, self._number + 1))
        super().close()

    def _forget(self, which: str, values: Sequence[Value]) -> None:
        """Forget commits that nobody asks after any more; if that cannot be done now, they stay until a later time."""
        with suppress(ConnectionLost, Conflict, StoreBusy, psycopg.Error):
            self._execute(which, values)


class PostgresqlDatabase:
    """One database of a server; see parlour.store.database.Database."""

    failures: tuple[type[Exception], ...] = FAILURES
    shared = True
    looked_at = "the server answers; pg_amcheck looks at its pages and indexes"

    def __init__(self, address: DatabaseUrl) -> None:
        self._address = address
        self._sender = token_hex(8)
        """The name by which this process knows its own notifications."""
        self._opened: list[PostgresqlConnection] = []
        self._hurried = False
        """Whether people wait for what is asked."""

    def __str__(self) -> str:
        return str(self._address)

    def claim(self) -> AbstractContextManager[None]:
        """Claim nothing: any number of processes share it."""
        return nullcontext()

    def damage(self, within_s: float | None = None) -> str | None:
        """The server looks after its own files; what it finds while reading is told by ``is_damage``."""
        if within_s is None:
            self._connect().close()
        return None

    def exists(self) -> bool:
        """Always true: if it is not there, connecting fails."""
        return True

    def space(self) -> database.Space | None:
        """None: the server's machine has its own disk."""
        return None

    def migrated_copy(self, folder: Path) -> database.Database:  # noqa: ARG002
        raise psycopg.NotSupportedError("its tables are of another version; parlour serve brings them up to date")

    def require_unlocked(self, error: BaseException) -> None:
        """Do nothing: nobody is kept out."""

    def migrate(self) -> None:
        postgresql_migration.migrate(self._connect)

    def up_to_date(self) -> bool | None:
        return postgresql_migration.up_to_date(self._connect)

    def writing(self) -> PostgresqlWriter:
        return self._kept(PostgresqlWriter(lambda: self._connect_to_write(SILENT_MS), self._sender))

    def filling(self) -> PostgresqlWriter:
        return self._kept(PostgresqlWriter(lambda: self._connect_to_write(NO_BOUND_MS), self._sender))

    def reading(self) -> PostgresqlConnection:
        return self._kept(PostgresqlConnection(self._connect, BEGIN_READING))

    def checkpoints(self) -> Callable[[], int]:
        """The server does that itself."""
        return lambda: 0

    def listen(self, listener: Listener) -> Callable[[], None]:
        return Listening(self._connect, self._sender, listener).end

    def ahead_s(self) -> float:
        """The quickest of a few answers tells it best: half of the time that it took is not known."""
        with self._connect() as driver:
            _, ahead_of_monotonic_s = min(_asked_the_time(driver) for _ in range(TIMES_ASKED))
        return ahead_of_monotonic_s + time.monotonic() - time.time()

    def watch(self) -> None:
        """The server looks after its own files; that it answers is for us to see."""
        self._hurried = True
        for connection in self._opened:
            connection.hurry()

    def fault(self) -> str | None:
        return None

    def is_damage(self, error: BaseException) -> bool:
        return isinstance(error, _DAMAGE)

    def is_full(self, error: BaseException) -> bool:
        return isinstance(error, errors.DiskFull)

    def close(self) -> None:
        opened, self._opened = self._opened, []
        for connection in opened:
            connection.close()

    def _kept(self, connection: T) -> T:
        self._opened.append(connection)
        return connection

    def _connect(self) -> Driver:
        return self._in_use(connect(self._address.url))

    def _in_use(self, driver: Driver) -> Driver:
        if self._hurried:
            _tell(driver, driver.hurry)
        return driver

    def _connect_to_write(self, silent_ms: int) -> Driver:
        """Connect to write: a process that falls silent while others may wait for its locks is cut off. A reader keeps
        nobody waiting."""
        driver = connect(self._address.url)
        driver.writes = True

        def bound() -> None:
            driver.execute(f"SET idle_in_transaction_session_timeout = {silent_ms}".encode())
            driver.execute(f"SET lock_timeout = {LOCKED_MS}".encode())

        _tell(driver, bound)
        return self._in_use(driver)


def _asked_the_time(driver: Driver) -> tuple[float, float]:
    """The seconds that the answer took, and how far the server's clock was ahead in the middle of them: of the
    monotonic clock, which nobody sets meanwhile."""
    began = time.monotonic()
    [seconds] = driver.execute("SELECT extract(epoch FROM clock_timestamp())").fetchone() or (began,)
    ended = time.monotonic()
    return ended - began, float(seconds) - (began + ended) / 2


def _tell(driver: Driver, how_it_is_used: Callable[[], None]) -> None:
    """Tell a new connection how it is used; ConnectionLost if that cannot be done."""
    try:
        how_it_is_used()
    except psycopg.Error as error:
        driver.close()
        raise ConnectionLost(brief(error)) from None
