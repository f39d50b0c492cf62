"""The server's side of a worker: its process is started when it is first needed and outlived when it dies."""

import asyncio
import pickle
from collections.abc import Callable
from typing import Protocol

from parlour.server.work.child import Child, started
from parlour.server.work.process import LENGTH, Piece, PieceDone, PieceFailed, Progress, packed
from parlour.server.work.stopwatch import TOO_LONG

SLOWEST = 6
"""How much longer than its limit of processor time a piece of work may take by the clock."""
LOADING_S = 300.0
"""By the clock, for a process to start and to load, or compile, what its first piece needs."""
END_S = 5.0
COMMAND = ("-P", "-c", "from parlour.server.work.process import main; main()")
"""What Python is started with; nothing is loaded from the folder that it is started in."""


class TookTooLong(Exception):
    """The process was ended at the limit of its work."""


class WorkerDied(Exception):
    """The process ended by itself, or was killed, in the midst of its work."""


class Worker(Protocol):
    """Does one piece of work at a time."""

    @property
    def alive(self) -> bool:
        """Whether it takes memory."""
        ...

    async def run(self, piece: Piece, told: Callable[[float], None]) -> PieceDone | PieceFailed:
        """Do it; TookTooLong or WorkerDied if it could not be done."""
        ...

    async def end(self) -> None:
        """Let go of whatever it holds. It can be asked again."""
        ...


class ProcessWorker:
    """A Worker whose work can neither hold up this process nor outlive its limit."""

    def __init__(self) -> None:
        self._process: Child | None = None

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.alive

    @property
    def pid(self) -> int | None:
        """Of its process, while there is one."""
        return self._process.pid if self._process is not None and self.alive else None

    async def run(self, piece: Piece, told: Callable[[float], None]) -> PieceDone | PieceFailed:
        process = await self._started()
        try:
            async with asyncio.timeout(LOADING_S + piece.limit * SLOWEST):
                return await _answer(process, piece, told)
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


async def _answer(process: Child, piece: Piece, told: Callable[[float], None]) -> PieceDone | PieceFailed:
    process.requests.write(packed(piece))
    await process.requests.drain()
    while True:
        [length] = LENGTH.unpack(await process.answers.readexactly(LENGTH.size))
        message: Progress | PieceDone | PieceFailed = pickle.loads(await process.answers.readexactly(length))  # noqa: S301
        if not isinstance(message, Progress):
            return message
        told(message.part)
