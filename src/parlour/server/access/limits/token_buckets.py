"""Token buckets: a bucket fills at a steady rate up to its size, and each request takes something out."""

import time
from collections import OrderedDict
from collections.abc import Callable


class Bucket:
    """The tokens of one key."""

    def __init__(self, rate: float, size: float, now: float) -> None:
        self._rate = rate
        self._size = size
        self._left = size
        self._then = now

    def take(self, now: float, amount: float = 1.0) -> bool:
        """Take so much out if it is there; whether it was."""
        left = self._left + (now - self._then) * self._rate
        left = min(left, self._size)
        self._then = now
        if left < amount:
            self._left = left
            return False
        self._left = left - amount
        return True

    def give(self, amount: float) -> None:
        """Put back what was taken a moment ago."""
        self._left += amount

    def has(self, now: float) -> bool:
        """Whether there is enough for one request; nothing is taken."""
        return self._left + (now - self._then) * self._rate >= 1.0


class Buckets:
    """A bucket for each key; those not used for longest are forgotten first."""

    def __init__(
        self, rate: float, size: float, most: int = 50_000, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._size = size
        self._most = most
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take one out of a key's bucket if it is there; whether it was."""
        return self.of(key).take(self._clock())

    def has(self, key: str) -> bool:
        """Whether there is one in a key's bucket; nothing is taken."""
        bucket = self._buckets.get(key)
        return bucket is None or bucket.has(self._clock())

    def of(self, key: str) -> Bucket:
        """The bucket of a key."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._size, self._clock())
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket
