"""Places for rooms: whether a player, an address and the server may have one room more, also when many are opened at
once."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Protocol

from msgspec import Struct

from parlour.server.access.limits.rooms import ROOMS_OF_A_PERSON, rooms_allowed
from parlour.server.live.rooms.room import Room
from parlour.server.live.services import Services
from parlour.server.problems import Problem
from parlour.server.settings import Settings
from parlour.store import rooms as stored_rooms
from parlour.store.transaction import together


class RoomToOpen:
    """A room that is to be opened, or is being opened: for whom, from which address."""

    def __init__(self, owner: str, address: str) -> None:
        self.owner = owner
        self.address = address
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the room is stored, or will never be."""


class PlacesTaken(Struct, frozen=True):
    """How many places are taken: by the owner of a room that is to be opened, from its address, in all."""

    by_owner: int
    from_address: int
    in_all: int

    def beside(self, others: Sequence[RoomToOpen], room: RoomToOpen) -> "PlacesTaken":
        """How many there are at most with others that are being opened, some of which may be stored already."""
        return PlacesTaken(
            self.by_owner + sum(other.owner == room.owner for other in others),
            self.from_address + sum(other.address == room.address for other in others),
            self.in_all + len(others),
        )


class Rooms(Protocol):
    """The rooms that are stored."""

    async def taken(self, room: RoomToOpen) -> tuple[list[str], PlacesTaken]:
        """The codes of the rooms of its owner, and how many places are taken, of one moment."""
        ...

    async def close_one(self, codes: Sequence[str], room: RoomToOpen, *, anywhere: bool) -> bool:
        """Close the first of these rooms of its owner that can make way; whether there was one.

        Only one that was opened from the same address can, if it is not to be anywhere.
        """
        ...


class StoredRooms:
    """The rooms of the store, taken up where one of them makes way."""

    def __init__(self, services: Services, found_if_open: Callable[[str], Awaitable[Room | None]]) -> None:
        self._store = services.store
        self._found_if_open = found_if_open

    async def taken(self, room: RoomToOpen) -> tuple[list[str], PlacesTaken]:
        """As ``Rooms`` has it. A database that is away is not waited for: others wait for this."""
        counts = together(stored_rooms.count(), stored_rooms.count_from(room.address))
        owned, (count, held) = await self._store.read_at_once(together(stored_rooms.owned_by(room.owner), counts))
        return owned, PlacesTaken(len(owned), held, count)

    async def close_one(self, codes: Sequence[str], room: RoomToOpen, *, anywhere: bool) -> bool:
        """As ``Rooms`` has it."""
        for code in codes:
            owned = await self._found_if_open(code)
            if owned is None or not (anywhere or owned.opened_by[0] == room.address):
                continue
            # Looked at before its turn, too: that a turn comes to nothing costs reading the room again.
            if owned.can_make_way(room.owner):
                try:
                    await owned.make_way(room.owner)
                except Problem as problem:
                    if problem.status != HTTPStatus.NOT_FOUND:
                        raise
            if owned.closed:
                return True
        return False


class RoomsToClose(Struct, frozen=True):
    """One of these rooms is to be closed before another takes its place."""

    codes: Sequence[str]
    anywhere: bool
    otherwise: Problem
    """Why there is no place if none of them can be closed."""


class Places:
    """Every stored room takes a place, and so does every room that is being opened, from the moment it is given one."""

    def __init__(self, settings: Settings, rooms: Rooms) -> None:
        self._settings = settings
        self._rooms = rooms
        self._opening: list[RoomToOpen] = []
        """Those that were given a place."""
        self._deciding = asyncio.Lock()
        """One is decided on at a time: while the store is read for one, no other is given a place."""

    @asynccontextmanager
    async def kept(self, owner: str, address: str) -> AsyncIterator[None]:
        """Within it, a place is kept for a room that is being opened; Problem if there is none."""
        room = await self._with_place(owner, address)
        try:
            yield
        finally:
            self._end(room)

    async def _with_place(self, owner: str, address: str) -> RoomToOpen:
        """A room that has a place; Problem if there is none.

        Where no other room can make way, rooms are counted once more: they were counted before, and one of them may
        have been closed by its people since then.
        """
        room = RoomToOpen(owner, address)
        way = await self._given(room)
        if way is None or await self._makes_way(way, room):
            return room
        room = RoomToOpen(owner, address)
        way = await self._given(room)
        if way is None:
            return room
        self._end(room)
        raise way.otherwise

    async def _makes_way(self, way: RoomsToClose, room: RoomToOpen) -> bool:
        """Whether one of the rooms was closed for a room, which loses its place if not."""
        closed = False
        try:
            closed = await self._rooms.close_one(way.codes, room, anywhere=way.anywhere)
        finally:
            if not closed:
                self._end(room)
        return closed

    def _end(self, room: RoomToOpen) -> None:
        """Keep no place for a room any more: it is stored, or will never be."""
        self._opening.remove(room)
        room.ended.set_result(None)

    async def _given(self, room: RoomToOpen) -> RoomsToClose | None:
        """Give a room a place as soon as it is sure that there is one; Problem if there is none.

        Where an owner or an address has as many rooms as they may, a room takes the place of another of its owner's,
        which the caller closes; not of one that is being opened, and one after another.
        """
        while True:
            async with self._deciding:
                # Of these, one that is stored before the store is read counts twice. None counts not at all.
                others = tuple(self._opening)
                owned, stored = await self._rooms.taken(room)
                taken, refusal = stored.beside(others, room), self._too_many(stored)
                if refusal is None and (full := self._server_full(stored)) is not None:
                    raise full
                awaited = self._in_the_way(stored, others, room)
                if not awaited:
                    self._opening.append(room)
                    # A room that was opened elsewhere leaves the address no place.
                    anywhere = self._server_full(taken) is None
                    return None if refusal is None else RoomsToClose(owned, anywhere, refusal)
            await first_ended(awaited)

    def _in_the_way(self, stored: PlacesTaken, others: Sequence[RoomToOpen], room: RoomToOpen) -> Sequence[RoomToOpen]:
        """Those without which there might be a place, or another room that can make way: one that is stored already was
        counted twice, and one that fails needs none."""
        taken = stored.beside(others, room)
        if self._too_many(stored) is not None:
            is_sure = self._server_full(taken) is None or self._server_full(stored) is not None
            return _of_owner(others, room) if is_sure else others
        if self._owner_full(taken) is not None:
            return _of_owner(others, room)
        if self._address_full(taken) is not None:
            return [other for other in others if other.address == room.address]
        return () if self._server_full(taken) is None else others

    def _too_many(self, taken: PlacesTaken) -> Problem | None:
        """Why an owner or an address may have no more, however many places are free."""
        return self._owner_full(taken) or self._address_full(taken)

    def _owner_full(self, taken: PlacesTaken) -> Problem | None:
        most = self._settings.most_rooms_of_a_player
        if taken.by_owner < most:
            return None
        return Problem(409, "too-many-rooms", f"you have {most} rooms open; leave one of them first")

    def _address_full(self, taken: PlacesTaken) -> Problem | None:
        held = taken.from_address
        if held < self._most_from_address:
            return None
        return Problem(429, "quota-spent", f"{held} rooms are open from this address; leave one of them first")

    def _server_full(self, taken: PlacesTaken) -> Problem | None:
        """Why an address gets none of the places that are still free, if any are."""
        free = self._settings.most_rooms - taken.in_all
        if taken.from_address < rooms_allowed(free, self._most_from_address):
            return None
        return Problem(503, "server-full", "this server has no room for another room; try again later")

    @property
    def _most_from_address(self) -> int:
        return self._settings.people_of_an_address * ROOMS_OF_A_PERSON


def _of_owner(others: Sequence[RoomToOpen], room: RoomToOpen) -> Sequence[RoomToOpen]:
    return [other for other in others if other.owner == room.owner]


async def first_ended(rooms: Sequence[RoomToOpen]) -> None:
    """Wait until one of them is stored, or will never be."""
    await asyncio.wait([room.ended for room in rooms], return_when=asyncio.FIRST_COMPLETED)
