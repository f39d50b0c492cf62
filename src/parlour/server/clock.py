"""The server's clock: Unix time that never runs backwards while people are served, and alarms for when time is up."""

import asyncio
import sys
import time
from collections.abc import Callable
from functools import partial

from msgspec import Struct

since_boot_s: Callable[[], float] = (
    partial(time.clock_gettime, time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic
)
"""Seconds that nobody can set back; on Linux they go on while the machine sleeps."""
MOST_SLEWED = 0.005
"""Seconds a second by which a clock that goes after another one is quicker or slower: nobody sees a deadline move."""


class Slew(Struct, frozen=True):
    """What is added to the seconds since the boot: from a moment on a little more, or less, each second."""

    offset_s: float
    by_s: float = 0.0
    since_s: float = 0.0
    """The moment, in seconds since the boot."""

    def at(self, since_boot_s: float) -> float:
        """At a later moment."""
        most_s = (since_boot_s - self.since_s) * MOST_SLEWED
        return self.offset_s + max(-most_s, min(most_s, self.by_s))


class ServerClock:
    """Wall time at the start, seconds since the boot from then on: to set the system's time moves no deadline."""

    def __init__(self, since_boot: Callable[[], float] = since_boot_s) -> None:
        self._since_boot_s = since_boot
        self._slew = Slew(time.time() - since_boot())
        self._timers_behind_s = since_boot() - time.monotonic()
        """What timers were behind when last looked at."""

    def now_ms(self) -> int:
        """Unix time in milliseconds."""
        read, slew = self._since_boot_s, self._slew
        since_boot_s = read()
        ahead_s = slew.at(since_boot_s) if slew.by_s else slew.offset_s
        return int((since_boot_s + ahead_s) * 1000)

    def go_by(self, ahead_s: float) -> None:
        """From now on tell the time that is so many seconds ahead of the system's; before anybody has looked."""
        self._slew = Slew(time.time() + ahead_s - self._since_boot_s())

    def slew(self, by_s: float) -> None:
        """Be quicker or slower for a while, until so many seconds are made up; it never runs backwards."""
        since_boot_s = self._since_boot_s()
        self._slew = Slew(self._slew.at(since_boot_s), by_s, since_boot_s)

    def slept_s(self) -> float:
        """For how long the machine has slept since this was asked before: timers stood still meanwhile."""
        before, self._timers_behind_s = self._timers_behind_s, self._since_boot_s() - time.monotonic()
        return self._timers_behind_s - before

    def behind_s(self) -> float:
        """How far it is behind the system's time, which may have been set, or differ from that of all processes."""
        return time.time() - self.now_ms() / 1000


class Alarm:
    """Rings once at the time it is set to; setting it again forgets the time before."""

    def __init__(self, clock: ServerClock) -> None:
        self._clock = clock
        self._handle: asyncio.TimerHandle | None = None

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
