"""How much an address and a player may use up within hours and days: new guests, matches, bytes of the store.

A rate limit keeps somebody from asking too often; a quota keeps them from filling the server slowly. An address has the
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
from parlour.server.protocol.problems import Problem
from parlour.server.settings import Settings
from parlour.store import quotas as stored_quotas
from parlour.store import secrets
from parlour.store.players import Player
from parlour.store.quotas import Spent
from parlour.store.store import Store

KEPT_MS = 600_000
"""What no process has written down again for so long is written down no longer."""
MINUTE_S, HOUR_S, DAY_S = 60.0, 3_600.0, 86_400.0
MOST_KEYS = 50_000
MOST_KEPT = 1_000
"""Of each kind, how many keys are written down: those that used most."""
WORTH_KEEPING = 0.1
"""The part of a day's quota from which on it is kept over a restart."""


class Span(Struct, frozen=True):
    """So much at once, and so much again while the seconds pass."""

    seconds: float
    most: float


def spans_for(people: int, *of_one: Span) -> tuple[Span, ...]:
    """What so many people have together."""
    return tuple(Span(span.seconds, span.most * people) for span in of_one)


GUESTS_OF_A_PERSON = (Span(HOUR_S, 4), Span(DAY_S, 12))
"""A class arrives at once, some of them with two devices or a window that keeps no cookies."""
MATCHES_OF_A_PERSON = (Span(MINUTE_S, 2), Span(HOUR_S, 30), Span(DAY_S, 120))
"""Rooms opened, seats taken, rematches: a game of two minutes, again and again."""
MATCHES_OF_A_PLAYER = (Span(MINUTE_S, 40), Span(HOUR_S, 150), Span(DAY_S, 600))
"""One player has as many as five people an hour; at once, all the rooms that one may have open, and again."""
BYTES_OF_A_PERSON = (Span(HOUR_S, 500_000), Span(DAY_S, 2_000_000))
"""A day's bytes are about ten thousand moves."""
BYTES_OF_A_PLAYER = (Span(HOUR_S, 2_500_000), Span(DAY_S, 10_000_000))
"""One player may do as much as five people usually do."""
ENTRIES_OF_A_PERSON = (Span(MINUTE_S, 5_000),)
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
    """What each key has left of one thing. Those that used nothing for longest are forgotten first."""

    def __init__(
        self, spans: Sequence[Span], most_keys: int = MOST_KEYS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._spans = tuple(spans)
        self._most_keys = most_keys
        self._clock = clock
        self._used: OrderedDict[str, _Used] = OrderedDict()

    def wait_s(self, key: str, amount: float = 1.0) -> float:
        """In how many seconds so much is left; 0 if it is now."""
        used = self._used.get(key)
        if used is None or all(
            spent + amount <= span.most for span, spent in zip(self._spans, used.spent, strict=True)
        ):
            return 0.0
        now, wait_s = self._clock(), 0.0
        for span, spent in zip(self._spans, used.at(now, self._spans), strict=True):
            wait_s = max(wait_s, (spent + amount - span.most) * span.seconds / span.most)
        return wait_s

    def charge(self, key: str, amount: float = 1.0) -> None:
        """Use so much, whether or not it is left."""
        now = self._clock()
        used = self._used.get(key)
        spent = (0.0,) * len(self._spans) if used is None else used.at(now, self._spans)
        self._used[key] = _Used(now, tuple(before + amount for before in spent))
        self._used.move_to_end(key)
        if len(self._used) > self._most_keys:
            self._used.popitem(last=False)

    def spent(self) -> list[tuple[str, float]]:
        """What of the longest span is worth keeping over a restart, by key: of those that used most. For any thread."""
        now, longest = self._clock(), self._spans[-1]
        used = [(key, used.at(now, self._spans)[-1]) for key, used in list(self._used.items())]
        most = heapq.nlargest(MOST_KEPT, used, key=lambda one: one[1])
        return [(key, spent) for key, spent in most if spent >= longest.most * WORTH_KEEPING]

    def restore(self, spent: Mapping[str, float], ago_s: float) -> None:
        """Take up what was spent of the longest span so many seconds ago."""
        now = self._clock() - max(0.0, ago_s)
        for key, amount in spent.items():
            self._used[key] = _Used(now, (*(0.0,) * (len(self._spans) - 1), amount))


class _Used(Struct, frozen=True):
    """What a key had used up at a moment, for each span."""

    then: float
    spent: tuple[float, ...]

    def at(self, now: float, spans: Sequence[Span]) -> tuple[float, ...]:
        """The same at a later moment."""
        passed = now - self.then
        return tuple(
            [max(0.0, spent - passed * span.most / span.seconds) for span, spent in zip(spans, self.spent, strict=True)]
        )


class Quotas:
    """One of each for the whole server. Keys are hashes of addresses, and ids of players."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        people = settings.people_of_an_address
        self._secret = token_bytes(32)
        """Until the store's own is taken up."""
        self.hashed = lru_cache(maxsize=MOST_KEYS)(self._hashed)
        """The hash of an address, as it is written down."""
        self._guests = Quota(spans_for(people, *GUESTS_OF_A_PERSON), clock=clock)
        self._matches = Quota(spans_for(people, *MATCHES_OF_A_PERSON), clock=clock)
        self._matches_of_players = Quota(MATCHES_OF_A_PLAYER, clock=clock)
        self._bytes = Quota(spans_for(people, *BYTES_OF_A_PERSON), clock=clock)
        self._bytes_of_players = Quota(BYTES_OF_A_PLAYER, clock=clock)
        self._kept = {
            "guests": self._guests,
            "matches": self._matches,
            "matches of players": self._matches_of_players,
            "bytes": self._bytes,
            "bytes of players": self._bytes_of_players,
        }
        """Those that outlive a restart, by the names under which the store has them."""

    def admit_guest(self, address: str) -> None:
        """Somebody new, or on a new device."""
        key = self.hashed(address)
        _require(self._guests.wait_s(key), "this address has had its share of new guests")
        _require(self._bytes.wait_s(key, GUEST_BYTES), NO_SPACE)
        self._guests.charge(key)
        self._bytes.charge(key, GUEST_BYTES)

    def admit_match(self, player: Player, address: str, more_bytes: int = 0) -> None:
        """Something that opens a room, or may begin a match; more bytes are those of its log, or BOTS_BYTES."""
        key = self.hashed(address)
        _require(self._matches.wait_s(key), "this address has had its share of matches")
        _require(self._matches_of_players.wait_s(player.id), "you have had your share of matches")
        self.admit_bytes(player, address, MATCH_BYTES + more_bytes)
        self._matches.charge(key)
        self._matches_of_players.charge(player.id)

    def admit_bytes(self, player: Player, address: str, size: int) -> None:
        """Something that is kept in the store."""
        key = self.hashed(address)
        _require(self._bytes.wait_s(key, size), NO_SPACE)
        _require(self._bytes_of_players.wait_s(player.id, size), "you have had your share of space")
        self._bytes.charge(key, size)
        self._bytes_of_players.charge(player.id, size)

    async def restore(self, store: Store, now_ms: int) -> None:
        """Take up what was spent before the server stopped. Nothing is written but the secret of a new store."""
        self._secret = await store.write(secrets.obtain(HASHED_WITH))
        self.hashed.cache_clear()
        for kept in await store.read(stored_quotas.kept()):
            if kept.kind in self._kept:
                self._kept[kept.kind].restore({kept.key: kept.spent}, (now_ms - kept.at) / 1000)

    async def save(self, store: Store, now_ms: int) -> None:
        """Write down what should outlive a restart."""
        await store.write(stored_quotas.keep(await asyncio.to_thread(self._spent, now_ms), now_ms - KEPT_MS))

    def _spent(self, now_ms: int) -> list[Spent]:
        return [Spent(kind, key, amount, now_ms) for kind, quota in self._kept.items() for key, amount in quota.spent()]

    def _hashed(self, address: str) -> str:
        return hashed_address(self._secret, address)


def _require(wait_s: float, what: str) -> None:
    if wait_s > 0:
        raise Problem(429, "quota-spent", f"{what}; come back in {_said(wait_s)}", retry_after_s=ceil(wait_s))


def _said(seconds: float) -> str:
    """A time as people say it, rounded up."""
    for name, length in (("hour", HOUR_S), ("minute", MINUTE_S), ("second", 1.0)):
        if seconds >= length or length == 1.0:
            count = ceil(seconds / length)
            return f"{count} {name}{'' if count == 1 else 's'}"
    raise AssertionError("every time is at least so many seconds")
