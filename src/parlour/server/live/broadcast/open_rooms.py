"""The live list of open rooms: whoever subscribes to it sees them come and go."""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Protocol, TypeVar

from parlour.protocol.messages import Bye, LobbyNow, RoomNow, Say, Submit, encode
from parlour.server.live.people.subscribers import Subscriber
from parlour.server.problems import Problem

PAUSE_S = 0.2
"""Seconds within which changes are sent together."""
REFRESH_S = 5.0
"""Rooms whose owner went away leave the list without anybody doing anything."""
KEPT_S = 1.0
"""A list is not older than that when somebody is shown it."""
FEW_ROOMS = 200
"""Among so many rooms the list is made again whenever it changed (0.5 ms); among more, once in KEPT_S at most."""
MOST_LISTED = 100
MOST_LISTED_OF_AN_OWNER = 3
Opened = TypeVar("Opened", bound="OpenedRoom")


class OpenedRoom(Protocol):
    """What tells whose turn a room is."""

    @property
    def opened_by(self) -> tuple[str, str]:
        """The hash of the address that it was opened from, and its owner."""
        ...


class ListableRoom(OpenedRoom, Protocol):
    """What the list asks of a room."""

    game: str

    def can_be_found(self) -> bool:
        """Whether the list shows it."""
        ...

    def now(self) -> RoomNow:
        """The room for everybody."""
        ...


def in_turns(rooms: Iterable[Opened], most_of_an_address: int = MOST_LISTED) -> list[Opened]:
    """One room of each address, then another of each, and so on; within an address, one of each owner.

    However many rooms one of them opens, they come after the first of everybody else.
    """
    addresses: dict[str, dict[str, list[Opened]]] = {}
    for room in rooms:
        address, owner = room.opened_by
        addresses.setdefault(address or owner, {}).setdefault(owner, []).append(room)
    shown = [
        _alternately(theirs[:MOST_LISTED_OF_AN_OWNER] for theirs in owners.values())[:most_of_an_address]
        for owners in addresses.values()
    ]
    return _alternately(shown)


def _alternately(groups: Iterable[Sequence[Opened]]) -> list[Opened]:
    return [room for turn in zip_longest(*groups) for room in turn if room is not None]


@dataclass(frozen=True)
class _Listing:
    """The list as it was at a moment."""

    made: float
    rooms: list[RoomNow]
    of_games: dict[str, list[RoomNow]]
    text: bytes
    """What the lobby is sent."""


class OpenRooms:
    """Sends the whole list, and only when it is another one. However many ask, it is made once for all of them."""

    def __init__(
        self,
        rooms: Mapping[str, ListableRoom],
        most_of_an_address: int = MOST_LISTED,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._kept: _Listing | None = None
        self._is_stale = True
        """Whether something changed since the list that is kept was made."""
        self._most_of_an_address = most_of_an_address
        self._rooms = rooms
        """All rooms of the server, in the order in which they were opened."""
        self._subscribers: set[Subscriber] = set()
        self._sent = b""
        self._handle: asyncio.TimerHandle | None = None

    def audience(self) -> int:
        """Nothing that is sent here reaches anybody."""
        return 0

    @property
    def subscribers(self) -> tuple[Subscriber, ...]:
        """Who sees the list."""
        return tuple(self._subscribers)

    def listed(self, game: str | None = None) -> list[RoomNow]:
        """Public rooms, of one game or of all, where somebody waits: everybody's in turn, the newest first."""
        listing = self._listing()
        return listing.rooms if game is None else listing.of_games.get(game, [])

    def _listing(self) -> _Listing:
        kept, now = self._kept, self._clock()
        at_once = self._is_stale and len(self._rooms) <= FEW_ROOMS
        if kept is None or at_once or now - kept.made >= KEPT_S:
            kept = self._kept = self._made(now)
            self._is_stale = False
        return kept

    def _made(self, now: float) -> _Listing:
        found = [room for room in reversed(list(self._rooms.values())) if room.can_be_found()]
        of_games: dict[str, list[ListableRoom]] = {}
        for room in found:
            of_games.setdefault(room.game, []).append(room)
        shown = self._shown(found)
        return _Listing(
            now,
            shown,
            {game: self._shown(rooms) for game, rooms in of_games.items()},
            encode(LobbyNow(tuple(shown), len(found))),
        )

    def _shown(self, found: list[ListableRoom]) -> list[RoomNow]:
        return [room.now() for room in in_turns(found, self._most_of_an_address)[:MOST_LISTED]]

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
        """Refuse: there is nothing to do here but look."""
        raise Problem(409, "not-in-a-room", "open the socket of a room to say or play something")

    def changed(self) -> None:
        """Make the list again, since something about a public room is different."""
        self._is_stale = True
        if self._subscribers:
            self._send_in(PAUSE_S)

    def close(self, bye: Bye) -> None:
        """Send everybody away."""
        self._stop()
        for subscriber in self._subscribers:
            subscriber.close(bye)

    def _send(self) -> bool:
        """Whether there was something new to send."""
        self._stop()
        text = self._listing().text
        news = text != self._sent
        self._sent = text
        for subscriber in self._subscribers if news else ():
            subscriber.send(text)
        self._send_in(KEPT_S if self._is_stale else REFRESH_S)
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
