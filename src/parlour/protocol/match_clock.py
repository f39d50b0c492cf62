"""Time as one match counts it."""

from typing import Protocol


class UnixClock(Protocol):
    """A clock in Unix time that never runs backwards while the match host runs."""

    def now_ms(self) -> int:
        """Unix time in milliseconds."""
        ...


class MatchClock:
    """Time as one match counts it, from its start on.

    Where the system's time was set back since the log was written, the match goes on from the log's last moment: it
    neither runs backwards nor stands still until the system has caught up.
    """

    __slots__ = ("_clock", "_zero")

    def __init__(self, clock: UnixClock, started: int) -> None:
        self._clock = clock
        self._zero = started
        """The start of the match by the match host's clock."""

    def reach(self, at_ms: int) -> None:
        """Note the time of an entry of the log: the clock shows no earlier time from now on."""
        self._zero = min(self._zero, self._clock.now_ms() - at_ms)

    def now_ms(self) -> int:
        """Milliseconds since the start."""
        return self._clock.now_ms() - self._zero

    def unix_ms(self, at_ms: int) -> int:
        """A moment of the match in Unix milliseconds, by the match host's clock."""
        return self._zero + at_ms
