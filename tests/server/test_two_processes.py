"""One store, two processes: a room that both change stays one room."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from parlour.server.app import Parlour
from parlour.server.live.room import Room
from parlour.server.live.seating import BotSeat, Holder, Nobody, Person, people
from parlour.server.protocol.problems import Problem
from parlour.server.settings import Settings
from parlour.store import log
from parlour.store.players import Player
from parlour.store.store import Store

ANN, BOB, CLEO = (Player(name.lower(), name) for name in ("Ann", "Bob", "Cleo"))
GAME = "dots-and-boxes"


def in_two_processes(folder: Path, seats: int, check: Callable[[Room, Room, Store], Awaitable[None]]) -> None:
    """Ann's room with so many seats, as two servers on one file know it."""

    async def body() -> None:
        async with AsyncExitStack() as stack:
            here, there = (Parlour(Settings(folder / "parlour.db", warm=False)) for _ in range(2))
            for parlour in (here, there):
                await stack.enter_async_context(parlour.app.lifespan())
            holders: tuple[Holder, ...] = (Person(ANN.id, ANN.name), *(Nobody(),) * (seats - 1))
            room = await here.hub.open(ANN, GAME, {}, holders, public=False, seed=None)
            await check(room, await there.hub.find(room.code), here.store)

    asyncio.run(body())


def test_two_who_take_the_last_seat_at_once_do_not_both_get_it(tmp_path: Path) -> None:
    async def check(here: Room, there: Room, _store: Store) -> None:
        came = await asyncio.gather(here.join(BOB, 1), there.join(CLEO, 1), return_exceptions=True)
        [refused] = [error for error in came if error is not None]
        assert isinstance(refused, Problem)
        assert refused.code in ("seat-taken", "room-full")
        assert here.state.holders == there.state.holders
        assert here.now().match == there.now().match

    in_two_processes(tmp_path, 2, check)


def test_two_who_take_different_seats_at_once_both_sit(tmp_path: Path) -> None:
    async def check(here: Room, there: Room, _store: Store) -> None:
        await asyncio.gather(here.join(BOB, 1), there.join(CLEO, 2))
        await here.rename(ANN)
        assert people(here.state.holders) == {ANN.id, BOB.id, CLEO.id}
        assert here.phase == "playing"
        await there.rename(CLEO)
        assert there.state.holders == here.state.holders
        assert there.now().match == here.now().match

    in_two_processes(tmp_path, 3, check)


def test_a_room_that_was_closed_elsewhere_is_gone_here_too(tmp_path: Path) -> None:
    async def check(here: Room, there: Room, _store: Store) -> None:
        await there.close()
        with pytest.raises(Problem, match="no-such-room"):
            await here.join(BOB, None)
        assert here.closed

    in_two_processes(tmp_path, 2, check)


def test_a_bot_that_was_seated_elsewhere_unranks_the_match_here_too(tmp_path: Path) -> None:
    async def check(here: Room, there: Room, store: Store) -> None:
        await here.join(BOB, None)
        await there.rename(ANN)
        assert here.now().ranked
        await there.leave(BOB)
        await there.fill(ANN, 1, "novice")
        await here.rename(ANN)
        assert here.state.holders[1] == BotSeat("novice")
        assert (here.now().ranked, there.now().ranked) == (False, False)
        match = here.now().match
        assert match is not None
        stored = await store.read(log.stored(match))
        assert stored is not None
        assert [who.changed for who in stored.seats] == [False, True]

    in_two_processes(tmp_path, 2, check)
