"""The adapter of picows, which reads and writes the frames of connections that have been upgraded from HTTP.

Everything that relies on undocumented behaviour of picows is in this module. ``picows_check`` tries it at the start.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any, Protocol, TypeAlias
from urllib.parse import unquote

from msgspec import Struct

from parlour.server.access.addresses import address_key
from parlour.server.socket.picows_version import PicowsUnsupported
from parlour.server.socket.session import SocketConnection

try:
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
except ImportError as error:
    raise PicowsUnsupported(error) from error

LARGEST_FRAME = 4096
"""Bytes of a frame that a client may send."""
MOST_EARLY = 8
"""Frames that may wait until a new socket has a reader; then the socket is not read further."""
MOST_LATE = 8
"""Frames that may come after a closing frame was sent; then the socket is not read further."""
MOST_PARTS = 64
"""Frames of one message."""
MOST_READS = 128
"""Reads of a socket until a frame must be complete, so that nobody sends it byte by byte."""
READ_AT_ONCE = 4096
"""Bytes read from a socket at once, so that one socket cannot hold up the others with many frames."""
MOST_UNSENT = 64 * 1024
"""Bytes that may wait for one slow reader, some hundred views."""
IDLE_S = 20.0
"""After so long without a frame the other side is pinged, and has as long to answer."""
HANDSHAKE_S = 5.0
CLOSING_S = 1.0
"""How long the other side may take to answer a closing frame."""
LEAST_BUFFER = 2048
TEXT = WSMsgType.TEXT
MESSAGES = (WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.CONTINUATION)
_WHOLE_TEXT = 0x81
NORMAL, PROTOCOL_ERROR, TOO_BIG, RESTART = 1000, 1002, 1009, 1012
logger = logging.getLogger("parlour")
_SILENT = logging.Logger("picows", logging.CRITICAL)
"""Silences picows' own log: errors of clients are no news, and our own are logged elsewhere."""


ClientAddress: TypeAlias = Callable[[str, str], str]
"""Finds the client's address from the peer and the header X-Forwarded-For."""


class UpgradeRequest(Struct, frozen=True):
    """A request to become a socket."""

    path: str
    origin: str | None
    host: str | None
    cookies: dict[str, str]
    address: str
    """The key of where it comes from (`address_key`)."""


class UpgradeRefused(Exception):
    """The request is answered over HTTP with the reason, and gets no socket."""

    def __init__(self, status: HTTPStatus, code: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code


class UpgradeHandler(Protocol):
    """Decides about requests for sockets and reads the accepted ones."""

    def accept(self, request: UpgradeRequest) -> Callable[[SocketConnection], None]:
        """The function that takes the socket once it is open; UpgradeRefused if it is not accepted."""
        ...


class SocketProtocol(WSProtocol):  # type: ignore[misc]
    """The protocol that takes over a connection which asks to become a socket."""

    def __init__(
        self, connections: set[Any], handler: UpgradeHandler, client_address: ClientAddress, lost: Callable[[], None]
    ) -> None:
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
            enable_auto_pong=False,
            max_frame_size=LARGEST_FRAME,
            extra_headers=None,
            read_buffer_init_size=LEAST_BUFFER,
        )
        self._connections = connections
        self._handler = handler
        self._client_address = client_address
        self._lost = lost

    def connection_made(self, transport: asyncio.Transport) -> None:
        self._connections.add(self)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self)
        self._lost()
        super().connection_lost(exc)

    def get_buffer(self, size_hint: int) -> memoryview:
        """The buffer for the next bytes, kept small: picows' own would grow to megabytes for each socket."""
        space: memoryview = WSProtocol.get_buffer(self, size_hint)
        listener = self.listener
        if listener is not None:
            listener.reads = reads = listener.reads + 1
            if reads == MOST_READS:
                listener.close(PROTOCOL_ERROR, "a frame in too many pieces")
        return space if len(space) <= READ_AT_ONCE else space[:READ_AT_ONCE]

    def data_received(self, data: bytes) -> None:
        """Take the handshake, which has been read already, and the bytes that came with it."""
        while data:
            space = self.get_buffer(-1)
            part, data = data[: len(space)], data[len(space) :]
            space[: len(part)] = part
            self.buffer_updated(len(part))

    def shutdown(self) -> None:
        """Called by uvicorn when it stops; clients have been told before."""
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
        forwarded = ", ".join(headers.getall("X-Forwarded-For", []))
        address = self._client_address(str(peer[0]) if peer else "", forwarded)
        return UpgradeRequest(
            path=unquote(request.path.partition(b"?")[0].decode("latin-1")),
            origin=headers.get("Origin"),
            host=headers.get("Host"),
            cookies=read_cookies("; ".join(headers.getall("Cookie", []))),
            address=address_key(address),
        )


class OpenSocket(WSListener):
    """An open socket. Every frame counts against its sender's allowance, or ends the socket."""

    __slots__ = (
        *("behind", "reads", "_opened", "_received", "_counted", "_closed", "_early"),
        *("_transport", "_carrier", "_parts", "_text_so_far", "_is_text", "_late"),
    )

    def __init__(self, opened: Callable[[SocketConnection], None]) -> None:
        self._opened = opened
        self._received: Callable[[bytes], None] = lambda text: self._keep(lambda: self._received(text))
        self._counted: Callable[[], bool] = lambda: False
        self._closed: Callable[[bool], None] = lambda _protocol_broken: None
        self._early: list[Callable[[], None]] | None = []
        """Frames that came before the socket had a reader; None once it has one."""
        self._parts = 0
        """The frames so far of a fragmented message, which few clients send."""
        self._text_so_far = bytearray()
        self._is_text = False
        self._late = 0
        self.behind = False
        self.reads = 0
        """The number of reads since the last frame."""

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        self._carrier: asyncio.Transport = transport.underlying_transport
        self._carrier.set_write_buffer_limits(high=MOST_UNSENT)
        self._opened(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self.reads = 0
        kind = frame.msg_type
        if kind == TEXT and frame.fin and not self._parts and not transport.is_close_frame_sent:
            self._received(frame.get_payload_as_bytes())
        elif kind == WSMsgType.CLOSE:
            code: Any = frame.get_close_code()
            code = code or NORMAL
            transport.send_close(code)
            transport.disconnect()
        elif transport.is_close_frame_sent:
            self._ignore_late_frame()
        elif kind in MESSAGES:
            self._receive_part(frame)
        else:
            self._count(frame.get_payload_as_bytes() if kind == WSMsgType.PING else None)

    def on_ws_disconnected(self, _transport: WSTransport) -> None:
        self._closed(self._protocol_broken())

    def pause_writing(self) -> None:
        self.behind = True

    def resume_writing(self) -> None:
        self.behind = False

    # As a SocketConnection

    def start_reading(
        self, received: Callable[[bytes], None], counted: Callable[[], bool], closed: Callable[[bool], None]
    ) -> None:
        self._received, self._counted, self._closed = received, counted, closed
        early, self._early = self._early or [], None
        for receive in early:
            receive()
        if self._transport.is_disconnected:
            closed(self._protocol_broken())
        elif len(early) >= MOST_EARLY and not self._transport.is_close_frame_sent:
            self._carrier.resume_reading()

    def write(self, texts: Sequence[bytes]) -> None:
        transport = self._transport
        if len(texts) == 1:
            transport.send(TEXT, texts[0])
        elif not (transport.is_close_frame_sent or transport.is_disconnected):
            self._carrier.write(as_one_write(texts))

    def close(self, code: int, reason: str) -> None:
        if not self._transport.is_disconnected:
            self._transport.send_close(code, reason.encode())  # type: ignore[arg-type]
            asyncio.get_running_loop().call_later(CLOSING_S, self._carrier.abort)

    def _protocol_broken(self) -> bool:
        said: Any = self._transport.close_handshake  # its types forget that there may be none
        return said is not None and said.sent is not None and said.sent.code in (PROTOCOL_ERROR, TOO_BIG)

    def _keep(self, receive: Callable[[], None]) -> None:
        if self._early is not None:
            self._early.append(receive)
            if len(self._early) == MOST_EARLY:
                self._carrier.pause_reading()

    def _count(self, ping: bytes | None = None) -> None:
        """Count a frame that ends no message, and answer a ping."""
        if self._early is not None:
            self._keep(lambda: self._count(ping))
        elif self._counted() and ping is not None:
            self._transport.send_pong(ping)

    def _ignore_late_frame(self) -> None:
        """Ignore a frame that came after our closing frame, up to a number of them."""
        self._late += 1
        if self._late >= MOST_LATE:
            self._carrier.pause_reading()

    def _receive_part(self, frame: WSFrame) -> None:
        """Take a part of a message, or a whole message that is no text, which counts as empty."""
        if (frame.msg_type == WSMsgType.CONTINUATION) != (self._parts > 0):
            self.close(PROTOCOL_ERROR, "a frame out of order")
            return
        if not self._parts:
            self._is_text = frame.msg_type == TEXT
        self._parts += 1
        if self._is_text:
            self._text_so_far += frame.get_payload_as_memoryview()
        if len(self._text_so_far) > LARGEST_FRAME or self._parts > MOST_PARTS:
            self.close(TOO_BIG, "a message of too many frames")
        elif not frame.fin:
            self._count()
        else:
            whole, self._text_so_far, self._parts = bytes(self._text_so_far), bytearray(), 0
            self._received(whole)


def as_one_write(texts: Sequence[bytes]) -> bytes:
    """Several messages as the bytes of one write, so that they cost one system call.

    The player who moves gets a view and an answer: a second call would take 4 to 5 µs, a fourteenth of a move.
    """
    parts: list[bytes] = []
    for text in texts:
        parts += _header(len(text)), text
    return b"".join(parts)


def _header(length: int) -> bytes:
    """The frame header of a text message of so many bytes."""
    if length < 126:
        return bytes((_WHOLE_TEXT, length))
    if length < 65_536:
        return bytes((_WHOLE_TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((_WHOLE_TEXT, 127)) + length.to_bytes(8, "big")


def _refusal(status: HTTPStatus, code: str) -> WSUpgradeResponseWithListener:
    return WSUpgradeResponseWithListener(WSUpgradeResponse.create_error_response(status, code.encode()), None)


def read_cookies(header: str) -> dict[str, str]:
    pairs = (pair.partition("=") for pair in header.split(";"))
    return {name.strip(): value.strip() for name, _, value in pairs}
