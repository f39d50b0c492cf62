"""The clock of a table at home."""

import time


class SteadyClock:
    """Unix time at the start, a clock that nobody sets from then on."""

    def __init__(self) -> None:
        self._offset_s = time.time() - time.monotonic()

    def now_ms(self) -> int:
        """Unix time in milliseconds."""
        return int((time.monotonic() + self._offset_s) * 1000)
