"""A connection as uvicorn reads it, one request at a time, within limits of time and size."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

import httptools
from uvicorn import Config
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from parlour.server.access.addresses import address_key
from parlour.server.base import below
from parlour.server.connections.open_connections import OpenConnections
from parlour.server.connections.proxies import TrustedProxies
from parlour.server.connections.refusals import refusal, unsupported_handshake
from parlour.server.connections.request_turns import RequestTurns
from parlour.server.metrics import Metrics
from parlour.server.problems import Problem
from parlour.server.socket.picows_adapter import READ_AT_ONCE, SocketProtocol, UpgradeHandler

LARGEST_HEAD = 16 * 1024
"""Bytes of the request line and headers."""
LARGEST_LINE = 8 * 1024
"""Bytes of the request line."""
MOST_UNREAD = 64 * 1024
"""Bytes of later requests that may wait until the first one is answered."""
MOST_DISCARDED = 1024 * 1024
"""Bytes of a body that may still come after its request was answered."""
LONGER = 3
"""A body may take so many times as long as a head, and so may sending an answer."""
END_OF_HEAD = b"\r\n\r\n"
HANDED_OVER = {b"host", b"origin", b"cookie", b"x-forwarded-for", b"sec-websocket-key", b"sec-websocket-version"}
"""The headers that the handshake of a socket needs."""


class Stage(Enum):
    """What a connection is waiting for."""

    HEAD = auto()
    BODY = auto()
    ANSWER = auto()


class OutOfTurn(Exception):
    """A request began before the one before it was answered."""


@dataclass(frozen=True)
class ConnectionServices:
    """What all connections share."""

    handler: UpgradeHandler
    open_connections: OpenConnections
    turns: RequestTurns
    patience_s: float
    """How long the head of a request may take, from the accept or the last answer."""
    metrics: Metrics
    base: str = ""
    """The path below which the hub lies (parlour.server.base)."""


class HttpConnection(HttpToolsProtocol):
    """One request is read, then answered, then the next is read: an answer never gets into another's stream."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None,
        services: ConnectionServices,
        trusted_proxies: TrustedProxies,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._services = services
        self._open_connections = services.open_connections
        self._trusted_proxies = trusted_proxies
        self.url = b""
        self._peer = ""
        self._address: str | None = None
        """The key of the peer's address; None for a proxy."""
        self._stage = Stage.HEAD
        self._settled: Stage | None = None
        """The stage for which the timer runs."""
        self._timer: asyncio.TimerHandle | None = None
        self._taking_timer: asyncio.TimerHandle | None = None
        self._unread = b""
        self._head = bytearray()
        self._body_left: int | None = 0
        """None for a chunked body."""
        self._discarded = 0
        self._problem: Problem | None = None
        """The problem for which the parser was stopped."""

    # As an asyncio.Protocol

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.client is not None:
            self._peer = self.client[0]
            self._address = None if self._peer in self._trusted_proxies else address_key(self._peer)
        if self._open_connections.enter(self, self._address):
            self._settle()
        else:
            self._refuse(Problem(503, "too-many-connections", "too many connections; close some or come back later"))

    def connection_lost(self, exc: Exception | None) -> None:
        self._open_connections.leave(self)
        self._cancel_timers()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._unread += data
        self._read_on()
        if len(self._unread) > MOST_UNREAD:
            self._unread = b""
            self._services.metrics.connection_ended("too-much-waits")
            self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._expect_taking()

    def resume_writing(self) -> None:
        """Start the timer again: the client has read much of an answer and has as long for the rest."""
        super().resume_writing()
        self._expect_taking()

    # As a Closable

    def make_room(self) -> None:
        self._services.metrics.connection_ended("made-room")
        self.transport.abort()

    # What the parser calls

    def on_message_begin(self) -> None:
        if self._stage is not Stage.HEAD:
            raise OutOfTurn
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        headers = dict(self.headers)
        chunked = b"transfer-encoding" in headers
        self._body_left = None if chunked else int(headers.get(b"content-length", b"0"))
        self._problem = self._unsupported() or self._outside()
        if self._problem is not None:
            raise self._problem
        self._head.clear()
        self._discarded = 0
        if not self.transport.get_write_buffer_size():
            self._taken()
        super().on_headers_complete()
        if not self._is_handshake():
            self._stage = Stage.BODY
            if chunked:
                # Where such a body ends is known only when the parser has gone on to what follows it.
                self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        if self._stage is Stage.BODY:
            super().on_message_complete()
            self._stage = Stage.HEAD if self.cycle.response_complete else Stage.ANSWER

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """Called by uvicorn when the head of a request is complete."""

        def start() -> None:
            if not self.transport.is_closing():
                HttpToolsProtocol._start_asgi_task(self, cycle, app)

        self._in_turn(start)

    def _in_turn(self, answer: Callable[[], None]) -> None:
        """Answer the request when it is its address's turn."""
        address = self._address
        if address is None:
            forwarded = b", ".join(value for name, value in self.headers if name == b"x-forwarded-for")
            address = address_key(self._trusted_proxies.client_address(self._peer, forwarded.decode("latin-1")))
        self._services.turns.begin(address, answer)

    # What the answer calls

    def on_response_complete(self) -> None:
        self.server_state.total_requests += 1
        self.cycle.body.clear()
        if self.transport.get_write_buffer_size():
            self._expect_taking()
        if self.transport.is_closing():
            return
        if self._stage is Stage.ANSWER:
            self._stage = Stage.HEAD
        self.flow.resume_reading()
        self._read_on()

    # Reading

    def _read_on(self) -> None:
        while self._unread and not self.transport.is_closing():
            if self._stage is Stage.HEAD:
                self._read_head()
            elif self._stage is Stage.BODY:
                self._read_body()
            else:
                self.flow.pause_reading()
                break
        self._settle()

    def _read_head(self) -> None:
        """Give the parser the bytes of a head, and none that follow it."""
        before = bytes(self._head[1 - len(END_OF_HEAD) :])
        found = (before + self._unread).find(END_OF_HEAD)
        end = len(self._unread) if found < 0 else found + len(END_OF_HEAD) - len(before)
        part, self._unread = self._unread[:end], self._unread[end:]
        self._head += part
        if len(self._head) > LARGEST_LINE and self._head.find(b"\r\n", 0, LARGEST_LINE) < 0:
            self._refuse(Problem(414, "uri-too-long", f"a request line has at most {LARGEST_LINE} bytes"))
        elif len(self._head) > LARGEST_HEAD:
            self._refuse(Problem(431, "headers-too-large", f"headers have at most {LARGEST_HEAD} bytes"))
        else:
            self._feed(part)

    def _read_body(self) -> None:
        left = len(self._unread) if self._body_left is None else self._body_left
        part, self._unread = self._unread[:left], self._unread[left:]
        if self._body_left is not None:
            self._body_left -= len(part)
        if self.cycle.response_complete:
            self._discarded += len(part)
            if self._discarded > MOST_DISCARDED:
                self.transport.abort()
                return
        self._feed(part)

    def _feed(self, part: bytes) -> None:
        try:
            self.parser.feed_data(part)
        except httptools.HttpParserUpgrade:
            if self._is_handshake():
                self._stage = Stage.ANSWER
                self._in_turn(self._hand_over)
        except httptools.HttpParserError as error:
            if not isinstance(error.__context__, OutOfTurn):
                self._refuse(self._problem or Problem(400, "malformed", "this is no request of HTTP/1.1"))
            self._unread = b""
            self.flow.pause_reading()

    def _unsupported(self) -> Problem | None:
        """The problem of a request that is refused by its head alone, or None."""
        if self.parser.get_http_version() not in ("1.0", "1.1"):
            return Problem(505, "http-version", "this server speaks HTTP/1.1")
        if not self.parser.should_upgrade():
            return None
        if self._body_left != 0:
            return Problem(400, "malformed", "a request that asks for another protocol has no body")
        if self._is_handshake():
            return unsupported_handshake(self.parser.get_http_version(), self.parser.get_method(), self.headers)
        return None

    def _outside(self) -> Problem | None:
        """The problem of a request outside the base, or None. The base is removed from the path here."""
        base = self._services.base
        target = below(base, self.url)
        if target is None:
            return Problem(404, "no-such-page", f"there is no such page; this hub is at {base}/")
        if not target:
            return Problem(308, "moved", f"this hub is at {base}/")
        self.url = target
        return None

    # Becoming a socket

    def _is_handshake(self) -> bool:
        return self.parser.should_upgrade() and self._get_upgrade() == b"websocket"

    def _should_upgrade(self) -> bool:
        """Called by uvicorn: whether the request is to become a socket."""
        return self._is_handshake()

    def _hand_over(self) -> None:
        """Hand the connection to picows, with the bytes that came after the handshake."""
        if self.transport.is_closing():
            return
        if len(self._unread) > READ_AT_ONCE:
            self._stage = Stage.HEAD
            self._refuse(Problem(400, "malformed", "wait for the answer to the handshake"))
            return
        self._cancel_timers()
        self.connections.discard(self)
        self.flow.resume_reading()
        head = [b"GET ", self.url, b" HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"]
        for name, value in self.headers:
            if name in HANDED_OVER:
                head += [name, b": ", value, b"\r\n"]
        early, self._unread = self._unread, b""
        leave = self._open_connections.keep_place(self)
        protocol: SocketProtocol | None = None
        try:
            protocol = SocketProtocol(
                self.connections, self._services.handler, self._trusted_proxies.client_address, leave
            )
            protocol.connection_made(self.transport)
            protocol.data_received(b"".join([*head, b"\r\n", early]))
        except Exception:
            # Until it is the transport's protocol nobody tells it that the connection is lost.
            self.connections.discard(protocol)
            leave()
            self.transport.abort()
            raise
        self.transport.set_protocol(protocol)

    # Limits of time

    def _settle(self) -> None:
        """Set the timer for the current stage."""
        if self._stage is self._settled or self.transport.is_closing():
            return
        self._settled = self._stage
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._stage is Stage.ANSWER:
            self._open_connections.busy(self)
            return
        self._open_connections.silent(self)
        patience_s = self._services.patience_s * (1 if self._stage is Stage.HEAD else LONGER)
        self._timer = self.loop.call_later(patience_s, self._lose_patience)

    def _lose_patience(self) -> None:
        if self._stage is Stage.HEAD and not self._head:
            self._services.metrics.connection_ended("idle")
            self.transport.close()
        else:
            self._refuse(Problem(408, "request-timeout", "the request took too long"))

    def _expect_taking(self) -> None:
        self._taken()
        self._taking_timer = self.loop.call_later(self._services.patience_s * LONGER, self._lose_patience_with_taking)

    def _taken(self) -> None:
        if self._taking_timer is not None:
            self._taking_timer.cancel()
            self._taking_timer = None

    def _lose_patience_with_taking(self) -> None:
        if self.transport.get_write_buffer_size():
            self._services.metrics.connection_ended("answer-not-taken")
            self.transport.abort()

    def _cancel_timers(self) -> None:
        self._taken()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # Refusing

    def _refuse(self, problem: Problem) -> None:
        """Answer with a problem and close the connection."""
        self._services.metrics.connection_ended(problem.code)
        self._unread = b""
        if self._stage is not Stage.HEAD:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            if self.cycle.response_started:
                self.transport.abort()
                return
        moved = b"%b/%b" % (self._services.base.encode(), b"".join(self.url.partition(b"?")[1:]))
        self.transport.write(refusal(problem, moved))
        self.transport.close()


def connections_by(services: ConnectionServices) -> Callable[..., HttpConnection]:
    """The class of connections for uvicorn's configuration."""

    trusted_proxies: TrustedProxies | None = None

    def take(
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> HttpConnection:
        nonlocal trusted_proxies
        if trusted_proxies is None:
            trusted_proxies = TrustedProxies(config)
        return HttpConnection(config, server_state, app_state, _loop, services, trusted_proxies)

    return take
