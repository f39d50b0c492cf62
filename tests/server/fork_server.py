"""``parlour`` started quickly: a process that has loaded the program forks itself for each server of the tests.

To load it is nearly all that a start costs. What is forked then reads its command line as any other process does;
tests of the start itself start Python (``Server(…, program=…)``, tests/dist, tests/cluster, tests/test_operations.py).
"""

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO, Protocol

ROOT = Path(__file__).parents[2]
LONGEST = 1 << 20
"""Bytes of a command line with its environment."""


class Process(Protocol):
    """What the tests ask of a server's process, forked or started by subprocess."""

    pid: int
    stdout: IO[str] | None

    def poll(self) -> int | None:
        """How it has ended, if it has."""

    def wait(self, timeout: float | None = None) -> int:
        """How it ended, once it has."""

    def send_signal(self, sig: int) -> None:
        """Nothing happens where it has ended."""


class Forked:
    """A process that the fork server has made, as subprocess would show it."""

    def __init__(self, server: "ForkServer", pid: int, stdout: IO[str]) -> None:
        self._server = server
        self._ended = os.pidfd_open(pid)
        self._status: int | None = None
        self.pid = pid
        self.stdout: IO[str] | None = stdout

    def poll(self) -> int | None:
        return self._look(0)

    def wait(self, timeout: float | None = None) -> int:
        status = self._look(timeout)
        if status is None:
            raise subprocess.TimeoutExpired("parlour", timeout or 0)
        return status

    def send_signal(self, sig: int) -> None:
        if self.poll() is None:
            signal.pidfd_send_signal(self._ended, sig)

    def _look(self, seconds: float | None) -> int | None:
        if self._status is None and select.select([self._ended], [], [], seconds)[0]:
            self._status = self._server.status(self.pid)
            os.close(self._ended)
        return self._status


class ForkServer:
    """The process that has loaded the program, and the socket by which it is told what to fork."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.fork_server", str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            cwd=ROOT,
        )
        theirs.close()
        self._lock = threading.Lock()

    def start(self, words: Sequence[str], environment: Mapping[str, str], stderr: int) -> Forked:
        """``parlour`` with these words; what it says can be read."""
        reading, writing = os.pipe()
        request = json.dumps({"words": words, "environment": dict(environment), "folder": str(Path.cwd())}).encode()
        assert len(request) < LONGEST
        pid = self._ask(request, writing, stderr)
        os.close(writing)
        return Forked(self, pid, os.fdopen(reading))

    def status(self, pid: int) -> int:
        """How a process that has ended ended."""
        return self._ask(json.dumps({"ended": pid}).encode())

    def _ask(self, request: bytes, *files: int) -> int:
        with self._lock:
            socket.send_fds(self._socket, [request], files)
            answer = self._socket.recv(LONGEST)
        assert answer, f"the fork server has ended with {self._process.wait()}"
        return int(answer)


@cache
def fork_server() -> ForkServer:
    """One for all tests of this process; it ends with it."""
    return ForkServer()


def can_fork() -> bool:
    """Whether this system has what forked processes are watched by."""
    return hasattr(os, "pidfd_open") and hasattr(socket, "send_fds")


def next_words(told: socket.socket) -> list[str] | None:
    """Fork whenever told. In a forked process: its words. Where nobody is left to tell: None."""
    while True:
        text, files, _flags, _address = socket.recv_fds(told, LONGEST, 2)
        if not text:
            return None
        request = json.loads(text)
        if "ended" in request:
            told.send(str(os.waitstatus_to_exitcode(os.waitpid(request["ended"], 0)[1])).encode())
            continue
        child = os.fork()
        if child == 0:
            told.close()
            become(files, request["environment"], request["folder"])
            words: list[str] = request["words"]
            return words
        for file in files:
            os.close(file)
        told.send(str(child).encode())


def become(files: Sequence[int], environment: Mapping[str, str], folder: str) -> None:
    """As if Python had just been started with these streams, this environment, in this folder."""
    for stream, file in enumerate(files, start=1):
        os.dup2(file, stream)
        os.close(file)
    sys.stdout = os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace", closefd=False)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    known = environment.get("PYTHONPATH", "").split(os.pathsep)
    sys.path[1:1] = [path for path in known if path and path not in sys.path]


def main() -> None:
    import gc

    from parlour.cli.app import main as parlour
    from parlour.server import serve  # noqa: F401
    from parlour.store import postgresql, sqlite  # noqa: F401

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    words = next_words(socket.socket(fileno=int(sys.argv[1])))
    if words is not None:
        sys.argv = ["parlour", *words]
        parlour()


if __name__ == "__main__":
    main()
