"""Many pieces of work on this machine's cores, answered in their order."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")

AHEAD = 3
"""Pieces of work that are handed out for each worker: enough to keep it busy, few enough to keep memory constant."""


def in_order(work: Callable[[Item], Answer], items: Iterable[Item], workers: int) -> Iterator[Answer]:
    """The answer to each item, one after another, by so many processes; by this one if it is one.

    Items are taken as they are needed, so endless ones are welcome. Work and items must be picklable.
    """
    if workers == 1:
        yield from map(work, items)
        return
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    try:
        waiting: deque[Future[Answer]] = deque()
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) >= AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
