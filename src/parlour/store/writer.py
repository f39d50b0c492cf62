"""One thread writes. Whatever arrives within a short window shares one commit, so one fsync serves many moves.

Whoever handed in a job hears of it only after the commit that holds it: an answer given on it is never taken back.
"""

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, groupby
from typing import Any, TypeAlias, TypeVar

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
BUSY_WINDOWS = 4
MOST_IN_ONE_COMMIT = 512
ROWS_AT_ONCE = 128
"""How many rows one statement inserts. Between two statements the thread waits for its turn among Python's threads, so
a commit of many moves wants few statements; each length is prepared once."""


Watcher: TypeAlias = Callable[[int, int, float], None]
"""Is told of each commit: its jobs, the rows that they inserted, its seconds."""


def unwatched(_jobs: int, _rows: int, _seconds: float) -> None:
    """Nobody watches."""


class StoreClosed(RuntimeError):
    """The writer has been told to stop; nothing more is accepted."""


class Insert(Struct, frozen=True):
    """A job that adds rows to a table. Those that arrive one after another are done as one."""

    into: str
    """``entries (match, seq)``"""
    rows: Sequence[tuple[Any, ...]]
    after: Callable[[Connection], object] | None = None
    """What the rows bring with them."""

    @property
    def one_statement(self) -> bool:
        """Whether SQLite itself undoes all of it if some of it is refused."""
        return len(self.rows) <= ROWS_AT_ONCE and self.after is None

    def __call__(self, connection: Connection) -> None:
        add_rows(raw(connection), self.rows, f"INTO {self.into}")
        if self.after is not None:
            self.after(connection)


Then: TypeAlias = Callable[[Any, BaseException | None], None]
"""Is told, in the event loop, what a job came to once the commit is on the disk: its result, or why there is none."""


class Waiting(Struct, frozen=True):
    """A job, and who waits for it."""

    job: Job[Any]
    then: Then
    loop: asyncio.AbstractEventLoop


Result: TypeAlias = tuple[Any, BaseException | None]
"""What a job came to: its result, or why there is none."""
DONE: Result = (None, None)


class Writer:
    """Owns the only connection that changes anything."""

    def __init__(self, engine: Engine, window_s: float = WINDOW_S, committed: Watcher = unwatched) -> None:
        self._engine = engine
        self._committed = committed
        self._window_s = window_s
        self._lock = threading.Lock()
        self._jobs: list[Waiting] = []
        self._some_wait = threading.Event()
        self._closed = False
        self._ended = False
        """Whether the writer has taken the last job that was accepted."""
        self._thread = threading.Thread(target=self._run, name="parlour-writer", daemon=True)
        self._thread.start()

    def put(self, job: Job[Any], then: Then, loop: asyncio.AbstractEventLoop) -> None:
        """Run the job in the next commit. If the job raises, only its own changes are undone."""
        waiting = Waiting(job, then, loop)
        with self._lock:
            if self._closed:
                raise StoreClosed("the store is closed")
            self._jobs.append(waiting)
            if len(self._jobs) == 1:
                self._some_wait.set()

    def write(self, job: Job[T]) -> "asyncio.Future[T]":
        """The same, to be awaited."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self.put(job, settling(future), loop)
        return future

    def close(self) -> None:
        """Commit everything that was accepted, then stop."""
        with self._lock:
            self._closed = True
            self._some_wait.set()
        self._thread.join()

    def _run(self) -> None:
        with self._engine.connect().execution_options(**{BEGUN: True}) as connection:
            jobs: list[Waiting] = []
            while not self._ended:
                self._wait(busy=len(jobs) >= BUSY)
                jobs = self._take()
                for start in range(0, len(jobs), MOST_IN_ONE_COMMIT):
                    batch = jobs[start : start + MOST_IN_ONE_COMMIT]
                    began = time.perf_counter()
                    done = _commit(connection, batch)
                    _deliver(batch, done)
                    self._committed(len(batch), _rows(batch, done), time.perf_counter() - began)

    def _wait(self, *, busy: bool) -> None:
        """Until there are jobs. Who is busy sleeps until there are many: to be woken for each costs all others."""
        if busy:
            time.sleep(self._window_s * BUSY_WINDOWS)
        else:
            self._some_wait.wait()
            time.sleep(self._window_s)

    def _take(self) -> list[Waiting]:
        """All that was handed in."""
        with self._lock:
            jobs, self._jobs = self._jobs, []
            self._ended = self._closed and not jobs
            if not self._closed:
                self._some_wait.clear()
        return jobs


def _commit(connection: Connection, batch: Sequence[Waiting]) -> Sequence[Result]:
    """All of the batch in one transaction, begun and ended on the driver: SQLAlchemy's own takes longer than a move."""
    driver = raw(connection)
    jobs = [waiting.job for waiting in batch]
    if _commit_at_once(driver, jobs):
        return [DONE] * len(batch)
    try:
        driver.execute("BEGIN IMMEDIATE")
        done = [came for run in _runs(jobs) for came in _together(connection, run)]
        driver.commit()
    except BaseException as error:  # noqa: BLE001
        driver.rollback()
        done = [(None, error)] * len(batch)
    if connection.in_transaction():
        connection.commit()  # nothing is left to commit: a cold job's statement made SQLAlchemy think it had begun
    return done


def _commit_at_once(driver: sqlite3.Connection, jobs: Sequence[Job[Any]]) -> bool:
    """Whether the jobs were one statement, which is a transaction of its own: nothing but rows, and none refused."""
    into = _table(jobs[0])
    rows: list[tuple[Any, ...]] = []
    for job in jobs:
        if not isinstance(job, Insert) or job.after is not None or job.into != into:
            return False
        rows += job.rows
    if len(rows) > ROWS_AT_ONCE:
        return False
    try:
        add_rows(driver, rows, f"OR ROLLBACK INTO {into}")
    except Exception:  # noqa: BLE001
        return False  # each is then tried alone, and whose fault it is hears of it
    return True


def _runs(jobs: Sequence[Job[Any]]) -> Iterator[list[Job[Any]]]:
    """The jobs in their order: inserts into one table that follow each other as one run, others alone."""
    for into, run in groupby(jobs, _table):
        if into is None:
            yield from ([job] for job in run)
        else:
            yield list(run)


def _table(job: Job[Any]) -> str | None:
    return job.into if isinstance(job, Insert) else None


def _together(connection: Connection, run: list[Job[Any]]) -> Sequence[Result]:
    """One savepoint for the whole run; if one of its jobs is refused, one for each."""
    inserts = [job for job in run if isinstance(job, Insert)]
    if len(inserts) > 1:
        _, problem = _attempt(connection, _joined(inserts))
        if problem is None:
            return [DONE] * len(run)
    return [_attempt(connection, job) for job in run]


def _joined(inserts: Sequence[Insert]) -> Insert:
    rows = [row for insertion in inserts for row in insertion.rows]
    following = [insertion.after for insertion in inserts if insertion.after is not None]
    if not following:
        return Insert(inserts[0].into, rows)
    return Insert(inserts[0].into, rows, lambda connection: [follow(connection) for follow in following])


def _attempt(connection: Connection, job: Job[Any]) -> Result:
    driver = raw(connection)
    if isinstance(job, Insert) and job.one_statement:
        try:
            job(connection)
        except Exception as error:
            if not driver.in_transaction:
                raise
            return None, error
        return DONE
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


def _rows(batch: Sequence[Waiting], done: Sequence[Result]) -> int:
    """How many rows were inserted."""
    inserted = 0
    for waiting, (_, problem) in zip(batch, done, strict=True):
        if problem is None and isinstance(waiting.job, Insert):
            inserted += len(waiting.job.rows)
    return inserted


def _deliver(batch: Sequence[Waiting], done: Sequence[Result]) -> None:
    """Wake each event loop once for all that it waits for."""
    for loop in {waiting.loop for waiting in batch}:
        theirs = [(waiting.then, came) for waiting, came in zip(batch, done, strict=True) if waiting.loop is loop]
        try:
            loop.call_soon_threadsafe(_tell, theirs)
        except RuntimeError:
            continue  # the loop is gone, and with it whoever waited


def _tell(theirs: list[tuple[Then, Result]]) -> None:
    """What one of them makes of it keeps nobody else from hearing."""
    for then, (result, problem) in theirs:
        try:
            then(result, problem)
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


def add_rows(driver: sqlite3.Connection, rows: Sequence[tuple[Any, ...]], into: str, otherwise: str = "") -> None:
    """Insert with as few statements as possible; otherwise, as after ``ON CONFLICT``, if there is such a row."""
    for start in range(0, len(rows), ROWS_AT_ONCE):
        chunk = rows[start : start + ROWS_AT_ONCE]
        driver.execute(_inserting(into, len(chunk), len(chunk[0]), otherwise), list(chain.from_iterable(chunk)))


@cache
def _inserting(into: str, rows: int, columns: int, otherwise: str) -> str:
    places = ", ".join([f"({', '.join('?' * columns)})"] * rows)
    return f"INSERT {into} VALUES {places} {otherwise}"  # noqa: S608
