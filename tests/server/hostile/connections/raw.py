"""A connection that sends whatever bytes it is told to, and frames as they lie on the wire."""

import socket
from contextlib import suppress
from typing import NamedTuple, Self

import httpx

from tests.patience import WAIT_S

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
ELSEWHERE = "127.0.0.2"
"""An address of this machine that is no trusted proxy."""


class Frame(NamedTuple):
    """One frame from the server."""

    kind: int
    payload: bytes


class Line:
    """One connection, from an address of choice."""

    def __init__(self, url: str, address: str = ELSEWHERE) -> None:
        server = httpx.URL(url)
        self.host = server.netloc.decode()
        self.socket = socket.create_connection(
            (server.host, server.port or 0), timeout=WAIT_S, source_address=(address, 0)
        )
        self.received = b""

    def send(self, data: bytes) -> None:
        """All of it, or as much as is taken before the other side closes."""
        with suppress(BrokenPipeError, ConnectionResetError):
            self.socket.sendall(data)

    def upgrade(self, path: str, cookie: str = "", *, version: str = "13", http: str = "1.1", more: str = "") -> bytes:
        """The head of a request for a socket."""
        return (
            f"GET {path} HTTP/{http}\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: {version}\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Cookie: parlour={cookie}\r\n{more}\r\n"
        ).encode()

    def until(self, wanted: bytes) -> bytes:
        """What came up to the end of these bytes; what came after them is kept."""
        while wanted not in self.received:
            part = self.socket.recv(65_536)
            assert part, f"closed after {self.received!r}"
            self.received += part
        end = self.received.index(wanted) + len(wanted)
        found, self.received = self.received[:end], self.received[end:]
        return found

    def until_closed(self) -> bytes:
        """All that comes until the server closes the connection."""
        with suppress(ConnectionResetError):
            while part := self.socket.recv(65_536):
                self.received += part
        return self.received

    def frames(self) -> list[Frame]:
        """All frames up to the one that closes the socket."""
        while not (frames := frames_in(self.received)) or frames[-1].kind != CLOSE:
            part = self.socket.recv(65_536)
            assert part, f"closed after {frames[-3:]}"
            self.received += part
        return frames

    def status(self) -> int:
        """The status of the next response, whose head is read."""
        return int(self.until(b"\r\n\r\n").split()[1])

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def frame(kind: int, payload: bytes = b"", *, fin: bool = True) -> bytes:
    """A frame as a client sends it, masked with zeros."""
    length = len(payload)
    size = bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
    return bytes([kind | (0x80 if fin else 0)]) + size + bytes(4) + payload


def frames_in(data: bytes) -> list[Frame]:
    """Whole frames of the server."""
    frames = []
    while len(data) >= 2:
        length, start = data[1], 2
        if length == 126:
            length, start = int.from_bytes(data[2:4], "big"), 4
        if len(data) < start + length:
            break
        frames.append(Frame(data[0] & 0x0F, data[start : start + length]))
        data = data[start + length :]
    return frames
