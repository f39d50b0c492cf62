"""What nobody plays, finishes or comes back to does not stay; whatever somebody was promised does."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from msgspec import structs
from sqlalchemy import update

from parlour.core.game import Ready
from parlour.games.dots_and_boxes.rules import DRAWS
from parlour.protocol.ranking import Seated
from parlour.server.access.authentication import Authentication
from parlour.server.access.device_cookie import DeviceCookie
from parlour.server.access.identity import hashed
from parlour.server.app import Parlour
from parlour.server.clock import ServerClock
from parlour.server.live.people.seating import Nobody, Person
from parlour.server.live.retention import ENTRIES_AT_ONCE
from parlour.server.live.rooms.room import Room
from parlour.server.problems import Problem
from parlour.server.settings import Settings
from parlour.store import daily, log, players, retention
from parlour.store import rooms as stored_rooms
from parlour.store.moderation import audit, lists, reports
from parlour.store.players import Player
from parlour.store.rooms import StoredRoom
from parlour.store.statements import Statement
from parlour.store.store import Store
from parlour.store.tables import rooms
from parlour.store.transaction import Transaction
from parlour.testing.players import begin
from tests.core.test_match import NIM
from tests.server.late_parlour import open_parlour
from tests.server.live.rooms.test_two_processes import Screen
from tests.server.table import Server, eventually

ANN, BOB = Player("a" * 16, "Ann"), Player("b" * 16, "Bob")
SOON = -1.0
"""Whatever has happened is longer ago than that."""
LATER = 10**15


async def playing(parlour: Parlour, seats: int = 2, who: Player = ANN) -> Room:
    """A room in which somebody plays against themselves."""
    holders = (Person(who.id, who.name),) * seats
    return await parlour.hub.open(who, "dots-and-boxes", {}, holders, public=False, seed=None)


async def waiting_room(parlour: Parlour) -> Room:
    """A room in which somebody waits for another."""
    holders = (Person(ANN.id, ANN.name), Nobody())
    return await parlour.hub.open(ANN, "dots-and-boxes", {}, holders, public=True, seed=None)


def opened_long_ago(transaction: Transaction) -> None:
    """Of all rooms, for all that the store knows: two hours earlier."""
    transaction.run(Statement(update(rooms).values(touched=rooms.c.touched - 7_200_000)))


async def act(room: Room, count: int, first: int = 0) -> None:
    """Draw so many lines, whoever is to move."""
    host = room.match_host
    assert host is not None
    for line in range(first, first + count):
        seat = room.kit.game.to_move(host.match.state)[0]
        submitted = await host.submit_and_wait(seat, DRAWS[line], f"r{line}")
        assert submitted is not None
        assert submitted.refused is None


def in_a_server(folder: Path, check: Callable[[Parlour], Awaitable[None]], **settings: float) -> None:
    async def run() -> None:
        kept = {"keep_empty_rooms_minutes": SOON, "keep_unfinished_days": SOON, "keep_guests_days": SOON} | settings
        parlour = open_parlour(Settings(folder / "parlour.db", warm=False, **kept))  # type: ignore[arg-type]
        async with parlour.app.lifespan():
            known = {player.id for player in await parlour.store.read(players.known([ANN.id, BOB.id]))}
            for player in (ANN, BOB):
                if player.id not in known:
                    await parlour.store.write(players.add(player, hashed(player.id), 0))
            await check(parlour)

    asyncio.run(run())


async def is_found(parlour: Parlour, room: Room) -> bool:
    try:
        await parlour.hub.find(room.code)
    except Problem:
        return False
    return True


def test_rooms_that_nobody_plays_in_go_and_those_where_somebody_is_or_has_played_stay(tmp_path: Path) -> None:
    async def check(parlour: Parlour) -> None:
        waiting, attended = await waiting_room(parlour), await waiting_room(parlour)
        attended.enter(Screen(ANN))
        untouched, begun, over = await playing(parlour), await playing(parlour), await playing(parlour)
        await act(begun, 1)
        await act(over, len(DRAWS))
        assert over.phase == "over"
        challenge = await parlour._daily.open(ANN, "ten-exorcism")
        lit = (await parlour._daily.open(BOB, "ten-exorcism")).mine
        assert lit is not None
        assert lit.room is not None
        host = (await parlour.hub.find(lit.room)).match_host
        assert host is not None
        await host.submit_and_wait(0, Ready())
        assert untouched.match_host is not None
        never_played = untouched.match_host.id
        assert over.match_host is not None
        finished = over.match_host.id
        await parlour.hub.tidy(idle_ms=0)
        assert [await is_found(parlour, room) for room in (waiting, untouched, over)] == [False] * 3
        assert [await is_found(parlour, room) for room in (attended, begun)] == [True] * 2
        assert await parlour.store.read(daily.attempt("ten-exorcism", challenge.day, ANN.id)) is None
        assert await parlour.store.read(daily.attempt("ten-exorcism", challenge.day, BOB.id)) is not None
        assert await parlour.store.read(log.stored(never_played)) is None
        assert await parlour.store.read(log.stored(finished)) is not None

    in_a_server(tmp_path, check)


def test_a_room_is_empty_from_when_the_last_one_left(tmp_path: Path) -> None:
    async def check(parlour: Parlour) -> None:
        room = await waiting_room(parlour)
        await parlour.store.write(opened_long_ago)
        await parlour.hub.tidy(idle_ms=0)
        assert room.code in await parlour.store.read(retention.empty_rooms(room.live.seen_ms + 1))
        assert room.code not in await parlour.store.read(retention.empty_rooms(room.live.seen_ms))
        assert await is_found(parlour, room)

    in_a_server(tmp_path, check, keep_empty_rooms_minutes=50.0)


def test_a_room_that_is_only_looked_at_is_used_by_nobody_and_goes(tmp_path: Path) -> None:
    async def check(parlour: Parlour) -> None:
        room = await waiting_room(parlour)
        await parlour.store.write(opened_long_ago)
        opened_ms = room.live.seen_ms = room.live.seen_ms - 7_200_000
        assert await is_found(parlour, room)
        assert room.live.used_ms == opened_ms
        assert not room.can_be_found()
        await parlour.hub.tidy(idle_ms=60_000)
        assert room.closed
        assert not await is_found(parlour, room)

    in_a_server(tmp_path, check)


def test_whoever_sat_down_in_a_room_that_others_look_at_keeps_it(tmp_path: Path) -> None:
    async def check(parlour: Parlour) -> None:
        room = await waiting_room(parlour)
        await parlour.store.write(opened_long_ago)
        assert await is_found(parlour, room)
        await parlour.hub.tidy(idle_ms=60_000)
        assert await is_found(parlour, room)

    in_a_server(tmp_path, check)


def test_whoever_was_in_a_room_before_a_restart_has_time_to_come_back(tmp_path: Path) -> None:
    codes = []

    async def before(parlour: Parlour) -> None:
        codes.append((await waiting_room(parlour)).code)
        await parlour.store.write(opened_long_ago)

    async def after(parlour: Parlour) -> None:
        await parlour.hub.tidy(idle_ms=0)
        assert await parlour.store.read(retention.empty_rooms(LATER)) == codes

    in_a_server(tmp_path, before)
    in_a_server(tmp_path, after, keep_empty_rooms_minutes=50.0)


def test_matches_that_nobody_finished_go_and_finished_ones_stay(tmp_path: Path) -> None:
    async def check(parlour: Parlour) -> None:
        left, live, over = await playing(parlour), await playing(parlour), await playing(parlour)
        for room in (left, live):
            await act(room, 5)
        await act(over, len(DRAWS))
        hosts = [room.match_host for room in (left, live, over)]
        await left.leave(ANN)
        await parlour.hub.tidy(idle_ms=0)
        kept = [host is not None and await parlour.store.read(log.stored(host.id)) is not None for host in hosts]
        assert kept == [False, True, True]

    in_a_server(tmp_path, check)


def test_a_match_that_somebody_left_and_others_may_win_by_stays(tmp_path: Path) -> None:
    async def check(parlour: Parlour) -> None:
        holders = (Person(ANN.id, ANN.name), Person(BOB.id, BOB.name))
        room = await parlour.hub.open(ANN, "dots-and-boxes", {}, holders, public=False, seed=None)
        await act(room, 5)
        host = room.match_host
        assert host is not None
        await room.leave(ANN)
        await room.leave(BOB)
        await parlour.hub.tidy(idle_ms=0)
        assert await parlour.store.read(log.stored(host.id)) is not None

    in_a_server(tmp_path, check)


def test_guests_who_finished_nothing_are_forgotten_and_nobody_else(tmp_path: Path) -> None:
    finisher, owner, phrased, gone = (Player(name * 16, name) for name in "cdef")

    async def check(parlour: Parlour) -> None:
        for player in (finisher, owner, phrased, gone):
            await parlour.store.write(players.add(player, hashed(player.id), 0))
        await parlour.store.write(players.set_recovery_phrase(phrased.id, b"phrase", b""))
        await act(await playing(parlour, who=finisher), len(DRAWS))
        await act(await playing(parlour, who=owner), 3)
        given_up = await playing(parlour, who=gone)
        await act(given_up, 3)
        await given_up.leave(gone)
        await parlour.hub.tidy(idle_ms=0)
        there = await parlour.store.read(players.known([finisher.id, owner.id, phrased.id, gone.id]))
        assert {player.id for player in there} == {finisher.id, owner.id, phrased.id}

    in_a_server(tmp_path, check)


def test_whoever_came_back_in_time_is_not_forgotten(tmp_path: Path) -> None:
    async def check(parlour: Parlour) -> None:
        authentication = parlour._access.authentication
        assert await authentication.player({"parlour": ANN.id}, "here") == ANN
        await parlour.hub.tidy(idle_ms=0)
        there = await parlour.store.read(players.known([ANN.id, BOB.id]))
        assert [player.id for player in there] == [ANN.id]

    in_a_server(tmp_path, check, keep_guests_days=1.0)


def test_when_and_where_somebody_was_last_seen_is_written_down_anew_some_minutes_later(tmp_path: Path) -> None:
    boot, found = [0.0], []
    clock = ServerClock(lambda: boot[0])

    async def check() -> None:
        store = Store(tmp_path / "parlour.db")
        await store.write(players.add(ANN, hashed(ANN.id), 0))
        for keeps, begun_s in ((True, 0), (False, 3600)):
            boot[0] = begun_s
            authentication = Authentication(store, clock, DeviceCookie(), keeps_addresses=keeps)
            begun = clock.now_ms()
            for minute, address in ((0, "home"), (4, "work"), (6, "work"), (7, "home")):
                boot[0] = begun_s + minute * 60
                assert await authentication.player({"parlour": ANN.id}, address) == ANN
                [listed] = await store.write(lists.players_page(None, None, 1, 0))  # behind what was put before it
                found.append(((listed.seen - begun) // 60_000, *listed.addresses))
        store.close()

    asyncio.run(check())
    assert found == [(0, "home"), (0, "home"), (6, "work"), (6, "work"), (0,), (0,), (6,), (6,)]


def test_whoever_has_only_a_socket_is_seen_too_and_stays_where_they_were(tmp_path: Path) -> None:
    boot, found = [0.0], []
    clock = ServerClock(lambda: boot[0])

    async def check() -> None:
        store = Store(tmp_path / "parlour.db")
        for player in (ANN, BOB):
            await store.write(players.add(player, hashed(player.id), 0))
        authentication = Authentication(store, clock, DeviceCookie())
        begun = clock.now_ms()
        for player in (BOB, ANN):
            await authentication.player({"parlour": player.id}, "home")
        authentication.devices.enter(hashed(BOB.id)).player = BOB.id
        authentication.devices.enter(b"somebody who is not let in yet")
        for minute in (4, 6, 7):
            boot[0] = minute * 60
            await authentication.saw_connected()
            listed = await store.write(lists.players_page(None, None, 2, 0))  # behind what was put before it
            found.append({one.name: ((one.seen - begun) // 60_000, *one.addresses) for one in listed})
        store.close()

    asyncio.run(check())
    assert found == [{"Ann": (0, "home"), "Bob": (minute, "home")} for minute in (0, 6, 6)]
    assert list(found[-1]) == ["Bob", "Ann"]


def test_what_was_removed_makes_room_for_what_comes(tmp_path: Path) -> None:
    """Pages that are free are used again: the file does not grow with what is removed from it."""
    file = tmp_path / "parlour.db"
    lines = [log.Line(0, b"x" * 200, f"{place:064}") for place in range(2 * ENTRIES_AT_ONCE)]

    async def fill_and_empty(seed: int) -> int:
        store = Store(file)
        session = structs.replace(begin(NIM, seed).session, id=f"match {seed}")
        number = await store.write(log.begin("ROOM", session, [Seated("a")] * 2))
        await store.write(log.append(number, 0, lines))
        await store.write(retention.shorten(number, ENTRIES_AT_ONCE))
        await store.write(retention.remove_match(session.id))
        store.close()
        connection = sqlite3.connect(file)
        [[pages]] = connection.execute("PRAGMA page_count")
        [[entries]] = connection.execute("SELECT COUNT(*) FROM entries")
        connection.close()
        assert entries == 0
        return int(pages)

    first, *later = [asyncio.run(fill_and_empty(seed)) for seed in range(4)]
    assert max(later) <= first + 2


HURRIED = """
from parlour.server.live import hub
hub.SWEEP_S = 0.1
from parlour.cli.app import main
main()
"""
KEPT = {
    "--keep-rooms": "SELECT code FROM rooms",
    "--keep-unfinished": "SELECT id FROM matches",
    "--keep-guests": "SELECT id FROM players",
    "--keep-acts": "SELECT about FROM acts",
    "--keep-reports": "SELECT named FROM reports",
    "--keep-addresses": "SELECT address FROM players WHERE address IS NOT NULL",
}
"""What goes by which flag, as it is found in the file."""


def test_a_server_that_runs_removes_what_is_older_than_its_flags_say(tmp_path: Path) -> None:
    def found() -> dict[str, list[str]]:
        connection = sqlite3.connect(tmp_path / "parlour.db")
        rows = {flag: [name for (name,) in connection.execute(f"{sql} ORDER BY 1")] for flag, sql in KEPT.items()}
        connection.close()
        return rows

    async def age() -> None:
        store, now = Store(tmp_path / "parlour.db"), int(time.time() * 1000)
        await store.write(players.add(Player("reported", "old"), b"reported", now))
        for name, days in (("old", 3), ("recent", 1)):
            then = now - days * 86_400_000
            await store.write(players.add(Player(name, name), name.encode(), then))
            await store.write(players.add(Player(f"returning {name}", name), f"returning {name}".encode(), then))
            await store.write(players.set_recovery_phrase(f"returning {name}", name.encode(), b""))
            await store.write(players.saw(f"returning {name}", then, name))
            await store.write(stored_rooms.save(StoredRoom(name, "nim", "reported", b"{}", None, then), None))
            left = structs.replace(begin(NIM, days).session, id=name, started=then, ended=then)
            await store.write(log.begin("GONE", left, [Seated(name, name)], listed=True))
            await store.write(audit.add("host", "ban", name, name, "so", then))
            about = "reported" if name == "old" else "recent"
            await store.write(reports.add(name, about, "name", "reported", None, then))
        store.close()

    asyncio.run(age())
    stay = ["recent", "reported", "returning old", "returning recent"]
    assert found() == {flag: ["old", "recent"] for flag in KEPT} | {"--keep-guests": ["old", *stay]}
    with Server(tmp_path, *(word for flag in KEPT for word in (flag, "2")), program=("-c", HURRIED)):
        left = {flag: ["recent"] for flag in KEPT} | {"--keep-guests": stay}
        eventually(lambda: found() == left)
