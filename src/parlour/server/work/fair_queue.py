"""Whose turn it is: those who wait are taken one from each asker, round and round."""

from collections import OrderedDict, deque
from typing import Generic, TypeVar

from parlour.server.work.asker import SERVER

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """However much one asker has waiting, another waits for one piece of it."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[Item]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def of(self, asker: str) -> int:
        """How much an asker has waiting."""
        return len(self._waiting.get(asker, ()))

    def add(self, asker: str, item: Item) -> None:
        """Behind all that the same asker has waiting."""
        self._waiting.setdefault(asker, deque()).append(item)
        self._count += 1

    def take(self) -> Item:
        """What is to be done next; IndexError when nothing waits."""
        if not self._waiting:
            raise IndexError("nothing waits")
        asker, items = self._waiting.popitem(last=False)
        item = items.popleft()
        self._count -= 1
        if items:
            self._waiting[asker] = items
        return item

    def drop_for(self, asker: str) -> Item | None:
        """Make a place for an asker: the last of whoever has most waiting, if that is more than this one would have.

        The server itself gives way to nobody.
        """
        longest = max(self._waiting.keys() - {SERVER}, key=self.of, default=asker)
        if self.of(longest) <= self.of(asker) + 1:
            return None
        items = self._waiting[longest]
        self._count -= 1
        return items.pop()
