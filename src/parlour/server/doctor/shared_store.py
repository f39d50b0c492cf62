"""Checks of a database that several processes share: notifications, clocks, processes that are alive."""

import threading
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from secrets import token_hex

from parlour.server.cluster.members import BEAT_S
from parlour.server.doctor.clocks import judged_skew
from parlour.store import notifications, processes
from parlour.store.address import Address
from parlour.store.checks import Check, doubtful, fine, wrong
from parlour.store.database import Database
from parlour.store.databases import database_at
from parlour.store.processes import StoredProcess
from parlour.store.transaction import Job, T

HEAR_S = 5.0
WATCHED_BEATS = 2.5
"""Heartbeats for which processes are watched: one that is silent meanwhile will soon be taken for dead."""


def examine_shared(address: Address) -> Iterator[Check]:
    """The checks, each as soon as it is done; none for a database that only one process can use."""
    database = database_at(address)
    if not database.shared:
        return
    failures: tuple[type[Exception], ...] = database.failures
    try:
        yield _notification_check(database, database_at(address))
        yield _clock(database)
        before = _read(database, processes.alive())
        time.sleep(WATCHED_BEATS * BEAT_S if before else 0)
        yield judged_processes(before, _read(database, processes.alive()), version("parlour"))
    except failures as error:
        yield wrong("shared database", f"it cannot be asked: {error}", "see what its own log says")
    finally:
        database.close()


class _Heard:
    """Waits for the notification of one subject."""

    def __init__(self, subject: str) -> None:
        self._subject = subject
        self.listening, self.heard = threading.Event(), threading.Event()

    def notified(self, subjects: Sequence[str]) -> None:
        """Receive the subjects that another process has notified of."""
        if self._subject in subjects:
            self.heard.set()

    def missed(self) -> None:
        """Note that listening has begun: notifications before this may be missed, later ones are not."""
        self.listening.set()


def _notification_check(database: Database, other: Database) -> Check:
    """Whether a notification that one connection sends, as a process would, reaches another."""
    subject = notifications.of_room(f"doctor {token_hex(8)}")
    heard = _Heard(subject)
    end = other.listen(heard)
    try:
        began = heard.listening.wait(HEAR_S)
        writer = database.writing()
        writer.begin()
        writer.notify(subject)
        writer.commit()
        came = heard.heard.wait(HEAR_S)
    finally:
        end()
        other.close()
    if began and came:
        return fine("notifications", "what one process says, another hears")
    return doubtful(
        "notifications",
        "what one process says, another does not hear, so that players on different processes wait for seconds",
        "connect to PostgreSQL itself, or by a pooler in session mode: LISTEN needs a connection of its own",
    )


def _clock(database: Database) -> Check:
    return judged_skew("clock of the database", {str(database): database.ahead_s()})


def _read(database: Database, job: Job[T]) -> T:
    connection = database.reading()
    connection.begin()
    try:
        return job(connection)
    finally:
        connection.close()


def judged_processes(before: Sequence[StoredProcess], after: Sequence[StoredProcess], own: str) -> Check:
    """Whether the processes that were there are still alive, and all have this program's version."""
    name = "processes of the store"
    if not after:
        return fine(name, "no server uses it now")
    beats = {process.id: process.beat for process in before}
    silent = [process.id for process in after if process.beat == beats.get(process.id)]
    if silent:
        return doubtful(
            name,
            f"{len(silent)} of {len(after)} say nothing: {', '.join(silent)}",
            "others take over what they held; see why they were stopped or cannot reach the database",
        )
    others = sorted({process.version for process in after} - {own})
    if others:
        return doubtful(
            name,
            f"this program is {own}, and processes of {', '.join(others)} run",
            "restart those with the version that is installed",
        )
    return fine(name, f"{len(after)} are alive, all of version {own}")
