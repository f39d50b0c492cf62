"""Machines whose clocks differ tell the same time: the database's."""

import asyncio
import time
from pathlib import Path

import pytest

from parlour.server.app import Parlour
from parlour.server.clock import MOST_CORRECTED_S, ServerClock
from parlour.server.cluster import shared_clock
from parlour.server.settings import Settings
from parlour.store.address import Address, DatabaseUrl
from tests.postgres import Postgres

HOUR_S = 3600.0
NEAR_S = 30.0
"""A machine with much to do answers late; an hour is an hour."""


def test_another_clock_is_followed_at_once_and_then_bit_by_bit() -> None:
    for ahead_s in (HOUR_S, -HOUR_S):
        clock = ServerClock()
        clock.follow(ahead_s)
        assert -clock.behind_s() == pytest.approx(ahead_s, abs=1)
    clock.follow(HOUR_S)
    clock.follow(HOUR_S)
    assert -clock.behind_s() == pytest.approx(-HOUR_S + 2 * MOST_CORRECTED_S, abs=MOST_CORRECTED_S / 2)
    clock.follow(-2 * HOUR_S)
    assert -clock.behind_s() == pytest.approx(-HOUR_S + MOST_CORRECTED_S, abs=MOST_CORRECTED_S / 2)


def test_a_clock_that_follows_another_never_runs_backwards() -> None:
    boot = [1000.0]
    clock = ServerClock(lambda: boot[0])
    clock.follow(0)
    before = clock.now_ms()
    for _ in range(100):
        boot[0] += 1
        clock.follow(-HOUR_S)
        assert clock.now_ms() > before
        before = clock.now_ms()


@pytest.fixture(params=["postgresql", "sqlite"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Address:
    if request.param == "sqlite":
        return tmp_path / "parlour.db"
    server: Postgres = request.getfixturevalue("postgres")
    return DatabaseUrl(server.create())


def test_processes_on_a_shared_database_tell_its_time_and_one_alone_its_own(
    database: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = asyncio.Event()
    follow = ServerClock.follow

    def watched(clock: ServerClock, ahead_s: float) -> None:
        follow(clock, ahead_s)
        if times_asked:
            looked.set()
        times_asked.append(ahead_s)

    times_asked: list[float] = []
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + HOUR_S)
    monkeypatch.setattr(ServerClock, "follow", watched)
    monkeypatch.setattr(shared_clock, "LOOK_EACH_S", 0)
    clock = ServerClock()

    async def body() -> None:
        parlour = Parlour(Settings(database, warm=False), clock)
        async with parlour.app.lifespan():
            if parlour.store.shared:
                await asyncio.wait_for(looked.wait(), 60)

    asyncio.run(body())
    shared = not isinstance(database, Path)
    assert bool(times_asked) is shared
    assert clock.now_ms() / 1000 - right() == pytest.approx(0 if shared else HOUR_S, abs=NEAR_S)
