"""A server in a process of its own, and the processor time and memory that it uses."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
SPAWNED = b"spawn_main"
"""In the command of a process that Python's multiprocessing started."""


class Running:
    """A server in a process of its own, and what it uses up."""

    def __init__(self, command: Sequence[str], ready: str, cwd: Path | None = None, **environment: str) -> None:
        self._process = subprocess.Popen(
            command,
            cwd=cwd,
            env=os.environ | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout is not None
        while ready not in (line := self._process.stdout.readline()):
            if not line:
                raise RuntimeError(f"{command[0]} ended before it listened")
        self.said = line.split()[-1]

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def serving(self) -> list[int]:
        """The processes that serve: those that it spawned for it, or itself."""
        return [child for child in _children(self.pid) if SPAWNED in _command(child)] or [self.pid]

    def cpu_s(self) -> float:
        """Seconds of processor time so far: all threads, and the processes that it started."""
        return family_cpu_s(self.pid)

    def resident_mb(self) -> float:
        """Memory that it and the processes that it started hold now."""
        return sum(_resident_mb(pid) for pid in _family(self.pid))

    def stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def family_cpu_s(pid: int) -> float:
    """Seconds of processor time so far of a process and of those that it started."""
    return sum(_cpu_s(one) for one in _family(pid))


def _family(pid: int) -> list[int]:
    """A process and those that it started, and they in turn."""
    return [pid, *(one for child in _children(pid) for one in _family(child))]


def _children(pid: int) -> list[int]:
    try:
        return [
            int(child) for file in Path(f"/proc/{pid}/task").glob("*/children") for child in file.read_text().split()
        ]
    except OSError:
        return []


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def _cpu_s(pid: int) -> float:
    """Of a process and of those of its children that have ended."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, words[11:15])) / TICKS


def _resident_mb(pid: int) -> float:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    return int((status.partition("VmRSS:")[2].split() or ["0"])[0]) / 1024
