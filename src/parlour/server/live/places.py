"""Places for rooms: whether a player, an address and the server may have one room more, also when many are opened at
once."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

from msgspec import Struct

from parlour.server.access.limits.rooms import ROOMS_OF_A_PERSON, rooms_allowed
from parlour.server.live.people.seating import people
from parlour.server.live.rooms.room import Room
from parlour.server.live.services import Services
from parlour.server.protocol.problems import Problem
from parlour.store import rooms as stored_rooms
from parlour.store.players import Player
from parlour.store.transaction import together


class Opening:
    """A room that is being opened: for whom, from which address."""

    def __init__(self, owner: str, address: str) -> None:
        self.owner = owner
        self.address = address
        self._over = asyncio.Event()

    def end(self) -> None:
        """The room is stored, or will never be."""
        self._over.set()

    async def ended(self) -> None:
        """Wait for the end."""
        await self._over.wait()


class Taken(Struct, frozen=True):
    """How many places are taken."""

    by_owner: int
    from_address: int
    in_all: int

    def beside(self, before: Sequence[Opening], opening: Opening) -> "Taken":
        """How many there are at most with the rooms that are being opened before another, some of which may be stored
        already."""
        return Taken(
            self.by_owner + sum(other.owner == opening.owner for other in before),
            self.from_address + sum(other.address == opening.address for other in before),
            self.in_all + len(before),
        )


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
        opening = Opening(owner.id, address)
        self._opening.append(opening)
        try:
            await self._require_one(owner, opening)
            yield
        finally:
            self._opening.remove(opening)
            opening.end()

    async def _require_one(self, owner: Player, opening: Opening) -> None:
        """There is a place for one more room, and it is not kept for somebody else; Problem if not.

        Where an owner or an address has as many rooms as they may, one of the owner's makes way; not for those that are
        being opened, and for one after another, since each takes a room of its own.
        """
        while True:
            before = self._opening[: self._opening.index(opening)]
            owned, stored = await self._stored(owner, opening.address)
            refusal = self._refusal(stored)
            if refusal is not None:
                own = [other for other in before if other.owner == opening.owner]
                if own:
                    await own[-1].ended()
                    continue
                if self._too_many(stored) is not None and await self._close_one(owned, owner):
                    return
                raise refusal
            if self._refusal(stored.beside(before, opening)) is None:
                return
            # One that was stored meanwhile was counted twice, and one that failed needs no place.
            await before[-1].ended()

    async def _stored(self, owner: Player, address: str) -> tuple[list[str], Taken]:
        """The codes of a player's rooms, and how many places are taken."""
        counts = together(stored_rooms.count(), stored_rooms.count_from(address))
        owned, (count, held) = await self._services.store.read(together(stored_rooms.owned_by(owner.id), counts))
        return owned, Taken(len(owned), held, count)

    def _refusal(self, taken: Taken) -> Problem | None:
        """Why there is no place for one more room, if there is none."""
        return self._too_many(taken) or self._server_full(taken)

    def _too_many(self, taken: Taken) -> Problem | None:
        """Why an owner or an address may have no more, however many places are free."""
        most = self._services.settings.most_rooms_of_a_player
        if taken.by_owner >= most:
            return Problem(409, "too-many-rooms", f"you have {most} rooms open; leave one of them first")
        held = taken.from_address
        if held >= self._most_from_address:
            return Problem(429, "quota-spent", f"{held} rooms are open from this address; leave one of them first")
        return None

    def _server_full(self, taken: Taken) -> Problem | None:
        """Why an address gets none of the places that are still free, if any are."""
        free = self._services.settings.most_rooms - taken.in_all
        if taken.from_address >= rooms_allowed(free, self._most_from_address):
            return Problem(503, "server-full", "this server has no room for another room; try again later")
        return None

    @property
    def _most_from_address(self) -> int:
        return self._services.settings.people_of_an_address * ROOMS_OF_A_PERSON

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
