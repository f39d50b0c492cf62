"""A lost game is dodged neither by letting the others wait nor by a server that ends at the wrong moment."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from parlour.games.dots_and_boxes.rules import DRAWS
from parlour.server.after.confirmer import Confirmer
from parlour.server.app import Parlour
from parlour.server.live.people.leaving import PATIENCE_MS
from parlour.server.live.people.seating import Person
from parlour.server.live.rooms.room import Room
from parlour.server.settings import Settings
from parlour.store import log, players, ratings
from parlour.store.log import StoredMatch
from parlour.store.players import Player
from tests.server.hostile.test_time import SetClock
from tests.server.late_parlour import open_parlour

ANN, BOB = Player("ann", "Ann"), Player("bob", "Bob")
GAME = "dots-and-boxes"
Check = Callable[[Parlour, Room, SetClock], Awaitable[None]]


async def served(database: Path, check: Check) -> None:
    """A match of Ann and Bob in which each has drawn a line, so that Ann is to move."""
    clock = SetClock()
    parlour = open_parlour(Settings(database, warm=False, away_s=0), clock)
    async with parlour.app.lifespan():
        for player in (ANN, BOB):
            await parlour.store.write(players.add(player, player.id.encode(), 0))
        holders = (Person(ANN.id, ANN.name), Person(BOB.id, BOB.name))
        room = await parlour.hub.open(ANN, GAME, {}, holders, public=False, seed=None)
        for seat, player in enumerate((ANN, BOB)):
            clock.at += 1000
            await room.submit_and_wait(player, seat, DRAWS[seat])
        await check(parlour, room, clock)


async def rated(parlour: Parlour) -> dict[str, int]:
    """Who is rated how, once nothing is left to be confirmed."""
    while await parlour.store.read(log.unconfirmed()):
        await asyncio.sleep(0.01)
    found = await parlour.store.read(ratings.rated(GAME, 10, None))
    return {row.player: row.rating for row in found.rows}


def test_who_lets_the_others_wait_loses_to_who_gives_up(tmp_path: Path) -> None:
    async def check(parlour: Parlour, room: Room, clock: SetClock) -> None:
        clock.at += PATIENCE_MS
        await room.leave(BOB)
        await room.leave(ANN)
        found = await rated(parlour)
        assert found["ann"] < 1000 < found["bob"]

    asyncio.run(served(tmp_path / "parlour.db", check))


def test_who_lets_the_others_wait_until_the_room_is_closed_loses(tmp_path: Path) -> None:
    async def check(parlour: Parlour, room: Room, clock: SetClock) -> None:
        clock.at += PATIENCE_MS
        await room.close()
        found = await rated(parlour)
        assert found["ann"] < 1000 < found["bob"]

    asyncio.run(served(tmp_path / "parlour.db", check))


def test_a_room_that_is_closed_while_nobody_was_made_to_wait_rates_nobody(tmp_path: Path) -> None:
    async def check(parlour: Parlour, room: Room, _clock: SetClock) -> None:
        await room.close()
        assert await rated(parlour) == {}

    asyncio.run(served(tmp_path / "parlour.db", check))


def test_who_is_away_and_makes_way_for_a_bot_has_left_and_the_bot_rates_nobody(tmp_path: Path) -> None:
    async def check(parlour: Parlour, room: Room, clock: SetClock) -> None:
        await room.fill(ANN, 1, "novice")
        assert room.now().ranked is True
        clock.at += 1
        await room.leave(ANN)
        found = await rated(parlour)
        assert set(found) == {"ann", "bob"}
        assert found["bob"] < 1000 < found["ann"]

    asyncio.run(served(tmp_path / "parlour.db", check))


def test_a_server_that_ends_before_a_closed_match_is_confirmed_rates_it_when_it_starts_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(_confirmer: Confirmer, match: str) -> StoredMatch:
        raise LookupError(match)

    async def check(parlour: Parlour, room: Room, clock: SetClock) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(Confirmer, "confirm", never)
            await room.leave(BOB)
            clock.at += 1
            await room.leave(ANN)
            await asyncio.sleep(0)
        assert len(await parlour.store.read(log.unconfirmed())) == 1

    async def again() -> None:
        parlour = open_parlour(Settings(tmp_path / "parlour.db", warm=False))
        async with parlour.app.lifespan():
            await parlour.hub.resume()
            found = await rated(parlour)
            assert found["bob"] < 1000 < found["ann"]

    asyncio.run(served(tmp_path / "parlour.db", check))
    asyncio.run(again())
