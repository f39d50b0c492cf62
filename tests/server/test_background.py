"""Work that nobody waits for goes on after a failure: at once where the database was away, later each time if not."""

import asyncio
from collections.abc import Iterator
from itertools import chain, count, repeat
from pathlib import Path
from types import SimpleNamespace

import pytest

from parlour.server import background
from parlour.server.app import Parlour
from parlour.server.background import Background
from parlour.server.live import hub
from parlour.server.settings import Settings
from parlour.store.failure import StoreAway, StoreBusy, StoreCutOff


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


def test_while_the_database_is_busy_a_task_tries_each_second_and_says_so_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    seconds = count()
    monkeypatch.setattr(background, "time", SimpleNamespace(monotonic=lambda: next(seconds)))
    assert waits_after(monkeypatch, chain(repeat(StoreBusy(), 100), [None])) == [1] * 100
    assert [(said.levelname, said.message) for said in caplog.records] == [("WARNING", "task waits")] * 2


def test_a_task_that_the_database_cuts_off_each_time_is_named_and_begun_again_later_each_time(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert waits_after(monkeypatch, chain(repeat(StoreCutOff(), 4), [None])) == [1, 2, 4, 8]
    assert [(said.levelname, vars(said)["facts"]["task"]) for said in caplog.records] == [("ERROR", "work")] * 4


def test_rooms_that_a_busy_database_left_unswept_are_told_of_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        swept = asyncio.Event()
        failures = iter([StoreBusy()])

        async def tidy(_idle_ms: int) -> None:
            for failure in failures:
                raise failure
            swept.set()

        parlour = Parlour(Settings(tmp_path / "parlour.db", warm=False))
        monkeypatch.setattr(parlour.hub, "tidy", tidy)
        sweeping = asyncio.ensure_future(parlour.hub.sweep())
        await swept.wait()
        sweeping.cancel()
        await asyncio.to_thread(parlour.store.close)

    monkeypatch.setattr(hub, "SWEEP_S", 0)
    asyncio.run(run())
    assert [(said.message, said.exc_info) for said in caplog.records] == [("rooms not swept", None)]
