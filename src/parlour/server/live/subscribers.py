"""Who is in a room with an open socket, and how messages reach them."""

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import Protocol

from parlour.server.protocol.messages import Bye, encode
from parlour.store.players import Player

MOST_UNSENT = 64 * 1024
"""Bytes that may wait for one slow reader, some hundred views. Every view is whole, so a reader that falls behind
reconnects and lacks nothing."""


class SocketConnection(Protocol):
    """An open socket, whatever carries it."""

    def start_reading(self, received: Callable[[bytes], None], closed: Callable[[bool], None]) -> None:
        """From now on call ``received`` with each message, empty if it was no text, and ``closed`` once at the end.

        ``closed`` is told whether the other side broke the protocol of sockets.
        """
        ...

    def send(self, text: bytes) -> None:
        """Send a message; nothing once the socket is closing."""
        ...

    def unsent_bytes(self) -> int:
        """What the other side has not taken yet."""
        ...

    def close(self, code: int, reason: str) -> None:
        """Begin the closing handshake; nothing is read or written after it."""
        ...


class Subscriber:
    """One open socket of a player, seen from the room."""

    def __init__(self, player: Player, connection: SocketConnection, closed: Callable[[Bye], None]) -> None:
        self.player = player
        self.closing: Bye | None = None
        self.gone = asyncio.Event()
        """Set when the last message has been sent, or when there is nobody left to send it to."""
        self._connection = connection
        self._closed = closed

    def send(self, text: bytes) -> None:
        """Send a message; a reader that is too far behind is let go."""
        if self.closing is not None:
            return
        if self._connection.unsent_bytes() > MOST_UNSENT:
            self.close(Bye("too-slow", 1000))
        else:
            self._connection.send(text)

    def close(self, bye: Bye) -> None:
        """Say why, then close."""
        if self.closing is None:
            self.closing = bye
            self._connection.send(encode(bye))
            self._closed(bye)


class Subscribers:
    """The subscribers of one room, and since when somebody is away."""

    def __init__(self) -> None:
        self._subscribers: set[Subscriber] = set()
        self._left: dict[str, float] = {}
        self._opened = time.monotonic()

    def __iter__(self) -> Iterator[Subscriber]:
        return iter(list(self._subscribers))

    def __len__(self) -> int:
        return len(self._subscribers)

    def add(self, subscriber: Subscriber) -> None:
        """Somebody came in, perhaps with a second tab."""
        self._subscribers.add(subscriber)

    def remove(self, subscriber: Subscriber) -> None:
        """A socket was closed."""
        self._subscribers.discard(subscriber)
        if not self.present(subscriber.player.id):
            self._left[subscriber.player.id] = time.monotonic()

    def present(self, player: str) -> bool:
        """Whether any socket of a player is open."""
        return any(subscriber.player.id == player for subscriber in self._subscribers)

    def away_s(self, player: str) -> float:
        """For how long nobody has seen the player; 0 while present."""
        if self.present(player):
            return 0.0
        return time.monotonic() - self._left.get(player, self._opened)

    def broadcast(self, text: bytes) -> None:
        """The same message to everybody."""
        for subscriber in self:
            subscriber.send(text)
