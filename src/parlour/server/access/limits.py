"""How much one player or one address may ask for."""

import time
from collections import OrderedDict
from collections.abc import Callable

LARGEST_FRAME = 4096
LARGEST_BODY = 16 * 1024
LARGEST_SESSION = 256 * 1024
"""A foreign session that is posted for a verdict."""
MOST_ENTRIES_LIVE = 5_000
"""Entries of one live match; past this, actions are refused without being logged."""
MOST_ACTIONS_WAITING = 64
"""Actions of one match that may wait to be written down."""
BURST_SECONDS = 3.0
FILES_FOR_ONE = 25
"""How many files of the client count as one request: a first visit takes thirty, a class opens the page at once."""
BAN_S = 5.0
"""For how long somebody who was sent away gets no socket."""


class Bucket:
    """Fills at a steady rate up to its size; each request takes one out."""

    def __init__(self, rate: float, size: float, now: float) -> None:
        self._rate = rate
        self._size = size
        self._left = size
        self._then = now

    def take(self, now: float) -> bool:
        """Whether there was enough."""
        left = self._left + (now - self._then) * self._rate
        left = min(left, self._size)
        self._then = now
        if left < 1.0:
            self._left = left
            return False
        self._left = left - 1.0
        return True


class Banned:
    """Keys that are turned away for a while; those that were banned first are forgotten first."""

    def __init__(self, seconds: float, most: int = 50_000, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._most = most
        self._clock = clock
        self._until: OrderedDict[str, float] = OrderedDict()

    def add(self, key: str) -> None:
        """From now on, and anew if it was banned already."""
        self._until[key] = self._clock() + self._seconds
        self._until.move_to_end(key)
        if len(self._until) > self._most:
            self._until.popitem(last=False)

    def __contains__(self, key: str) -> bool:
        until = self._until.get(key)
        if until is None:
            return False
        if until <= self._clock():
            del self._until[key]
            return False
        return True


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
        """Whether this key may go on."""
        return self.of(key).take(self._clock())

    def of(self, key: str) -> Bucket:
        """The bucket of a key."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._size, self._clock())
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket
