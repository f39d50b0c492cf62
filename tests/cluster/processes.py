"""Programs of a cluster: each is started at its own port, ended by its id, and leaves its log behind."""

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import httpx

ROOT = Path(__file__).parents[2]
START_S = 60
PORTS = range(20_000, 32_000)
"""Below those that the system gives to outgoing connections: a port stays free while its process is restarted."""


def free_ports(count: int) -> list[int]:
    """Ports of the loopback at which nobody listens."""
    found: list[int] = []
    while len(found) < count:
        port = random.SystemRandom().choice(PORTS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        if port not in found:
            found.append(port)
    return found


def listens(port: int) -> bool:
    """Whether somebody takes connections there."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Program:
    """A process that can be started again; everything it says is appended to one file."""

    def __init__(self, name: str, folder: Path, port: int) -> None:
        self.name = name
        self.port = port
        self.log = folder / f"{name}.log"
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def command(self) -> Sequence[str]:
        raise NotImplementedError

    def environment(self) -> Mapping[str, str]:
        return {}

    def launch(self) -> None:
        """Start it, without waiting."""
        with self._lock, self.log.open("ab") as log:
            log.write(f"--- started at {time.monotonic():.3f}\n".encode())
            log.flush()
            self._process = subprocess.Popen(
                self.command(), stdout=log, stderr=log, env=os.environ | self.environment(), start_new_session=True
            )

    def start(self) -> None:
        """Returns when it listens. One that ends before is started again, as whatever looks after services does."""
        until = time.monotonic() + START_S
        self.launch()
        while not listens(self.port):
            assert time.monotonic() < until, f"{self.name} does not listen:\n{self.log.read_text()[-3000:]}"
            time.sleep(0.02 if self.runs else 0.2)
            if not self.runs:
                self.launch()

    def send(self, number: signal.Signals) -> None:
        if self.runs:
            assert self._process is not None
            self._process.send_signal(number)

    def end(self, how: signal.Signals) -> None:
        """Returns when it has ended, however it did; one that was asked and does not is killed."""
        with self._lock:
            process = self._process
            if process is None or process.poll() is not None:
                return
            process.send_signal(how)
            if how is not signal.SIGKILL:
                process.send_signal(signal.SIGCONT)
            try:
                process.wait(START_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                raise AssertionError(f"{self.name} did not end within {START_S} s") from None


class ParlourServer(Program):
    """``parlour serve`` on a database that it may share with others."""

    def __init__(self, name: str, folder: Path, port: int, database: str) -> None:
        super().__init__(name, folder, port)
        self._database = database
        self.source: Path | None = None
        """Where the program lies if it is another version than the one that runs the tests."""
        self.offset: Path | None = None
        """Where it is written by how much the time of its machine is wrong, if it is."""

    def wait_until_ready(self) -> None:
        """Return when its ``/ready`` says 200."""
        until = time.monotonic() + START_S
        while (
            httpx.get(f"{self.url}/ready", trust_env=False, verify=False, timeout=START_S).status_code != httpx.codes.OK
        ):
            assert time.monotonic() < until, f"{self.name} does not become ready"
            time.sleep(0.05)

    def command(self) -> Sequence[str]:
        most = ("--people-of-an-address", "100000", "--most-sockets", "5000", "--most-rooms", "1000000")
        limits = ("--rate", "100000", *most)
        play = ("--bot-pause", "0", "--no-mark-fast", "--no-warm", "--workers", "1", "--log-level", "info")
        place = ("--port", str(self.port), "--database", self._database)
        program = ("parlour",) if self.offset is None else ("tests.cluster.wrong_clock", str(self.offset))
        return [sys.executable, "-m", *program, "serve", *place, *limits, *play]

    def environment(self) -> Mapping[str, str]:
        paths = [str(path) for path in (self.source, ROOT) if path is not None]
        return {"PYTHONPATH": os.pathsep.join(paths)}
