"""Who is in a room with an open socket, at this process or at another."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from typing import Protocol

from parlour.protocol.messages import Bye
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

    __slots__ = ("_clock", "_left", "_sockets", "_subscribers", "elsewhere", "everybody")

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._subscribers: set[Subscriber] = set()
        self.everybody: tuple[Subscriber, ...] = ()
        """The subscribers at this process. Another tuple when somebody comes or goes: a message goes to those of one
        moment."""
        self._sockets: Counter[str] = Counter()
        """How many of them each player is."""
        self.elsewhere: Mapping[str, int] = {}
        """How many sockets of each player other processes have in this room."""
        self._left: dict[str, float] = {}
        """The time at which those who hold seats were last seen: when they sat down or, if that was later, closed their
        socket."""

    def __len__(self) -> int:
        return len(self._subscribers)

    def add(self, subscriber: Subscriber) -> None:
        """Add somebody who came in, perhaps with a second tab."""
        if subscriber not in self._subscribers:
            self._subscribers.add(subscriber)
            self.everybody = tuple(self._subscribers)
            self._sockets[subscriber.player.id] += 1

    def remove(self, subscriber: Subscriber) -> None:
        """Remove a socket that was closed."""
        if subscriber not in self._subscribers:
            return
        player = subscriber.player.id
        self._subscribers.remove(subscriber)
        self.everybody = tuple(self._subscribers)
        self._sockets[player] -= 1
        if self._sockets[player] == 0:
            del self._sockets[player]
            self._note_if_gone(player)

    def see_elsewhere(self, sockets: Mapping[str, int]) -> bool:
        """Take note of who is connected at other processes; gives whether that is news."""
        before, self.elsewhere = self.elsewhere, sockets
        for player in before:
            self._note_if_gone(player)
        return before != sockets

    def here(self) -> dict[str, int]:
        """How many sockets of each player are open at this process."""
        return dict(self._sockets)

    def watching(self, seated: Container[str]) -> int:
        """The number of sockets of people without a seat, wherever they are connected."""
        everywhere = (*self._sockets.items(), *self.elsewhere.items())
        return sum(sockets for player, sockets in everywhere if player not in seated)

    def _note_if_gone(self, player: str) -> None:
        if player in self._left and not self.present(player):
            self._left[player] = self._clock()

    def expect(self, seated: Iterable[str]) -> None:
        """Take note of which players hold seats from now on."""
        now = self._clock()
        self._left = {player: self._left.get(player, now) for player in seated}

    def present(self, player: str) -> bool:
        """Whether any socket of a player is open."""
        return player in self._sockets or player in self.elsewhere

    def away_s(self, player: str) -> float:
        """The seconds since anybody has seen a player who holds a seat; 0 while present."""
        return 0.0 if self.present(player) else self._clock() - self._left[player]
