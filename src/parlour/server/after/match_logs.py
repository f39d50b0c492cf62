"""A cache of match logs for readers. Entries never change, so only those that were added are read from the store."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any
from weakref import WeakValueDictionary

from parlour.core.session import Entry
from parlour.server.access.limits.quotas import ENTRIES_OF_A_PERSON, Quota, windows_for
from parlour.server.work.asker import asker
from parlour.server.work.pool import require_left
from parlour.store import log
from parlour.store.log import StoredMatch
from parlour.store.store import Store

MOST_KEPT = 100_000
"""Entries that the cache holds, about 30 MB; the match that was least recently asked for goes first."""


class MatchLogs:
    """The cache. A log of five thousand entries takes 20 ms to read and decode.

    Reading is charged to the address that asks, one log at a time: it may exceed its quota by one log.
    """

    def __init__(
        self, store: Store, people: int, most_kept: int = MOST_KEPT, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """``people`` share an address."""
        self._store = store
        self._quota = Quota(windows_for(people, *ENTRIES_OF_A_PERSON), clock=clock)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._most_kept = most_kept
        self._kept: OrderedDict[str, tuple[Entry[Any], ...]] = OrderedDict()
        self._count = 0

    async def find(self, match: str) -> StoredMatch | None:
        """A match with its whole log, without the refs of its entries; Problem if the address has spent its quota."""
        if match in self._kept:
            return await self._read(match)
        async with self._turns.setdefault(asker(), asyncio.Lock()):
            if match not in self._kept:
                require_left(self._quota, asker())
            return await self._read(match)

    async def _read(self, match: str) -> StoredMatch | None:
        known = self._kept.get(match, ())
        found = await self._store.read(log.stored(match, known))
        entries = () if found is None else found.session.entries
        if len(entries) > len(known):
            self._quota.charge(asker(), len(entries) - len(known))
        self._keep(match, entries)
        return found

    def _keep(self, match: str, entries: tuple[Entry[Any], ...]) -> None:
        self._count -= len(self._kept.pop(match, ()))
        if entries:
            self._kept[match] = entries
            self._count += len(entries)
        while self._count > self._most_kept:
            _, dropped = self._kept.popitem(last=False)
            self._count -= len(dropped)
