"""Places for rooms: whether a player, an address and the server may have one room more, also when many are opened at
once."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

from parlour.server.access.limits.rooms import ROOMS_OF_A_PERSON, rooms_allowed
from parlour.server.live.people.seating import people
from parlour.server.live.rooms.room import Room
from parlour.server.live.services import Services
from parlour.server.protocol.problems import Problem
from parlour.store import rooms as stored_rooms
from parlour.store.players import Player
from parlour.store.transaction import together


class Opening:
    """A room that is being opened, from an address."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._over = asyncio.Event()

    def end(self) -> None:
        """The room is stored, or will never be."""
        self._over.set()

    async def ended(self) -> None:
        """Wait for the end."""
        await self._over.wait()


class Places:
    """Every stored room takes a place; one that is being opened keeps its place from those that are opened later."""

    def __init__(self, services: Services, found_if_open: Callable[[str], Awaitable[Room | None]]) -> None:
        self._services = services
        self._found_if_open = found_if_open
        self._opening: list[Opening] = []
        """In the order in which they were asked for."""

    @asynccontextmanager
    async def kept(self, owner: Player, address: str) -> AsyncIterator[None]:
        """Within it, a place is kept for a room that is being opened; Problem if there is none."""
        opening = Opening(address)
        self._opening.append(opening)
        try:
            await self._require_one(owner, opening)
            yield
        finally:
            self._opening.remove(opening)
            opening.end()

    async def _require_one(self, owner: Player, opening: Opening) -> None:
        """There is a place for one more room, and it is not kept for somebody else; Problem if not."""
        while True:
            before = self._opening[: self._opening.index(opening)]
            try:
                return await self._require_one_beside(before, owner, opening.address)
            except Problem:
                if not before:
                    raise
            # One that was stored meanwhile was counted twice, and one that failed needs no place.
            await before[-1].ended()

    async def _require_one_beside(self, before: Sequence[Opening], owner: Player, address: str) -> None:
        """The same beside those that are being opened and may not be stored yet."""
        settings, read = self._services.settings, self._services.store.read
        owned = await read(stored_rooms.owned_by(owner.id))
        count, held = await read(together(stored_rooms.count(), stored_rooms.count_from(address)))
        count, held = count + len(before), held + sum(other.address == address for other in before)
        most, of_address = settings.most_rooms_of_a_player, settings.people_of_an_address * ROOMS_OF_A_PERSON
        if (len(owned) >= most or held >= of_address) and await self._close_one(owned, owner):
            return
        if len(owned) >= most:
            raise Problem(409, "too-many-rooms", f"you have {most} rooms open; leave one of them first")
        if held >= of_address:
            raise Problem(429, "quota-spent", f"{held} rooms are open from this address; leave one of them first")
        if held >= rooms_allowed(settings.most_rooms - count, of_address):
            raise Problem(503, "server-full", "this server has no room for another room; try again later")

    async def _close_one(self, codes: Sequence[str], owner: Player) -> bool:
        """Close the first of these rooms that nobody is in and nobody else sits in; whether there was one."""
        for code in codes:
            room = await self._found_if_open(code)
            if room is None:
                continue
            attempt = room.state.daily is not None and room.phase == "playing"
            if not attempt and not room.live.is_entered and people(room.state.holders) <= {owner.id}:
                await room.close()
                return True
        return False
