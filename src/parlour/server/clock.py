"""The server's clock: Unix time that never runs backwards, in a process or in a log, and alarms for when time is up."""

import asyncio
import sys
import time
from collections.abc import Callable
from functools import partial

since_boot_s: Callable[[], float] = (
    partial(time.clock_gettime, time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic
)
"""Seconds that nobody can set back; on Linux they go on while the machine sleeps."""


MOST_CORRECTED_S = 0.05
"""By how much a look at another clock corrects this one: nobody sees a deadline move."""


class ServerClock:
    """Wall time at the start, seconds since the boot from then on: to correct the system's time moves no deadline."""

    def __init__(self, since_boot: Callable[[], float] = since_boot_s) -> None:
        self._since_boot_s = since_boot
        self._offset_s = time.time() - since_boot()
        self._follows = False
        """Whether it goes by another clock."""
        self._timers_behind_s = since_boot() - time.monotonic()
        """What timers were behind when last looked at."""

    def now_ms(self) -> int:
        """Unix time in milliseconds."""
        return int((self._since_boot_s() + self._offset_s) * 1000)

    def follow(self, ahead_s: float) -> None:
        """Go by a clock that is so many seconds ahead of the system's time: at first from now on, later bit by bit.

        A look that comes at least a second after the one before never turns this clock back.
        """
        apart_s = time.time() + ahead_s - self._since_boot_s() - self._offset_s
        if self._follows:
            apart_s = max(-MOST_CORRECTED_S, min(MOST_CORRECTED_S, apart_s))
        self._offset_s += apart_s
        self._follows = True

    def slept_s(self) -> float:
        """For how long the machine has slept since this was asked before: timers stood still meanwhile."""
        before, self._timers_behind_s = self._timers_behind_s, self._since_boot_s() - time.monotonic()
        return self._timers_behind_s - before

    def behind_s(self) -> float:
        """How far it is behind the system's time, which somebody may have set since the start."""
        return time.time() - self.now_ms() / 1000


class Alarm:
    """Rings once at the time it is set to; setting it again forgets the time before."""

    def __init__(self, clock: ServerClock) -> None:
        self._clock = clock
        self._handle: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        """Whether it will ring."""
        return self._handle is not None

    def set(self, at_ms: int | None, ring: Callable[[], None]) -> None:
        """Ring at this Unix time, or not at all. Until then, and no longer, it holds on to who is to be called."""
        if self._handle is not None:
            self.stop()
        if at_ms is not None:
            wait_s = max(0, at_ms - self._clock.now_ms() + 1) / 1000
            self._handle = asyncio.get_running_loop().call_later(wait_s, self._rang, ring)

    def stop(self) -> None:
        """Do not ring."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _rang(self, ring: Callable[[], None]) -> None:
        self._handle = None
        ring()
