"""The processor time of one piece of work, inside the process that does it. Past its limit the process ends."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

TOO_LONG = signal.SIGPROF
"""What ends the process, even in the midst of a kernel."""


class Stopwatch:
    """Counts what this process computes, and nothing that it waits for."""

    def __init__(self) -> None:
        self._used = 0.0
        self._limit: float | None = None
        self._since = 0.0

    def start(self, limit: float) -> None:
        """From now on a piece of work may take so many processor seconds."""
        self._used, self._limit = 0.0, limit
        self._go()

    def stop(self) -> float:
        """The work is done; what it took."""
        self._halt()
        self._limit = None
        return self._used

    @contextmanager
    def paused(self) -> Iterator[None]:
        """What is done within is nobody's: loading what all work needs."""
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
"""Of this process: it does one piece of work at a time."""
