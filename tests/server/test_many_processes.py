"""Two servers over one PostgreSQL: who plays at one is seen at the other, and nothing depends on which it is."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from functools import partial

from parlour.games.dots_and_boxes.rules import DRAWS
from parlour.server.app import Parlour
from parlour.server.live.match_host import MatchHost
from parlour.server.live.room import Room
from parlour.server.live.seating import Holder, Nobody, Person
from parlour.server.settings import Settings
from parlour.store import players
from parlour.store.address import address_of
from parlour.store.players import Player
from tests.postgres import Postgres
from tests.server.test_two_processes import GAME, Screen

ANN, BOB, CLEO = (Player(name.lower(), name) for name in ("Ann", "Bob", "Cleo"))
WAIT_S = 20.0


class Two:
    """Two servers, as their processes would be, and Ann's room as both know it."""

    def __init__(self, here: Parlour, there: Parlour, at_here: Room, at_there: Room) -> None:
        self.here, self.there = here, there
        self.room_here, self.room_there = at_here, at_there


def with_two(
    postgres: Postgres, check: Callable[[Two], Awaitable[None]], *, seats: int = 2, public: bool = False
) -> None:
    """Ann's room with so many seats, on two servers."""

    async def body() -> None:
        settings = Settings(address_of(postgres.create()), warm=False, bot_pause_s=0, away_s=0.2)
        async with AsyncExitStack() as stack:
            here, there = (Parlour(settings) for _ in range(2))
            for parlour in (here, there):
                await stack.enter_async_context(parlour.app.lifespan())
            await until(lambda: here.hub.ready and there.hub.ready)
            for player in (ANN, BOB, CLEO):
                await here.store.write(players.add(player, player.id.encode(), 0))
            holders: tuple[Holder, ...] = (Person(ANN.id, ANN.name), *(Nobody(),) * (seats - 1))
            room = await here.hub.open(ANN, GAME, {}, holders, public=public, seed=None)
            await check(Two(here, there, room, await there.hub.find(room.code)))

    asyncio.run(body())


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(WAIT_S):
        while not holds():
            await asyncio.sleep(0.005)


def has_count(host: MatchHost, count: int) -> bool:
    return host.match.count == count


def test_what_is_played_at_one_process_is_seen_at_the_other(postgres: Postgres) -> None:
    async def check(two: Two) -> None:
        here, there = two.room_here, two.room_there
        ann, bob = Screen(ANN), Screen(BOB)
        here.enter(ann)
        there.enter(bob)
        await there.join(BOB, None)
        await until(lambda: here.phase == "playing")
        assert here.match_host is not None
        assert there.match_host is not None
        for number, host in enumerate((here.match_host, there.match_host, here.match_host)):
            await until(partial(has_count, host, number))
            await host.submit_and_wait(host.match.to_move[0], DRAWS[number * 20], f"ref{number}")
        await until(lambda: all(screen.of_type("view")[-1]["seq"] == 3 for screen in (ann, bob)))
        last = ann.of_type("view")[-1]
        assert last == bob.of_type("view")[-1] | {"seat": 0, "now_ms": last["now_ms"]}

    with_two(postgres, check)
