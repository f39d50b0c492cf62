"""The one door for work that takes long: deals, replays, verdicts, advice, analyses.

Each asker has its turn after every other, a bounded queue and a quota of processor seconds. The work is done by
processes: a thread that computes keeps the event loop from Python for 5 ms and more at a time, even between kernels
that release it (others' p50 6 ms for one thread and 13 for two, 0.2 for two processes).
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, TypeVar, TypeVarTuple, Unpack

from parlour.server.access.quotas import MINUTE_S, Quota, Span
from parlour.server.metrics import Metrics
from parlour.server.protocol.problems import Problem
from parlour.server.work.asker import SERVER, asker
from parlour.server.work.fair_queue import FairQueue
from parlour.server.work.process import Piece, PieceDone, PieceFailed
from parlour.server.work.worker import TookTooLong, Worker, WorkerDied

T = TypeVar("T")
Args = TypeVarTuple("Args")
logger = logging.getLogger("parlour")

LIMIT_S = 10.0
"""Processor seconds for one piece of work that somebody waits for."""
LONG_LIMIT_S = 600.0
"""The same for one that is asked after later."""
MOST_WAITING = 256
"""Pieces that all addresses together may have waiting."""
MOST_WAITING_EACH = 32
"""Pieces that one address may have waiting: a class begins at once."""
IDLE_S = 120.0
"""A worker that nobody needed for so long ends its process."""
BUSY_S = 5
"""When to try again where there is no telling."""


@dataclass(frozen=True)
class _Job:
    asker: str
    piece: Piece
    told: Callable[[float], None]
    future: "asyncio.Future[Any]"


class WorkQueue:
    """Jobs of one kind, with what each address may have of them."""

    def __init__(self, quota: Quota, at_once: int) -> None:
        self.jobs: FairQueue[_Job] = FairQueue()
        self.quota = quota
        """Processor seconds. What a job costs is known when it is done: an address may use one job's too many."""
        self.at_once = at_once
        """How many workers it may have."""
        self.running = 0

    @property
    def waiting_of_others(self) -> int:
        """Jobs that wait and are not the server's own: those keep nobody out."""
        return len(self.jobs) - self.jobs.of(SERVER)

    def require(self, who: str) -> None:
        """Problem unless an address may have one more; the server always may."""
        self.require_quota(who)
        if self.jobs.of(who) >= MOST_WAITING_EACH and who != SERVER:
            raise too_much_waits(MOST_WAITING_EACH)

    def require_quota(self, who: str) -> None:
        """Problem unless an address has something left; the server always has."""
        require_left(self.quota, who)


class Pool:
    """A few workers for everybody."""

    def __init__(self, workers: Sequence[Worker], seconds_a_minute: float, metrics: Metrics) -> None:
        self._workers = tuple(workers)
        self._idle = list(reversed(self._workers))
        self._quick = WorkQueue(Quota([Span(MINUTE_S, seconds_a_minute)]), len(workers))
        self._long = WorkQueue(Quota([Span(4 * MINUTE_S, 4 * seconds_a_minute)]), max(1, len(workers) - 1))
        self._metrics = metrics
        self._tasks: set[asyncio.Task[None]] = set()
        self._letting_go: dict[Worker, asyncio.TimerHandle] = {}

    @property
    def waiting(self) -> int:
        """Pieces of work that no worker has begun."""
        return len(self._quick.jobs) + len(self._long.jobs)

    @property
    def running(self) -> int:
        """Pieces of work that are being done."""
        return self._quick.running + self._long.running

    @property
    def alive(self) -> int:
        """Workers that have a process."""
        return sum(worker.alive for worker in self._workers)

    def require(self) -> None:
        """Problem unless whoever asks may have something computed now."""
        self._quick.require(asker())

    def require_long(self) -> None:
        """The same for what takes long."""
        self._long.require(asker())

    async def run(self, function: Callable[[Unpack[Args]], T], *args: *Args) -> T:
        """Have a function of a module called in a worker, for whoever asks; Problem if that cannot be.

        Arguments and value are pickled. ParlourError comes back as it was raised.
        """
        who = asker()
        self._quick.require(who)
        if who != SERVER and self._quick.waiting_of_others >= MOST_WAITING:
            self._make_place(who)
        value: T = await self._in_turn(self._quick, Piece(function, args, LIMIT_S), _nothing)
        return value

    async def run_long(
        self,
        told: Callable[[float], None],
        function: Callable[[Callable[[float], None], Unpack[Args]], T],
        *args: *Args,
    ) -> T:
        """The same for what takes long: never by all workers, and the function first takes what it tells its progress.

        Whoever took an order for it (require_long) is not refused now, and bounds how many orders there are.
        """
        value: T = await self._in_turn(self._long, Piece(function, args, LONG_LIMIT_S, tells=True), told)
        return value

    async def stop(self) -> None:
        """Nothing more is done; whoever waits is cancelled."""
        for queue in (self._quick, self._long):
            while len(queue.jobs):
                queue.jobs.take().future.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for timer in self._letting_go.values():
            timer.cancel()
        await asyncio.gather(*(worker.end() for worker in self._workers))

    async def _in_turn(self, queue: WorkQueue, piece: Piece, told: Callable[[float], None]) -> Any:
        job = _Job(asker(), piece, told, asyncio.get_running_loop().create_future())
        queue.jobs.add(job.asker, job)
        self._hand_out()
        return await job.future

    def _make_place(self, who: str) -> None:
        """Whoever has most waiting gives way to one who has less; nobody is kept out by another's queue."""
        dropped = self._quick.jobs.drop_for(who)
        if dropped is None:
            raise _busy()
        if not dropped.future.done():
            dropped.future.set_exception(_busy())

    def _hand_out(self) -> None:
        """Give idle workers what waits, quick work first."""
        for queue in (self._quick, self._long):
            while self._idle and len(queue.jobs) and queue.running < queue.at_once:
                job = queue.jobs.take()
                if not job.future.done():
                    self._begin(queue, job)

    def _begin(self, queue: WorkQueue, job: _Job) -> None:
        worker = self._idle.pop()
        if (timer := self._letting_go.pop(worker, None)) is not None:
            timer.cancel()
        queue.running += 1
        task = asyncio.get_running_loop().create_task(self._work(queue, job, worker), name="work")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self, queue: WorkQueue, job: _Job, worker: Worker) -> None:
        try:
            if queue is self._quick:
                queue.require_quota(job.asker)
            _settle(job, self._charged(queue, job, await worker.run(job.piece, job.told)))
        except TookTooLong:
            self._charge(queue, job, job.piece.limit)
            _fail(job, Problem(422, "work-too-long", "this takes longer than anything may be computed here"))
        except WorkerDied as died:
            self._charge(queue, job, 1.0)
            facts = {"work": job.piece.function.__name__, "reason": str(died)}
            logger.error("worker died", extra={"facts": facts})
            _fail(job, Problem(503, "work-failed", "what computes this has failed; try again", retry_after_s=BUSY_S))
        except BaseException as error:
            _fail(job, error)
            if not isinstance(error, Exception):
                raise
        finally:
            queue.running -= 1
            self._idle.append(worker)
            loop = asyncio.get_running_loop()
            self._letting_go[worker] = loop.call_later(IDLE_S, self._let_go, worker)
            self._hand_out()

    def _charged(self, queue: WorkQueue, job: _Job, done: PieceDone | PieceFailed) -> Any:
        """What came of it, or what was raised; either has cost something."""
        self._charge(queue, job, done.seconds)
        if isinstance(done, PieceDone):
            return done.value
        raise done.error if not isinstance(done.error, str) else RuntimeError(done.error)

    def _charge(self, queue: WorkQueue, job: _Job, seconds: float) -> None:
        self._metrics.worked(job.piece.function.__name__, seconds)
        if job.asker != SERVER:
            queue.quota.charge(job.asker, seconds)

    def _let_go(self, worker: Worker) -> None:
        """Nobody needed it for long. Until its process has ended nobody gets it."""
        self._letting_go.pop(worker, None)
        if worker in self._idle and worker.alive:
            self._idle.remove(worker)
            task = asyncio.get_running_loop().create_task(self._end(worker), name="worker ends")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _end(self, worker: Worker) -> None:
        try:
            await worker.end()
        finally:
            self._idle.insert(0, worker)
            self._hand_out()


def _nothing(_part: float) -> None:
    """Nobody asks how far it has come."""


def require_left(quota: Quota, who: str) -> None:
    """Problem unless an address has something left of what is done for it; the server always has."""
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
    """An address has as much waiting as it may."""
    return Problem(
        429,
        "too-much-work",
        f"this address has {most} pieces of work waiting; wait for one of them",
        retry_after_s=BUSY_S,
    )


def _busy() -> Problem:
    return Problem(503, "server-busy", "too much waits to be computed; try again in a moment", retry_after_s=BUSY_S)


def _settle(job: _Job, value: Any) -> None:
    if not job.future.done():
        job.future.set_result(value)


def _fail(job: _Job, error: BaseException) -> None:
    if job.future.done():
        return
    if isinstance(error, asyncio.CancelledError):
        job.future.cancel()
    else:
        job.future.set_exception(error)
