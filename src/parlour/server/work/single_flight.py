"""What several ask for at the same time is done once, for whoever asked first; each is refused in their own name."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

from parlour.server.protocol.problems import Problem
from parlour.server.work.asker import asker

Key = TypeVar("Key", bound=Hashable)
T = TypeVar("T")
MOST_JOINED = 16
"""How often somebody waits for what others began and were refused, before they are refused themselves."""


class SingleFlight(Generic[Key, T]):
    """What is being done, by its key. Whoever goes away ends nothing that others wait for."""

    def __init__(self) -> None:
        self._coming: dict[Key, tuple[str, asyncio.Task[T]]] = {}

    async def get(self, key: Key, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What comes of the work, begun by this asker or by another; Problem only where it is this asker's too."""
        joined = 0
        while True:
            who, task = self._under_way(key) or self._begin(key, work)
            try:
                return await asyncio.shield(task)
            except Problem as problem:
                joined += 1
                if who == asker() or not _of_one_asker(problem) or joined == MOST_JOINED:
                    raise

    def _under_way(self, key: Key) -> tuple[str, asyncio.Task[T]] | None:
        coming = self._coming.get(key)
        return None if coming is None or coming[1].done() else coming

    def _begin(self, key: Key, work: Callable[[], Coroutine[Any, Any, T]]) -> tuple[str, asyncio.Task[T]]:
        begun = self._coming[key] = asker(), asyncio.get_running_loop().create_task(work())
        begun[1].add_done_callback(lambda _: self._coming.pop(key) if self._coming.get(key) is begun else None)
        return begun


def _of_one_asker(problem: Problem) -> bool:
    """Whether it says something of whoever asked (a quota that is spent, a queue that gave way), not of the work."""
    return problem.status == 429 or problem.code == "server-busy"
