"""How much one player or one address may ask for."""

import time
from collections import OrderedDict
from collections.abc import Callable

LARGEST_FRAME = 4096
LARGEST_BODY = 16 * 1024
LARGEST_SESSION = 256 * 1024
"""A foreign session that is posted for a verdict."""
LARGEST_HOME_SESSION = 512 * 1024
"""A match that was played at home: the longest log of a table there fits."""
MOST_ACTIONS_WAITING = 64
"""Actions of one match that may wait to be written down."""
ROOMS_OF_A_PERSON = 6
"""Rooms that are open for each of the people who may share an address; one player may have more."""
FEW_ROOMS = 3
"""Whoever has fewer is let in as long as there is any place."""
ADDRESSES_SERVED = 10
"""An address may hold this part of what is free: when so many fill the server, half of it is still free."""
MESSAGES_OF_A_PERSON = 6.0
"""Messages a second over all sockets, for each of the people who may share an address; three times as many at once."""
AUDIENCE_FOR_ONE = 10
"""To how many sockets something may be sent for the price of one message."""
BURST_SECONDS = 3.0
FILES_FOR_ONE = 25
"""How many files of the client count as one request: a first visit takes thirty, a class opens the page at once."""
WRONG_CODES_OF_A_PERSON = 2
"""Codes of no room that may be tried at once for each of the people who may share an address: a page of a room that
was closed meanwhile, a slip. With ten thousand rooms, one code in fifty thousand is somebody's."""
WRONG_CODES_A_REQUEST = 1 / 600
"""And on and on, for each request that an address may make: one in thirty seconds."""
WRONG_CODES_OF_A_PLAYER = 5
"""Codes of no room that a player may try at once, whatever others at the same address tried: a class may open a link of
yesterday, and a right code is still taken from each of them. An address has at most 360 new guests a day
(`GUESTS_OF_A_PERSON`): with all of them it tries 1,860 codes at once."""
WRONG_CODES_OF_A_PLAYER_A_REQUEST = 1 / 12_000
"""And on and on, for each request that a player may make: one in ten minutes. Those 360 guests try 0.6 a second."""
RENAMES_A_REQUEST = 1 / 1200
"""Names that a player may choose for each request they may make: one a minute, ten at once. Every room in which they
sit is written and sent anew."""
REPORTS_AT_ONCE = 5
"""Reports about others that a player may send at once."""
REPORTS_A_REQUEST = 1 / 12_000
"""And on and on, for each request that a player may make: one in ten minutes."""
FILES_KEPT_UP = 5
"""How many files for each request an address may fetch on and on: browsers keep what they have fetched."""
BAN_S = 5.0
"""For how long somebody who was sent away gets no socket."""


def rooms_allowed(free: int, most: int) -> int:
    """How many rooms an address may have for one more to be opened, with so many places free and at most so many.

    The fuller the server, the fewer: places are left for those who have none, however many others ask for more.
    """
    return min(most, max(FEW_ROOMS, free // ADDRESSES_SERVED)) if free > 0 else 0


class Bucket:
    """Fills at a steady rate up to its size; each request takes something out."""

    def __init__(self, rate: float, size: float, now: float) -> None:
        self._rate = rate
        self._size = size
        self._left = size
        self._then = now

    def take(self, now: float, amount: float = 1.0) -> bool:
        """Whether there was enough."""
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


class Banned:
    """Keys that are turned away for a while; after that they are forgotten, and those banned first before, if many."""

    def __init__(self, seconds: float, most: int = 50_000, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._most = most
        self._clock = clock
        self._until: OrderedDict[bytes, float] = OrderedDict()
        """Those whose time is up first come first."""

    def __len__(self) -> int:
        return len(self._until)

    def add(self, key: bytes) -> None:
        """From now on, and anew if it was banned already."""
        now = self._clock()
        self._until[key] = now + self._seconds
        self._until.move_to_end(key)
        while len(self._until) > self._most or next(iter(self._until.values())) <= now:
            self._until.popitem(last=False)

    def __contains__(self, key: bytes) -> bool:
        return self._until.get(key, 0.0) > self._clock()


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

    def has(self, key: str) -> bool:
        """Whether this key could go on; nothing is counted."""
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
