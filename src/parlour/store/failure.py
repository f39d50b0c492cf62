"""Failures of a store: the reason why it cannot go on, for callers who wait and for the host."""

import logging
import threading

DAMAGED = "the database is damaged"
logger = logging.getLogger("parlour")


class StoreFailed(RuntimeError):
    """Nothing is read or written any more; the reason is a sentence that anybody may see."""


class StoreUnavailable(RuntimeError):
    """The job was not done; it may be tried later."""


class StoreAway(StoreUnavailable):
    """The database cannot be reached for the moment."""

    def __init__(self) -> None:
        super().__init__("the database cannot be reached at the moment; nothing was done, try again")


class StoreBusy(StoreUnavailable):
    """Another process has locked for long what the job would change."""

    def __init__(self) -> None:
        super().__init__("the database is busy with something that takes long; nothing was done, try again")


class StoreCutOff(StoreUnavailable):
    """The database ended the connection each time the job was tried, also alone: the job is silent for too long."""

    def __init__(self) -> None:
        super().__init__("the database ended the connection each time this was tried; nothing was done")


class StoreFull(StoreUnavailable):
    """The disk of the database has no space."""

    def __init__(self) -> None:
        super().__init__("the database has no space left on its disk; nothing was done, try again later")


class Failure:
    """The reason why a process cannot go on with its store. Any thread may report one; the first stays."""

    def __init__(self) -> None:
        self.reason: str | None = None
        """A sentence without names of files or people; None while all is well."""
        self._lock = threading.Lock()

    def report(self, reason: str, error: BaseException | None = None) -> None:
        """Record a reason, after which nothing more is accepted; the error behind it is logged."""
        with self._lock:
            if self.reason is not None:
                return
            self.reason = reason
        logger.critical("the store has failed", exc_info=error, extra={"facts": {"reason": reason}})

    def error(self) -> StoreFailed:
        """The error for callers who wait."""
        return StoreFailed(self.reason or "the store has failed")

    def require_none(self) -> None:
        """StoreFailed if there is a reason."""
        if self.reason is not None:
            raise self.error()
