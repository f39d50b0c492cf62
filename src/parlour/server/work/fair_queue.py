"""A queue that takes one item from each asker in turn (round robin)."""

from collections import OrderedDict, deque
from typing import Generic, TypeVar

from parlour.server.work.asker import SERVER

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Items by asker. However many one asker has waiting, it delays another by one item only."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[Item]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def of(self, asker: str) -> int:
        """The number of items that an asker has waiting."""
        return len(self._waiting.get(asker, ()))

    def add(self, asker: str, item: Item) -> None:
        """Add an item behind the others of the same asker."""
        self._waiting.setdefault(asker, deque()).append(item)
        self._count += 1

    def take(self) -> Item:
        """Remove and return the next item; IndexError when the queue is empty."""
        if not self._waiting:
            raise IndexError("nothing waits")
        asker, items = self._waiting.popitem(last=False)
        item = items.popleft()
        self._count -= 1
        if items:
            self._waiting[asker] = items
        return item

    def drop_for(self, asker: str) -> Item | None:
        """Remove and return the last item of the asker who has most waiting, to make room for another asker.

        None if nobody has more waiting than that asker would then have. Items of the server itself are never removed.
        """
        longest = max(self._waiting.keys() - {SERVER}, key=self.of, default=asker)
        if self.of(longest) <= self.of(asker) + 1:
            return None
        items = self._waiting[longest]
        self._count -= 1
        return items.pop()
