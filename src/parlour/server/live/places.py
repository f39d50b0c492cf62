"""Places for rooms: whether a player, an address and the server may have one room more, also when many are opened at
once in this process. A room of another process counts once it is stored."""

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
        """Done when its opening has ended: with a room that is stored, or with none."""


class PlacesTaken(Struct, frozen=True):
    """How many places are taken: by the owner of a room that is to be opened, from its address, in all."""

    by_owner: int
    from_address: int
    in_all: int

    def at_most_with(self, others: Sequence[RoomToOpen], room: RoomToOpen) -> "PlacesTaken":
        """The places taken if none of the others that are being opened is stored yet: at most as many are taken."""
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
        """As ``Rooms`` has it. It waits for no database that is away, since others wait for its answer."""
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
    """Whether it may be one that was opened from another address."""
    refusal: Problem
    """Why there is no place if none of them can be closed."""


class Places:
    """Every stored room takes a place, and so does every room that this process is opening, from the moment it is given
    one."""

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

        Where none of the owner's rooms can make way, rooms are counted once more: looking at them took a while, in
        which one may have been closed by its people.
        """
        room = RoomToOpen(owner, address)
        to_close = await self._give_place(room)
        if to_close is None or await self._one_closed(to_close, room):
            return room
        if to_close.codes:
            room = RoomToOpen(owner, address)
            to_close = await self._give_place(room)
            if to_close is None:
                return room
            self._end(room)
        raise to_close.refusal

    async def _one_closed(self, to_close: RoomsToClose, room: RoomToOpen) -> bool:
        """Whether one of the rooms was closed for the room to be opened, which loses its place if not."""
        closed = False
        try:
            closed = await self._rooms.close_one(to_close.codes, room, anywhere=to_close.anywhere)
        finally:
            if not closed:
                self._end(room)
        return closed

    def _end(self, room: RoomToOpen) -> None:
        """Keep no place for a room any more: it is stored, or its opening has failed."""
        self._opening.remove(room)
        room.ended.set_result(None)

    async def _give_place(self, room: RoomToOpen) -> RoomsToClose | None:
        """Give a room a place, as soon as it is sure that there is one; Problem if there is none.

        Where an owner or an address has as many rooms as they may, the place is that of another room of its owner's:
        then these are returned, and the caller closes one. A room that is being opened gives its place to no other.
        """
        while True:
            async with self._deciding:
                # Of these, one that is stored before the store is read counts twice. None counts not at all.
                others = tuple(self._opening)
                owned, stored = await self._rooms.taken(room)
                taken, refusal = stored.at_most_with(others, room), self._too_many(stored)
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
        """The rooms being opened whose end decides whether there is a place; none if that is sure without them.

        One that is stored already was counted twice, and one that fails needs no place.
        """
        taken = stored.at_most_with(others, room)
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
    """Wait until one of them has been opened, or has failed."""
    await asyncio.wait([room.ended for room in rooms], return_when=asyncio.FIRST_COMPLETED)
