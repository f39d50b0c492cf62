"""The session of a player's open socket: it counts and decodes messages, hands them to its channel, and sends
others."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from parlour.protocol.faults import UNREADABLE, malformed
from parlour.protocol.messages import Bye, Fault, Ping, Pong, Say, Submit, decode, encode
from parlour.server.access.allowance import Allowance
from parlour.server.live.people.subscribers import Subscriber
from parlour.server.metrics import Metrics
from parlour.server.problems import Problem
from parlour.store.players import Player

logger = logging.getLogger("parlour")
TOO_FAST = ("too-fast", "too many requests; wait a moment")
MOST_FAULTS = 40
"""Malformed or excess messages and frames after which the socket is closed."""
PONG = encode(Pong())


class SocketConnection(Protocol):
    """The connection that carries the frames of a socket."""

    behind: bool
    """Whether more is unsent than may wait for a slow reader. Every view is complete, so a client that is cut off and
    reconnects misses nothing."""

    def start_reading(
        self, received: Callable[[bytes], None], counted: Callable[[], bool], closed: Callable[[bool], None]
    ) -> None:
        """Call ``received`` with each message, empty if it was no text, and ``closed`` once at the end.

        ``counted`` is called for each frame that ends no message, and says whether it is to be answered.
        The argument of ``closed`` says whether the other side broke the WebSocket protocol.
        """
        ...

    def write(self, texts: Sequence[bytes]) -> None:
        """Send these messages, in order; nothing once the socket is closing."""
        ...

    def close(self, code: int, reason: str) -> None:
        """Begin the closing handshake; nothing is read or written after it."""
        ...


class Channel(Protocol):
    """A room or the list of open rooms, to which a socket is subscribed."""

    def audience(self) -> int:
        """The number of sockets that get what a message causes."""
        ...

    def enter(self, subscriber: Subscriber) -> None:
        """Add a subscriber, and send it the current state."""
        ...

    def exit(self, subscriber: Subscriber) -> None:
        """Remove a subscriber, whose socket was closed."""
        ...

    def receive(self, subscriber: Subscriber, message: Submit | Say) -> None:
        """Do what a message asks for, or raise Problem."""
        ...


class Outbox:
    """Collects the messages of one iteration of the loop, for one write to each socket."""

    def __init__(self) -> None:
        self._waiting: list[SocketSession] = []

    def add(self, session: "SocketSession") -> None:
        """Note that a session has messages to send."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._send)
        self._waiting.append(session)

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        for session in waiting:
            session.flush()


class SocketSession:
    """A Subscriber with an open socket."""

    __slots__ = (
        *("player", "address", "gone"),
        *("_connection", "_channel", "_audience", "_outbox", "_allowance", "_metrics"),
        *("_retry_ms", "_closed", "_closing", "_texts", "_faults_left"),
    )

    def __init__(
        self,
        player: Player,
        connection: SocketConnection,
        channel: Channel,
        outbox: Outbox,
        allowance: Allowance,
        metrics: Metrics,
        retry_ms: int,
        closed: Callable[[Bye], None],
    ) -> None:
        self.player = player
        self.address = allowance.address
        self.gone = asyncio.Event()
        self._connection = connection
        self._channel = channel
        self._audience = channel.audience
        self._outbox = outbox
        self._allowance = allowance
        self._metrics = metrics
        self._retry_ms = retry_ms
        """Milliseconds after which a client that is sent away may come back."""
        self._closed = closed
        """Called when the server closes the socket."""
        self._closing = False
        self._texts: list[bytes] = []
        self._faults_left = MOST_FAULTS

    def receive(self, text: bytes) -> None:
        """Do what a message asks for, or send a fault."""
        if self._closing:
            return
        message = None
        try:
            if not self._allowance.take_message(self._audience):
                raise Problem(429, *TOO_FAST)
            message = decode(text)
            if isinstance(message, Submit):
                self._allowance.admit_entry(len(text))
            elif isinstance(message, Ping):
                self.send(PONG)
                return
            else:
                self._allowance.admit_phrase()
            self._channel.receive(self, message)
        except Problem as problem:
            ref = message.ref if isinstance(message, Submit) else None
            self._refuse(Fault(problem.code, problem.detail, ref))
        except UNREADABLE as error:
            self._refuse(Fault(*malformed(error)))
        except Exception:
            logger.exception("a message could not be taken")
            self.close(Bye("broken", 1000))

    def count_frame(self) -> bool:
        """Count a ping or a part of a message as a message; whether it is to be answered."""
        if self._closing:
            return False
        if not self._allowance.take_message(self._audience):
            self._refuse(Fault(*TOO_FAST))
            return False
        if self._connection.behind:
            self.close(Bye("too-slow", 1000))
            return False
        return True

    def send(self, text: bytes) -> None:
        """Queue a message."""
        if self._closing:
            return
        if not self._texts:
            self._outbox.add(self)
        self._texts.append(text)

    def close(self, bye: Bye) -> None:
        """Send the reason after the queued messages, then close."""
        if not self._closing:
            self._closing = True
            self._texts.append(encode(bye))
            self.flush()
            self._closed(bye)

    def flush(self) -> None:
        """Send the queued messages; close the socket of a reader that is too far behind."""
        if self._connection.behind and not self._closing:
            self.close(Bye("too-slow", 1000))
        elif self._texts:
            texts, self._texts = self._texts, []
            self._connection.write(texts)

    def _refuse(self, fault: Fault) -> None:
        self._metrics.fault(fault.code)
        self.send(encode(fault))
        self._faults_left -= 1
        if self._faults_left == 0:
            self.close(Bye(fault.code, self._retry_ms))
