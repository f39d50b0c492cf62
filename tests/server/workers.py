"""Workers for tests: one that works where it is asked, one that waits to be told."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from parlour.core.errors import ParlourError
from parlour.server.metrics import Metrics
from parlour.server.work.pool import Pool
from parlour.server.work.process import Task, TaskDone, TaskFailed


class WorkerHere:
    """Does its work in the test's own process, at once."""

    alive = True

    def __init__(self, seconds: float = 0.0) -> None:
        self.done: list[Task] = []
        self.seconds = seconds
        """What each task is said to cost."""

    async def run(self, task: Task, told: Callable[[float], None]) -> TaskDone | TaskFailed:
        self.done.append(task)
        function = partial(task.function, told) if task.tells else task.function
        try:
            return TaskDone(function(*task.args), self.seconds)
        except ParlourError as error:
            return TaskFailed(error, self.seconds)

    async def end(self) -> None:
        pass


class WorkerTold:
    """Begins what it is given, and is done with it when the test says so, at the cost that the test says."""

    def __init__(self) -> None:
        self.alive = False
        self.begun: list[Any] = []
        """The first argument of each task, in the order in which they were begun."""
        self._answer: asyncio.Future[TaskDone | TaskFailed] | None = None

    async def run(self, task: Task, told: Callable[[float], None]) -> TaskDone | TaskFailed:  # noqa: ARG002
        self.alive = True
        self.begun.append(task.args[0])
        self._answer = asyncio.get_running_loop().create_future()
        return await self._answer

    async def finish(self, seconds: float = 0.0) -> None:
        """Be done with the task that was begun last; whatever follows has begun when this returns."""
        assert self._answer is not None
        self._answer.set_result(TaskDone(self.begun[-1], seconds))
        await settled()

    async def end(self) -> None:
        self.alive = False


async def settled() -> None:
    """Everything that can go on without waiting has gone on."""
    for _ in range(10):
        await asyncio.sleep(0)


def pool_here() -> Pool:
    """A pool that needs no process."""
    return Pool([WorkerHere()], 1000.0, Metrics())
