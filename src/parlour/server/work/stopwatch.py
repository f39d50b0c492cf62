"""The processor time of one task, measured in the worker's process, which a signal ends at the task's limit."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

TOO_LONG = signal.SIGPROF
"""The signal that ends the process, even inside a compiled kernel."""


class Stopwatch:
    """Counts the processor time of this process: computing counts, waiting does not."""

    def __init__(self) -> None:
        self._used = 0.0
        self._limit: float | None = None
        self._since = 0.0

    def start(self, limit: float) -> None:
        """Begin a task that may take so many processor seconds."""
        self._used, self._limit = 0.0, limit
        self._go()

    def stop(self) -> float:
        """End the task and return the processor seconds that it took."""
        self._halt()
        self._limit = None
        return self._used

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Do not count what runs in the `with` block: loading what every task needs."""
        if self._limit is None:
            yield
            return
        self._halt()
        try:
            yield
        finally:
            self._go()

    def _go(self) -> None:
        self._since = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, max(0.001, (self._limit or 0.0) - self._used))

    def _halt(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        self._used += time.process_time() - self._since


stopwatch = Stopwatch()
"""The only one of this process, which does one task at a time."""
