"""How much of the processor each address may have."""

import time
from collections import OrderedDict
from collections.abc import Callable
from math import ceil

MOST_ADDRESSES = 50_000
"""Those charged longest ago are forgotten first."""


class Allowance:
    """Processor seconds by address: they come back steadily, and what work has really cost is taken.

    What a piece of work costs is known when it is done, so that an address may fall below nothing by one piece.
    """

    def __init__(self, seconds_a_minute: float, at_once: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = seconds_a_minute / 60
        self._most = at_once
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """What each address had, and when."""

    def left(self, address: str) -> float:
        """What an address has now."""
        had, then = self._left.get(address, (self._most, self._clock()))
        return min(self._most, had + (self._clock() - then) * self._rate)

    def wait_s(self, address: str) -> int:
        """In how many seconds an address may ask again; 0 for at once."""
        left = self.left(address)
        return 0 if left > 0 else 1 + ceil(-left / self._rate)

    def charge(self, address: str, seconds: float) -> None:
        """So much was used."""
        self._left[address] = self.left(address) - seconds, self._clock()
        self._left.move_to_end(address)
        if len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
