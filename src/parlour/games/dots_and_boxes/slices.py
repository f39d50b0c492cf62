"""Searching in slices: a kernel takes so many steps at a time, and between two the clock and the stop are looked at."""

import time

from parlour.core.bot import Stop

SLICE_SECONDS = 0.005
FEWEST_STEPS = 256
MOST_STEPS = 1 << 62
TICK = 1e-6


class Slices:
    """How long a search may go on. Without seconds and stop there is one slice, and no clock is read."""

    def __init__(self, seconds: float | None, stop: Stop | None) -> None:
        self._seconds = seconds
        self._stop = stop
        self._whole = seconds is None and stop is None
        self._began = 0.0 if self._whole else time.perf_counter()
        self._steps = FEWEST_STEPS

    @property
    def stopped(self) -> bool:
        """Whether the search was told to stop."""
        return self._stop is not None and self._stop.is_set()

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return self._seconds is not None and self._passed() >= self._seconds

    def steps(self, done: int) -> int:
        """How many steps come next, after so many: as many as fit into a slice, the last into the time left."""
        if self._whole:
            return MOST_STEPS
        passed = self._passed()
        left = SLICE_SECONDS
        if self._seconds is not None and passed < self._seconds:
            left = min(left, self._seconds - passed)
        self._steps = max(FEWEST_STEPS, min(2 * self._steps, int(done / max(passed, TICK) * left)))
        return self._steps

    def _passed(self) -> float:
        return time.perf_counter() - self._began
