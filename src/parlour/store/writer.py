"""One thread writes. Whatever arrives within a short window shares one commit, so one fsync serves many moves.

Whoever handed in a job hears of it only after the commit that holds it: an answer given on it is never taken back.
"""

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, groupby
from typing import Any, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct
from sqlalchemy import Connection, Engine

from parlour.store.database import BEGUN
from parlour.store.statements import raw

logger = logging.getLogger("parlour")
T = TypeVar("T")
Job: TypeAlias = Callable[[Connection], T]

WINDOW_S = 0.002
BUSY = 8
"""Jobs in one commit from which on the window is longer: each commit takes its turns from the threads that play."""
BUSY_WINDOWS = 3
MOST_IN_ONE_COMMIT = 512
ROWS_AT_ONCE = 64
"""How many rows one statement inserts. Between two statements the thread waits for its turn among Python's threads, so
a commit of many moves wants few statements; each length is prepared once."""


Watcher: TypeAlias = Callable[[int, int, float], None]
"""Is told of each commit: its jobs, the rows that they inserted, its seconds."""


def unwatched(_jobs: int, _rows: int, _seconds: float) -> None:
    """Nobody watches."""


class StoreClosed(RuntimeError):
    """The writer has been told to stop; nothing more is accepted."""


class Insert(Struct, frozen=True):
    """A job that only adds rows to a table. Those that arrive one after another are done as one."""

    into: str
    """``entries (match, seq)``"""
    rows: Sequence[tuple[Any, ...]]

    @property
    def alone(self) -> bool:
        """Whether it does more than to add rows, so that it cannot be part of a larger one."""
        return False

    @property
    def one_statement(self) -> bool:
        """Whether SQLite itself undoes all of it if some of it is refused."""
        return len(self.rows) <= ROWS_AT_ONCE and not self.alone

    def __call__(self, connection: Connection) -> None:
        insert(raw(connection), self.into, self.rows)


Then: TypeAlias = Callable[[Any, BaseException | None], None]
"""Is told, in the event loop, what a job came to once the commit is on the disk: its result, or why there is none."""


class Waiting(NamedTuple):
    """A job, and who waits for it."""

    job: Job[Any]
    then: Then
    loop: asyncio.AbstractEventLoop


class Committed(NamedTuple):
    """What a job came to, once the commit is on the disk."""

    waiting: Waiting
    result: Any = None
    problem: BaseException | None = None


class Writer:
    """Owns the only connection that changes anything."""

    def __init__(self, engine: Engine, window_s: float = WINDOW_S, committed: Watcher = unwatched) -> None:
        self._engine = engine
        self._committed = committed
        self._window_s = window_s
        self._jobs: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._accepting = threading.Lock()
        self._closed = False
        self._ended = False
        """Whether the writer has taken the last job that was accepted."""
        self._thread = threading.Thread(target=self._run, name="parlour-writer", daemon=True)
        self._thread.start()

    def put(self, job: Job[Any], then: Then, loop: asyncio.AbstractEventLoop) -> None:
        """Run the job in the next commit. If the job raises, only its own changes are undone."""
        with self._accepting:
            if self._closed:
                raise StoreClosed("the store is closed")
            self._jobs.put(Waiting(job, then, loop))

    def write(self, job: Job[T]) -> "asyncio.Future[T]":
        """The same, to be awaited."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self.put(job, settling(future), loop)
        return future

    def close(self) -> None:
        """Commit everything that was accepted, then stop."""
        with self._accepting:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        with self._engine.connect().execution_options(**{BEGUN: True}) as connection:
            batch: list[Waiting] = []
            while not self._ended:
                batch = self._gather(busy=len(batch) >= BUSY)
                if batch:
                    began = time.perf_counter()
                    done = _commit(connection, batch)
                    _deliver(done)
                    self._committed(len(batch), _rows(batch, done), time.perf_counter() - began)

    def _gather(self, *, busy: bool) -> list[Waiting]:
        """The jobs of one commit. Who is busy sleeps until there are many: to be woken for each costs all others."""
        batch: list[Waiting] = []
        if busy:
            time.sleep(self._window_s * BUSY_WINDOWS)
        else:
            self._take(batch, self._jobs.get())
            time.sleep(self._window_s)
        while not self._ended and len(batch) < MOST_IN_ONE_COMMIT:
            try:
                self._take(batch, self._jobs.get_nowait())
            except queue.Empty:
                break
        return batch

    def _take(self, batch: list[Waiting], waiting: Waiting | None) -> None:
        if waiting is None:
            self._ended = True
        else:
            batch.append(waiting)


def _commit(connection: Connection, batch: Sequence[Waiting]) -> list[Committed]:
    """All of the batch in one transaction, begun and ended on the driver: SQLAlchemy's own takes longer than a move."""
    driver = raw(connection)
    if _commit_at_once(driver, batch):
        return [Committed(waiting) for waiting in batch]
    try:
        driver.execute("BEGIN IMMEDIATE")
        done = [done for run in _runs(batch) for done in _together(connection, run)]
        driver.commit()
    except BaseException as error:  # noqa: BLE001
        driver.rollback()
        done = [Committed(waiting, problem=error) for waiting in batch]
    if connection.in_transaction():
        connection.commit()  # nothing is left to commit: a cold job's statement made SQLAlchemy think it had begun
    return done


def _commit_at_once(driver: sqlite3.Connection, batch: Sequence[Waiting]) -> bool:
    """Whether the batch was one statement, which is a transaction of its own: nothing but entries, and none refused."""
    [first, *_] = batch
    into = _table(first)
    rows = [row for waiting in batch if isinstance(waiting.job, Insert) for row in waiting.job.rows]
    if into is None or len(rows) > ROWS_AT_ONCE or any(_table(waiting) != into for waiting in batch):
        return False
    try:
        insert(driver, into, rows)
    except sqlite3.Error:
        return False
    return True


def _runs(batch: Sequence[Waiting]) -> Iterator[list[Waiting]]:
    """The batch in its order: inserts into one table that follow each other as one run, other jobs alone."""
    for into, run in groupby(batch, _table):
        if into is None:
            yield from ([waiting] for waiting in run)
        else:
            yield list(run)


def _table(waiting: Waiting) -> str | None:
    job = waiting.job
    return job.into if isinstance(job, Insert) and not job.alone else None


def _together(connection: Connection, run: list[Waiting]) -> list[Committed]:
    """One savepoint for the whole run; if one of its jobs is refused, one for each."""
    inserts = [waiting.job for waiting in run if isinstance(waiting.job, Insert)]
    if len(inserts) > 1:
        rows = [row for insertion in inserts for row in insertion.rows]
        _, problem = _attempt(connection, Insert(inserts[0].into, rows))
        if problem is None:
            return [Committed(waiting) for waiting in run]
    return [Committed(waiting, *_attempt(connection, waiting.job)) for waiting in run]


def _attempt(connection: Connection, job: Job[Any]) -> tuple[Any, BaseException | None]:
    if isinstance(job, Insert) and job.one_statement:
        try:
            job(connection)
        except Exception as error:  # noqa: BLE001
            return None, error
        return None, None
    driver = raw(connection)
    driver.execute("SAVEPOINT job")
    try:
        result = job(connection)
    except BaseException as error:
        if not driver.in_transaction:
            raise
        driver.execute("ROLLBACK TO job")
        driver.execute("RELEASE job")
        return None, error
    driver.execute("RELEASE job")
    return result, None


def _rows(batch: Sequence[Waiting], done: Sequence[Committed]) -> int:
    """How many rows were inserted."""
    return sum(
        len(waiting.job.rows)
        for waiting, committed in zip(batch, done, strict=True)
        if isinstance(waiting.job, Insert) and committed.problem is None
    )


def _deliver(done: list[Committed]) -> None:
    """Wake each event loop once for all that it waits for."""
    for loop, theirs in groupby(done, lambda committed: committed.waiting.loop):
        try:
            loop.call_soon_threadsafe(_tell, list(theirs))
        except RuntimeError:
            continue  # the loop is gone, and with it whoever waited


def _tell(done: list[Committed]) -> None:
    """What one of them makes of it keeps nobody else from hearing."""
    for waiting, result, problem in done:
        try:
            waiting.then(result, problem)
        except Exception:
            logger.exception("what should follow a commit failed")


def settling(future: "asyncio.Future[T]") -> Then:
    """Whoever awaits the future is told, unless they have given up."""

    def then(result: Any, problem: BaseException | None) -> None:
        if future.done():
            return
        if problem is None:
            future.set_result(result)
        else:
            future.set_exception(problem)

    return then


def insert(driver: sqlite3.Connection, into: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Add rows with as few statements as possible."""
    for start in range(0, len(rows), ROWS_AT_ONCE):
        chunk = rows[start : start + ROWS_AT_ONCE]
        driver.execute(_inserting(into, len(chunk), len(chunk[0])), list(chain.from_iterable(chunk)))


@cache
def _inserting(into: str, rows: int, columns: int) -> str:
    places = ", ".join([f"({', '.join('?' * columns)})"] * rows)
    return f"INSERT INTO {into} VALUES {places}"  # noqa: S608
