"""A thread that checkpoints: it moves commits from the write-ahead log into the database, so that no commit has to.

It also checks the database's files, for times when nothing is written.
"""

import logging
import threading
import time

from parlour.store.database import Database
from parlour.store.failure import DAMAGED, Failure
from parlour.store.watching import Watcher

LOOK_EACH_S = 1.0
logger = logging.getLogger("parlour")


class Checkpointer:
    """A thread that checkpoints until it is closed, or until the database fails."""

    def __init__(self, database: Database, failure: Failure, watcher: Watcher) -> None:
        self._database = database
        self._move = database.checkpoints()
        self._failure = failure
        self._watcher = watcher
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="parlour-checkpointer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the thread and wait for its end."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            while self._failure.reason is None and not self._stop.wait(LOOK_EACH_S):
                self._look()
        except BaseException as error:  # noqa: BLE001
            self._failure.report("what moves commits into the database has ended", error)

    def _look(self) -> None:
        fault = self._database.fault()
        if fault is not None:
            self._failure.report(fault)
            return
        began = time.perf_counter()
        try:
            with self._watcher.during("checkpoint"):
                pages = self._move()
        except self._database.failures as error:
            if self._database.is_damage(error):
                self._failure.report(DAMAGED, error)
            else:
                # A full disk: commits wait in the log until there is space again.
                logger.warning("commits not moved", extra={"facts": {"reason": str(error)}})
            return
        if pages > 0:
            self._watcher.checkpointed(pages, time.perf_counter() - began)
