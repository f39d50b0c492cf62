"""Several server processes on one port: a parent opens the sockets, starts the processes, and restarts those that end.

All of them accept connections from the port's socket. Each also has a socket of its own, for a proxy that keeps a
room's connections together, and for its metrics.
"""

import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext, SpawnProcess
from types import FrameType

from parlour.core.errors import ParlourError
from parlour.server.settings import Settings

logger = logging.getLogger("parlour")
BACKLOG = 2048
FIRST_WAIT_S, LONGEST_WAIT_S = 0.2, 30.0
"""The pause before a process is restarted, which grows each time that it ended at once."""
AT_ONCE_S = 10.0
GRACE_S = 15.0
"""How long processes that were told to stop may take."""
Serve = Callable[[Settings, Sequence[socket.socket], Connection], None]
"""The program of a process; it sends its address to the parent once it listens."""


class PortTaken(ParlourError):
    """Another program listens on the port."""


def opened_sockets(settings: Settings) -> tuple[socket.socket, list[socket.socket]]:
    """The socket of the port, and one for each process on the ports after it; on any ports, for port 0."""
    shared = _opened(settings.host, settings.port)
    following = range(settings.port + 1, settings.port + 1 + settings.processes)
    own = [_opened("127.0.0.1", port if settings.port else 0) for port in following]
    return shared, own


def _opened(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    opened = socket.socket(family, socket.SOCK_STREAM)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((host, port))
    except OSError as error:
        opened.close()
        raise PortTaken(f"cannot listen at {host} port {port}: {error.strerror}") from None
    opened.listen(BACKLOG)
    return opened


def stop_with_parent() -> None:
    """Let a process of the supervisor stop when the parent is gone, even if it was killed. Nothing else would stop it,
    and it keeps the port."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="parlour-parent", daemon=True).start()


@dataclass
class _Child:
    """A process, and the one that replaces it."""

    sockets: Sequence[socket.socket]
    process: SpawnProcess | None = None
    listening: Connection | None = None
    started: float = 0.0
    wait_s: float = FIRST_WAIT_S
    again_at: float = 0.0


class Supervisor:
    """Keeps a number of server processes running until it is told to stop."""

    def __init__(self, settings: Settings, serve: Serve, listening: Callable[[str], None]) -> None:
        self._settings = settings
        self._serve = serve
        self._listening = listening
        self._said = False
        self._context: SpawnContext = multiprocessing.get_context("spawn")
        shared, own = opened_sockets(settings)
        self._children = [_Child((shared, mine)) for mine in own]
        self._stopping = False

    def run(self) -> int:
        """Run until told to stop, or until a process cannot start; returns the exit status."""
        for told in (signal.SIGTERM, signal.SIGINT):
            signal.signal(told, self._stop)
        status = 0
        while not self._stopping:
            for child in self._children:
                if child.process is None and time.monotonic() >= child.again_at:
                    self._start(child)
            status = self._wait()
            if status:
                break
        self._end()
        return status

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        self._stopping = True

    def _start(self, child: _Child) -> None:
        child.listening, theirs = self._context.Pipe(duplex=False)
        child.process = self._context.Process(target=self._serve, args=(self._settings, child.sockets, theirs))
        child.process.start()
        theirs.close()
        child.started = time.monotonic()

    def _wait(self) -> int:
        """Wait a moment, or until something happens; returns the status of a process that could not start."""
        running = [child for child in self._children if child.process is not None]
        waited_for = [child.process.sentinel for child in running if child.process is not None]
        heard = [child.listening for child in running if child.listening is not None]
        wait([*waited_for, *heard], timeout=FIRST_WAIT_S)
        for child in running:
            self._hear(child)
            if child.process is not None and child.process.exitcode is not None and not self._stopping:
                status = self._ended(child, child.process.exitcode)
                if status:
                    return status
        return 0

    def _hear(self, child: _Child) -> None:
        """Report the address of a process, once."""
        if child.listening is not None and child.listening.poll():
            try:
                origin = child.listening.recv()
            except EOFError:
                child.listening.close()
                child.listening = None
                return
            if not self._said:
                self._listening(origin)
            self._said = self._said or not child.listening.poll()

    def _ended(self, child: _Child, status: int) -> int:
        lived_s = time.monotonic() - child.started
        if status > 0 and not self._said:
            return status  # none of them can start
        child.wait_s = min(2 * child.wait_s, LONGEST_WAIT_S) if lived_s < AT_ONCE_S else FIRST_WAIT_S
        child.process, child.again_at = None, time.monotonic() + child.wait_s
        logger.error("a process ended", extra={"facts": {"status": status, "again_after_s": child.wait_s}})
        return 0

    def _end(self) -> None:
        """Tell all processes to stop, which commits what was accepted; kill those that take too long."""
        running = [child.process for child in self._children if child.process is not None]
        for process in running:
            if process.is_alive():
                process.terminate()
        deadline = time.monotonic() + GRACE_S
        for process in running:
            process.join(max(0.0, deadline - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()
