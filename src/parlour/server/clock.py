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
"""Seconds of a monotonic clock, which on Linux goes on while the machine sleeps."""
MOST_SLEWED = 0.005
"""How much faster or slower a clock runs while it is adjusted, in seconds a second: too little to be seen."""


class Slew(Struct, frozen=True):
    """An adjustment of the clock: from a moment on, a little is added to, or taken from, each second."""

    offset_s: float
    by_s: float = 0.0
    since_s: float = 0.0
    """The moment, in seconds since the boot."""

    def at(self, since_boot_s: float) -> float:
        """The seconds that are added at a later moment."""
        most_s = (since_boot_s - self.since_s) * MOST_SLEWED
        return self.offset_s + max(-most_s, min(most_s, self.by_s))


class ServerClock:
    """Unix time, read at the start and continued by a monotonic clock: setting the system's time moves no deadline."""

    def __init__(self, since_boot: Callable[[], float] = since_boot_s) -> None:
        self._since_boot_s = since_boot
        self._slew = Slew(time.time() - since_boot())
        self._timers_behind_s = since_boot() - time.monotonic()
        """How far timers were behind at the last look."""

    def now_ms(self) -> int:
        """Unix time in milliseconds."""
        read, slew = self._since_boot_s, self._slew
        since_boot_s = read()
        ahead_s = slew.at(since_boot_s) if slew.by_s else slew.offset_s
        return int((since_boot_s + ahead_s) * 1000)

    def go_by(self, ahead_s: float) -> None:
        """Run so many seconds ahead of the system's time. Only before the clock is used."""
        self._slew = Slew(time.time() + ahead_s - self._since_boot_s())

    def slew(self, by_s: float) -> None:
        """Run faster or slower until so many seconds are made up; the clock never runs backwards."""
        since_boot_s = self._since_boot_s()
        self._slew = Slew(self._slew.at(since_boot_s), by_s, since_boot_s)

    def slept_s(self) -> float:
        """The seconds that the machine has slept since the last call; timers stood still meanwhile."""
        before, self._timers_behind_s = self._timers_behind_s, self._since_boot_s() - time.monotonic()
        return self._timers_behind_s - before

    def behind_s(self) -> float:
        """How far the clock is behind the system's time, which may have been set, or differ from that of other
        processes."""
        return time.time() - self.now_ms() / 1000


class Alarm:
    """Calls a function once at the time it is set to; setting it again replaces that time."""

    __slots__ = ("_clock", "_handle")

    def __init__(self, clock: ServerClock) -> None:
        self._clock = clock
        self._handle: asyncio.TimerHandle | None = None

    def is_set(self) -> bool:
        """Whether a time is set."""
        return self._handle is not None

    def set(self, at_ms: int | None, ring: Callable[[], None]) -> None:
        """Call `ring` at this Unix time; never, for None. No reference to `ring` is kept after that."""
        if self._handle is not None:
            self.stop()
        if at_ms is not None:
            wait_s = max(0, at_ms - self._clock.now_ms() + 1) / 1000
            self._handle = asyncio.get_running_loop().call_later(wait_s, self._rang, ring)

    def stop(self) -> None:
        """Forget the time that was set."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _rang(self, ring: Callable[[], None]) -> None:
        self._handle = None
        ring()
