"""Stands between a store and its PostgreSQL, and loses what is said around a commit."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Literal, TypeAlias

COMMIT = b"COMMIT"
Lost: TypeAlias = Literal["nothing", "commit", "answer"]
"""What of the next commit: that it was asked for, or what became of it."""


class Relay:
    """Listens on a port of its own."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.loses: Lost = "nothing"
        self.lost = 0
        """How often it has lost something."""
        self.before_commit: Callable[[], None] | None = None
        """What happens once, before the server hears of the next commit."""
        self._sockets = [self._listener]
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def close(self) -> None:
        """Nobody is let through any more."""
        for each in self._sockets:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for each in self._sockets:
            each.close()

    def _start(self, run: Callable[..., None], *between: socket.socket) -> None:
        self._threads.append(threading.Thread(target=run, args=between, daemon=True))
        self._threads[-1].start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self._to))
                self._sockets += (client, server)
                self._start(self._pass_on, client, server)
                self._start(_pump, server, client)

    def _pass_on(self, client: socket.socket, server: socket.socket) -> None:
        """What the client says."""
        with suppress(OSError):
            while said := client.recv(65536):
                if COMMIT in said and self.before_commit is not None:
                    happens, self.before_commit = self.before_commit, None
                    happens()
                if COMMIT not in said or self.loses == "nothing":
                    server.sendall(said)
                    continue
                loses, self.loses = self.loses, "nothing"
                self.lost += 1
                client.shutdown(socket.SHUT_RDWR)
                if loses == "answer":
                    server.sendall(said)
                break
        _shut(client, server)


def _pump(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while said := one.recv(65536):
            other.sendall(said)
    _shut(one, other)


def _shut(*sockets: socket.socket) -> None:
    """No more is sent; what was sent arrives."""
    for each in sockets:
        with suppress(OSError):
            each.shutdown(socket.SHUT_WR)
