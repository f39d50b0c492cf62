"""The store: jobs are handed in, and awaited until they are durable.

A job is what the modules beside this one return: a function of a transaction. Writes go through the one writer,
reads run beside it on connections of their own.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import TypeVar

from parlour.core.errors import ParlourError
from parlour.store import derivation, standings
from parlour.store.address import Address
from parlour.store.checkpointer import Checkpointer
from parlour.store.database import Connection, ConnectionLost
from parlour.store.databases import database_at
from parlour.store.failure import DAMAGED, Failure, StoreAway, StoreBusy, StoreFull
from parlour.store.group_commit import commit
from parlour.store.notifications import Listener, LoopListener
from parlour.store.transaction import Job
from parlour.store.watching import UNWATCHED, Watcher
from parlour.store.writer import LONGEST_AWAY_S, Writer

T = TypeVar("T")
logger = logging.getLogger("parlour")
READERS = 4
QUICK_CHECK_S = 5.0
"""The time for which a database is looked at before it is used: half a gigabyte a second where it is in memory."""
PAUSE_S = 0.05
"""The time between two tries to read from a database that has gone away."""
WHAT_TO_DO = "`parlour doctor` looks at all of it; docs/OPERATIONS.md tells how to restore a backup"


class StoreUnusable(ParlourError):
    """A store that is no database, is damaged, is locked, is away, cannot be written, or is newer than this program."""


class Store:
    """A database, brought up to date when opened: a SQLite file (a path, ``sqlite:PATH``) or ``postgresql://…``."""

    def __init__(self, address: str | Address, watcher: Watcher = UNWATCHED) -> None:
        self._database = database_at(address)
        damage = self._database.damage(QUICK_CHECK_S)
        if damage is not None:
            raise StoreUnusable(f"{self._database} cannot be used as the store, it is damaged: {damage}. {WHAT_TO_DO}")
        try:
            self._database.migrate()
            writing = self._database.writing()
            _bring_up_to_date(writing)
            self._database.watch()
        except self._database.failures as error:
            self._database.close()
            raise StoreUnusable(f"{self._database} cannot be used as the store: {error.args[0]}") from None
        self.failure = Failure()
        """The reason why nothing is read or written any more, once the file or the writer is at fault."""
        self.shared = self._database.shared
        """Whether other processes may change it too."""
        self._watcher = watcher
        self._writer = Writer(writing, self._database, self.failure, watcher)
        self.put = self._writer.put
        """Write without waiting: the loop calls back once the job's changes are on the disk, or have failed."""
        self._checkpointer = Checkpointer(self._database, self.failure, watcher)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="parlour-reader")
        self._own = threading.local()
        """The connection of each reading thread, as an attribute of its own."""
        self._listening: list[Callable[[], None]] = []
        """The functions that end each listening."""

    async def write(self, job: Job[T]) -> T:
        """Run a job that writes; returns its result once its changes are on the disk."""
        return await self._writer.write(job)

    async def read(self, job: Job[T]) -> T:
        """The result of a job that reads what is committed now."""
        loop, now = asyncio.get_running_loop(), time.perf_counter()
        return await loop.run_in_executor(self._readers, self._read, job, now, now + LONGEST_AWAY_S)

    async def read_at_once(self, job: Job[T]) -> T:
        """`read` without waiting for a database that is away, nor for those who do; StoreAway then."""
        if self.away:
            raise StoreAway
        loop, now = asyncio.get_running_loop(), time.perf_counter()
        return await loop.run_in_executor(self._readers, self._read, job, now, now)

    @property
    def away(self) -> bool:
        """Whether the database cannot be reached for the moment."""
        return self._writer.away

    def ahead_s(self) -> float:
        """The seconds by which the clock that all processes of the database share is ahead of this machine's."""
        try:
            return self._database.ahead_s()
        except self._database.failures:
            raise StoreAway from None

    def listen(self, listener: Listener, loop: asyncio.AbstractEventLoop) -> None:
        """Tell a listener, in its event loop, what other processes of the same database commit, until it is closed."""
        self._listening.append(self._database.listen(LoopListener(listener, loop)))

    def close(self) -> None:
        """Commit everything that was accepted and leave a database that is whole without this process.

        After a failure the files are left as they are: they may not be this store's any more.
        """
        for end in self._listening:
            end()
        self._writer.close()
        self._checkpointer.close()
        self._readers.shutdown()
        fault = self._database.fault()
        if fault is not None:
            self.failure.report(fault)
        if self.failure.reason is None:
            self._database.close()

    def _read(self, job: Job[T], asked: float, until: float) -> T:
        """The result of a job that reads; everything that it looks at is of one moment."""
        self.failure.require_none()
        began = time.perf_counter()
        try:
            return self._read_when_there(job, until)
        except self._database.failures as error:
            if self._database.is_full(error):
                raise StoreFull from None
            if not self._database.is_damage(error):
                raise
            self.failure.report(DAMAGED, error)
            raise self.failure.error() from None
        finally:
            self._watcher.was_read(began - asked, time.perf_counter() - began)

    def _read_when_there(self, job: Job[T], until: float) -> T:
        """A database that has gone away is waited for; what was read is read again.

        That a connection was lost says nothing of now: it is opened again before anybody is told. Whoever has waited
        in line for too long while the writer found nobody there is told at once.
        """
        for number in count():
            if self._writer.away and time.perf_counter() > until:
                break
            try:
                return _read_in_one_transaction(self._reading(), job)
            except ConnectionLost:
                self._own.lost = True
                if number and (self._writer.closing or time.perf_counter() > until):
                    break
                time.sleep(PAUSE_S if number else 0)
        raise StoreAway

    def _reading(self) -> Connection:
        """The connection of this reading thread; one that was lost is opened again."""
        own = self._own
        try:
            connection: Connection = own.connection
        except AttributeError:
            connection = own.connection = self._database.reading()
            own.lost = False
        if own.lost:
            connection.restore()
            own.lost = False
        return connection


def _read_in_one_transaction(connection: Connection, job: Job[T]) -> T:
    connection.begin()
    try:
        return job(connection)
    finally:
        connection.rollback()


def _bring_up_to_date(connection: Connection) -> None:
    """Derive again what an earlier version derived from the log in another way, or wait for another process that
    does."""
    _do(connection, derivation.prepare)
    if _do(connection, standings.are_outdated):
        _do(connection, standings.bring_up_to_date)


def _do(connection: Connection, job: Job[T]) -> T:
    """The result of a job, however long another process keeps what it needs."""
    while True:
        [(result, problem)] = commit(connection, [job])
        if problem is None:
            done: T = result
            return done
        if not isinstance(problem, StoreBusy):
            raise problem
        logger.info("waiting for another process, which derives the standings")
