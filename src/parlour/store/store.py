"""The store: jobs are handed in, and awaited until they are durable.

A job is what the modules beside this one return: a function of a connection. Writes go through the one writer,
reads run beside it on connections of their own.
"""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from alembic.util import CommandError
from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError

from parlour.core.errors import ParlourError
from parlour.store import standings
from parlour.store.database import BEGUN, migrate, reading, writing
from parlour.store.statements import raw
from parlour.store.writer import WINDOW_S, Job, Watcher, Writer, unwatched

T = TypeVar("T")
READERS = 4


class StoreUnusable(ParlourError):
    """The file is no database, is locked, cannot be written, or is newer than this program."""


class Store:
    """One SQLite file, brought up to date when opened."""

    def __init__(self, path: Path, window_s: float = WINDOW_S, committed: Watcher = unwatched) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._writing = writing(path)
        try:
            migrate(self._writing)
            with self._writing.begin() as connection:
                standings.bring_up_to_date(connection)
        except (DatabaseError, CommandError) as error:
            self._writing.dispose()
            raise StoreUnusable(f"{path} cannot be used as the store: {error.args[0]}") from None
        self._reading = reading(path)
        self._writer = Writer(self._writing, window_s, committed)
        self.put = self._writer.put
        """Writes without waiting: the loop calls what should follow once the job's changes are on the disk, or not."""
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="parlour-reader")
        self._own = threading.local()
        """Each reader's own connection."""
        self._opened: list[Connection] = []
        """All of them."""

    async def write(self, job: Job[T]) -> T:
        """Returns once the job's changes are on the disk."""
        return await self._writer.write(job)

    async def read(self, job: Job[T]) -> T:
        """What is committed now."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, job)

    def close(self) -> None:
        """Everything accepted is committed, and the file is whole without its log beside it."""
        self._writer.close()
        self._readers.shutdown()
        for connection in self._opened:
            connection.close()
        self._reading.dispose()
        with self._writing.connect() as connection:
            driver: Any = connection.connection.driver_connection
            driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._writing.dispose()

    def _read(self, job: Job[T]) -> T:
        """Everything that the job looks at is of one moment."""
        connection = self._connection()
        driver = raw(connection)
        driver.execute("BEGIN")
        try:
            return job(connection)
        finally:
            driver.rollback()
            if connection.in_transaction():
                connection.rollback()

    def _connection(self) -> Connection:
        try:
            connection: Connection = self._own.connection
        except AttributeError:
            connection = self._own.connection = self._reading.connect().execution_options(**{BEGUN: True})
            self._opened.append(connection)
        return connection


def together(first: Job[T], *others: Job[Any]) -> Job[T]:
    """Several jobs in one commit: all of them or none. Gives what the first of them gives."""

    def run(connection: Connection) -> T:
        result = first(connection)
        for job in others:
            job(connection)
        return result

    return run
