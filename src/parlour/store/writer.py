"""One thread writes. Whatever arrives within a short window shares one commit, so one fsync serves many moves.

A job's future is resolved only after the commit that holds it: an answer given on it is never taken back.
"""

import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")
Job: TypeAlias = Callable[[Connection], T]

WINDOW_S = 0.002
MOST_IN_ONE_COMMIT = 512


class StoreClosed(RuntimeError):
    """The writer has been told to stop; nothing more is accepted."""


class Writer:
    """Owns the only connection that changes anything."""

    def __init__(self, engine: Engine, window_s: float = WINDOW_S) -> None:
        self._engine = engine
        self._window_s = window_s
        self._jobs: queue.SimpleQueue[tuple[Job[Any], Future[Any]] | None] = queue.SimpleQueue()
        self._accepting = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="parlour-writer", daemon=True)
        self._thread.start()

    def write(self, job: Job[T]) -> "Future[T]":
        """Run the job in the next commit. If the job raises, only its own changes are undone."""
        future: Future[T] = Future()
        with self._accepting:
            if self._closed:
                raise StoreClosed("the store is closed")
            self._jobs.put((job, future))
        return future

    def close(self) -> None:
        """Commit everything that was accepted, then stop."""
        with self._accepting:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        with self._engine.connect() as connection:
            more = True
            while more:
                batch, more = self._gather()
                if batch:
                    _commit(connection, batch)

    def _gather(self) -> tuple[list[tuple[Job[Any], Future[Any]]], bool]:
        """The jobs of one commit, and whether to go on after it."""
        first = self._jobs.get()
        if first is None:
            return [], False
        batch, until = [first], time.monotonic() + self._window_s
        while len(batch) < MOST_IN_ONE_COMMIT:
            left = until - time.monotonic()
            try:
                job = self._jobs.get(timeout=left) if left > 0 else self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                return batch, False
            batch.append(job)
        return batch, True


def _commit(connection: Connection, batch: list[tuple[Job[Any], Future[Any]]]) -> None:
    done: list[tuple[Future[Any], Any, BaseException | None]] = []
    try:
        with connection.begin():
            for job, future in batch:
                done.append((future, *_attempt(connection, job)))
    except BaseException as error:  # noqa: BLE001
        done = [(future, None, error) for _, future in batch]
    for future, result, problem in done:
        if not future.set_running_or_notify_cancel():
            continue
        if problem is None:
            future.set_result(result)
        else:
            future.set_exception(problem)


def _attempt(connection: Connection, job: Job[Any]) -> tuple[Any, BaseException | None]:
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


def raw(connection: Connection) -> sqlite3.Connection:
    """SQLite's own connection inside SQLAlchemy's, for statements that must be cheap."""
    driver: sqlite3.Connection = connection.connection.driver_connection  # type: ignore[assignment]
    return driver
