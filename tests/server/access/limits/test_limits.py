"""Caps that an operator sets, and rooms that come and go with them."""

import asyncio
import sqlite3
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.games import kits
from parlour.server.access.limits.rate_limits import RateLimits
from parlour.server.access.limits.short_bans import ShortBans
from parlour.server.access.limits.token_buckets import Bucket, Buckets
from parlour.server.app import Parlour
from parlour.server.live.people.seating import Nobody, Person
from parlour.server.problems import Problem
from parlour.server.settings import Settings
from parlour.store import players
from parlour.store.players import Player
from tests.server.table import Guest, Server, take


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with room for little, where whoever is gone is away at once."""
    with Server(
        tmp_path_factory.mktemp("strict"), "--away", "0", "--most-watchers", "1", "--most-rooms", "2", "--no-metrics"
    ) as running:
        yield running


def test_a_full_server_opens_no_room_and_a_crowded_room_lets_nobody_watch(strict: Server) -> None:
    with Guest(strict) as ann, Guest(strict) as bob, Guest(strict) as carl:
        assert ann.http.get("/metrics").status_code == 404
        code = ann.open("nim", "me", "anybody", seed=5)["code"]
        bob.post(f"/api/rooms/{code}/join")
        ann.open("nim", "me", "anybody")
        body = {"game": "nim", "seats": [{"for": "me"}, {"for": "anybody"}]}
        assert carl.problem("/api/rooms", body) == (503, "server-full")
        with ann.enter(code) as table, Guest(strict) as dora:
            with carl.enter(code), dora.socket(code) as crowded:
                assert crowded.receive()["code"] == "room-crowded"
            table.hear("room", watchers=0)
            filled = ann.post(f"/api/rooms/{code}/fill", {"seat": 1, "level": "first"})
            assert filled["seats"][1]["level"] == "first"
            table.play(0, take(0))
            table.hear("view", to_move=[0])
            assert table.view["last"]["seat"] == 1
            match = table.view["match"]
        with bob.enter(code) as watcher:
            assert watcher.view["seat"] is None
        assert [seat["bot"] for seat in ann.get(f"/api/matches/{match}")["seats"]] == [None, "first"]


def test_rooms_are_forgotten_when_idle_found_again_and_closed_when_old(tmp_path: Path) -> None:
    async def check(days: float) -> str:
        parlour = Parlour(Settings(tmp_path / "parlour.db", keep_rooms_days=days, warm=False))
        hub, ann = parlour.hub, Player(f"ann {days}", "Ann")
        async with parlour.app.lifespan():
            await parlour.store.write(players.add(ann, ann.id.encode(), 0))
            holders = (Person(ann.id, ann.name), Nobody())
            room = await hub.open(ann, "dots-and-boxes", {}, holders, public=True, seed=None)
            await hub.tidy(idle_ms=0)
            try:
                again = await hub.find(room.code)
            except Problem as problem:
                return problem.code
            assert again is not room
            assert again.now().seats == room.now().seats
            return "found"

    assert asyncio.run(check(7)) == "found"
    assert asyncio.run(check(-1)) == "no-such-room"


def test_a_player_who_has_too_many_rooms_on_a_full_server_trades_the_oldest_for_a_new_one(tmp_path: Path) -> None:
    async def check() -> None:
        settings = Settings(tmp_path / "parlour.db", most_rooms=2, most_rooms_of_a_player=2, warm=False)
        parlour, ann = Parlour(settings), Player("ann", "Ann")
        async with parlour.app.lifespan():
            holders = (Person(ann.id, ann.name), Nobody())
            opened = [
                await parlour.hub.open(ann, "dots-and-boxes", {}, holders, public=False, seed=None) for _ in range(3)
            ]
            assert [room.closed for room in opened] == [True, False, False]

    asyncio.run(check())


def test_a_log_by_rules_that_are_not_played_any_more_is_told_so(tmp_path: Path) -> None:
    async def open_room() -> str:
        parlour = Parlour(Settings(tmp_path / "parlour.db", warm=False))
        ann = Player("ann", "Ann")
        async with parlour.app.lifespan():
            holders = (Person(ann.id, ann.name),) * 2
            return (await parlour.hub.open(ann, "dots-and-boxes", {}, holders, public=False, seed=None)).code

    async def find(code: str) -> tuple[int, str]:
        parlour = Parlour(Settings(tmp_path / "parlour.db", warm=False))
        async with parlour.app.lifespan():
            with pytest.raises(Problem) as problem:
                await parlour.hub.find(code)
            return problem.value.status, problem.value.code

    code = asyncio.run(open_room())
    connection = sqlite3.connect(tmp_path / "parlour.db")
    old = f'"rules_version":{kits()["dots-and-boxes"].game.rules_version}'
    connection.execute("UPDATE matches SET header = CAST(REPLACE(header, ?, ?) AS BLOB)", (old, '"rules_version":99'))
    connection.commit()
    connection.close()
    assert asyncio.run(find(code)) == (410, "cannot-resume")


def test_a_file_that_is_no_database_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "parlour.db").write_text("not a database at all, but long enough to be looked at" * 20)
    done = subprocess.run(
        [sys.executable, "-m", "parlour", "serve", "--port", "0", "--database", str(tmp_path / "parlour.db")],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert "cannot be used as the store" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_bucket_allows_a_burst_and_then_its_rate() -> None:
    bucket = Bucket(rate=2, size=3, now=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(1.0) for _ in range(3)] == [True, True, False]
    assert not bucket.take(1.4)
    assert bucket.take(1.5)


def test_buckets_are_kept_apart_and_the_oldest_is_forgotten() -> None:
    buckets = Buckets(rate=0, size=1, most=2, clock=lambda: 0.0)
    assert buckets.take("a")
    assert not buckets.take("a")
    assert buckets.take("b")
    assert buckets.take("c")
    assert buckets.take("a")


def test_a_ban_ends_and_the_oldest_is_forgotten() -> None:
    now = 0.0
    banned = ShortBans(5, most=2, clock=lambda: now)
    banned.add(b"a")
    assert b"a" in banned
    assert b"b" not in banned
    now = 4.0
    banned.add(b"b")
    now = 5.0
    assert b"a" not in banned
    banned.add(b"a")
    assert len(banned) == 2
    banned.add(b"c")
    assert [b"a" in banned, b"b" in banned, b"c" in banned] == [True, False, True]


def test_bans_that_have_ended_take_no_memory() -> None:
    now = 0.0
    banned = ShortBans(5, clock=lambda: now)
    for number in range(1000):
        now = float(number)
        banned.add(b"%d" % number)
        assert len(banned) <= 5


def test_a_ban_takes_as_much_memory_for_a_long_cookie_as_for_a_short_one(tmp_path: Path) -> None:
    limits = RateLimits(Settings(tmp_path / "parlour.db"))
    tracemalloc.start()
    try:
        for number in range(200):
            limits.ban({"parlour": f"{number}" + "x" * 15_000})
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert taken < 200 * 1_000
    with pytest.raises(Problem, match="too-fast"):
        limits.require_not_banned({"parlour": "7" + "x" * 15_000})
    limits.require_not_banned({"parlour": "7"})
    limits.require_not_banned({})
