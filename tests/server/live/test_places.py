"""Nobody gets more rooms than they may, in whatever order rooms are counted, closed, stored and given up."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from parlour.server.access.limits.rooms import ROOMS_OF_A_PERSON
from parlour.server.live.places import Places, PlacesTaken, RoomToOpen
from parlour.server.problems import Problem
from parlour.server.settings import Settings
from tests.patience import WAIT_S


class Asked(Struct, frozen=True):
    """A room that somebody asks for."""

    owner: str
    address: str
    fails: bool = False
    """Whether it comes to nothing when it has a place."""
    gives_up: bool = False
    """Whether whoever asks does not wait for it to the end."""


class Model:
    """Rooms of a store in which every step takes as long as chance has it, before and after it is done."""

    def __init__(self, settings: Settings, chance: Random) -> None:
        self.rooms: dict[str, Asked] = {}
        """By code, those not touched for longest first."""
        self.counted: set[asyncio.Task[Any] | None] = set()
        """Who has been told how many places are taken."""
        self.places = Places(settings, self)
        self._settings = settings
        self._chance = chance
        self._codes = 0

    async def pause(self) -> None:
        """Let others go on a few times."""
        for _ in range(self._chance.randrange(6)):
            await asyncio.sleep(0)

    async def taken(self, room: RoomToOpen) -> tuple[list[str], PlacesTaken]:
        """As ``Rooms`` has it."""
        await self.pause()
        owned = [code for code, stored in self.rooms.items() if stored.owner == room.owner]
        held = sum(stored.address == room.address for stored in self.rooms.values())
        taken = PlacesTaken(len(owned), held, len(self.rooms))
        await self.pause()
        self.counted.add(asyncio.current_task())
        return owned, taken

    async def close_one(self, codes: Sequence[str], room: RoomToOpen, *, anywhere: bool) -> bool:
        """As ``Rooms`` has it: every room can make way."""
        await self.pause()
        for code in codes:
            stored = self.rooms.get(code)
            if stored is not None and (anywhere or stored.address == room.address):
                del self.rooms[code]
                await self.pause()
                return True
        return False

    def store(self, asked: Asked) -> None:
        """Add a room; nobody has more than they may."""
        self._codes += 1
        self.rooms[str(self._codes)] = asked
        assert len(self.rooms) <= self._settings.most_rooms
        most = self._settings.most_rooms_of_a_player
        assert max(Counter(room.owner for room in self.rooms.values()).values()) <= most
        most = self._settings.people_of_an_address * ROOMS_OF_A_PERSON
        assert max(Counter(room.address for room in self.rooms.values()).values()) <= most

    async def open(self, asked: Asked) -> bool:
        """Ask for a room; whether it was opened."""
        await self.pause()
        try:
            async with self.places.kept(asked.owner, asked.address):
                await self.pause()
                if not asked.fails:
                    self.store(asked)
                await self.pause()
        except Problem:
            return False
        return not asked.fails

    async def open_all(self, all_asked: Sequence[Asked]) -> list[bool | BaseException]:
        """Ask for rooms at the same moment."""
        tasks = [asyncio.create_task(self.open(asked)) for asked in all_asked]
        for asked, task in zip(all_asked, tasks, strict=True):
            if asked.gives_up:
                await self.pause()
                task.cancel()
        async with asyncio.timeout(WAIT_S):
            return await asyncio.gather(*tasks, return_exceptions=True)


rarely = st.integers(0, 5).map(lambda number: number == 5)
rooms = st.builds(Asked, st.sampled_from("abcd"), st.sampled_from(["home", "home", "elsewhere"]), rarely, rarely)


@given(
    st.lists(rooms, min_size=6, max_size=20),
    st.integers(0, 12),
    st.integers(1, 6),
    st.integers(1, 14),
    st.randoms(use_true_random=False),
)
def test_nobody_gets_more_rooms_than_they_may(
    asked: list[Asked], before: int, most_each: int, most: int, chance: Random
) -> None:
    """The first rooms are asked for one by one, the others at the same moment."""

    async def check() -> None:
        settings = Settings(
            Path("parlour.db"), people_of_an_address=1, most_rooms_of_a_player=most_each, most_rooms=most
        )
        model = Model(settings, chance)
        for one in asked[:before]:
            await model.open(one)
        done = await model.open_all(asked[before:])
        assert [one for one in done if not isinstance(one, bool | asyncio.CancelledError)] == []
        everybody_else = [f"{number}" for number in range(most)]
        for name in everybody_else:
            await model.open(Asked(name, name))
        assert len(model.rooms) == most, "no place is kept for a room that is opened, or never will be"

    asyncio.run(check())


@pytest.mark.parametrize(("asked_by_one", "others"), [(2, 1), (6, 5)])
def test_a_room_that_takes_the_place_of_another_counts_for_everybody_who_waits(asked_by_one: int, others: int) -> None:
    """Somebody asks for several rooms, others for one each, where each must close one of their own."""

    async def check(chance: Random) -> None:
        model = Model(Settings(Path("parlour.db"), people_of_an_address=1), chance)
        for number in range(ROOMS_OF_A_PERSON):
            model.store(Asked(f"{number}", "home"))
        asked = ["0"] * asked_by_one + [f"{number}" for number in range(1, 1 + others)]
        assert all(await model.open_all([Asked(owner, "home") for owner in asked]))
        assert len(model.rooms) == ROOMS_OF_A_PERSON

    for seed in range(20):
        asyncio.run(check(Random(seed)))


def test_a_room_waits_for_those_alone_that_may_take_its_place() -> None:
    """Not for a stranger's, however slowly that is dealt."""

    async def check() -> None:
        model = Model(Settings(Path("parlour.db"), people_of_an_address=1), Random(0))
        for number in range(ROOMS_OF_A_PERSON - 1):
            model.store(Asked(f"{number}", "home"))
        async with asyncio.timeout(WAIT_S), AsyncExitStack() as stranger:
            async with model.places.kept("ann", "home"):
                await stranger.enter_async_context(model.places.kept("stranger", "elsewhere"))
                bob = asyncio.create_task(model.open(Asked("bob", "home")))
                while bob not in model.counted:
                    await asyncio.sleep(0)
            assert await bob

    asyncio.run(check())


def test_a_full_server_refuses_a_room_without_waiting_for_others_of_its_owner() -> None:
    async def check() -> None:
        model = Model(Settings(Path("parlour.db"), most_rooms=1), Random(0))
        async with asyncio.timeout(WAIT_S), model.places.kept("ann", "home"):
            model.store(Asked("ann", "home"))
            assert not await model.open(Asked("ann", "home"))

    asyncio.run(check())


def test_a_player_with_too_many_rooms_waits_where_those_being_opened_might_leave_the_address_no_place() -> None:
    """Rooms that are being opened at the school, and stored already, are counted twice until they are open."""

    async def check() -> None:
        settings = Settings(Path("parlour.db"), people_of_an_address=1, most_rooms_of_a_player=1, most_rooms=9)
        model = Model(settings, Random(0))
        model.store(Asked("ann", "home"))
        async with asyncio.timeout(WAIT_S):
            async with AsyncExitStack() as pupils:
                for name in "bc":
                    await pupils.enter_async_context(model.places.kept(name, "school"))
                    model.store(Asked(name, "school"))
                ann = asyncio.create_task(model.open(Asked("ann", "school")))
                while ann not in model.counted:
                    await asyncio.sleep(0)
            assert await ann

    asyncio.run(check())


def test_a_player_with_too_many_rooms_who_leaves_one_meanwhile_needs_no_other_to_make_way() -> None:
    async def check(chance: Random) -> None:
        model = Model(Settings(Path("parlour.db"), most_rooms_of_a_player=1), chance)
        model.store(Asked("ann", "home"))
        ann = asyncio.create_task(model.open(Asked("ann", "home")))
        while ann not in model.counted:
            await asyncio.sleep(0)
        model.rooms.pop("1", None)
        async with asyncio.timeout(WAIT_S):
            assert await ann

    for seed in range(20):
        asyncio.run(check(Random(seed)))


def test_a_room_makes_way_only_for_one_from_its_own_address_where_that_has_too_many() -> None:
    async def check() -> None:
        model = Model(Settings(Path("parlour.db"), people_of_an_address=1), Random(0))
        for number in range(ROOMS_OF_A_PERSON):
            model.store(Asked(f"{number}", "elsewhere"))
        model.store(Asked("ann", "home"))
        assert not await model.open(Asked("ann", "elsewhere"))
        assert "home" in {room.address for room in model.rooms.values()}
        assert await model.open(Asked("0", "elsewhere"))

    asyncio.run(check())
