"""The pool of workers, for every task that takes long: deals, replays, verdicts, advice, analyses.

Askers take turns; each has a bounded queue and a quota of processor seconds. Workers are processes: a thread that
computes keeps the event loop from Python for 5 ms and more at a time, even between kernels that release it (others' p50
6 ms for one thread and 13 for two, 0.2 for two processes).
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, TypeVar, TypeVarTuple, Unpack

from parlour.server.access.limits.quotas import MINUTE_S, Quota, QuotaWindow
from parlour.server.metrics import Metrics
from parlour.server.problems import Problem
from parlour.server.work.asker import SERVER, asker
from parlour.server.work.fair_queue import FairQueue
from parlour.server.work.process import Task, TaskDone, TaskFailed
from parlour.server.work.worker import TookTooLong, Worker, WorkerDied

T = TypeVar("T")
Args = TypeVarTuple("Args")
logger = logging.getLogger("parlour")

LIMIT_S = 10.0
"""Processor seconds for a quick task, whose result somebody waits for."""
LONG_LIMIT_S = 600.0
"""Processor seconds for a long task, whose result is fetched later."""
MOST_WAITING = 256
"""Tasks that all addresses together may have waiting."""
MOST_WAITING_EACH = 32
"""Tasks that one address may have waiting: enough for a school class that starts at the same time."""
IDLE_S = 120.0
"""A worker that had no task for so long ends its process."""
BUSY_S = 5
"""Seconds after which to try again (Retry-After), where the wait is not known."""


@dataclass(frozen=True)
class _QueuedTask:
    """A task, its asker, what hears of its progress, and the future of its result."""

    asker: str
    task: Task
    progress: Callable[[float], None]
    future: "asyncio.Future[Any]"


class WorkQueue:
    """The waiting tasks of one kind (quick or long), with the quota that each address has of them."""

    def __init__(self, quota: Quota, at_once: int) -> None:
        self.tasks: FairQueue[_QueuedTask] = FairQueue()
        self.quota = quota
        """Processor seconds. A task's cost is known when it is done: an address may exceed its quota by one task."""
        self.at_once = at_once
        """How many workers may do tasks of this queue at the same time."""
        self.running = 0

    @property
    def waiting_of_others(self) -> int:
        """The number of waiting tasks that clients asked for; the server's own keep nobody out."""
        return len(self.tasks) - self.tasks.of(SERVER)

    def require(self, who: str) -> None:
        """Problem unless an address may queue one more task; the server always may."""
        self.require_quota(who)
        if self.tasks.of(who) >= MOST_WAITING_EACH and who != SERVER:
            raise too_much_waits(MOST_WAITING_EACH)

    def require_quota(self, who: str) -> None:
        """Problem unless an address has something left; the server always has."""
        require_left(self.quota, who)


class Pool:
    """Hands waiting tasks to idle workers."""

    def __init__(self, workers: Sequence[Worker], seconds_a_minute: float, metrics: Metrics) -> None:
        self._workers = tuple(workers)
        self._idle = list(reversed(self._workers))
        self._quick = WorkQueue(Quota([QuotaWindow(MINUTE_S, seconds_a_minute)]), len(workers))
        self._long = WorkQueue(Quota([QuotaWindow(4 * MINUTE_S, 4 * seconds_a_minute)]), max(1, len(workers) - 1))
        self._metrics = metrics
        self._coroutines: set[asyncio.Task[None]] = set()
        self._letting_go: dict[Worker, asyncio.TimerHandle] = {}

    @property
    def waiting(self) -> int:
        """The number of tasks that no worker has begun."""
        return len(self._quick.tasks) + len(self._long.tasks)

    @property
    def running(self) -> int:
        """The number of tasks that workers are doing."""
        return self._quick.running + self._long.running

    @property
    def alive(self) -> int:
        """The number of workers that have a process."""
        return sum(worker.alive for worker in self._workers)

    def require(self) -> None:
        """Problem unless the asker may queue a quick task now."""
        self._quick.require(asker())

    def require_long(self) -> None:
        """Problem unless the asker may queue a long task now."""
        self._long.require(asker())

    async def run(self, function: Callable[[Unpack[Args]], T], *args: *Args) -> T:
        """Call a function of a module in a worker, as a quick task of the asker; Problem if there is no room for it.

        Arguments and the value are pickled. A ParlourError that the function raises is raised here.
        """
        who = asker()
        self._quick.require(who)
        if who != SERVER and self._quick.waiting_of_others >= MOST_WAITING:
            self._make_place(who)
        value: T = await self._in_turn(self._quick, Task(function, args, LIMIT_S), _nothing)
        return value

    async def run_long(
        self,
        progress: Callable[[float], None],
        function: Callable[[Callable[[float], None], Unpack[Args]], T],
        *args: *Args,
    ) -> T:
        """Call a function in a worker as a long task; `progress`, its first argument, is called with the part that is
        done, from 0 to 1.

        Long tasks never have all workers. No quota is checked here: the caller did so when it took the order
        (`require_long`), and bounds the number of orders.
        """
        value: T = await self._in_turn(self._long, Task(function, args, LONG_LIMIT_S, tells=True), progress)
        return value

    async def stop(self) -> None:
        """End all workers. Callers who wait for a result are cancelled."""
        for queue in (self._quick, self._long):
            while len(queue.tasks):
                queue.tasks.take().future.cancel()
        for coroutine in tuple(self._coroutines):
            coroutine.cancel()
        await asyncio.gather(*self._coroutines, return_exceptions=True)
        for timer in self._letting_go.values():
            timer.cancel()
        await asyncio.gather(*(worker.end() for worker in self._workers))

    async def _in_turn(self, queue: WorkQueue, task: Task, progress: Callable[[float], None]) -> Any:
        queued = _QueuedTask(asker(), task, progress, asyncio.get_running_loop().create_future())
        queue.tasks.add(queued.asker, queued)
        self._hand_out()
        return await queued.future

    def _make_place(self, who: str) -> None:
        """Drop a task of the asker who has most waiting, for one who has less; Problem if nobody has more."""
        dropped = self._quick.tasks.drop_for(who)
        if dropped is None:
            raise _busy()
        if not dropped.future.done():
            dropped.future.set_exception(_busy())

    def _hand_out(self) -> None:
        """Give waiting tasks to idle workers, quick ones first."""
        for queue in (self._quick, self._long):
            while self._idle and len(queue.tasks) and queue.running < queue.at_once:
                queued = queue.tasks.take()
                if not queued.future.done():
                    self._begin(queue, queued)

    def _begin(self, queue: WorkQueue, queued: _QueuedTask) -> None:
        worker = self._idle.pop()
        if (timer := self._letting_go.pop(worker, None)) is not None:
            timer.cancel()
        queue.running += 1
        self._start(self._work(queue, queued, worker), "work")

    def _start(self, coroutine: Coroutine[Any, Any, None], name: str) -> None:
        started = asyncio.get_running_loop().create_task(coroutine, name=name)
        self._coroutines.add(started)
        started.add_done_callback(self._coroutines.discard)

    async def _work(self, queue: WorkQueue, queued: _QueuedTask, worker: Worker) -> None:
        try:
            if queue is self._quick:
                queue.require_quota(queued.asker)
            _settle(queued, self._charged(queue, queued, await worker.run(queued.task, queued.progress)))
        except TookTooLong:
            self._charge(queue, queued, queued.task.limit)
            _fail(queued, Problem(422, "work-too-long", "this takes longer than anything may be computed here"))
        except WorkerDied as died:
            self._charge(queue, queued, 1.0)
            facts = {"work": queued.task.function.__name__, "reason": str(died)}
            logger.error("worker died", extra={"facts": facts})
            _fail(queued, Problem(503, "work-failed", "what computes this has failed; try again", retry_after_s=BUSY_S))
        except BaseException as error:
            _fail(queued, error)
            if not isinstance(error, Exception):
                raise
        finally:
            queue.running -= 1
            self._idle.append(worker)
            loop = asyncio.get_running_loop()
            self._letting_go[worker] = loop.call_later(IDLE_S, self._let_go, worker)
            self._hand_out()

    def _charged(self, queue: WorkQueue, queued: _QueuedTask, done: TaskDone | TaskFailed) -> Any:
        """Charge the asker; return the value of a task that is done, raise the error of one that failed."""
        self._charge(queue, queued, done.seconds)
        if isinstance(done, TaskDone):
            return done.value
        raise done.error if not isinstance(done.error, str) else RuntimeError(done.error)

    def _charge(self, queue: WorkQueue, queued: _QueuedTask, seconds: float) -> None:
        self._metrics.worked(queued.task.function.__name__, seconds)
        if queued.asker != SERVER:
            queue.quota.charge(queued.asker, seconds)

    def _let_go(self, worker: Worker) -> None:
        """End the process of a worker that was idle for long. Until it has ended, the worker gets no task."""
        self._letting_go.pop(worker, None)
        if worker in self._idle and worker.alive:
            self._idle.remove(worker)
            self._start(self._end(worker), "worker ends")

    async def _end(self, worker: Worker) -> None:
        try:
            await worker.end()
        finally:
            self._idle.insert(0, worker)
            self._hand_out()


def _nothing(_part: float) -> None:
    """Hears the progress of a task that reports none."""


def require_left(quota: Quota, who: str) -> None:
    """Problem unless an address has something left of a quota of processor time; the server always has."""
    left_in_s = 0.0 if who == SERVER else quota.wait_s(who, 0.0)
    if left_in_s > 0:
        wait_s = 1 + ceil(left_in_s)
        raise Problem(
            429,
            "too-much-work",
            f"this address has had all that may be computed for it; try again in {wait_s} seconds",
            retry_after_s=wait_s,
        )


def too_much_waits(most: int) -> Problem:
    """The Problem of an address that has as many tasks waiting as it may have."""
    return Problem(
        429,
        "too-much-work",
        f"this address has {most} tasks waiting; wait for one of them",
        retry_after_s=BUSY_S,
    )


def _busy() -> Problem:
    return Problem(503, "server-busy", "too much waits to be computed; try again in a moment", retry_after_s=BUSY_S)


def _settle(queued: _QueuedTask, value: Any) -> None:
    if not queued.future.done():
        queued.future.set_result(value)


def _fail(queued: _QueuedTask, error: BaseException) -> None:
    if queued.future.done():
        return
    if isinstance(error, asyncio.CancelledError):
        queued.future.cancel()
    else:
        queued.future.set_exception(error)
