"""The lobby: whoever is in it sees the open rooms come and go."""

import asyncio
from collections.abc import Callable

from parlour.server.live.subscribers import Subscriber
from parlour.server.protocol.messages import Bye, LobbyNow, RoomNow, encode

PAUSE_S = 0.2
"""Changes within it are told together."""
REFRESH_S = 5.0
"""Rooms whose host went away leave the list without anybody doing anything."""
MOST_LISTED = 100


class OpenRooms:
    """Tells the whole list, and only when it is another one."""

    def __init__(self, listing: Callable[[], list[RoomNow]]) -> None:
        self._listing = listing
        self._listeners: set[Subscriber] = set()
        self._told = b""
        self._handle: asyncio.TimerHandle | None = None

    @property
    def listeners(self) -> tuple[Subscriber, ...]:
        """Who is in it."""
        return tuple(self._listeners)

    def enter(self, listener: Subscriber) -> None:
        """A socket opened: it gets the list, and so does everybody else if it is news."""
        self._listeners.add(listener)
        if not self._tell():
            listener.send(self._told)

    def exit(self, listener: Subscriber) -> None:
        """A socket closed."""
        self._listeners.discard(listener)
        if not self._listeners:
            self._stop()

    def changed(self) -> None:
        """Something about a public room is different."""
        if self._listeners:
            self._tell_in(PAUSE_S)

    def close(self, bye: Bye) -> None:
        """Send everybody away."""
        self._stop()
        for listener in self._listeners:
            listener.close(bye)

    def _tell(self) -> bool:
        """Whether there was something to tell."""
        self._handle = None
        rooms = self._listing()
        text = encode(LobbyNow(tuple(rooms[:MOST_LISTED]), len(rooms)))
        news = text != self._told
        self._told = text
        for listener in self._listeners if news else ():
            listener.send(text)
        self._tell_in(REFRESH_S)
        return news

    def _tell_in(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        if self._handle is None or self._handle.when() > loop.time() + seconds:
            self._stop()
            self._handle = loop.call_later(seconds, self._tell)

    def _stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
