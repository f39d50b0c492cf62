"""Watchers: a store tells them what it has done, so that it can be measured. Each call is made by the thread that did
the work."""

from contextlib import AbstractContextManager, nullcontext
from typing import Protocol


class Watcher(Protocol):
    """An observer of a store, told when something is done and how long it took."""

    def committed(self, jobs: int, rows: int, seconds: float) -> None:
        """A commit is on the disk: its jobs, the rows that they inserted."""

    def was_read(self, waited: float, seconds: float) -> None:
        """A read had to wait for a reader, and then took so long."""

    def during(self, name: str) -> AbstractContextManager[None]:
        """A context in which something goes on that can stop others: ``checkpoint``."""

    def checkpointed(self, pages: int, seconds: float) -> None:
        """What was committed has been moved from the log into the file; the log holds so many pages."""


class Unwatched:
    """A watcher that does nothing: nobody watches."""

    def committed(self, jobs: int, rows: int, seconds: float) -> None:
        """Do nothing."""

    def was_read(self, waited: float, seconds: float) -> None:
        """Do nothing."""

    def during(self, name: str) -> AbstractContextManager[None]:  # noqa: ARG002
        """Do nothing."""
        return nullcontext()

    def checkpointed(self, pages: int, seconds: float) -> None:
        """Do nothing."""


UNWATCHED = Unwatched()
