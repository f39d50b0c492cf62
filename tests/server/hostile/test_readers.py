"""What readers ask for over and over is worked out once; what was dealt is not dealt again; the address pays for it."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from parlour.core.match import AnyMatch
from parlour.core.replay import replay
from parlour.core.session import AnySession, encode_session
from parlour.games import kit_of
from parlour.games.stackdoku.actions import AskHint, Undo
from parlour.games.stackdoku.hints.hint import hint
from parlour.games.stackdoku.levels import dealing
from parlour.games.stackdoku.rules import Options
from parlour.server import app
from parlour.server.after import steps as stepping
from parlour.server.after.steps import BLOCK, Steps
from parlour.server.app import Parlour
from parlour.server.clock import ServerClock
from parlour.server.live.daily import Daily
from parlour.server.live.hub import Hub
from parlour.server.live.matches.beginning import new_match, resumed
from parlour.server.live.services import Services
from parlour.server.loading import load_rules
from parlour.server.metrics import Metrics
from parlour.server.settings import Settings
from parlour.server.work import tasks
from parlour.server.work.levels import Levels
from parlour.server.work.pool import Pool
from parlour.store import players
from parlour.store.players import Player
from parlour.store.store import Store
from parlour.testing.players import begin
from tests.patience import WAIT_S
from tests.server.live.matches.test_match_host import services_of
from tests.server.workers import WorkerHere, WorkerTold

KIT = kit_of("stackdoku")
GAME = KIT.game


def attack(seed: int, refused: int) -> AnyMatch:
    """A match with three hints and many refused moves, after each of which a view shows the hint again."""
    match: AnyMatch = begin(GAME, seed, Options("easy"))
    for number in range(3):
        match, _ = match.submit(0, AskHint(), number)
    for number in range(refused):
        match, _ = match.submit(0, Undo(), 3 + number)
    return match.close(10_000)


@pytest.fixture
def deals(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The seeds that are dealt, in this process or by its workers."""
    dealt: list[int] = []
    fresh = dealing.fresh_deal

    def counting(difficulty: Any, seed: int) -> Any:
        dealt.append(seed)
        return fresh(difficulty, seed)

    monkeypatch.setattr(dealing, "fresh_deal", counting)
    return iter([dealt])


def with_steps(check: Callable[[Steps, WorkerHere], Awaitable[None]], most_kept: int = stepping.MOST_KEPT) -> None:
    async def body() -> None:
        worker = WorkerHere()
        pool = Pool([worker], 1000.0, Metrics())
        await check(Steps(pool, most_kept), worker)
        await pool.stop()

    asyncio.run(body())


def test_a_hint_is_worked_out_once_however_often_its_position_is_shown() -> None:
    session = attack(81_001, 210).session
    load_rules(KIT)
    hint.cache_clear()

    async def check(steps: Steps, worker: WorkerHere) -> None:
        page = await steps.page(session, 0, 200)
        assert len(page) == 200
        assert b'"hint":{"step":3' in bytes(memoryview(page[150].view))
        assert len(worker.done) == 200 / BLOCK

    with_steps(check)
    assert hint.cache_info().misses == 1


def test_steps_that_many_ask_for_are_worked_out_once() -> None:
    session = attack(81_002, 120).session

    async def check(steps: Steps, worker: WorkerHere) -> None:
        pages = await asyncio.gather(*(steps.page(session, 0, 200) for _ in range(15)))
        assert all(page == pages[0] for page in pages)
        assert [step.seq for step in pages[0]] == list(range(124))
        assert len(worker.done) == 3, "one task for each block"
        assert [step.seq for step in await steps.page(session, 45, 20)] == list(range(45, 65))
        assert await steps.page(session, 124, 20) == []
        assert await steps.page(session, 1_000_000, 200) == []
        assert len(worker.done) == 3

    with_steps(check)


def test_the_pages_of_a_text_from_elsewhere_cost_one_replay() -> None:
    text = encode_session(attack(81_002, 120).session)

    async def check(steps: Steps, worker: WorkerHere) -> None:
        read = [step.seq for first in (0, 50, 100) for step in await steps.page_of_text(text, first, 50)]
        assert read == list(range(124))
        assert (text, 50) not in stepping._replays, "the second page went on where the first had ended"
        assert [step.seq for step in await steps.page_of_text(text, 45, 20)] == list(range(45, 65))
        assert len(worker.done) == 3, "one task for each block"

    with_steps(check)


def test_steps_are_kept_while_there_is_room() -> None:
    sessions = [attack(81_003 + number, 0).session for number in range(3)]

    async def check(steps: Steps, worker: WorkerHere) -> None:
        size = sum(len(memoryview(step.view)) for step in await steps.page(sessions[0], 0, 10))
        steps = Steps(Pool([worker], 1000.0, Metrics()), int(2.5 * size))
        worker.done.clear()
        for wanted, worked_out in ((0, 1), (1, 2), (0, 2), (2, 3), (0, 3), (1, 4)):
            await steps.page(sessions[wanted], 0, 10)
            assert len(worker.done) == worked_out

    with_steps(check)


def test_a_replay_goes_on_where_the_page_before_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    session, replayed = attack(81_006, 110).session, 0

    def counting(game: Any, session: AnySession) -> Iterator[AnyMatch]:
        nonlocal replayed
        for match in replay(game, session):
            replayed += 1
            yield match

    monkeypatch.setattr(stepping, "replay", counting)

    async def check(steps: Steps, _worker: WorkerHere) -> None:
        for first in range(0, 114, 20):
            await steps.page(session, first, 20)

    with_steps(check)
    assert replayed == 114


def with_services(tmp_path: Path, check: Callable[[Services], Awaitable[None]]) -> None:
    async def body() -> None:
        store = Store(tmp_path / "parlour.db")
        services = services_of(store, ServerClock())
        await check(services)
        await services.background.stop()
        await services.pool.stop()
        store.close()

    asyncio.run(body())


def test_a_match_that_is_taken_up_again_is_not_dealt_again(tmp_path: Path, deals: Iterator[list[int]]) -> None:
    [dealt] = deals
    live = begin(GAME, 82_001, Options("expert"))
    live, _ = live.submit(0, Undo(), 5)
    dealing._known.cache_clear()
    dealt.clear()

    async def check(services: Services) -> None:
        again = await resumed(services, live.session)
        assert again == live
        assert dealt == [], "nobody waits for a deal"
        while not dealt:
            await asyncio.sleep(0)
        assert dealt == [82_001], "beside everything else the level is brought with its proof"

    with_services(tmp_path, check)


def test_a_long_log_is_replayed_by_a_worker(tmp_path: Path) -> None:
    live = attack(82_002, 300)

    async def check(services: Services) -> None:
        worker = WorkerHere()
        again = await resumed(replace(services, pool=Pool([worker], 1000.0, Metrics())), live.session)
        assert again == live
        assert [task.function for task in worker.done] == [tasks.replayed]

    with_services(tmp_path, check)


def test_a_new_match_is_dealt_once_by_a_worker(tmp_path: Path, deals: Iterator[list[int]]) -> None:
    [dealt] = deals

    async def check(services: Services) -> None:
        match = await new_match(services, KIT, 82_003, {"difficulty": "expert"}, 1)
        assert dealt == [82_003]
        assert match.session.options.level == dealing.deal("expert", 82_003).unproved
        assert dealing.certificate_of(match.session.options.level)
        await services.levels.prepare(KIT, Options("expert"), 82_003)
        assert dealt == [82_003]

    with_services(tmp_path, check)


@pytest.mark.usefixtures("within_one_day")
def test_whoever_waits_for_a_daily_challenge_to_be_dealt_keeps_nobody_from_theirs(tmp_path: Path) -> None:
    async def check(services: Services) -> None:
        pool = Pool([WorkerTold()], 1000.0, Metrics())
        services = replace(services, pool=pool, levels=Levels(pool))
        daily, ann, bob = Daily(services, Hub(services)), Player("ann", "Ann"), Player("bob", "Bob")
        for player in (ann, bob):
            await services.store.write(players.add(player, player.id.encode(), 0))
        waits = asyncio.create_task(daily.open(ann, "stackdoku"))
        while not pool.running:
            await asyncio.sleep(0)
        async with asyncio.timeout(WAIT_S):
            challenge = await daily.open(bob, "ten-exorcism")
        assert challenge.mine is not None
        assert not waits.done()
        await pool.stop()
        with pytest.raises(asyncio.CancelledError):
            await waits

    with_services(tmp_path, check)


async def guest_at(parlour: Parlour, address: str) -> httpx.AsyncClient:
    """Somebody new, who asks from that address."""
    transport = httpx.ASGITransport(cast("Any", parlour.app), client=(address, 1234))
    guest = httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=WAIT_S)
    assert (await guest.post("/api/me", json={})).status_code == 200
    return guest


def test_the_address_that_has_levels_dealt_pays_for_them_and_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "ProcessWorker", lambda: WorkerHere(seconds=0.06))
    level = {"game": "stackdoku", "seats": [{"for": "me"}], "options": {"difficulty": "expert"}}
    no_level = {"game": "ten-exorcism", "seats": [{"for": "me"}]}

    async def check() -> None:
        parlour = Parlour(Settings(tmp_path / "parlour.db", warm=False, work_seconds=0.1))
        async with parlour.app.lifespan():
            greedy, other = await guest_at(parlour, "127.0.0.2"), await guest_at(parlour, "127.0.0.1")
            answers = [await greedy.post("/api/rooms", json=level) for _ in range(4)]
            assert [answer.status_code for answer in answers] == [201, 201, 429, 429]
            assert answers[2].json()["code"] == "too-much-work"
            assert 1 <= int(answers[2].headers["Retry-After"]) <= 600
            for guest, room in ((other, level), (other, no_level), (greedy, no_level)):
                assert (await guest.post("/api/rooms", json=room)).json()["match"] is not None
            metrics = (await other.get("/metrics")).text
            assert "parlour_work_waiting 0.0" in metrics
            assert 'parlour_work_seconds_count{work="dealt"} 3.0' in metrics
            await greedy.aclose()
            await other.aclose()

    asyncio.run(check())
