"""The server's clock: Unix time that never runs backwards, and alarms for when a match's time is up."""

import asyncio
import time
from collections.abc import Callable


class ServerClock:
    """Wall time at the start, the monotonic clock from then on: a correction of the system's time moves no deadline."""

    def __init__(self) -> None:
        self._offset_s = time.time() - time.monotonic()

    def now_ms(self) -> int:
        """Unix time in milliseconds."""
        return int((time.monotonic() + self._offset_s) * 1000)


class Alarm:
    """Rings once at the time it is set to; setting it again forgets the time before."""

    def __init__(self, clock: ServerClock, ring: Callable[[], None]) -> None:
        self._clock = clock
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        """Whether it will ring."""
        return self._handle is not None

    def set(self, at_ms: int | None) -> None:
        """Ring at this Unix time, or not at all."""
        if self._handle is not None:
            self.stop()
        if at_ms is not None:
            wait_s = max(0, at_ms - self._clock.now_ms() + 1) / 1000
            self._handle = asyncio.get_running_loop().call_later(wait_s, self._rang)

    def stop(self) -> None:
        """Do not ring."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _rang(self) -> None:
        self._handle = None
        self._ring()
