"""``parlour`` started quickly: a process that has loaded the program forks itself for each server of the tests, and for
each command that they have a shell run.

To load it, and the games' kernels, is nearly all that a start costs. What is forked then reads its command line as any
other process does. The processes of its workers are forked in the same way. Tests of the start itself start Python
(``Server(…, program=…)``, tests/dist, tests/cluster), tests of workers too (tests/server/hostile/test_work.py).
"""

import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import IO, Protocol, Self

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

    def __init__(self, server: "ForkServer", pid: int) -> None:
        self._server = server
        self._ended = os.pidfd_open(pid)
        self._status: int | None = None
        self._lock = threading.Lock()
        self.pid = pid

    def __del__(self) -> None:
        os.close(self._ended)

    def poll(self) -> int | None:
        return self._look(0)

    def wait(self, timeout: float | None = None) -> int:
        status = self._look(timeout)
        if status is None:
            raise subprocess.TimeoutExpired("parlour", timeout or 0)
        return status

    def send_signal(self, sig: int) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._ended, sig)

    def _look(self, seconds: float | None) -> int | None:
        if self._status is None and select.select([self._ended], [], [], seconds)[0]:
            with self._lock:
                if self._status is None:
                    self._status = self._server.status(self.pid)
        return self._status


class ForkedServer(Forked):
    """A server, with what it says."""

    def __init__(self, server: "ForkServer", pid: int, stdout: IO[str]) -> None:
        super().__init__(server, pid)
        self.stdout: IO[str] | None = stdout


class ForkedWorker(Forked):
    """It is given its work by one pipe, and answers by another."""

    def __init__(self, server: "ForkServer", pid: int, stdin: IO[bytes], stdout: IO[bytes]) -> None:
        super().__init__(server, pid)
        self.stdin = stdin
        self.stdout = stdout

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stdin.close()
        self.stdout.close()
        self.wait()

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class ForkServer:
    """The socket by which the process that has loaded the program is told what to fork."""

    def __init__(self, told: socket.socket) -> None:
        self._socket = told
        self._lock = threading.Lock()

    def start(self, words: Sequence[str], environment: Mapping[str, str], stderr: int) -> ForkedServer:
        """``parlour`` with these words; what it says can be read."""
        reading, writing = os.pipe()
        nothing = os.open(os.devnull, os.O_RDONLY)
        pid = self._fork(environment, Path.cwd(), (nothing, writing, stderr), words=words)
        os.close(writing)
        os.close(nothing)
        return ForkedServer(self, pid, os.fdopen(reading))

    def start_program(
        self, words: Sequence[str], environment: Mapping[str, str], folder: Path, streams: Sequence[int]
    ) -> Forked:
        """``parlour`` with these words, as a shell starts it: standard input, output and error are given."""
        return Forked(self, self._fork(environment, folder, streams, words=words))

    def start_worker(self) -> ForkedWorker:
        """A worker's process."""
        requests, to_requests = os.pipe()
        from_answers, answers = os.pipe()
        pid = self._fork(os.environ, Path.cwd(), (requests, answers, 2))
        os.close(requests)
        os.close(answers)
        return ForkedWorker(self, pid, os.fdopen(to_requests, "wb", 0), os.fdopen(from_answers, "rb", 0))

    def status(self, pid: int) -> int:
        """How a process that has ended ended."""
        return self._ask({"ended": pid})

    def _fork(self, environment: Mapping[str, str], folder: Path, streams: Sequence[int], **more: object) -> int:
        return self._ask({"environment": dict(environment), "folder": str(folder), **more}, *streams)

    def _ask(self, request: Mapping[str, object], *files: int) -> int:
        text = json.dumps(request).encode()
        assert len(text) < LONGEST
        with self._lock:
            socket.send_fds(self._socket, [text], files)
            answer = self._socket.recv(LONGEST)
        assert answer, "the fork server has ended"
        return int(answer)


@cache
def fork_server() -> ForkServer:
    """One for all tests of this process; it ends with it."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    _processes.append(
        subprocess.Popen(
            [sys.executable, "-m", "tests.server.fork_server", str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            cwd=ROOT,
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        )
    )
    theirs.close()
    return ForkServer(ours)


_processes: list["subprocess.Popen[bytes]"] = []


def can_fork() -> bool:
    """Whether this system has what forked processes are watched by."""
    return hasattr(os, "pidfd_open") and hasattr(socket, "send_fds")


class Forking:
    """The fork server's side: who may tell it to fork, and what it has forked."""

    def __init__(self, tests: socket.socket) -> None:
        self._tests = tests.fileno()
        self._tellers = {self._tests: tests}
        """The tests, and each server for its workers, by the files of their sockets."""
        self._forked: dict[int, set[int]] = {self._tests: set()}
        """What each of them had forked and has not asked after: until then a process keeps its number."""
        self._orphans: dict[int, int] = {}
        """What those had forked who are gone, by what tells of its end."""

    def next_call(self) -> Callable[[], None] | None:
        """Fork whenever told. In a forked process: what it is to do. Where the tests are over: None."""
        while self._tests in self._tellers:
            [ready, *_] = select.select([*self._tellers, *self._orphans], [], [])[0]
            if ready in self._orphans:
                os.waitpid(self._orphans.pop(ready), 0)
                os.close(ready)
            elif (call := self._obey(ready)) is not None:
                return call
        return None

    def _obey(self, number: int) -> Callable[[], None] | None:
        teller = self._tellers[number]
        try:
            text, files, _flags, _address = socket.recv_fds(teller, LONGEST, 3)
        except ConnectionError:
            text, files = b"", []
        if not text:
            self._tellers.pop(number).close()
            self._orphans |= {os.pidfd_open(pid): pid for pid in self._forked.pop(number)}
            return None
        request = json.loads(text)
        if "ended" in request:
            self._forked[number].remove(request["ended"])
            answer(teller, os.waitstatus_to_exitcode(os.waitpid(request["ended"], 0)[1]))
            return None
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        child = os.fork()
        if child == 0:
            for inherited in (*self._tellers.values(), ours):
                inherited.close()
            for orphan in self._orphans:
                os.close(orphan)
            become(files, request["environment"], request["folder"])
            return partial(run, request["words"], theirs) if "words" in request else partial(work, theirs)
        theirs.close()
        for file in files:
            os.close(file)
        self._tellers[ours.fileno()] = ours
        self._forked[ours.fileno()] = set()
        self._forked[number].add(child)
        answer(teller, child)
        return None


def answer(teller: socket.socket, number: int) -> None:
    """Whoever was killed meanwhile does without."""
    with suppress(ConnectionError):
        teller.send(str(number).encode())


def run(words: Sequence[str], told: socket.socket) -> None:
    """As ``parlour`` with these words, but that its workers are forked too."""
    from parlour.cli.app import main as parlour
    from parlour.server.work import child

    forks = ForkServer(told)
    vars(child)["_start"] = lambda _command: forks.start_worker()
    sys.argv = ["parlour", *words]
    sys.modules["__main__"].__package__ = ""  # the program is called by its name alone
    parlour()


def work(told: socket.socket) -> None:
    """As a worker's process does, which forks nothing."""
    from parlour.server.work.process import main as worker

    told.close()
    os.setsid()
    worker()


def become(files: Sequence[int], environment: Mapping[str, str], folder: str) -> None:
    """As if Python had just been started with these streams, this environment, in this folder."""
    for stream, file in enumerate(files):
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


def load() -> None:
    """What servers and their workers need, the kernels of our games included. Which games there are is asked again."""
    from parlour.cli.app import main as parlour  # noqa: F401
    from parlour.games import kits
    from parlour.server import serve  # noqa: F401
    from parlour.server.work import process  # noqa: F401
    from parlour.store import postgresql, sqlite  # noqa: F401

    for kit in kits().values():
        kit.warm_rules()
        kit.warm_engine()
    kits.cache_clear()


def main() -> None:
    load()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    call = Forking(socket.socket(fileno=int(sys.argv[1]))).next_call()
    if call is not None:
        call()


if __name__ == "__main__":
    main()
