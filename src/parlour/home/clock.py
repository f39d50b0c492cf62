"""The clock of a table at home."""

import time

from parlour.protocol.match_clock import UnixClock


class SteadyClock:
    """Unix time, read at the start and continued by a monotonic clock."""

    def __init__(self) -> None:
        self._offset_s = time.time() - time.monotonic()

    def now_ms(self) -> int:
        """Unix time in milliseconds."""
        return int((time.monotonic() + self._offset_s) * 1000)


class OtherClock:
    """The clock by which a match began: that of the server from which it was taken home."""

    def __init__(self, clock: UnixClock, ahead_ms: int) -> None:
        self._clock = clock
        self._ahead_ms = ahead_ms
        """How far this device's clock is ahead of it."""

    def now_ms(self) -> int:
        """Unix time in milliseconds, as it is there."""
        return self._clock.now_ms() - self._ahead_ms
