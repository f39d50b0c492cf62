"""Work that nobody waits for goes on after a failure: at once where the database was away, later each time if not."""

import asyncio
from collections.abc import Iterator
from itertools import chain, repeat

import pytest

from parlour.server.background import Background
from parlour.store.failure import StoreAway


def waits_after(monkeypatch: pytest.MonkeyPatch, errors: Iterator[Exception | None]) -> list[float]:
    """How long a task waits each time before it is begun again, until it is done."""
    waits: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        waits.append(seconds)
        await sleep(0)

    async def run() -> None:
        done = asyncio.Event()

        async def work() -> None:
            error = next(errors)
            if error is not None:
                raise error
            done.set()

        tasks = Background()
        tasks.keep(work, "work")
        await done.wait()
        await tasks.stop()

    monkeypatch.setattr(asyncio, "sleep", noted)
    asyncio.run(run())
    return waits


def test_a_task_is_begun_again_later_each_time(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert waits_after(monkeypatch, chain(repeat(ValueError(), 4), [None])) == [1, 2, 4, 8]
    assert len(caplog.records) == 4


def test_what_comes_when_everything_has_stopped_is_not_begun() -> None:
    begun = []

    async def work() -> None:
        begun.append("work")

    async def run() -> None:
        tasks = Background()
        await tasks.stop()
        tasks.start(work(), "work")
        tasks.keep(work, "work")
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    asyncio.run(run())
    assert begun == []


def test_while_the_database_is_away_a_task_tries_each_second_and_says_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert waits_after(monkeypatch, chain(repeat(StoreAway(), 9), [None])) == [1] * 9
    assert not caplog.records
