"""Machines whose clocks differ tell the same time, whatever becomes of the database's clock."""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from psycopg import Cursor

from parlour.protocol.match_clock import MatchClock
from parlour.server.app import Parlour
from parlour.server.clock import MOST_SLEWED, ServerClock
from parlour.server.cluster import shared_clock
from parlour.server.settings import Settings
from parlour.store import processes
from parlour.store.address import Address, DatabaseUrl
from parlour.store.databases import database_at
from parlour.store.postgresql import PostgresqlDatabase
from parlour.store.postgresql_driver import Driver
from parlour.store.processes import StoredProcess
from parlour.store.store import Store
from tests.patience import WAIT_S
from tests.postgres import Postgres

HOUR_S = 3600.0
NEAR_S = 30.0
"""A machine with much to do answers late; an hour is an hour."""


def test_another_clock_is_gone_after_slowly_and_never_backwards() -> None:
    boot = [1000.0]
    clock = ServerClock(lambda: boot[0])
    for by_s in (HOUR_S, -HOUR_S):
        before = clock.now_ms()
        clock.slew(by_s)
        assert clock.now_ms() == before
        for _ in range(100):
            boot[0] += 0.1
            assert 0 < clock.now_ms() - before == pytest.approx(100, abs=2)
            before = clock.now_ms()


def test_what_a_clock_is_apart_is_made_up_and_no_more() -> None:
    boot = [1000.0]
    clock = ServerClock(lambda: boot[0])
    before = clock.now_ms()
    clock.slew(0.02)
    boot[0] += 0.01 / MOST_SLEWED
    assert clock.now_ms() - before == pytest.approx(2_010, abs=1)
    boot[0] += HOUR_S
    assert clock.now_ms() - before == pytest.approx(2_020 + HOUR_S * 1000, abs=1)


class Process:
    """One that serves a store, on a machine whose time is right, by a database whose clock may be set."""

    def __init__(self, store: Store, name: str) -> None:
        self.clock = ServerClock()
        self.name = name
        self._store = store

    async def start(self) -> None:
        await shared_clock.join(self._store, self.clock)
        await self._store.write(processes.beat(StoredProcess(self.name, "1", 1)))

    async def synchronise(self) -> None:
        await shared_clock.synchronise(self._store, self.clock, self.name)


@pytest.mark.parametrize("set_by_s", [HOUR_S, -HOUR_S])
@pytest.mark.parametrize("names", ["ab", "ba"])
def test_processes_agree_when_the_clock_of_the_database_was_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, set_by_s: float, names: str
) -> None:
    async def body(store: Store) -> None:
        old, new = (Process(store, name) for name in names)
        await old.start()
        await old.synchronise()
        started = old.clock.now_ms()
        monkeypatch.setattr(store, "ahead_s", lambda: set_by_s)
        await old.synchronise()
        await new.start()
        for _ in range(3):
            await new.synchronise()
            await old.synchronise()
        times = [MatchClock(process.clock, started).now_ms() / 1000 for process in (old, new)]
        assert times == [pytest.approx(0, abs=NEAR_S)] * 2

    store = Store(tmp_path / "parlour.db")
    asyncio.run(body(store))
    store.close()


def test_the_first_goes_after_the_database_and_the_others_after_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slewed: list[float] = []

    async def body(store: Store) -> None:
        first, second = (Process(store, name) for name in "ab")
        for process in (first, second):
            await process.start()
            await process.synchronise()
        second.clock.go_by(HOUR_S)
        monkeypatch.setattr(ServerClock, "slew", lambda _, by_s: slewed.append(by_s))
        monkeypatch.setattr(store, "ahead_s", lambda: 2 * HOUR_S)
        for process in (first, second):
            await process.synchronise()

    store = Store(tmp_path / "parlour.db")
    asyncio.run(body(store))
    store.close()
    assert slewed == [pytest.approx(2 * HOUR_S, abs=NEAR_S), pytest.approx(-HOUR_S, abs=NEAR_S)]


def test_what_a_process_said_of_its_clock_long_ago_tells_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It died, and somebody has set the database's clock right since."""

    async def body(store: Store) -> None:
        dead, later = (Process(store, name) for name in "ab")
        await dead.start()
        monkeypatch.setattr(store, "ahead_s", lambda: HOUR_S)
        await dead.synchronise()
        monkeypatch.setattr(store, "ahead_s", lambda: 0.0)
        await later.start()
        assert later.clock.behind_s() == pytest.approx(0, abs=NEAR_S)

    store = Store(tmp_path / "parlour.db")
    asyncio.run(body(store))
    store.close()


def test_a_time_that_is_set_while_the_database_is_asked_counts_as_it_is_then(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    right, set_by = time.time, [0.0]
    connect = PostgresqlDatabase._connect

    def connected(database: PostgresqlDatabase) -> Driver:
        driver = connect(database)
        monkeypatch.setattr(driver, "execute", partial(set_back_meanwhile, driver.execute))
        return driver

    def set_back_meanwhile(execute: Callable[[str], Cursor[tuple[float]]], sql: str) -> Cursor[tuple[float]]:
        answer = execute(sql)
        set_by[0] -= HOUR_S
        return answer

    monkeypatch.setattr(time, "time", lambda: right() + set_by[0])
    monkeypatch.setattr(PostgresqlDatabase, "_connect", connected)
    ahead_s = database_at(postgres.address("postgres")).ahead_s()
    assert set_by[0] < 0
    assert ahead_s == pytest.approx(-set_by[0], abs=NEAR_S)


@pytest.fixture(params=["postgresql", "sqlite"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Address:
    if request.param == "sqlite":
        return tmp_path / "parlour.db"
    server: Postgres = request.getfixturevalue("postgres")
    return DatabaseUrl(server.create())


def test_processes_on_a_shared_database_tell_its_time_and_one_alone_its_own(
    database: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    synchronised = asyncio.Event()
    slew = ServerClock.slew

    def watched(clock: ServerClock, by_s: float) -> None:
        slew(clock, by_s)
        synchronised.set()

    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + HOUR_S)
    monkeypatch.setattr(ServerClock, "slew", watched)
    monkeypatch.setattr(shared_clock, "SYNCHRONISE_EACH_S", 0)
    clock = ServerClock()

    async def body() -> None:
        parlour = Parlour(Settings(database, warm=False), clock)
        async with parlour.app.lifespan():
            if parlour.store.shared:
                await asyncio.wait_for(synchronised.wait(), WAIT_S)

    asyncio.run(body())
    shared = not isinstance(database, Path)
    assert synchronised.is_set() is shared
    assert clock.now_ms() / 1000 - right() == pytest.approx(0 if shared else HOUR_S, abs=NEAR_S)
