"""A check, before the server listens, that picows still does what the sockets rely on."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from parlour.server.socket.picows_adapter import NORMAL, SocketProtocol, UpgradeRequest
from parlour.server.socket.picows_version import PicowsUnsupported
from parlour.server.socket.session import SocketConnection

CHECK_S = 5.0
_TEXT, _PART_OF_TEXT, _LAST_PART, _PING, _CLOSE = 0x81, 0x01, 0x80, 0x89, 0x88
_NORMAL = NORMAL.to_bytes(2, "big")


class Echo:
    """Accepts every handshake, keeps each message and answers it with two."""

    def __init__(self) -> None:
        self.received: list[bytes] = []
        """The path of the handshake, then the messages."""
        self.closed = asyncio.Event()
        """Set when a socket was closed as the protocol has it."""

    def accept(self, request: UpgradeRequest) -> Callable[[SocketConnection], None]:
        """Accept every request."""
        self.received.append(request.path.encode())
        return self._opened

    def _opened(self, connection: SocketConnection) -> None:
        def received(text: bytes) -> None:
            self.received.append(text)
            connection.write([b"one", b"two"])

        def closed(protocol_broken: bool) -> None:
            if not protocol_broken:
                self.closed.set()

        connection.start_reading(received, lambda: True, closed)


async def check_picows() -> None:
    """Open a socket to this process, read a message whole and one in parts, answer each with two, then ping, and close;
    PicowsUnsupported if that fails.

    The handshake arrives as uvicorn would hand it over, with a first message behind it.
    """
    echo = Echo()
    try:
        accepting = SocketProtocol(set(), echo, lambda peer, _forwarded: peer, lambda: None)
        async with connected_to(accepting) as theirs:
            accepting.data_received(CHECK_HANDSHAKE + _masked(_TEXT, b"early"))
            answer = await answered(theirs, CHECK_FRAMES)
            loop = asyncio.get_running_loop()
            await loop.sock_sendall(theirs, _masked(_CLOSE, _NORMAL))
            answer += await loop.sock_recv(theirs, 4096)
            await echo.closed.wait()
        _, frames = answer.split(b"\r\n\r\n", 1)
        if (echo.received, frames) != ([b"/check", b"early", b"text"], CHECK_ANSWER * 2 + CHECK_PONG + _CLOSED):
            raise ValueError(f"{echo.received} came in and {answer!r} went out")
    except Exception as error:
        raise PicowsUnsupported(error) from error


@asynccontextmanager
async def connected_to(accepting: asyncio.BaseProtocol) -> AsyncIterator[socket.socket]:
    """The other end of a connection that a protocol takes, for a while that is long enough for a check."""
    ours, theirs = connected_pair()
    transport: asyncio.Transport | None = None
    try:
        async with asyncio.timeout(CHECK_S):
            transport, _ = await asyncio.get_running_loop().connect_accepted_socket(lambda: accepting, ours)
            yield theirs
    finally:
        if transport is not None:
            transport.abort()
        ours.close()
        theirs.close()


def connected_pair() -> tuple[socket.socket, socket.socket]:
    """Both ends of a connection from this process to itself, by TCP as all connections are."""
    with socket.create_server(("localhost", 0)) as listening:
        theirs = socket.create_connection(listening.getsockname()[:2])
        ours, _ = listening.accept()
    theirs.setblocking(False)
    return ours, theirs


async def answered(theirs: socket.socket, sent: bytes) -> bytes:
    """Send something that ends with the frames of a check, and give what comes back, up to the end of its pong."""
    loop, answer = asyncio.get_running_loop(), b""
    await loop.sock_sendall(theirs, sent)
    while not answer.endswith(CHECK_PONG):
        part = await loop.sock_recv(theirs, 4096)
        if not part:
            raise ConnectionError(f"the connection was closed after {answer!r}")
        answer += part
    return answer


def _masked(kind: int, payload: bytes) -> bytes:
    """A frame as a client sends it, masked with zeros."""
    return bytes((kind, 0x80 | len(payload), 0, 0, 0, 0)) + payload


CHECK_HANDSHAKE = (
    b"GET /check?x HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
CHECK_FRAMES = _masked(_PART_OF_TEXT, b"te") + _masked(_LAST_PART, b"xt") + _masked(_PING, b"three")
CHECK_ANSWER = b"\x81\x03one\x81\x03two"
CHECK_PONG = b"\x8a\x05three"
_CLOSED = b"\x88\x02" + _NORMAL
