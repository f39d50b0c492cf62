"""Sockets by picows: it reads and writes the frames of connections that uvicorn has taken for HTTP until then.

Everything that leans on what picows does not promise is in this module. ``check_picows`` tries it all at the start.
"""

import asyncio
import logging
import socket
from collections.abc import Callable, Sequence
from functools import lru_cache
from http import HTTPStatus
from importlib.metadata import version
from typing import Any, Protocol
from urllib.parse import unquote

from msgspec import Struct
from picows import (
    WSAutoPingStrategy,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSProtocol  # type: ignore[attr-defined]
from uvicorn import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.server import ServerState

from parlour.core.errors import ParlourError
from parlour.server.access.addresses import address_key
from parlour.server.access.limits import LARGEST_FRAME
from parlour.server.socket.session import SocketConnection

MOST_EARLY = 8
"""Messages that may wait until somebody reads a new socket, before nothing more is taken from it."""
IDLE_S = 20.0
"""After so long without a frame the other side is pinged, and has as long to answer."""
HANDSHAKE_S = 5.0
CLOSING_S = 1.0
"""How long the other side may take to answer a closing frame."""
CHECK_S = 5.0
NEEDED = "picows>=2.3.1,<2.4"
LEAST_BUFFER = 2048
TEXT = WSMsgType.TEXT
MESSAGES = (WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.CONTINUATION)
_WHOLE_TEXT = 0x81
NORMAL, PROTOCOL_ERROR, TOO_BIG, RESTART = 1000, 1002, 1009, 1012
logger = logging.getLogger("parlour")
_SILENT = logging.Logger("picows", logging.CRITICAL)
"""What hostile clients send is no news, and what our own code raises is logged where it runs."""


class UpgradeRequest(Struct, frozen=True):
    """Somebody asks for a socket."""

    path: str
    origin: str | None
    host: str | None
    cookies: dict[str, str]
    address: str
    """The key of where it comes from (`address_key`)."""


class UpgradeRefused(Exception):
    """There is no socket for whoever asked; HTTP says why."""

    def __init__(self, status: HTTPStatus, code: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code


class UpgradeHandler(Protocol):
    """Who decides about sockets and reads them."""

    def accept(self, request: UpgradeRequest) -> Callable[[SocketConnection], None]:
        """What to do with the socket once it is open, or UpgradeRefused."""
        ...


class PicowsUnsupported(ParlourError):
    """The installed picows does not do what this module needs of it."""


class SocketProtocol(WSProtocol):  # type: ignore[misc]
    """What uvicorn hands a connection to once it asks to become a socket."""

    def __init__(self, connections: set[Any], handler: UpgradeHandler, trusted_proxies: Any) -> None:
        super().__init__(
            host_port=None,
            ws_path=None,
            is_client_side=False,
            ws_listener_factory=self._upgrade,
            logger=_SILENT,
            disconnect_on_exception=True,
            websocket_handshake_timeout=HANDSHAKE_S,
            enable_auto_ping=True,
            auto_ping_idle_timeout=IDLE_S,
            auto_ping_reply_timeout=IDLE_S,
            auto_ping_strategy=WSAutoPingStrategy.PING_WHEN_IDLE,
            enable_auto_pong=True,
            max_frame_size=LARGEST_FRAME,
            extra_headers=None,
            read_buffer_init_size=LEAST_BUFFER,
        )
        self._connections = connections
        self._handler = handler
        self._trusted_proxies = trusted_proxies

    def connection_made(self, transport: asyncio.Transport) -> None:
        self._connections.add(self)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """The handshake, which uvicorn has read already."""
        while data:
            space = self.get_buffer(-1)
            part, data = data[: len(space)], data[len(space) :]
            space[: len(part)] = part
            self.buffer_updated(len(part))

    def shutdown(self) -> None:
        """Uvicorn stops; whoever is still here was told so before."""
        self.transport.send_close(RESTART)
        self.transport.disconnect()

    def _upgrade(self, request: WSUpgradeRequest) -> WSListener | WSUpgradeResponseWithListener:
        try:
            opened = self._handler.accept(self._read_request(request))
        except UpgradeRefused as refused:
            return _refusal(refused.status, refused.code)
        except Exception:
            logger.exception("a handshake failed")
            return _refusal(HTTPStatus.INTERNAL_SERVER_ERROR, "fault")
        return OpenSocket(opened)

    def _read_request(self, request: WSUpgradeRequest) -> UpgradeRequest:
        headers = request.headers
        peer = self.transport.underlying_transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        if address in self._trusted_proxies:
            forwarded = ", ".join(headers.getall("X-Forwarded-For", []))
            address = self._trusted_proxies.get_trusted_client_address(forwarded)[0] or address
        return UpgradeRequest(
            path=unquote(request.path.partition(b"?")[0].decode("latin-1")),
            origin=headers.get("Origin"),
            host=headers.get("Host"),
            cookies=_cookies("; ".join(headers.getall("Cookie", []))),
            address=address_key(address),
        )


class OpenSocket(WSListener):
    """A socket that is open, as a SocketConnection."""

    def __init__(self, opened: Callable[[SocketConnection], None]) -> None:
        self._opened = opened
        self._received: Callable[[bytes], None] = self._keep
        self._closed: Callable[[bool], None] = lambda _protocol_broken: None
        self._early: list[bytes] = []
        """What came before anybody read."""
        self._parts: list[bytes] = []
        """Of a message that is sent in several frames, as few clients do."""

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        self._carrier: asyncio.Transport = transport.underlying_transport
        self._opened(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        kind = frame.msg_type
        if kind == TEXT and frame.fin and not self._parts and not transport.is_close_frame_sent:
            self._received(frame.get_payload_as_bytes())
        elif kind == WSMsgType.CLOSE:
            code: Any = frame.get_close_code()
            code = code or NORMAL
            transport.send_close(code)
            transport.disconnect()
        elif kind in MESSAGES and not transport.is_close_frame_sent:
            self._receive_part(frame)

    def on_ws_disconnected(self, _transport: WSTransport) -> None:
        self._closed(self._protocol_broken())

    def pause_writing(self) -> None:
        """Who reads too slowly is noticed by what is unsent."""

    def resume_writing(self) -> None:
        """As above."""

    # As a SocketConnection

    def start_reading(self, received: Callable[[bytes], None], closed: Callable[[bool], None]) -> None:
        self._received, self._closed = received, closed
        early, self._early = self._early, []
        for text in early:
            received(text)
        if self._transport.is_disconnected:
            closed(self._protocol_broken())
        elif len(early) >= MOST_EARLY:
            self._carrier.resume_reading()

    def write(self, texts: Sequence[bytes]) -> None:
        if len(texts) == 1:
            self._transport.send(TEXT, texts[0])
        elif not (self._transport.is_close_frame_sent or self._transport.is_disconnected):
            self._carrier.write(as_one_write(texts))

    def unsent_bytes(self) -> int:
        return self._carrier.get_write_buffer_size()

    def close(self, code: int, reason: str) -> None:
        if not self._transport.is_disconnected:
            self._transport.send_close(code, reason.encode())  # type: ignore[arg-type]
            asyncio.get_running_loop().call_later(CLOSING_S, self._transport.disconnect)

    def _protocol_broken(self) -> bool:
        said: Any = self._transport.close_handshake  # its types forget that there may be none
        return said is not None and said.sent is not None and said.sent.code in (PROTOCOL_ERROR, TOO_BIG)

    def _keep(self, text: bytes) -> None:
        self._early.append(text)
        if len(self._early) == MOST_EARLY:
            self._carrier.pause_reading()

    def _receive_part(self, frame: WSFrame) -> None:
        """A part of a message, or a whole one that is no text: then it counts as empty."""
        if (frame.msg_type == WSMsgType.CONTINUATION) != bool(self._parts):
            self.close(PROTOCOL_ERROR, "a frame out of order")
            return
        self._parts.append(b"" if frame.msg_type == WSMsgType.BINARY else frame.get_payload_as_bytes())
        if sum(map(len, self._parts)) > LARGEST_FRAME:
            self.close(TOO_BIG, "a message of many frames")
        elif frame.fin:
            whole, self._parts = b"".join(self._parts), []
            self._received(whole)


def as_one_write(texts: Sequence[bytes]) -> bytes:
    """Several messages as one piece of what goes over the wire, so that they cost one system call.

    Whoever moves gets a view and an answer: the second call would take 4 to 5 µs, one in fourteen of a move's.
    """
    return b"".join([part for text in texts for part in (_header(len(text)), text)])


@lru_cache(4096)
def _header(length: int) -> bytes:
    """What stands before a whole text message of so many bytes."""
    if length < 126:
        return bytes((_WHOLE_TEXT, length))
    if length < 65_536:
        return bytes((_WHOLE_TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((_WHOLE_TEXT, 127)) + length.to_bytes(8, "big")


def sockets_by(handler: UpgradeHandler) -> Callable[..., SocketProtocol]:
    """How uvicorn makes a socket of a connection."""

    trusted_proxies: Any = None

    def make(config: Config, server_state: ServerState, app_state: object) -> SocketProtocol:  # noqa: ARG001
        nonlocal trusted_proxies
        if trusted_proxies is None:
            # Whom uvicorn believes about addresses over HTTP is believed here.
            trusted_proxies = ProxyHeadersMiddleware(config.loaded_app, config.forwarded_allow_ips or "").trusted_hosts
        return SocketProtocol(server_state.connections, handler, trusted_proxies)

    return make


async def check_picows() -> None:
    """Open a socket to ourselves, read a message and answer with two; PicowsUnsupported if that fails.

    The handshake comes in the way in which uvicorn hands it over.
    """
    ours, theirs = _connected_pair()
    received_texts: list[bytes] = []

    class Echo:
        def accept(self, request: UpgradeRequest) -> Callable[[SocketConnection], None]:
            received_texts.append(request.path.encode())
            return self._opened

        def _opened(self, connection: SocketConnection) -> None:
            def received(text: bytes) -> None:
                received_texts.append(text)
                connection.write([b"one", b"two"])

            connection.start_reading(received, lambda _protocol_broken: None)

    loop = asyncio.get_running_loop()
    transport: asyncio.Transport | None = None
    try:
        async with asyncio.timeout(CHECK_S):
            transport, protocol = await loop.connect_accepted_socket(lambda: SocketProtocol(set(), Echo(), ()), ours)
            protocol.data_received(_CHECK_HANDSHAKE)
            await loop.sock_sendall(theirs, _CHECK_FRAME)
            answer = b""
            while not answer.endswith(b"two"):
                part = await loop.sock_recv(theirs, 4096)
                if not part:
                    raise ConnectionError(f"the connection was closed after {answer!r}")
                answer += part
        if received_texts != [b"/check", b"text"] or not answer.endswith(b"\r\n\r\n\x81\x03one\x81\x03two"):
            raise ValueError(f"{received_texts} came in and {answer!r} went out")
    except Exception as error:
        found = version("picows")
        raise PicowsUnsupported(f"picows {found} cannot carry the sockets ({error!r}); install {NEEDED}") from error
    finally:
        if transport is not None:
            transport.abort()
        ours.close()
        theirs.close()


def _connected_pair() -> tuple[socket.socket, socket.socket]:
    """Both ends of a connection from this process to itself, by TCP as all connections are."""
    with socket.create_server(("localhost", 0)) as listening:
        theirs = socket.create_connection(listening.getsockname()[:2])
        ours, _ = listening.accept()
    theirs.setblocking(False)
    return ours, theirs


_CHECK_HANDSHAKE = (
    b"GET /check?x HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
_CHECK_FRAME = bytes((_WHOLE_TEXT, 0x80 | 4, 0, 0, 0, 0)) + b"text"
"""A text message, masked with zeros."""


def _refusal(status: HTTPStatus, code: str) -> WSUpgradeResponseWithListener:
    return WSUpgradeResponseWithListener(WSUpgradeResponse.create_error_response(status, code.encode()), None)


def _cookies(header: str) -> dict[str, str]:
    pairs = (pair.partition("=") for pair in header.split(";"))
    return {name.strip(): value.strip() for name, _, value in pairs}
