"""A room that is taken up again: nobody is refused for what another has spent, and what passes is tried again."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from msgspec import structs

from parlour.server import background
from parlour.server.clock import ServerClock
from parlour.server.live.hub import Hub
from parlour.server.live.matches import beginning
from parlour.server.live.people.seating import Person
from parlour.server.live.rooms.room import Room
from parlour.server.live.services import Services
from parlour.server.metrics import Metrics
from parlour.server.problems import Problem
from parlour.server.work import single_flight
from parlour.server.work.asker import asking
from parlour.server.work.pool import Pool
from parlour.server.work.process import Task, TaskDone, TaskFailed
from parlour.server.work.single_flight import SingleFlight
from parlour.server.work.worker import WorkerDied
from parlour.store import players
from parlour.store.players import Player
from parlour.store.store import Store
from tests.patience import WAIT_S
from tests.server.live.matches.test_match_host import services_of
from tests.server.workers import WorkerHere

ANN = Player("ann", "Ann")
SPENT, OTHER = "127.0.0.2", "127.0.0.3"


class WorkerThatDies(WorkerHere):
    """Fails so many times before it works."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    async def run(self, task: Task, told: Callable[[float], None]) -> TaskDone | TaskFailed:
        if self.times:
            self.times -= 1
            raise WorkerDied("killed")
        return await super().run(task, told)


@pytest.fixture(autouse=True)
def every_log_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beginning, "REPLAYED_AT_ONCE", -1)


def after_restart(
    tmp_path: Path,
    check: Callable[[Services, Hub, list[str]], Awaitable[None]],
    worker: WorkerHere | None = None,
    rooms: int = 1,
) -> None:
    """Ann has rooms in which she plays; another hub finds them in the store, and one address has spent everything."""

    async def body() -> None:
        store = Store(tmp_path / "parlour.db")
        services = services_of(store, ServerClock())
        await store.write(players.add(ANN, b"ann", 0))
        before = Hub(services)
        seat = (Person(ANN.id, ANN.name),)
        codes = [(await before.open(ANN, "ten-exorcism", {}, seat, public=False, seed=1)).code for _ in range(rooms)]
        pool = Pool([worker or WorkerHere()], 60.0, Metrics())
        pool._quick.quota.charge(SPENT, 1_000.0)
        services = replace(services, pool=pool)
        await check(services, Hub(services), codes)
        await services.background.stop()
        await pool.stop()
        store.close()

    asyncio.run(body())


async def found_by(hub: Hub, address: str, code: str) -> Room | Problem:
    with asking(address):
        try:
            return await hub.find(code)
        except Problem as problem:
            return problem


def test_whoever_joins_one_who_has_spent_everything_gets_the_room_all_the_same(tmp_path: Path) -> None:
    async def check(_: Services, hub: Hub, codes: list[str]) -> None:
        askers = (SPENT, SPENT, OTHER, SPENT, "127.0.0.4")
        found = await asyncio.gather(*(found_by(hub, address, codes[0]) for address in askers))
        refused = [one.status if isinstance(one, Problem) else None for one in found]
        assert refused == [429, 429, None, 429, None]
        assert found[2] is found[4], "it is loaded once"

    after_restart(tmp_path, check)


def test_what_is_refused_to_every_asker_is_asked_for_once_by_each_and_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = 0

    async def refused() -> None:
        nonlocal begun
        begun += 1
        await asyncio.sleep(0)
        raise Problem(429, "too-much-work", "spent")

    async def ask(work: SingleFlight[str, None], address: str) -> None:
        with asking(address), pytest.raises(Problem):
            await work.get("key", refused)

    async def everybody() -> None:
        work: SingleFlight[str, None] = SingleFlight()
        await asyncio.gather(*(ask(work, f"127.0.0.{number % 6}") for number in range(30)))

    asyncio.run(everybody())
    assert begun == 6, "one for each address"
    monkeypatch.setattr(single_flight, "MOST_JOINED", 2)
    asyncio.run(everybody())
    assert begun == 6 + 2, "the others have waited often enough"


def test_a_fault_of_the_work_itself_is_everybodys(tmp_path: Path) -> None:
    async def check(_: Services, hub: Hub, codes: list[str]) -> None:
        found = await asyncio.gather(*(found_by(hub, f"127.0.0.{number}", codes[0]) for number in range(5, 9)))
        assert [one.status for one in found if isinstance(one, Problem)] == [503] * 4

    after_restart(tmp_path, check, WorkerThatDies(1))


def test_a_match_whose_worker_died_at_the_start_is_taken_up_without_a_visitor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "FIRST_WAIT_S", 0.0)
    worker = WorkerThatDies(sys.maxsize)

    async def check(_: Services, hub: Hub, _codes: list[str]) -> None:
        await hub.resume()
        assert hub.count().rooms == 0
        worker.times = 1
        async with asyncio.timeout(WAIT_S):
            while not hub.count().matches:
                await asyncio.sleep(0.01)

    after_restart(tmp_path, check, worker)


def test_seats_are_given_up_and_names_changed_whatever_the_address_has_spent(tmp_path: Path) -> None:
    async def check(_: Services, hub: Hub, codes: list[str]) -> None:
        with asking(SPENT):
            await hub.rename(structs.replace(ANN, name="Anna"))
            assert [who.name for who in (await hub.find(codes[0])).state.holders if isinstance(who, Person)] == ["Anna"]
            await hub.forget(ANN)
        assert await hub.rooms_of(ANN) == []
        with pytest.raises(Problem, match="no-such-room"):
            await hub.find(codes[0])

    after_restart(tmp_path, check)


@pytest.mark.parametrize("change", [Hub.forget, Hub.rename])
def test_a_room_that_cannot_be_taken_up_now_is_not_passed_over(
    tmp_path: Path, change: Callable[[Hub, Player], Awaitable[None]]
) -> None:
    async def check(_: Services, hub: Hub, codes: list[str]) -> None:
        again = partial(change, hub, structs.replace(ANN, name="Anna"))
        with pytest.raises(Problem, match="work-failed"):
            await again()
        await again()
        named = {who.name for mine in await hub.rooms_of(ANN) for who in mine.room.seats if who.player == ANN.id}
        assert named == (set() if change is Hub.forget else {"Anna"})
        assert len(codes) == 2

    after_restart(tmp_path, check, WorkerThatDies(1), rooms=2)


def test_a_room_that_is_left_out_of_a_list_is_named_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def check(_: Services, hub: Hub, codes: list[str]) -> None:
        with asking(SPENT):
            assert await hub.rooms_of(ANN) == []
        assert [record.message for record in caplog.records] == ["room not taken up"]
        assert caplog.records[0].__dict__["facts"]["room"] == codes[0]

    after_restart(tmp_path, check)
