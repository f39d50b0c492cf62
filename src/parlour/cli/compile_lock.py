"""A lock by which one process compiles a game's kernels while others wait for what it keeps."""

import fcntl
import os
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Self


class CompileLock:
    """The lock of one game: taken when the first kernel has to be compiled, given back when all of them are ready.

    The system takes it back when a process ends, however it ends.
    """

    def __init__(self, file: Path, waiting: Callable[[], None]) -> None:
        """``waiting`` is called if another process has the lock, before it is waited for."""
        self._file = file
        self._waiting = waiting
        self._taken = False
        self._held = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._held.close()

    def take(self) -> None:
        """Wait until no other process has the lock. Where no file can be written nothing is kept: nobody waits."""
        if self._taken:
            return
        self._taken = True
        with suppress(OSError):
            handle = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            self._held.callback(os.close, handle)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self._waiting()
                fcntl.flock(handle, fcntl.LOCK_EX)
