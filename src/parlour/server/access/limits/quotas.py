"""Quotas: how many new guests, matches and bytes of the store an address or a player may use within hours and days.

A rate limit stops somebody who asks too often; a quota stops somebody who fills the server slowly. An address has the
quota of as many people as may share it (`Settings.people_of_an_address`).
"""

import asyncio
import heapq
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import ceil
from secrets import token_bytes

from msgspec import Struct

from parlour.server.access.addresses import HASHED_WITH, hashed_address
from parlour.server.problems import Problem
from parlour.server.settings import Settings
from parlour.store import quotas as stored_quotas
from parlour.store import secrets
from parlour.store.players import Player
from parlour.store.quotas import SpentQuota
from parlour.store.store import Store

KEPT_MS = 600_000
"""The store forgets what a process spent if no process has saved it again for so long."""
MINUTE_S, HOUR_S, DAY_S = 60.0, 3_600.0, 86_400.0
MOST_KEYS = 50_000
MOST_KEPT = 1_000
"""How many keys of each kind are saved: those that used most."""
WORTH_KEEPING = 0.1
"""The part of a day's quota from which on it is saved for the next start."""


class QuotaWindow(Struct, frozen=True):
    """A length of time and the most that may be used within it; what was used is regained steadily."""

    seconds: float
    most: float


def windows_for(people: int, *of_one: QuotaWindow) -> tuple[QuotaWindow, ...]:
    """The windows of an address that so many people share."""
    return tuple(QuotaWindow(window.seconds, window.most * people) for window in of_one)


GUESTS_OF_A_PERSON = (QuotaWindow(HOUR_S, 4), QuotaWindow(DAY_S, 12))
"""New guests: enough for a class that arrives at once, some with two devices or a private window."""
MATCHES_OF_A_PERSON = (QuotaWindow(MINUTE_S, 2), QuotaWindow(HOUR_S, 30), QuotaWindow(DAY_S, 120))
"""Rooms opened, seats taken, rematches: enough for games of two minutes one after another."""
MATCHES_OF_A_PLAYER = (QuotaWindow(MINUTE_S, 40), QuotaWindow(HOUR_S, 150), QuotaWindow(DAY_S, 600))
"""Matches of one player: as many an hour as five people have; at once, twice the rooms that a player may have open."""
BYTES_OF_A_PERSON = (QuotaWindow(HOUR_S, 500_000), QuotaWindow(DAY_S, 2_000_000))
"""A day's bytes are about ten thousand moves."""
BYTES_OF_A_PLAYER = (QuotaWindow(HOUR_S, 2_500_000), QuotaWindow(DAY_S, 10_000_000))
"""Bytes of one player: what five people usually need."""
ENTRIES_OF_A_PERSON = (QuotaWindow(MINUTE_S, 5_000),)
"""Entries of logs that are read and decoded for whoever looks at matches: a long match, or fifty short ones."""

GUEST_BYTES = 1_024
"""A guest's row, the token of their device, and both in the indexes."""
MATCH_BYTES = 6_144
"""A room, its match with the options that were settled (a level), and who sits there."""
BOTS_BYTES = 12_288
"""What bots write into the log of one match."""
REPORT_BYTES = 32_768
"""An analysis that is kept."""
ROW_BYTES = 160
"""What an entry takes in the store besides the message that asked for it."""
ASKING_BYTES = 2 * ROW_BYTES
"""The entry of somebody who asks for advice."""
NO_SPACE = "this address has had its share of space"


class Quota:
    """What each key has used of one thing. Keys that were not used for longest are forgotten first."""

    def __init__(
        self, windows: Sequence[QuotaWindow], most_keys: int = MOST_KEYS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._windows = tuple(windows)
        self._most_keys = most_keys
        self._clock = clock
        self._used: OrderedDict[str, _Usage] = OrderedDict()

    def wait_s(self, key: str, amount: float = 1.0) -> float:
        """The seconds until so much is left; 0 if it is left now."""
        used = self._used.get(key)
        if used is None or all(
            spent + amount <= window.most for window, spent in zip(self._windows, used.spent, strict=True)
        ):
            return 0.0
        now, wait_s = self._clock(), 0.0
        for window, spent in zip(self._windows, used.at(now, self._windows), strict=True):
            wait_s = max(wait_s, (spent + amount - window.most) * window.seconds / window.most)
        return wait_s

    def charge(self, key: str, amount: float = 1.0) -> None:
        """Use so much, whether or not it is left."""
        now = self._clock()
        used = self._used.get(key)
        spent = (0.0,) * len(self._windows) if used is None else used.at(now, self._windows)
        self._used[key] = _Usage(now, tuple(before + amount for before in spent))
        self._used.move_to_end(key)
        if len(self._used) > self._most_keys:
            self._used.popitem(last=False)

    def spent(self) -> list[tuple[str, float]]:
        """What keys have spent of the longest window, if it is enough to be saved. May be called by any thread."""
        now, longest = self._clock(), self._windows[-1]
        used = [(key, used.at(now, self._windows)[-1]) for key, used in list(self._used.items())]
        most = heapq.nlargest(MOST_KEPT, used, key=lambda one: one[1])
        return [(key, spent) for key, spent in most if spent >= longest.most * WORTH_KEEPING]

    def restore(self, spent: Mapping[str, float], ago_s: float) -> None:
        """Restore what was spent of the longest window so many seconds ago."""
        now = self._clock() - max(0.0, ago_s)
        for key, amount in spent.items():
            self._used[key] = _Usage(now, (*(0.0,) * (len(self._windows) - 1), amount))


class _Usage(Struct, frozen=True):
    """What a key had used at a moment, for each window."""

    then: float
    spent: tuple[float, ...]

    def at(self, now: float, windows: Sequence[QuotaWindow]) -> tuple[float, ...]:
        """What is still used at a later moment, for each window."""
        passed = now - self.then
        return tuple(
            [
                max(0.0, spent - passed * window.most / window.seconds)
                for window, spent in zip(windows, self.spent, strict=True)
            ]
        )


class Quotas:
    """All quotas of the server. Their keys are hashes of addresses, and ids of players.

    The methods `admit_…` raise Problem when a quota is spent."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        people = settings.people_of_an_address
        self._secret = token_bytes(32)
        """A random one until the store's is read."""
        self.hashed = lru_cache(maxsize=MOST_KEYS)(self._hashed)
        """The hash of an address, as the store keeps it."""
        self._guests = Quota(windows_for(people, *GUESTS_OF_A_PERSON), clock=clock)
        self._matches = Quota(windows_for(people, *MATCHES_OF_A_PERSON), clock=clock)
        self._matches_of_players = Quota(MATCHES_OF_A_PLAYER, clock=clock)
        self._bytes = Quota(windows_for(people, *BYTES_OF_A_PERSON), clock=clock)
        self._bytes_of_players = Quota(BYTES_OF_A_PLAYER, clock=clock)
        self._kept = {
            "guests": self._guests,
            "matches": self._matches,
            "matches of players": self._matches_of_players,
            "bytes": self._bytes,
            "bytes of players": self._bytes_of_players,
        }
        """The quotas that outlive a restart, by their names in the store."""

    def admit_guest(self, address: str) -> None:
        """Count a new guest, or a new device."""
        key = self.hashed(address)
        _require(self._guests.wait_s(key), "this address has had its share of new guests")
        _require(self._bytes.wait_s(key, GUEST_BYTES), NO_SPACE)
        self._guests.charge(key)
        self._bytes.charge(key, GUEST_BYTES)

    def admit_match(self, player: Player, address: str, more_bytes: int = 0) -> None:
        """Count a match, or a room that may begin one; `more_bytes` are those of its log, or BOTS_BYTES."""
        key = self.hashed(address)
        _require(self._matches.wait_s(key), "this address has had its share of matches")
        _require(self._matches_of_players.wait_s(player.id), "you have had your share of matches")
        self.admit_bytes(player, address, MATCH_BYTES + more_bytes)
        self._matches.charge(key)
        self._matches_of_players.charge(player.id)

    def admit_bytes(self, player: Player, address: str, size: int) -> None:
        """Count bytes that are written to the store."""
        key = self.hashed(address)
        _require(self._bytes.wait_s(key, size), NO_SPACE)
        _require(self._bytes_of_players.wait_s(player.id, size), "you have had your share of space")
        self._bytes.charge(key, size)
        self._bytes_of_players.charge(player.id, size)

    async def restore(self, store: Store, now_ms: int) -> None:
        """Restore what was spent before the server stopped. Writes nothing but the secret of a new store."""
        self._secret = await store.write(secrets.obtain(HASHED_WITH))
        self.hashed.cache_clear()
        for kept in await store.read(stored_quotas.kept()):
            if kept.kind in self._kept:
                self._kept[kept.kind].restore({kept.key: kept.spent}, (now_ms - kept.at) / 1000)

    async def save(self, store: Store, now_ms: int) -> None:
        """Save what should outlive a restart."""
        await store.write(stored_quotas.keep(await asyncio.to_thread(self._spent, now_ms), now_ms - KEPT_MS))

    def _spent(self, now_ms: int) -> list[SpentQuota]:
        return [
            SpentQuota(kind, key, amount, now_ms) for kind, quota in self._kept.items() for key, amount in quota.spent()
        ]

    def _hashed(self, address: str) -> str:
        return hashed_address(self._secret, address)


def _require(wait_s: float, what: str) -> None:
    if wait_s > 0:
        raise Problem(429, "quota-spent", f"{what}; come back in {_duration_text(wait_s)}", retry_after_s=ceil(wait_s))


def _duration_text(seconds: float) -> str:
    """A length of time for people, rounded up to hours, minutes or seconds."""
    for name, length in (("hour", HOUR_S), ("minute", MINUTE_S), ("second", 1.0)):
        if seconds >= length or length == 1.0:
            count = ceil(seconds / length)
            return f"{count} {name}{'' if count == 1 else 's'}"
    raise AssertionError("every time is at least so many seconds")
