"""Who is in a room with an open socket, and how messages reach them."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from parlour.server.live.match_host import Attempt
from parlour.server.protocol.messages import Answer, Bye, encode
from parlour.store.players import Player

logger = logging.getLogger("parlour")
MOST_UNSENT = 64 * 1024
"""Bytes that may wait for one slow reader, some hundred views. Every view is whole, so a reader that falls behind
reconnects and lacks nothing."""


class Connection(Protocol):
    """An open socket, whatever carries it."""

    def attend(self, heard: Callable[[bytes], None], gone: Callable[[bool], None]) -> None:
        """From now on call this with each message, empty if it was no text, and that once when the socket is closed.

        That is told whether the other side broke the protocol of sockets.
        """
        ...

    def write(self, texts: Sequence[bytes]) -> None:
        """Send these messages, in order; nothing once the socket is closing."""
        ...

    def unsent_bytes(self) -> int:
        """What the other side has not taken yet."""
        ...

    def close(self, code: int, reason: str) -> None:
        """Say goodbye; nothing is read or written after it."""
        ...


class Outbox:
    """What is said at one moment goes out together: one write for each socket, however many messages."""

    def __init__(self) -> None:
        self._listeners: list[Subscriber] = []

    def add(self, listener: "Subscriber") -> None:
        """There is something to be sent to somebody."""
        if not self._listeners:
            asyncio.get_running_loop().call_soon(self._send)
        self._listeners.append(listener)

    def _send(self) -> None:
        listeners, self._listeners = self._listeners, []
        for listener in listeners:
            listener.flush()


class Subscriber:
    """One open socket, seen from the room."""

    def __init__(self, player: Player, connection: Connection, outbox: Outbox, closed: Callable[[Bye], None]) -> None:
        self.player = player
        self.closing: Bye | None = None
        self.dismissed = asyncio.Event()
        """Set when the goodbye has been sent, or when there is nobody left to send it to."""
        self._connection = connection
        self._outbox = outbox
        self._closed = closed
        self._texts: list[bytes] = []

    def send(self, text: bytes) -> None:
        """Let the message be sent, in order."""
        if self.closing is not None:
            return
        if not self._texts:
            self._outbox.add(self)
        self._texts.append(text)

    def answered(self, ref: str | None, attempt: Attempt | None, problem: BaseException | None) -> None:
        """What was submitted over this socket came to something, or to nothing."""
        if attempt is not None and ref is not None:
            self.send(encode(Answer(ref, attempt.seq, attempt.refused)))
        else:
            logger.error("an action got no answer", exc_info=problem)
            self.close(Bye("broken", 1000))

    def close(self, bye: Bye) -> None:
        """Say goodbye after what is waiting."""
        if self.closing is None:
            self.closing = bye
            self._texts.append(encode(bye))
            self.flush()
            self._closed(bye)

    def flush(self) -> None:
        """Send what is waiting; a reader that is too far behind is let go."""
        if self.closing is None and self._connection.unsent_bytes() > MOST_UNSENT:
            self.close(Bye("too-slow", 1000))
        elif self._texts:
            texts, self._texts = self._texts, []
            self._connection.write(texts)


class Subscribers:
    """The listeners of one room, and since when somebody is away."""

    def __init__(self) -> None:
        self._listeners: set[Subscriber] = set()
        self._left: dict[str, float] = {}
        self._opened = time.monotonic()

    def __iter__(self) -> Iterator[Subscriber]:
        return iter(list(self._listeners))

    def __len__(self) -> int:
        return len(self._listeners)

    def add(self, listener: Subscriber) -> None:
        """Somebody came in, perhaps with a second tab."""
        self._listeners.add(listener)

    def remove(self, listener: Subscriber) -> None:
        """A socket was closed."""
        self._listeners.discard(listener)
        if not self.present(listener.player.id):
            self._left[listener.player.id] = time.monotonic()

    def present(self, player: str) -> bool:
        """Whether any socket of a player is open."""
        return any(listener.player.id == player for listener in self._listeners)

    def away_s(self, player: str) -> float:
        """For how long nobody has seen the player; 0 while present."""
        if self.present(player):
            return 0.0
        return time.monotonic() - self._left.get(player, self._opened)

    def tell(self, text: bytes) -> None:
        """The same message to everybody."""
        for listener in self:
            listener.send(text)
