"""Ratings that were left outdated, by a process that was killed or by one that has just decided something."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.core.kit import Kit
from parlour.games import kit_of, kits
from parlour.server.after import outdated_ratings
from parlour.server.after.outdated_ratings import OutdatedRatings
from parlour.store import derivation, marks, rerating
from parlour.store.failure import StoreAway
from parlour.store.store import Store
from parlour.store.transaction import Transaction, job
from tests.patience import WAIT_S
from tests.store.derived.test_rerating import GAME, first_matches, require_as_rebuilt

BROKEN = "a-broken-game"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "parlour.db")
    yield opened
    opened.close()


async def until_derived(store: Store) -> None:
    async with asyncio.timeout(WAIT_S):
        while await store.read(derivation.outdated_ratings):
            await asyncio.sleep(0.01)
    await store.write(require_as_rebuilt)


def test_ratings_that_a_killed_process_left_outdated_are_derived_at_the_start_and_later_ones_when_asked(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outdated_ratings, "LOOK_EACH_S", WAIT_S)

    async def check() -> None:
        first, second, *_ = await store.write(first_matches(5))
        await store.write(marks.decide(first, "rejected", "so", 5))
        ratings = OutdatedRatings(store, lambda: True)
        running = asyncio.ensure_future(ratings.run())
        await until_derived(store)
        await store.write(marks.decide(second, "rejected", "so", 5))
        ratings.look()
        await until_derived(store)
        running.cancel()

    asyncio.run(check())


def test_ratings_that_another_process_leaves_outdated_are_found_after_a_while(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outdated_ratings, "LOOK_EACH_S", 0.01)

    async def check() -> None:
        [match, *_] = await store.write(first_matches(5))
        running = asyncio.ensure_future(OutdatedRatings(store, lambda: True).run())
        await asyncio.sleep(0)
        await store.write(marks.decide(match, "rejected", "so", 5))
        await until_derived(store)
        running.cancel()

    asyncio.run(check())


def test_only_the_first_process_derives_ratings_and_the_next_one_when_it_has_become_the_first(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outdated_ratings, "LOOK_EACH_S", WAIT_S)
    asked: list[bool] = []
    derived: list[bool] = []
    first = asyncio.Event()
    derive = OutdatedRatings.derive

    async def watched(ratings: OutdatedRatings) -> None:
        derived.append(first.is_set())
        await derive(ratings)

    monkeypatch.setattr(OutdatedRatings, "derive", watched)

    def is_first() -> bool:
        asked.append(first.is_set())
        return first.is_set()

    async def until_asked(times: int) -> None:
        async with asyncio.timeout(WAIT_S):
            while len(asked) < times:
                await asyncio.sleep(0)

    async def check() -> None:
        [match, *_] = await store.write(first_matches(5))
        await store.write(marks.decide(match, "rejected", "so", 5))
        ratings = OutdatedRatings(store, is_first)
        running = asyncio.ensure_future(ratings.run())
        await until_asked(1)
        assert await store.read(derivation.outdated_ratings)
        first.set()
        ratings.look()
        await until_derived(store)
        running.cancel()
        assert (asked, derived) == ([False, True], [True])

    asyncio.run(check())


@job
def outdate(transaction: Transaction, *games: str) -> None:
    derivation.lock_alone(transaction)
    for game in games:
        derivation.outdate_ratings(transaction, game)


def let_a_game_raise(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def kit_or_error(game: str) -> Kit:
        if game == BROKEN:
            raise error
        return kit_of(game)

    monkeypatch.setattr(outdated_ratings, "kits", lambda: {BROKEN: None, **kits()})
    monkeypatch.setattr(rerating, "kit_of", kit_or_error)


def test_a_game_that_fails_is_logged_and_the_games_after_it_are_derived(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    let_a_game_raise(monkeypatch, ValueError("a fault of the kit"))

    async def check() -> None:
        await store.write(outdate(BROKEN, GAME))
        assert list(await store.read(derivation.outdated_ratings)) == [BROKEN, GAME], "the broken one comes first"
        await OutdatedRatings(store, lambda: True).derive()
        assert list(await store.read(derivation.outdated_ratings)) == [BROKEN]

    asyncio.run(check())
    [line] = caplog.records
    assert (line.levelname, line.message, vars(line)["facts"]) == ("ERROR", "ratings not derived", {"game": BROKEN})


def test_a_store_that_is_away_is_no_fault_of_a_game(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    let_a_game_raise(monkeypatch, StoreAway())

    async def check() -> None:
        await store.write(outdate(BROKEN, GAME))
        with pytest.raises(StoreAway):
            await OutdatedRatings(store, lambda: True).derive()

    asyncio.run(check())


def test_ratings_that_change_too_often_to_be_derived_are_told_of(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(rerating, "MOST_TRIES", 0)

    async def check() -> None:
        await store.write(outdate(GAME))
        await OutdatedRatings(store, lambda: True).derive()

    asyncio.run(check())
    [line] = caplog.records
    assert (line.levelname, line.message, vars(line)["facts"]) == ("WARNING", "ratings not derived yet", {"game": GAME})
