"""The live list of open rooms: whoever subscribes to it sees them come and go."""

import asyncio
from collections.abc import Mapping
from typing import Protocol

from parlour.server.live.subscribers import Subscriber
from parlour.server.protocol.messages import Bye, LobbyNow, RoomNow, Say, Submit, encode
from parlour.server.protocol.problems import Problem

PAUSE_S = 0.2
"""Changes within it are sent together."""
REFRESH_S = 5.0
"""Rooms whose host went away leave the list without anybody doing anything."""
MOST_LISTED = 100


class ListedRoom(Protocol):
    """What the list asks of a room."""

    game: str

    def can_be_found(self) -> bool:
        """Whether the list shows it."""
        ...

    def now(self) -> RoomNow:
        """The room for everybody."""
        ...


class OpenRooms:
    """Sends the whole list, and only when it is another one."""

    def __init__(self, rooms: Mapping[str, ListedRoom]) -> None:
        self._rooms = rooms
        """All rooms of the server, in the order in which they were opened."""
        self._subscribers: set[Subscriber] = set()
        self._sent = b""
        self._handle: asyncio.TimerHandle | None = None

    @property
    def audience(self) -> int:
        """Nothing that is sent here reaches anybody."""
        return 0

    @property
    def subscribers(self) -> tuple[Subscriber, ...]:
        """Who sees the list."""
        return tuple(self._subscribers)

    def listed(self, game: str | None = None) -> list[RoomNow]:
        """Public rooms, of one game or of all, where somebody waits for others; the newest first."""
        rooms = reversed(list(self._rooms.values()))
        return [room.now() for room in rooms if game in (None, room.game) and room.can_be_found()]

    def enter(self, subscriber: Subscriber) -> None:
        """A socket opened: it gets the list, and so does everybody else if it is news."""
        self._subscribers.add(subscriber)
        if not self._send():
            subscriber.send(self._sent)

    def exit(self, subscriber: Subscriber) -> None:
        """A socket closed."""
        self._subscribers.discard(subscriber)
        if not self._subscribers:
            self._stop()

    def receive(self, subscriber: Subscriber, message: Submit | Say) -> None:  # noqa: ARG002
        """There is nothing to do here but look."""
        raise Problem(409, "not-in-a-room", "open the socket of a room to say or play something")

    def changed(self) -> None:
        """Something about a public room is different."""
        if self._subscribers:
            self._send_in(PAUSE_S)

    def close(self, bye: Bye) -> None:
        """Send everybody away."""
        self._stop()
        for subscriber in self._subscribers:
            subscriber.close(bye)

    def _send(self) -> bool:
        """Whether there was something new to send."""
        self._handle = None
        rooms = self.listed()
        text = encode(LobbyNow(tuple(rooms[:MOST_LISTED]), len(rooms)))
        news = text != self._sent
        self._sent = text
        for subscriber in self._subscribers if news else ():
            subscriber.send(text)
        self._send_in(REFRESH_S)
        return news

    def _send_in(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        if self._handle is None or self._handle.when() > loop.time() + seconds:
            self._stop()
            self._handle = loop.call_later(seconds, self._send)

    def _stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
