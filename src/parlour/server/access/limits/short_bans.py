"""Keys that are shut out for a few seconds, in memory only."""

import time
from collections import OrderedDict
from collections.abc import Callable


class ShortBans:
    """Keys with the time at which each ban ends. Past `most` keys, those banned first are forgotten early."""

    def __init__(self, seconds: float, most: int = 50_000, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._most = most
        self._clock = clock
        self._until: OrderedDict[bytes, float] = OrderedDict()
        """Ordered by the end of the ban."""

    def __len__(self) -> int:
        return len(self._until)

    def add(self, key: bytes) -> None:
        """Ban a key from now on; one that is banned already gets the whole time again."""
        now = self._clock()
        self._until[key] = now + self._seconds
        self._until.move_to_end(key)
        while len(self._until) > self._most or next(iter(self._until.values())) <= now:
            self._until.popitem(last=False)

    def __contains__(self, key: bytes) -> bool:
        return self._until.get(key, 0.0) > self._clock()
