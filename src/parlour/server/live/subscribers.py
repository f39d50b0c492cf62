"""Who is in a room with an open socket."""

import asyncio
import time
from collections.abc import Iterator
from typing import Protocol

from parlour.server.protocol.messages import Bye
from parlour.store.players import Player


class Subscriber(Protocol):
    """Somebody who is sent messages, in order, as long as their socket is open."""

    player: Player
    address: str
    """The key of where they are (`address_key`)."""
    gone: asyncio.Event
    """Set when the last message has been sent, or when there is nobody left to send it to."""

    def send(self, text: bytes) -> None:
        """Send a message; nothing once the socket is closing."""
        ...

    def close(self, bye: Bye) -> None:
        """Say why, then close."""
        ...


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
