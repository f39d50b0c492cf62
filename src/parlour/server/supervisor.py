"""Several processes on one port: a parent that opens the sockets, starts those who serve, and starts them again.

All of them take connections from the socket of the port. Each has a socket of its own besides, for a proxy that keeps
a room's connections together, and for whoever asks one of them for its metrics.
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
"""Before a process that ended is started again: longer each time that it ended at once."""
AT_ONCE_S = 10.0
GRACE_S = 15.0
"""For processes that were told to stop."""
Serve = Callable[[Settings, Sequence[socket.socket], Connection], None]
"""What each process does; it sends the address once it listens."""


class PortTaken(ParlourError):
    """Somebody else listens there."""


def opened_sockets(settings: Settings) -> tuple[socket.socket, list[socket.socket]]:
    """The socket of the port, and one for each process: the ports after it, or any where the port is any."""
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
    """For a process that was started here: stop as if told to when its parent is gone, were it killed. Nobody else
    would stop it, and it keeps the port."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="parlour-parent", daemon=True).start()


@dataclass
class _Child:
    """One place among those who serve."""

    sockets: Sequence[socket.socket]
    process: SpawnProcess | None = None
    listening: Connection | None = None
    started: float = 0.0
    wait_s: float = FIRST_WAIT_S
    again_at: float = 0.0


class Supervisor:
    """Keeps so many processes serving until it is told to stop."""

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
        """Until told to stop; gives the exit status: that of a process which cannot start ends all of them."""
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
        """A moment, or until something happens; the status of a process that could not start."""
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
        """Say where they listen, once."""
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
        """Everybody commits what was accepted; whoever takes too long is ended."""
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
