"""A worker as the server sees it: it starts its process when it is first needed, and again after that has died."""

import asyncio
import pickle
from collections.abc import Callable
from typing import Protocol

from parlour.server.work.child import Child, started
from parlour.server.work.process import LENGTH, Progress, Task, TaskDone, TaskFailed, packed
from parlour.server.work.stopwatch import TOO_LONG

SLOWEST = 6
"""How much longer than its limit of processor time a task may take by the clock."""
LOADING_S = 300.0
"""Seconds by the clock for a process to start and to load, or compile, what its first task needs."""
END_S = 5.0
COMMAND = ("-P", "-c", "from parlour.server.work.process import main; main()")
"""The arguments of Python (-P: nothing is imported from the current folder)."""


class TookTooLong(Exception):
    """The process was ended at the limit of its task."""


class WorkerDied(Exception):
    """The process ended by itself, or was killed, during a task."""


class Worker(Protocol):
    """Does one task at a time."""

    @property
    def alive(self) -> bool:
        """Whether the worker has a process, which takes memory."""
        ...

    async def run(self, task: Task, progress: Callable[[float], None]) -> TaskDone | TaskFailed:
        """Do a task; TookTooLong or WorkerDied if it could not be done."""
        ...

    async def end(self) -> None:
        """End the process. A later `run` starts another."""
        ...


class ProcessWorker:
    """A Worker with a process of its own: a task cannot hold up the server, and ends at its limit."""

    def __init__(self) -> None:
        self._process: Child | None = None

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.alive

    @property
    def pid(self) -> int | None:
        """The process id, or None without a process."""
        return self._process.pid if self._process is not None and self.alive else None

    async def run(self, task: Task, progress: Callable[[float], None]) -> TaskDone | TaskFailed:
        process = await self._started()
        try:
            async with asyncio.timeout(LOADING_S + task.limit * SLOWEST):
                return await _answer(process, task, progress)
        except (EOFError, ConnectionError):
            status = await process.wait()
            self._process = None
            if status == -TOO_LONG:
                raise TookTooLong from None
            raise WorkerDied(f"a worker's process ended with status {status}") from None
        except TimeoutError:
            await self._kill(process)
            raise TookTooLong from None
        except BaseException:
            await asyncio.shield(self._kill(process))
            raise

    async def end(self) -> None:
        process = self._process
        if process is None:
            return
        self._process = None
        process.requests.close()
        try:
            async with asyncio.timeout(END_S):
                await process.wait()
        except TimeoutError:
            await self._kill(process)

    async def _started(self) -> Child:
        if self._process is None or not self._process.alive:
            self._process = await started(*COMMAND)
        return self._process

    async def _kill(self, process: Child) -> None:
        self._process = None
        process.kill()
        await process.wait()


async def _answer(process: Child, task: Task, progress: Callable[[float], None]) -> TaskDone | TaskFailed:
    process.requests.write(packed(task))
    await process.requests.drain()
    while True:
        [length] = LENGTH.unpack(await process.answers.readexactly(LENGTH.size))
        message: Progress | TaskDone | TaskFailed = pickle.loads(await process.answers.readexactly(length))  # noqa: S301
        if not isinstance(message, Progress):
            return message
        progress(message.part)
