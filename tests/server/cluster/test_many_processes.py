"""Two servers over one PostgreSQL: who plays at one is seen at the other, and nothing depends on which it is."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import AsyncExitStack
from functools import partial

import pytest

from parlour.games.dots_and_boxes.rules import DRAWS
from parlour.protocol.messages import Bye, Phrase, Said, encode
from parlour.server.access.authentication import Authentication
from parlour.server.access.device_cookie import DeviceCookie
from parlour.server.access.identity import new_code
from parlour.server.app import Parlour
from parlour.server.clock import ServerClock
from parlour.server.live.matches.match_host import MatchHost
from parlour.server.live.people.seating import BotSeat, Holder, Nobody, Person
from parlour.server.live.rooms.room import Room
from parlour.server.problems import Problem
from parlour.server.settings import Settings
from parlour.store import analyses, notifications, players, processes
from parlour.store import rooms as stored_rooms
from parlour.store.address import address_of
from parlour.store.players import Player
from parlour.store.rooms import StoredRoom
from tests.patience import WAIT_S
from tests.postgres import Postgres
from tests.server.late_parlour import open_parlour
from tests.server.live.rooms.test_two_processes import GAME, Screen, play_out

ANN, BOB, CLEO = (Player(name.lower(), name) for name in ("Ann", "Bob", "Cleo"))
PHRASES: tuple[Phrase, Phrase] = ("hello", "nice")


class Two:
    """Two servers, as their processes would be, and Ann's room as both know it."""

    def __init__(self, here: Parlour, there: Parlour, at_here: Room, at_there: Room) -> None:
        self.here, self.there = here, there
        self.room_here, self.room_there = at_here, at_there


def with_two(
    postgres: Postgres, check: Callable[[Two], Awaitable[None]], *, seats: int = 2, public: bool = False
) -> None:
    """Ann's room with so many seats, on two servers."""

    async def body(address: str) -> None:
        settings = Settings(address_of(address), warm=False, bot_pause_s=0, away_s=0.2)
        async with AsyncExitStack() as stack:
            here, there = (open_parlour(settings) for _ in range(2))
            for parlour in (here, there):
                await stack.enter_async_context(parlour.app.lifespan())
            await until(lambda: here.hub.ready and there.hub.ready)
            for player in (ANN, BOB, CLEO):
                await here.store.write(players.add(player, player.id.encode(), 0))
            holders: tuple[Holder, ...] = (Person(ANN.id, ANN.name), *(Nobody(),) * (seats - 1))
            room = await here.hub.open(ANN, GAME, {}, holders, public=public, seed=None)
            await check(Two(here, there, room, await there.hub.find(room.code)))

    with postgres.blank() as address:
        asyncio.run(body(address))


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


def test_whoever_is_connected_at_another_process_is_there(postgres: Postgres) -> None:
    """Nobody stands in for them, and watchers are counted once for all; when they go, a bot takes the seat."""

    async def check(two: Two) -> None:
        here, there = two.room_here, two.room_there
        ann, bob, cleo = Screen(ANN), Screen(BOB), Screen(CLEO)
        here.enter(ann)
        there.enter(bob)
        there.enter(cleo)
        await until(lambda: all(here.live.subscribers.present(one.id) for one in (BOB, CLEO)))
        await until(lambda: there.live.subscribers.present(ANN.id))
        await there.join(BOB, None)
        await until(lambda: here.phase == "playing")
        for room in (here, there):
            assert room.now().watchers == 1
            assert all(seat.held_by == "player" and seat.present for seat in room.now().seats)
            assert room.live.stand_ins.due == {}
        assert here.match_host is not None
        await here.match_host.submit_and_wait(0, DRAWS[0], "first")
        there.exit(bob)
        await until(lambda: here.now().seats[1].held_by == "bot")
        await until(lambda: there.now().seats[1].held_by == "bot")
        await until(lambda: here.match_host is not None and here.match_host.match.count >= 2)
        await until(lambda: both_have(two, here.match_host))

    with_two(postgres, check)


def test_nobody_stands_in_for_whoever_came_elsewhere_unheard_of(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check(two: Two) -> None:
        here, there, store = two.room_here, two.room_there, two.there.store
        monkeypatch.setattr(two.there.hub.following, "compare", unheard)
        here.enter(Screen(ANN))
        bob = Screen(BOB)
        there.enter(bob)
        async with asyncio.timeout(WAIT_S):
            while ANN.id not in (await store.read(processes.elsewhere("", [here.code]))).get(here.code, {}):
                await asyncio.sleep(0.005)
        assert not there.live.subscribers.present(ANN.id)
        await there.join(BOB, None)
        await until(lambda: there.live.subscribers.present(ANN.id))
        due = [room["seats"][0]["bot_due_ms"] for room in bob.of_type("room")]
        assert any(at_ms is not None for at_ms in due), "Bob waited for Ann, as far as was known there"
        await until(lambda: there.live.stand_ins.due == {})
        assert there.state.holders == (Person(ANN.id, ANN.name), Person(BOB.id, BOB.name))

    with_two(postgres, check)


async def unheard(_codes: Collection[str]) -> None:
    """Notifications that are lost."""


def test_a_room_whose_owner_a_bot_stands_in_for_is_whole(postgres: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    """It is somebody else's for as long as the owner holds no seat, whichever process looks at it."""

    async def check(two: Two) -> None:
        here, there = two.room_here, two.room_there
        there.enter(Screen(BOB))
        await there.join(BOB, None)
        await until(lambda: here.now().seats[0].held_by == there.now().seats[0].held_by == "bot")
        assert here.now().host == there.now().host == BOB.id
        assert "room mended" not in caplog.text

    with_two(postgres, check)


def test_a_phrase_that_the_database_kept_back_is_not_heard_again(postgres: Postgres) -> None:
    """Whoever heard it where it was said may have come here since."""

    async def check(two: Two) -> None:
        here, there = two.room_here, two.room_there
        bob = Screen(BOB)
        there.enter(bob)
        now_ms = ServerClock().now_ms()
        for number, at_ms in enumerate((now_ms - 60_000, now_ms + 60_000)):
            here._services.presence.relay_phrase(here.code, at_ms, encode(Said(ANN.id, ANN.name, PHRASES[number])))
        await until(lambda: bob.of_type("said"))
        assert [said["phrase"] for said in bob.of_type("said")] == [PHRASES[1]]

    with_two(postgres, check)


def both_have(two: Two, host: MatchHost | None) -> bool:
    other = two.room_there.match_host
    return host is not None and other is not None and host.match == other.match


def test_everybody_who_is_anywhere_has_to_ask_for_a_rematch(postgres: Postgres) -> None:
    async def check(two: Two) -> None:
        here, there = two.room_here, two.room_there
        await there.join(BOB, None)
        here.enter(Screen(ANN))
        there.enter(Screen(BOB))
        assert there.match_host is not None
        await play_out(there.match_host)
        await until(lambda: here.phase == "over" and here.live.subscribers.present(BOB.id))
        await until(lambda: here.now().confirmed and there.now().confirmed)
        await here.rematch(ANN)
        assert here.phase == "over"
        await until(lambda: there.now().rematch == (ANN.id,))
        await asyncio.gather(there.rematch(BOB), here.rematch(ANN))
        await until(lambda: here.phase == "playing" and here.now().match == there.now().match)
        assert (here.now().played, here.now().rematch) == (2, ())

    with_two(postgres, check)


def test_what_a_dead_process_held_goes_on_elsewhere(postgres: Postgres) -> None:
    """Its clock and bots, its analyses, and that its people are gone."""

    async def check(two: Two) -> None:
        here, store = two.room_here, two.there.store
        other = await two.there.hub.open(
            ANN, GAME, {}, (Person(ANN.id, ANN.name), BotSeat("novice")), public=False, seed=1
        )
        assert other.match_host is not None
        other.match_host.stop()
        await store.write(processes.publish_rooms("dead", {other.code: {BOB.id: 1}, here.code: {BOB.id: 1}}))
        await store.write(analyses.ask(other.match_host.id, 1, 0, "dead"))
        async with asyncio.timeout(WAIT_S):
            while await store.read(processes.orphan()):
                await asyncio.sleep(0.01)
        assert not here.live.subscribers.present(BOB.id)
        await until_nobody_holds(two, here.code)
        assert await store.write(analyses.take(other.match_host.id, 1, "alive"))

    with_two(postgres, check)


async def until_nobody_holds(two: Two, code: str) -> None:
    """A room in which nothing is played and nobody is needs no process."""
    async with asyncio.timeout(WAIT_S):
        while code in await two.here.store.read(processes.held()):
            await asyncio.sleep(0.01)


def test_a_device_that_is_signed_out_anywhere_is_signed_out_everywhere(postgres: Postgres) -> None:
    async def check(two: Two) -> None:
        closed: list[Bye] = []
        authentication = Authentication(two.there.store, ServerClock(), DeviceCookie())
        two.there.hub.following.on(notifications.DEVICE, authentication.ended_elsewhere)
        authentication.devices.enter(ANN.id.encode()).close = closed.append
        await two.here.store.write(players.end_other_tokens(ANN.id, b"this one"))
        await until(lambda: [bye.code for bye in closed] == ["signed-out"])
        renewed, unheard = list[Bye](), list[Bye]()
        two.there.hub.following.on(notifications.RENEWAL, authentication.renewed_elsewhere)
        authentication.devices.enter(BOB.id.encode()).close = renewed.append
        await two.here.store.write(players.add_token(BOB.id, b"renewed", BOB.id.encode(), 0))
        await until(lambda: b"renewed" in authentication.devices.open())
        await two.here.store.write(players.end_other_tokens(BOB.id, b"this one"))
        await until(lambda: [bye.code for bye in renewed] == ["signed-out"])
        two.there.hub.following.on(notifications.DEVICE, unheard_of)
        authentication.devices.enter(CLEO.id.encode()).close = unheard.append
        await two.here.store.write(players.end_other_tokens(CLEO.id, b"this one"))
        two.there.hub.following.on_missed(authentication.close_ended)
        assert not unheard
        two.there.hub.following.missed()
        await until(lambda: [bye.code for bye in unheard] == ["signed-out"])

    with_two(postgres, check)


def unheard_of(_token_hash: str) -> None:
    """A notification that is lost."""


def test_a_process_beats_on_while_it_takes_over_what_others_left(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check(two: Two) -> None:
        following, store, code = two.there.hub.following, two.there.store, two.room_here.code
        under_way, go_on = asyncio.Event(), asyncio.Event()

        async def slow(_code: str) -> Room:
            under_way.set()
            await go_on.wait()
            return two.room_there

        monkeypatch.setattr(following, "_find", slow)
        monkeypatch.setattr(two.here.hub.following, "_find", slow)
        await store.write(processes.publish_rooms("dead", {code: {}}))
        await under_way.wait()
        before = {one.id: one.beat for one in await store.read(processes.alive())}
        async with asyncio.timeout(WAIT_S):
            while any(one.beat < before[one.id] + 2 for one in await store.read(processes.alive())):
                await asyncio.sleep(0.05)
        go_on.set()

    with_two(postgres, check)


@pytest.mark.parametrize("fails", [Problem(503, "server-busy", "later"), ValueError("a fault")])
def test_a_room_that_cannot_be_taken_up_now_stays_orphaned_and_hides_no_other(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, fails: Exception
) -> None:
    """It is taken over once it can be."""

    async def check(two: Two) -> None:
        following, store = two.there.hub.following, two.there.store
        find, failing, tried = following._find, True, set[str]()

        async def failing_once(code: str) -> Room:
            tried.add(code)
            if failing:
                raise fails
            return await find(code)

        for each in (following, two.here.hub.following):
            monkeypatch.setattr(each, "_find", failing_once)
        other = await two.here.hub.open(ANN, GAME, {}, two.room_here.state.holders, public=False, seed=None)
        codes = {two.room_here.code, other.code}
        await store.write(processes.publish_rooms("dead", {code: {} for code in codes}))
        await until(lambda: codes <= tried)
        assert await store.read(processes.orphan()) is not None
        failing = False
        async with asyncio.timeout(WAIT_S):
            while await store.read(processes.orphan()):
                await asyncio.sleep(0.01)

    with_two(postgres, check)


def test_a_quick_match_takes_no_room_into_memory_but_the_one_it_is_played_in(postgres: Postgres) -> None:
    async def check(two: Two) -> None:
        here, there = two.here.hub, two.there.hub
        there.following.find_waiting = nobody_looks  # type: ignore[method-assign]
        await until(lambda: two.room_there.code in there._rooms)
        holders = two.room_here.state.holders
        for seconds in (5, 10, 15):
            await here.open(ANN, GAME, {"turn_seconds": seconds}, holders, public=True, seed=None)
        fits = await here.open(ANN, GAME, {"turn_seconds": 20}, holders, public=True, seed=None)
        before = set(there._rooms)
        assert fits.code not in before
        joined = await there.quick(BOB, GAME, {"turn_seconds": 20})
        assert joined.code == fits.code
        assert set(there._rooms) == {*before, fits.code}

    async def nobody_looks() -> None:
        """The list of open rooms takes rooms into memory in its own time."""

    with_two(postgres, check)


def test_a_room_of_a_later_version_hides_no_other_that_waits(postgres: Postgres) -> None:
    async def check(two: Two) -> None:
        store, hub = two.here.store, two.there.hub
        waiting = [
            await two.here.hub.open(ANN, GAME, {}, two.room_here.state.holders, public=True, seed=None)
            for _ in range(3)
        ]
        strange = StoredRoom(new_code(), GAME, ANN.id, b'{"holders": "new"}', None, 2**53, waits=True, address="")
        await store.write(stored_rooms.change(strange, None, ()))
        await hub.following.find_waiting()
        assert all(hub.is_public(room.code) for room in waiting)
        assert (await hub.quick(BOB, GAME, {})).code in {room.code for room in waiting}
        await store.write(processes.publish_rooms("dead", {strange.code: {}}))
        await hub.following.take_over()
        assert await store.read(processes.orphan()) == strange.code

    with_two(postgres, check)
