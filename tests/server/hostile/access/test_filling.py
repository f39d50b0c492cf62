"""One address cannot fill the server, however many guests it makes, and others still get in."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.match import AnyMatch
from parlour.server.access.limits.quotas import (
    ASKING_BYTES,
    BYTES_OF_A_PERSON,
    GUESTS_OF_A_PERSON,
    MATCHES_OF_A_PERSON,
    REPORT_BYTES,
)
from parlour.server.access.limits.rooms import FEW_ROOMS, ROOMS_OF_A_PERSON, rooms_allowed
from parlour.server.live import places
from parlour.server.live.hub import Hub
from parlour.server.live.people.seating import Nobody, Person
from parlour.server.live.places import RoomToOpen
from parlour.server.live.rooms.room import Room
from parlour.server.problems import Problem
from parlour.server.settings import Settings
from parlour.store.failure import StoreFull
from parlour.store.players import Player
from tests.patience import WAIT_S
from tests.server.late_parlour import open_parlour
from tests.server.table import Guest, Json, Server

PEOPLE = 2
ROOM = {"game": "nim", "seats": [{"for": "me"}, {"for": "anybody"}]}


async def opened(hub: Hub, who: str, address: str) -> Room:
    player = Player(who, who)
    holders = (Person(player.id, player.name), Nobody())
    return await hub.open(player, "dots-and-boxes", {}, holders, public=True, seed=None, address=address)


async def fill(hub: Hub, address: str, most: int, called: str = "guest") -> tuple[int, str]:
    """Open rooms for one guest after another; how many there were, and why not more."""
    for count in range(most):
        try:
            await opened(hub, f"{called} {count} at {address}", address)
        except Problem as problem:
            return count, problem.code
    return most, ""


def test_one_address_makes_a_bounded_number_of_guests_and_matches(tmp_path: Path) -> None:
    server = Server(tmp_path, "--people-of-an-address", str(PEOPLE))
    try:
        guests = matches = 0
        with httpx.Client(base_url=server.url, timeout=WAIT_S, trust_env=False, verify=False) as http:

            def status(path: str, host: int, body: Json | None = None) -> tuple[int, str]:
                """Asked by one of many addresses of one network, behind a proxy."""
                answer = http.post(path, json=body or {}, headers={"X-Forwarded-For": f"2001:db8::{host:x}"})
                return answer.status_code, answer.json().get("code", "")

            for host in range(20):
                http.cookies.clear()
                code, why = status("/api/me", host)
                guests += code == 200
            assert (code, why) == (429, "quota-spent")
            assert guests == PEOPLE * GUESTS_OF_A_PERSON[0].most
            assert http.post("/api/me", headers={"X-Forwarded-For": "2001:db8:0:1::"}).status_code == 200
            for host in range(20):
                code, why = status("/api/rooms", host, ROOM)
                matches += code == 201
            assert (code, why) == (429, "quota-spent")
            assert matches <= PEOPLE * MATCHES_OF_A_PERSON[0].most + 1
            assert http.post("/api/rooms", json=ROOM, headers={"X-Forwarded-For": "192.0.2.9"}).status_code == 201
    finally:
        server.stop()


def test_one_address_holds_a_bounded_number_of_rooms(tmp_path: Path) -> None:
    async def check() -> None:
        parlour = open_parlour(Settings(tmp_path / "parlour.db", people_of_an_address=PEOPLE, warm=False))
        async with parlour.app.lifespan():
            most = PEOPLE * ROOMS_OF_A_PERSON
            assert await fill(parlour.hub, "attacker", 100) == (most, "quota-spent")
            await opened(parlour.hub, "ann", "home")
            await opened(parlour.hub, "guest 0 at attacker", "attacker")  # their own empty room makes way
            at_once = [opened(parlour.hub, f"bob-{number}", "elsewhere") for number in range(most + 5)]
            done = await asyncio.gather(*at_once, return_exceptions=True)
            refused = [one for one in done if not isinstance(one, Room)]
            assert [one.code if isinstance(one, Problem) else one for one in refused] == ["quota-spent"] * 5

    asyncio.run(check())


class HeldUp:
    """From now on a room that is stored is still being opened until it may end, as is one of `failing`, which never is
    stored."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._may_end = asyncio.Event()
        self._waiting: set[asyncio.Task[Room] | None] = set()
        open_room, first_ended = Room.open, places.first_ended

        async def open_and_wait(room: Room, first: AnyMatch | None = None) -> None:
            fails = room.opened_by[1] == "failing"
            if not fails:
                await open_room(room, first)
            with self._as_waiting():
                await self._may_end.wait()
            if fails:
                raise StoreFull

        async def wait_for_others(others: Sequence[RoomToOpen]) -> None:
            with self._as_waiting():
                await first_ended(others)

        monkeypatch.setattr(Room, "open", open_and_wait)
        monkeypatch.setattr(places, "first_ended", wait_for_others)

    @contextmanager
    def _as_waiting(self) -> Iterator[None]:
        task = asyncio.current_task()
        self._waiting.add(task)
        try:
            yield
        finally:
            self._waiting.discard(task)

    async def until_all_wait(self, *asked: "asyncio.Task[Room]") -> None:
        """Until each of them waits to be let go, or for another one, if it has not come to its end."""
        async with asyncio.timeout(WAIT_S):
            while not all(task.done() or task in self._waiting for task in asked):
                await asyncio.sleep(0.001)

    def let_go(self) -> None:
        """They may end."""
        self._may_end.set()


def test_a_room_that_is_stored_while_it_is_being_opened_takes_one_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        parlour = open_parlour(Settings(tmp_path / "parlour.db", people_of_an_address=1, warm=False))
        async with parlour.app.lifespan():
            held_up = HeldUp(monkeypatch)
            most = ROOMS_OF_A_PERSON
            earlier = [asyncio.create_task(opened(parlour.hub, f"ann-{number}", "home")) for number in range(most - 1)]
            await held_up.until_all_wait(*earlier)
            later = [asyncio.create_task(opened(parlour.hub, f"bob-{number}", "home")) for number in range(3)]
            await held_up.until_all_wait(*earlier, *later)
            held_up.let_go()
            await asyncio.gather(*earlier)
            done = await asyncio.gather(*later, return_exceptions=True)
            assert [isinstance(room, Room) for room in done] == [True, False, False]

    asyncio.run(check())


@pytest.mark.parametrize(("other", "stored"), [("ann", 3), ("failing", 4)])
def test_no_room_makes_way_while_a_place_may_still_come_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str, stored: int
) -> None:
    """Another room that is being opened may be stored already, and counted twice, or may fail."""

    async def check() -> None:
        parlour = open_parlour(Settings(tmp_path / "parlour.db", people_of_an_address=1, warm=False))
        async with parlour.app.lifespan():
            idle = await opened(parlour.hub, "bob", "home")
            assert await fill(parlour.hub, "home", stored) == (stored, "")
            held_up = HeldUp(monkeypatch)
            first = asyncio.create_task(opened(parlour.hub, other, "home"))
            await held_up.until_all_wait(first)
            second = asyncio.create_task(opened(parlour.hub, "bob", "home"))
            await held_up.until_all_wait(first, second)
            held_up.let_go()
            _, room = await asyncio.gather(first, second, return_exceptions=True)
            assert isinstance(room, Room)
            assert not idle.closed

    asyncio.run(check())


@pytest.mark.parametrize(
    ("people", "rooms", "why"), [(1, 1_000, "quota-spent"), (PEOPLE, FEW_ROOMS + 1, "server-full")]
)
def test_what_no_other_room_can_change_is_refused_without_waiting_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, people: int, rooms: int, why: str
) -> None:
    async def check() -> None:
        settings = Settings(tmp_path / "parlour.db", people_of_an_address=people, most_rooms=rooms, warm=False)
        parlour = open_parlour(settings)
        async with parlour.app.lifespan():
            assert (await fill(parlour.hub, "home", 100))[1] == why
            held_up = HeldUp(monkeypatch)
            other = asyncio.create_task(opened(parlour.hub, "ann", "elsewhere"))
            await held_up.until_all_wait(other)
            refused = asyncio.create_task(opened(parlour.hub, "bob", "home"))
            await held_up.until_all_wait(other, refused)
            assert refused.done()
            with pytest.raises(Problem) as problem:
                await refused
            assert problem.value.code == why
            held_up.let_go()
            assert not (await other).closed

    asyncio.run(check())


def test_a_player_who_opens_many_rooms_at_once_has_no_more_than_one_by_one(tmp_path: Path) -> None:
    async def check() -> None:
        parlour = open_parlour(Settings(tmp_path / "parlour.db", most_rooms_of_a_player=2, warm=False))
        async with parlour.app.lifespan():
            rooms = await asyncio.gather(*(opened(parlour.hub, "ann", "home") for _ in range(5)))
            rooms += await asyncio.gather(*(opened(parlour.hub, "ann", "home") for _ in range(5)))
            assert sum(not room.closed for room in rooms) == 2

    asyncio.run(check())


def test_rooms_that_make_way_at_the_same_moment_leave_an_address_no_more_than_it_may_have(tmp_path: Path) -> None:
    async def check() -> None:
        parlour = open_parlour(Settings(tmp_path / "parlour.db", people_of_an_address=1, warm=False))
        async with parlour.app.lifespan():
            most = ROOMS_OF_A_PERSON
            rooms = [await opened(parlour.hub, f"guest {number}", "home") for number in range(most)]
            asked = [0] * most + list(range(1, most))
            rooms += await asyncio.gather(*(opened(parlour.hub, f"guest {number}", "home") for number in asked))
            assert sum(not room.closed for room in rooms) == most

    asyncio.run(check())


def test_a_room_in_which_somebody_sits_down_just_then_does_not_make_way(tmp_path: Path) -> None:
    async def check() -> None:
        parlour = open_parlour(Settings(tmp_path / "parlour.db", warm=False))
        async with parlour.app.lifespan():
            room = await opened(parlour.hub, "ann", "home")
            async with room.lock:
                joining = asyncio.ensure_future(room.join(Player("bob", "Bob"), None))
                await asyncio.sleep(0)
                making_way = asyncio.ensure_future(room.make_way("ann"))
                await asyncio.sleep(0)
            await asyncio.gather(joining, making_way)
            assert not room.closed
            await room.leave(Player("bob", "Bob"))
            await room.make_way("ann")
            assert room.closed

    asyncio.run(check())


def test_rooms_are_counted_by_address_over_a_restart(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "parlour.db", people_of_an_address=1, warm=False)

    async def fills(called: str) -> tuple[int, str]:
        parlour = open_parlour(settings)
        async with parlour.app.lifespan():
            return await fill(parlour.hub, "attacker", 100, called)

    assert asyncio.run(fills("guest")) == (ROOMS_OF_A_PERSON, "quota-spent")
    assert asyncio.run(fills("another guest")) == (0, "quota-spent")


def test_a_share_of_the_rooms_is_kept_for_newcomers(tmp_path: Path) -> None:
    async def check() -> None:
        parlour = open_parlour(Settings(tmp_path / "parlour.db", most_rooms=60, warm=False))
        async with parlour.app.lifespan():
            for attacker in range(5):
                count, why = await fill(parlour.hub, f"attacker {attacker}", 60)
                assert count <= 6
                assert why == "server-full"
            for newcomer in range(20):
                await opened(parlour.hub, f"newcomer {newcomer}", f"home {newcomer}")

    asyncio.run(check())


@given(st.lists(st.integers(0, 30), max_size=500))
def test_whoever_has_few_rooms_gets_one_until_the_last_place(asking: list[int]) -> None:
    places, held = 100, dict.fromkeys(range(31), 0)
    for address in asking:
        free = places - sum(held.values())
        if held[address] < rooms_allowed(free, 50):
            held[address] += 1
        else:
            assert held[address] >= FEW_ROOMS or free == 0
    assert sum(held.values()) <= places


@pytest.mark.parametrize(("free", "allowed"), [(10_000, 180), (1_000, 100), (100, 10), (10, 3), (1, 3), (0, 0)])
def test_the_fuller_the_server_the_fewer_rooms_an_address_may_have(free: int, allowed: int) -> None:
    assert rooms_allowed(free, 180) == allowed


def test_whoever_asks_for_advice_uses_up_space(tmp_path: Path) -> None:
    server = Server(tmp_path, "--people-of-an-address", "1")
    try:
        with Guest(server) as ann:
            room = ann.open("nim-alone", "me")
            for _ in range(int(BYTES_OF_A_PERSON[0].most / REPORT_BYTES)):
                ann.problem(f"/api/matches/{room['match']}/analysis")
            asking = (ann.http.post(f"/api/rooms/{room['code']}/advice", json={"seat": 0}) for _ in range(1000))
            given = 0
            while (answer := next(asking)).is_success:
                given += 1
            assert answer.json()["code"] == "quota-spent"
            assert given < REPORT_BYTES / ASKING_BYTES
            assert ann.get(f"/api/matches/{room['match']}")["entries"] == given
    finally:
        server.stop()
