"""The clock of a table at home."""

import time

from parlour.protocol.match_clock import UnixClock


class SteadyClock:
    """Unix time at the start, a clock that nobody sets from then on."""

    def __init__(self) -> None:
        self._offset_s = time.time() - time.monotonic()

    def now_ms(self) -> int:
        """Unix time in milliseconds."""
        return int((time.monotonic() + self._offset_s) * 1000)


class OtherClock:
    """The clock of whoever began a match, as far as it is known here."""

    def __init__(self, clock: UnixClock, ahead_ms: int) -> None:
        self._clock = clock
        self._ahead_ms = ahead_ms
        """How far the clock here is ahead of it."""

    def now_ms(self) -> int:
        """Unix time in milliseconds, as it is there."""
        return self._clock.now_ms() - self._ahead_ms
