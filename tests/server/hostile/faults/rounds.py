"""Each scenario once for each fault, in processes that are really killed.

``python -m tests.server.hostile.faults.rounds FOLDER PART PARTS`` does one part of them. It runs one server after
another; for one that is to be killed it forks, when no thread is left of the last. It says what it saw as one line of
JSON.
"""

import asyncio
import gc
import os
import shutil
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from parlour.games import kits
from parlour.server.app import Parlour
from parlour.server.settings import Settings
from parlour.server.work.worker import Worker
from parlour.store.store import Store
from tests.many import MANY
from tests.patience import WAIT_S
from tests.server.hostile.faults.client import Failed, LaterClock, People, Refused
from tests.server.hostile.faults.injection import Fault
from tests.server.hostile.faults.scenarios import SCENARIOS, WARMING, Scenario
from tests.server.hostile.faults.soundness import all_confirmed, require_sound
from tests.server.late_parlour import LateParlour
from tests.server.workers import WorkerHere

LONGEST_S = 2 * WAIT_S
STATEMENTS_APART = 4
"""Every so many statements of a commit find a full disk; with PARLOUR_MANY=1 each does."""
Work = Callable[[], Coroutine[None, None, None]]


class ParlourAlone(LateParlour):
    """It computes itself what others do in processes of their own."""

    def _workers(self) -> Sequence[Worker]:
        return [WorkerHere()]


@cache
def _parlour_alone() -> ParlourAlone:
    return ParlourAlone()


class Seen(Struct, frozen=True):
    """What an undisturbed run did."""

    commits: int
    """After the start."""
    statements: int
    routes: list[str]
    writers: list[str]


class Report(Struct, frozen=True):
    """What all rounds came to."""

    commits: int
    """Of undisturbed runs."""
    kills: int
    full_disks: int
    told: int
    """In how many of those the one who acts was told."""
    routes: list[str]
    writers: list[str]
    wrong: list[str]
    """What did not hold, with the scenario and the fault."""


def rounds(folder: Path, chosen: Sequence[Scenario]) -> Report:
    """All faults of these scenarios."""
    _warm_up(folder / "warm")
    _make_a_store(folder / "new")
    kills = full = told = commits = 0
    routes: set[str] = set()
    writers: set[str] = set()
    wrong: list[str] = []
    for number, scenario in enumerate(chosen):
        base = folder / str(number)
        _copy(folder / "new", base)
        try:
            seen = _undisturbed(scenario, base)
        except AssertionError as error:
            wrong.append(str(error))
            continue
        routes |= set(seen.routes)
        writers |= set(seen.writers)
        commits += seen.commits
        for fault in _faults(scenario, seen):
            with_fault = _with_full_disk if fault.kind == "full" else _with_a_kill
            try:
                happened = with_fault(scenario, base, fault)
            except AssertionError as error:
                wrong.append(str(error))
                continue
            kills += happened and fault.kind == "kill"
            full += happened and fault.kind == "full"
            told += fault.told
            if fault.at == 1 and not happened:  # what came later in the undisturbed run may come in the same commit now
                wrong.append(f"{scenario.name}, {fault.name}: did not happen")
    return Report(commits, kills, full, told, sorted(routes), sorted(writers), wrong)


def _warm_up(folder: Path) -> None:
    """Whatever is imported, compiled or looked up once is there before the first fork; no thread is left."""
    folder.mkdir()
    kits()
    asyncio.run(_prepare(WARMING, folder))
    asyncio.run(_act(WARMING, folder, Fault()))
    gc.collect()
    gc.freeze()


def _make_a_store(folder: Path) -> None:
    """Migrated once: each scenario begins with a copy."""
    folder.mkdir()
    Store(folder / "parlour.db").close()


def _faults(scenario: Scenario, seen: Seen) -> Iterator[Fault]:
    """Killed after each commit: before the first the store is as the undisturbed run found it."""
    for at in range(1, seen.commits + 1):
        yield from (Fault("kill", at), Fault("full", at))
    for at in range(1, seen.statements + 1, 1 if MANY else STATEMENTS_APART) if scenario.statements else ():
        yield Fault("full", at, each_statement=True)


def _undisturbed(scenario: Scenario, base: Path) -> Seen:
    """Prepare the store, count what the scenario writes, and see that it does what it should."""
    run, fault = base / "undisturbed", Fault()
    _here(scenario.name, fault, lambda: _prepare(scenario, base))
    _copy(base, run)
    _here(scenario.name, fault, lambda: _act(scenario, run, fault))
    return msgspec.json.decode((run / "seen").read_bytes(), type=Seen)


def _with_a_kill(scenario: Scenario, base: Path, fault: Fault) -> bool:
    """Whether it was killed; what it left behind is then used by another process."""
    run, none = base / fault.name, Fault()
    _copy(base, run)
    ended = _forked(run, f"{scenario.name}, {fault.name}", fault, lambda: _act(scenario, run, fault))
    _here(f"{scenario.name}, {fault.name}", none, lambda: _act(scenario, run, none, again=True))
    return ended == -signal.SIGKILL


def _with_full_disk(scenario: Scenario, base: Path, fault: Fault) -> bool:
    """Whether something was not written."""
    run = base / fault.name
    _copy(base, run)
    _here(f"{scenario.name}, {fault.name}", fault, lambda: _act(scenario, run, fault))
    return (run / "failed").exists()


def _copy(base: Path, run: Path) -> None:
    run.mkdir()
    for file in base.iterdir():
        if file.is_file():
            shutil.copy(file, run)


def _here(name: str, fault: Fault, work: Work) -> None:
    """Do the work in this process; AssertionError if something was wrong."""
    try:
        with fault.installed():
            asyncio.run(_in_time(work))
    except Exception as error:  # noqa: BLE001
        raise AssertionError(f"{name}:\n{_innermost(error)}") from None


def _forked(folder: Path, name: str, fault: Fault, work: Work) -> int:
    """How a process that did the work ended; AssertionError with what it said if something was wrong."""
    assert threading.active_count() == 1
    child = os.fork()
    if child == 0:
        with (folder / "said").open("w") as said:
            os.dup2(said.fileno(), 2)
            try:
                _here(name, fault, work)
            except AssertionError as error:
                print(error, file=said, flush=True)
                os._exit(1)
        os._exit(0)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert ended in (0, -signal.SIGKILL), f"{name}: ended with {ended}\n{(folder / 'said').read_text()[-3000:]}"
    return ended


async def _in_time(work: Work) -> None:
    """What does not come to an end by itself, whichever way, ends the process."""
    signal.alarm(LONGEST_S)
    await work()
    signal.alarm(0)


def _innermost(error: BaseException) -> str:
    """The first error of groups of errors, with where it was raised."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return "".join(traceback.format_exception(error, limit=-6, chain=False))


async def _prepare(scenario: Scenario, base: Path) -> None:
    clock = LaterClock(0)
    parlour = _parlour(base, clock)
    async with parlour.app.lifespan():
        people = People(parlour, clock, base, {})
        await scenario.before(people)
        await people.eventually(all_confirmed)
        await people.close()
    (base / "known").write_bytes(msgspec.json.encode(people.known))
    scenario.damage(base / "parlour.db")


async def _act(scenario: Scenario, run: Path, fault: Fault, *, again: bool = False) -> None:
    """Do what the scenario does, and once more if it was not answered; then everything has to hold."""
    clock = LaterClock(scenario.ahead_ms)
    parlour = _parlour(run, clock)
    async with parlour.app.lifespan():
        fault.armed = True
        people = People(parlour, clock, run, msgspec.json.decode((run / "known").read_bytes()))
        await people.eventually(_is_ready)
        if again:
            with suppress(Refused):
                await scenario.act(people)
        elif fault.kind == "none":
            await scenario.act(people)
        else:
            try:
                await scenario.act(people)
            except Failed:
                fault.told = True
                with suppress(Refused):
                    await scenario.act(people)
        await people.eventually(scenario.goal)
        await people.eventually(all_confirmed)
        fault.armed = False
        if fault.failed:
            (run / "failed").touch()
        assert fault.outside == []
        if fault.kind != "kill":
            await require_sound(people, run)
        await people.close()
    seen = Seen(fault.commits, fault.statements, sorted(people.routes), sorted(fault.writers))
    (run / "seen").write_bytes(msgspec.json.encode(seen))


async def _is_ready(people: People) -> bool:
    return people.hub.ready


def _parlour(folder: Path, clock: LaterClock) -> Parlour:
    settings = Settings(
        folder / "parlour.db", warm=False, bot_pause_s=0, away_s=0, requests_per_second=1e6, analysis_seconds=0.01
    )
    parlour = _parlour_alone()
    parlour.open(settings, clock)
    return parlour


def main(folder: str, part: str, parts: str) -> None:
    report = rounds(Path(folder), SCENARIOS[int(part) :: int(parts)])
    print(msgspec.json.encode(report).decode())


if __name__ == "__main__":
    main(*sys.argv[1:])
