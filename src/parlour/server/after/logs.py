"""Logs that readers ask for, kept for a while: entries are never changed, so only those that were added are read."""

from collections import OrderedDict
from typing import Any

from parlour.core.session import Entry
from parlour.store import log
from parlour.store.log import StoredMatch
from parlour.store.store import Store

MOST_KEPT = 100_000
"""Entries that are kept, about 30 MB; those of the match that nobody asked for longest go first."""


class Logs:
    """A log of five thousand entries takes 20 ms to read and decode: once, not for everybody who looks at its match."""

    def __init__(self, store: Store, most_kept: int = MOST_KEPT) -> None:
        self._store = store
        self._most_kept = most_kept
        self._kept: OrderedDict[str, tuple[Entry[Any], ...]] = OrderedDict()
        self._count = 0

    async def find(self, match: str) -> StoredMatch | None:
        """A match with its whole log, without the refs of its entries."""
        found = await self._store.read(log.stored(match, self._kept.get(match, ())))
        self._keep(match, () if found is None else found.session.entries)
        return found

    def _keep(self, match: str, entries: tuple[Entry[Any], ...]) -> None:
        self._count -= len(self._kept.pop(match, ()))
        if entries:
            self._kept[match] = entries
            self._count += len(entries)
        while self._count > self._most_kept:
            _, dropped = self._kept.popitem(last=False)
            self._count -= len(dropped)
