"""Ratings that were left outdated, by a process that was killed or by one that has just decided something."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.server.after import outdated_ratings
from parlour.server.after.outdated_ratings import OutdatedRatings
from parlour.store import derivation, marks
from parlour.store.store import Store
from tests.store.test_rerating import first_matches, require_as_rebuilt

WAIT_S = 60


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
        ratings = OutdatedRatings(store)
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
        running = asyncio.ensure_future(OutdatedRatings(store).run())
        await asyncio.sleep(0)
        await store.write(marks.decide(match, "rejected", "so", 5))
        await until_derived(store)
        running.cancel()

    asyncio.run(check())
