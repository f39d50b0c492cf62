"""Equal requests at the same time share one computation, which is charged to the first asker."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

from parlour.server.problems import Problem
from parlour.server.work.asker import asker

Key = TypeVar("Key", bound=Hashable)
T = TypeVar("T")
MOST_JOINED = 16
"""How often a caller joins a computation that is then refused for its own asker's sake, before it gives up."""


class SingleFlight(Generic[Key, T]):
    """The computations under way, by key. A caller who is cancelled cancels nothing that others wait for."""

    def __init__(self) -> None:
        self._coming: dict[Key, tuple[str, asyncio.Task[T]]] = {}

    async def get(self, key: Key, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The result of the computation of a key, begun by this asker or by another.

        A Problem that concerns the other asker only (a spent quota) is not raised: the computation is begun again."""
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
    """Whether a Problem concerns the asker (a spent quota, a full queue) rather than the computation."""
    return problem.status == 429 or problem.code == "server-busy"
