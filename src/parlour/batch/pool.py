"""Parts of a batch, done by many workers; the answers come as they are done, or in order."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from signal import SIG_DFL, SIGINT, signal
from types import TracebackType
from typing import Protocol, Self, TypeVar

from parlour.core.errors import ParlourError

Part = TypeVar("Part")
Answer = TypeVar("Answer")

AHEAD = 3
"""Parts that each worker has waiting: enough to keep it busy, few enough to keep memory constant."""
LOOK_S = 1.0
"""The time to wait for an answer before checking that workers are left."""


class BatchStopped(ParlourError):
    """A batch has no workers left. With an output, the parts that are done are kept."""


class Workers(Protocol):
    """The workers of a batch: this process, processes of this machine, or a cluster (``batch/cluster``)."""

    @property
    def ahead(self) -> int:
        """The number of parts that may be handed out at a time."""
        ...

    def submit(self, work: Callable[[Part], Answer], part: Part) -> "Future[Answer]":
        """Begin a part. Work, part and answer must be picklable."""
        ...

    def check(self) -> None:
        """BatchStopped if no worker is left; called while an answer takes long."""
        ...

    def explained(self, error: Exception) -> Exception:
        """The error to raise for a part that failed: the error itself, or one that explains what happened to the
        workers."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Drop the parts that are not begun."""
        ...


def arrivals(
    workers: Workers, work: Callable[[Part], Answer], parts: Iterable[tuple[int, Part]]
) -> Iterator[tuple[int, Answer]]:
    """The number and answer of each part, as they come. Parts are taken as they are needed: endless ones are welcome.

    No part is taken while one that many others followed is unanswered, so whoever puts them in order keeps few.
    """
    left = iter(parts)
    numbers: dict[Future[Answer], int] = {}
    taken: deque[Future[Answer]] = deque()
    try:
        while True:
            while len(taken) < workers.ahead and (following := next(left, None)) is not None:
                number, part = following
                future = workers.submit(work, part)
                numbers[future] = number
                taken.append(future)
            if not taken:
                return
            done, _ = wait(numbers, timeout=LOOK_S, return_when=FIRST_COMPLETED)
            if not done:
                workers.check()
            for future in done:
                yield numbers.pop(future), _answer(workers, future)
            while taken and taken[0] not in numbers:
                taken.popleft()
    finally:
        for future in numbers:
            future.cancel()


def in_order(arrived: Iterable[tuple[int, Answer]]) -> Iterator[Answer]:
    """The answers to parts 0, 1, 2 and so on, one after another."""
    early: dict[int, Answer] = {}
    following = 0
    for number, answer in arrived:
        early[number] = answer
        while following in early:
            yield early.pop(following)
            following += 1


def local(count: int) -> Workers:
    """Workers on so many cores of this machine; this process itself if it is one."""
    return ThisProcess() if count == 1 else Processes(count)


class ThisProcess:
    """Workers that are this process: one part after another."""

    ahead = 1

    def submit(self, work: Callable[[Part], Answer], part: Part) -> "Future[Answer]":
        future: Future[Answer] = Future()
        try:
            future.set_result(work(part))
        except Exception as error:  # noqa: BLE001
            future.set_exception(error)
        return future

    def check(self) -> None:
        """Do nothing: the caller is the worker."""

    def explained(self, error: Exception) -> Exception:
        return error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Processes:
    """Workers that are processes of this machine. Ctrl-C in a terminal reaches them too, and ends them without a
    word."""

    def __init__(self, count: int) -> None:
        self.ahead = AHEAD * count
        self._pool = ProcessPoolExecutor(
            count, mp_context=get_context("spawn"), initializer=signal, initargs=(SIGINT, SIG_DFL)
        )

    def submit(self, work: Callable[[Part], Answer], part: Part) -> "Future[Answer]":
        return self._pool.submit(work, part)

    def check(self) -> None:
        """A pool that lost a process says so by itself."""

    def explained(self, error: Exception) -> Exception:
        if isinstance(error, BrokenExecutor):
            return BatchStopped("a worker process was ended from outside; was there enough memory for all of them?")
        return error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown(cancel_futures=True)


def _answer(workers: Workers, future: "Future[Answer]") -> Answer:
    try:
        return future.result()
    except Exception as error:
        explained = workers.explained(error)
        if explained is error:
            raise
        raise explained from error
