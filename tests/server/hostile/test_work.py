"""What somebody has computed delays nobody else: it is done in turn, within a quota, by processes that may die."""

import asyncio
import os
import signal
import subprocess
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from parlour.core.errors import SessionRejected
from parlour.server.metrics import Metrics
from parlour.server.problems import Problem
from parlour.server.work import child
from parlour.server.work import pool as pools
from parlour.server.work.asker import SERVER, asking
from parlour.server.work.fair_queue import FairQueue
from parlour.server.work.pool import Pool
from parlour.server.work.process import Task, TaskDone, TaskFailed
from parlour.server.work.worker import ProcessWorker, TookTooLong, WorkerDied
from tests.patience import WAIT_S
from tests.server.hostile.worker_tasks import (
    die,
    fail,
    halves,
    misread,
    named,
    print_and_add,
    reject,
    spin,
    told_named,
)
from tests.server.table import ROOT
from tests.server.workers import WorkerTold, settled


def with_pool(workers: int, check: Callable[[Pool, list[WorkerTold]], Awaitable[None]], seconds: float = 60.0) -> None:
    async def body() -> None:
        told = [WorkerTold() for _ in range(workers)]
        pool = Pool(told, seconds, Metrics())
        await check(pool, told)
        await pool.stop()

    asyncio.run(body())


def ask(pool: Pool, address: str, name: str) -> "asyncio.Task[str]":
    with asking(address):
        return asyncio.ensure_future(pool.run(named, name))


def ask_long(pool: Pool, address: str, name: str) -> "asyncio.Task[str]":
    with asking(address):
        return asyncio.ensure_future(pool.run_long(lambda _part: None, told_named, name))


def code_of(task: "asyncio.Task[str]") -> str:
    error = task.exception()
    assert isinstance(error, Problem)
    return error.code


# In turn


def test_whoever_has_much_waiting_delays_another_by_one_task() -> None:
    async def check(pool: Pool, workers: list[WorkerTold]) -> None:
        [worker] = workers
        for number in range(20):
            ask(pool, "greedy", f"greedy {number}")
        await settled()
        modest = [ask(pool, "modest", f"modest {number}") for number in range(2)]
        await settled()
        for _ in range(5):
            await worker.finish()
        assert worker.begun == ["greedy 0", "greedy 1", "modest 0", "greedy 2", "modest 1", "greedy 3"]
        assert [task.result() for task in modest] == ["modest 0", "modest 1"]

    with_pool(1, check)


def test_what_takes_long_never_takes_the_last_worker() -> None:
    async def check(pool: Pool, workers: list[WorkerTold]) -> None:
        for number in range(3):
            ask_long(pool, f"address {number}", f"long {number}")
        await settled()
        assert sorted(name for worker in workers for name in worker.begun) == ["long 0"]
        ask(pool, "somebody", "quick")
        await settled()
        assert sorted(name for worker in workers for name in worker.begun) == ["long 0", "quick"]
        assert (pool.waiting, pool.running) == (2, 2)

    with_pool(2, check)


def test_turns_go_round_the_askers() -> None:
    turns: FairQueue[str] = FairQueue()
    for name in ("a1", "a2", "a3", "b1", "c1", "c2"):
        turns.add(name[0], name)
    assert [turns.take() for _ in range(len(turns))] == ["a1", "b1", "c1", "a2", "c2", "a3"]
    with pytest.raises(IndexError):
        turns.take()


# Bounds


def test_the_queue_of_an_address_is_bounded_and_another_is_still_served() -> None:
    async def check(pool: Pool, _workers: list[WorkerTold]) -> None:
        greedy = [ask(pool, "greedy", str(number)) for number in range(pools.MOST_WAITING_EACH + 2)]
        other = ask(pool, "other", "other")
        await settled()
        assert code_of(greedy[-1]) == "too-much-work"
        assert not any(task.done() for task in greedy[:-1])
        assert not other.done()

    with_pool(1, check)


def test_a_full_queue_is_not_full_for_whoever_has_nothing_in_it() -> None:
    async def check(pool: Pool, workers: list[WorkerTold]) -> None:
        addresses = pools.MOST_WAITING // pools.MOST_WAITING_EACH
        ask(pool, "first", "first")
        greedy = [
            [ask(pool, f"greedy {address}", "") for _ in range(pools.MOST_WAITING_EACH)] for address in range(addresses)
        ]
        await settled()
        assert pool.waiting == pools.MOST_WAITING
        late = ask(pool, "late", "late")
        await settled()
        assert not late.done()
        assert [code_of(task) for tasks in greedy for task in tasks if task.done()] == ["server-busy"]
        for _ in range(addresses + 2):
            await workers[0].finish()
        assert late.result() == "late"

    with_pool(1, check)


def test_the_servers_own_work_gives_way_to_nobody_and_keeps_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "MOST_WAITING", 2)

    async def check(pool: Pool, _workers: list[WorkerTold]) -> None:
        own = [ask(pool, SERVER, str(number)) for number in range(9)]
        some = [ask(pool, "somebody", str(number)) for number in range(2)]
        await settled()
        assert not any(task.done() for task in (*own, *some))
        other = ask(pool, "other", "")
        await settled()
        assert [task.done() for task in some] == [False, True]
        assert code_of(some[1]) == "server-busy"
        assert not any(task.done() for task in (*own, other))

    with_pool(1, check)


def test_nobody_gives_way_to_one_who_has_as_much_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "MOST_WAITING", 3)

    async def check(pool: Pool, _workers: list[WorkerTold]) -> None:
        waiting = [ask(pool, f"address {number}", "") for number in range(4)]
        await settled()
        refused = ask(pool, "one more", "")
        await settled()
        assert code_of(refused) == "server-busy"
        assert not any(task.done() for task in waiting)

    with_pool(1, check)


def test_an_address_pays_what_its_work_really_cost() -> None:
    async def check(pool: Pool, workers: list[WorkerTold]) -> None:
        [worker] = workers
        tasks = [ask(pool, "greedy", str(number)) for number in range(3)]
        await settled()
        await worker.finish(seconds=61.0)
        assert tasks[0].result() == "0"
        assert [code_of(task) for task in tasks[1:]] == ["too-much-work"] * 2, "what waited is not begun"
        later = ask(pool, "greedy", "later")
        other = ask(pool, "other", "other")
        await settled()
        error = later.exception()
        assert isinstance(error, Problem)
        assert error.status == 429
        assert error.retry_after_s == 2
        assert worker.begun == ["0", "other"]
        assert not other.done()
        ask_long(pool, "greedy", "analysis")
        await worker.finish()
        assert worker.begun[-1] == "analysis", "analyses have a quota of their own"

    with_pool(1, check, seconds=60.0)


def test_a_worker_that_nobody_needs_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "IDLE_S", 0.0)

    async def check(pool: Pool, workers: list[WorkerTold]) -> None:
        done = ask(pool, "somebody", "quick")
        await settled()
        assert pool.alive == 1
        await workers[0].finish()
        while pool.alive:
            await asyncio.sleep(0)
        assert done.result() == "quick"
        again = ask(pool, "somebody", "again")
        await settled()
        await workers[0].finish()
        assert again.result() == "again"

    with_pool(1, check)


# Processes


@pytest.fixture
def found_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker's process finds the functions that it is given."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def in_process(check: Callable[[ProcessWorker], Awaitable[None]]) -> None:
    async def body() -> None:
        worker = ProcessWorker()
        try:
            await check(worker)
        finally:
            await worker.end()

    asyncio.run(body())


async def done_by(
    worker: ProcessWorker, function: Callable[..., Any], *args: Any, limit: float = 30.0
) -> TaskDone | TaskFailed:
    return await worker.run(Task(function, args, limit), lambda _part: None)


@pytest.mark.usefixtures("found_by_name")
def test_a_worker_does_its_work_in_another_process_and_outlives_what_goes_wrong() -> None:
    async def check(worker: ProcessWorker) -> None:
        assert not worker.alive
        added = await done_by(worker, print_and_add, 2, 3)
        assert isinstance(added, TaskDone)
        assert added.value == 5
        first = worker.pid
        assert first not in (None, os.getpid())
        rejected = await done_by(worker, reject)
        assert isinstance(rejected, TaskFailed)
        assert isinstance(rejected.error, SessionRejected)
        assert (rejected.error.code, rejected.error.reason, rejected.error.entry) == ("wrong", "entry 3 is wrong", 3)
        unread = await done_by(worker, misread)
        assert isinstance(unread, TaskFailed)
        assert str(unread.error) == "no such thing"
        failed = await done_by(worker, fail)
        assert isinstance(failed, TaskFailed)
        assert "out of order" in str(failed.error)
        before = await done_by(worker, time.process_time)
        spun = await done_by(worker, spin, 0.05)
        after = await done_by(worker, time.process_time)
        assert isinstance(before, TaskDone)
        assert isinstance(after, TaskDone)
        assert 0.05 <= spun.seconds <= after.value - before.value, "its own time, and nothing before or after it"
        parts: list[float] = []
        halved = await worker.run(Task(halves, ("x",), 30.0, tells=True), parts.append)
        assert isinstance(halved, TaskDone)
        assert halved.value == "x"
        assert parts == [0.5]
        assert worker.pid == first

    in_process(check)


@pytest.mark.usefixtures("found_by_name")
def test_work_past_its_limit_ends_its_process_and_the_next_gets_another() -> None:
    async def check(worker: ProcessWorker) -> None:
        await done_by(worker, print_and_add, 1, 1)
        first = worker.pid
        with pytest.raises(TookTooLong):
            await done_by(worker, spin, 1000.0, limit=0.05)
        assert not worker.alive
        assert isinstance(await done_by(worker, print_and_add, 1, 1), TaskDone)
        assert worker.pid != first

    in_process(check)


@pytest.mark.usefixtures("found_by_name")
def test_a_process_that_is_killed_costs_the_task_that_it_did() -> None:
    async def check(worker: ProcessWorker) -> None:
        with pytest.raises(WorkerDied):
            await done_by(worker, die)
        assert isinstance(await done_by(worker, print_and_add, 1, 1), TaskDone)
        assert worker.pid is not None
        os.kill(worker.pid, signal.SIGKILL)
        with_luck = await asyncio.gather(done_by(worker, print_and_add, 1, 1), return_exceptions=True)
        assert isinstance(with_luck[0], TaskDone | WorkerDied), "it may have died before it was asked"
        assert isinstance(await done_by(worker, print_and_add, 1, 1), TaskDone)

    in_process(check)


@pytest.mark.usefixtures("found_by_name")
def test_whoever_asked_a_worker_that_died_is_told_to_try_again() -> None:
    async def body() -> None:
        pool = Pool([ProcessWorker()], 60.0, Metrics())
        with pytest.raises(Problem) as lost:
            await pool.run(die)
        assert (lost.value.status, lost.value.code) == (503, "work-failed")
        with pytest.raises(Problem) as slow:
            await pool.run(spin, 1000.0)
        assert (slow.value.status, slow.value.code) == (422, "work-too-long")
        assert await pool.run(print_and_add, 2, 2) == 4
        with pytest.raises(SessionRejected):
            await pool.run(reject)
        with pytest.raises(RuntimeError, match="out of order"):
            await pool.run(fail)
        await pool.stop()
        assert pool.alive == 0

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pools, "LIMIT_S", 0.05)
        asyncio.run(body())


def test_the_loop_goes_on_while_a_process_is_started_and_one_that_nobody_waits_for_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, goes_on = threading.Event(), threading.Event()
    made: list[subprocess.Popen[bytes]] = []
    start = child._start

    def start_when_told(arguments: tuple[str, ...]) -> "subprocess.Popen[bytes]":
        begun.set()
        assert goes_on.wait(WAIT_S), "the loop is held up"
        made.append(start(arguments))
        return made[-1]

    async def check(worker: ProcessWorker) -> None:
        asked = asyncio.create_task(done_by(worker, print_and_add, 1, 1))
        while not begun.is_set():
            await asyncio.sleep(0)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        goes_on.set()
        async with asyncio.timeout(WAIT_S):
            while not made or made[0].poll() is None:
                await asyncio.sleep(0.01)
        assert made[0].returncode == -signal.SIGKILL

    monkeypatch.setattr(child, "_start", start_when_told)
    in_process(check)
