"""Open sockets: picows reads and writes the frames of connections that uvicorn has taken for HTTP until then."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import lru_cache
from http import HTTPStatus
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

from parlour.server.access.limits import LARGEST_FRAME
from parlour.server.live.subscribers import Connection

MOST_EARLY = 8
"""Messages that may wait until somebody attends to a new socket, before it is not read any more."""
IDLE_S = 20.0
"""After so long without a word the other side is asked whether it is there, and has as long to answer."""
HANDSHAKE_S = 5.0
GOODBYE_S = 1.0
"""How long the other side may take to answer a goodbye."""
LEAST_BUFFER = 2048
TEXT = WSMsgType.TEXT
MESSAGES = (WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.CONTINUATION)
_WHOLE_TEXT = 0x81
DONE, OUT_OF_ORDER, TOO_BIG, RESTART = 1000, 1002, 1009, 1012
BROKEN_RULES = (OUT_OF_ORDER, TOO_BIG)
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


class UpgradeRefused(Exception):
    """There is no socket for whoever knocked; HTTP says why."""

    def __init__(self, status: HTTPStatus, code: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code


class UpgradeHandler(Protocol):
    """Who decides about sockets and attends to them."""

    def answer(self, knock: UpgradeRequest) -> Callable[[Connection], None]:
        """What to do with the socket once it is open, or UpgradeRefused."""
        ...


class Wire(WSProtocol):  # type: ignore[misc]
    """What uvicorn hands a connection to once it asks to become a socket."""

    def __init__(self, server_state: ServerState, doorkeeper: UpgradeHandler, proxies: Any) -> None:
        pings = (True, IDLE_S, IDLE_S, WSAutoPingStrategy.PING_WHEN_IDLE)
        super().__init__(
            None, None, False, self._open, _SILENT, True, HANDSHAKE_S, *pings, True, LARGEST_FRAME, None, LEAST_BUFFER
        )
        self._doorkeeper = doorkeeper
        self._proxies = proxies
        self._open_ones: set[Any] = server_state.connections

    def connection_made(self, transport: asyncio.Transport) -> None:
        self._open_ones.add(self)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._open_ones.discard(self)
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

    def _open(self, request: WSUpgradeRequest) -> WSListener | WSUpgradeResponseWithListener:
        try:
            attend = self._doorkeeper.answer(self._knock(request))
        except UpgradeRefused as away:
            return _refusal(away.status, away.code)
        except Exception:
            logger.exception("a knock was not answered")
            return _refusal(HTTPStatus.INTERNAL_SERVER_ERROR, "fault")
        return OpenSocket(attend)

    def _knock(self, request: WSUpgradeRequest) -> UpgradeRequest:
        headers = request.headers
        peer = self.transport.underlying_transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        if address in self._proxies:
            forwarded = ", ".join(headers.getall("X-Forwarded-For", []))
            address = self._proxies.get_trusted_client_address(forwarded)[0] or address
        return UpgradeRequest(
            path=unquote(request.path.partition(b"?")[0].decode("latin-1")),
            origin=headers.get("Origin"),
            host=headers.get("Host"),
            cookies=_cookies("; ".join(headers.getall("Cookie", []))),
            address=address,
        )


class OpenSocket(WSListener):
    """A Connection."""

    def __init__(self, opened: Callable[[Connection], None]) -> None:
        self._opened = opened
        self._hear: Callable[[bytes], None] = self._keep
        self._gone: Callable[[bool], None] = lambda _hostile: None
        self._early: list[bytes] = []
        """What came before anybody attended."""
        self._begun: list[bytes] = []
        """The parts of a message that is sent in several frames, as few clients do."""

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        self._carrier: asyncio.Transport = transport.underlying_transport
        self._opened(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        kind = frame.msg_type
        if kind == TEXT and frame.fin and not self._begun and not transport.is_close_frame_sent:
            self._hear(frame.get_payload_as_bytes())
        elif kind == WSMsgType.CLOSE:
            code: Any = frame.get_close_code()
            code = code or DONE
            transport.send_close(code)
            transport.disconnect()
        elif kind in MESSAGES and not transport.is_close_frame_sent:
            self._hear_part(frame)

    def on_ws_disconnected(self, _transport: WSTransport) -> None:
        self._gone(self._broken())

    def pause_writing(self) -> None:
        """Who reads too slowly is noticed by what is unsent."""

    def resume_writing(self) -> None:
        """See above."""

    # As a Connection

    def attend(self, heard: Callable[[bytes], None], gone: Callable[[bool], None]) -> None:
        self._hear, self._gone = heard, gone
        early, self._early = self._early, []
        for text in early:
            heard(text)
        if self._transport.is_disconnected:
            gone(self._broken())
        elif len(early) >= MOST_EARLY:
            self._carrier.resume_reading()

    def write(self, texts: Sequence[bytes]) -> None:
        if len(texts) == 1:
            self._transport.send(TEXT, texts[0])
        elif not (self._transport.is_close_frame_sent or self._transport.is_disconnected):
            self._carrier.write(b"".join([part for text in texts for part in (_header(len(text)), text)]))

    def unsent_bytes(self) -> int:
        return self._carrier.get_write_buffer_size()

    def close(self, code: int, reason: str) -> None:
        if not self._transport.is_disconnected:
            self._transport.send_close(code, reason.encode())  # type: ignore[arg-type]
            asyncio.get_running_loop().call_later(GOODBYE_S, self._transport.disconnect)

    def _broken(self) -> bool:
        said: Any = self._transport.close_handshake  # its types forget that there may be none
        return said is not None and said.sent is not None and said.sent.code in BROKEN_RULES

    def _keep(self, text: bytes) -> None:
        self._early.append(text)
        if len(self._early) == MOST_EARLY:
            self._carrier.pause_reading()

    def _hear_part(self, frame: WSFrame) -> None:
        """A part of a message, or a whole one that is no text: then it counts as empty."""
        if (frame.msg_type == WSMsgType.CONTINUATION) != bool(self._begun):
            self.close(OUT_OF_ORDER, "a frame out of order")
            return
        self._begun.append(b"" if frame.msg_type == WSMsgType.BINARY else frame.get_payload_as_bytes())
        if sum(map(len, self._begun)) > LARGEST_FRAME:
            self.close(TOO_BIG, "a message of many frames")
        elif frame.fin:
            whole, self._begun = b"".join(self._begun), []
            self._hear(whole)


def wires(doorkeeper: UpgradeHandler) -> Callable[..., Wire]:
    """How uvicorn makes a socket of a connection."""

    proxies: Any = None

    def make(config: Config, server_state: ServerState, app_state: object) -> Wire:  # noqa: ARG001
        nonlocal proxies
        if proxies is None:
            # Whom uvicorn believes about addresses over HTTP is believed here.
            proxies = ProxyHeadersMiddleware(config.loaded_app, config.forwarded_allow_ips or "").trusted_hosts
        return Wire(server_state, doorkeeper, proxies)

    return make


def _refusal(status: HTTPStatus, code: str) -> WSUpgradeResponseWithListener:
    return WSUpgradeResponseWithListener(WSUpgradeResponse.create_error_response(status, code.encode()), None)


def _cookies(header: str) -> dict[str, str]:
    pairs = (pair.partition("=") for pair in header.split(";"))
    return {name.strip(): value.strip() for name, _, value in pairs}


@lru_cache(4096)
def _header(length: int) -> bytes:
    """What stands before a whole text message of so many bytes."""
    if length < 126:
        return bytes((_WHOLE_TEXT, length))
    if length < 65_536:
        return bytes((_WHOLE_TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((_WHOLE_TEXT, 127)) + length.to_bytes(8, "big")
