"""A proxy of a few lines before a server, which does what some proxies do."""

import selectors
import socket
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

Rewrite = Callable[[bytes], bytes]
HEAD_END = b"\r\n\r\n"
PART = 65536


def unchanged(head: bytes) -> bytes:
    return head


def with_header(name: str, value: str) -> Rewrite:
    """Set a header, whatever was sent."""

    def rewrite(head: bytes) -> bytes:
        return without_header(name)(head)[: -len(HEAD_END)] + f"\r\n{name}: {value}".encode() + HEAD_END

    return rewrite


def without_header(name: str) -> Rewrite:
    def rewrite(head: bytes) -> bytes:
        lines = head[: -len(HEAD_END)].split(b"\r\n")
        return (
            b"\r\n".join(line for line in lines if not line.lower().startswith(f"{name.lower()}:".encode())) + HEAD_END
        )

    return rewrite


class Proxy:
    """Rewrites the head of each request and of each answer, and cuts connections that are silent for too long."""

    def __init__(
        self, server: str, request: Rewrite = unchanged, answer: Rewrite = unchanged, silent_s: float = 60.0
    ) -> None:
        self._upstream = ("127.0.0.1", urlsplit(server).port or 0)
        self._request, self._answer, self._silent_s = request, answer, silent_s
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._threads = [threading.Thread(target=self._accept)]

    def __enter__(self) -> Self:
        self._threads[0].start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        for thread in tuple(self._threads):
            thread.join()
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._carry, args=(client,))
            self._threads.append(thread)
            thread.start()

    def _carry(self, client: socket.socket) -> None:
        with client, socket.create_connection(self._upstream) as server:
            server.sendall(self._head(client, self._request))
            client.sendall(self._head(server, self._answer))
            self._carry_both_ways(client, server)

    def _head(self, whose: socket.socket, rewrite: Rewrite) -> bytes:
        read = b""
        while HEAD_END not in read:
            part = whose.recv(PART)
            if not part:
                return read
            read += part
        end = read.index(HEAD_END) + len(HEAD_END)
        return rewrite(read[:end]) + read[end:]

    def _carry_both_ways(self, client: socket.socket, server: socket.socket) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(client, selectors.EVENT_READ, server)
            selector.register(server, selectors.EVENT_READ, client)
            while ready := selector.select(self._silent_s):
                for key, _ in ready:
                    try:
                        part = key.fileobj.recv(PART)  # type: ignore[union-attr]
                        key.data.sendall(part)
                    except OSError:
                        return
                    if not part:
                        return
