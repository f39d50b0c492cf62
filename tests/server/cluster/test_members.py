"""Who is alive: a process whose beats are counted on, by no clock but the observer's."""

import asyncio
from pathlib import Path

from parlour.server.cluster.members import BEAT_S, LAPSE_S, Heartbeats, Members
from parlour.store import processes
from parlour.store.address import address_of
from parlour.store.postgresql_driver import LONGEST_WRITE_MS
from parlour.store.postgresql_migration import LOCKED_MS
from parlour.store.processes import StoredProcess
from parlour.store.store import Store
from tests.postgres import Postgres


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def lapsed_after(steps: list[tuple[float, int]]) -> list[list[str]]:
    """What is said of a process after each step: so much later, with that count."""
    clock = Clock()
    pulse, said = Heartbeats(clock), []
    for seconds, beat in steps:
        clock.now += seconds
        said.append([one.id for one in pulse.lapsed([StoredProcess("other", "1", beat)])])
    return said


def test_a_process_that_counts_on_is_alive() -> None:
    assert lapsed_after([(1, beat) for beat in range(20)]) == [[]] * 20


def test_a_process_that_stands_still_for_a_while_has_died() -> None:
    steps = int(LAPSE_S)
    assert lapsed_after([(1, 7)] * (steps + 1)) == [[]] * steps + [["other"]]


def test_time_in_which_nobody_looked_does_not_count() -> None:
    """A database that was away, or a process that was stopped, makes nobody else dead."""
    assert lapsed_after([(1, 7), (10 * LAPSE_S, 7), (1, 8)]) == [[], [], []]


def test_a_process_that_stands_still_has_died_for_whoever_looks_rarely_too() -> None:
    assert lapsed_after([(LAPSE_S, 7)] * 9)[-1] == ["other"]


def test_one_slow_write_of_a_process_does_not_let_it_be_thought_dead() -> None:
    """It is tried with others and then by itself, and its beat waits behind it."""
    assert BEAT_S + 2 * max(LONGEST_WRITE_MS, LOCKED_MS) / 1000 <= LAPSE_S


def test_a_process_that_was_thought_dead_says_again_what_it_was_started_with(tmp_path: Path) -> None:
    store = Store(tmp_path / "hub.db")

    async def lapsed_and_beating() -> list[tuple[int, dict[str, str | bool]]]:
        members = Members(store)
        await members.publish_settings({"--rate": "5"}, 7)
        await members.beat()
        [found] = await store.read(processes.alive())
        assert await store.write(processes.lapse(found))
        assert await store.read(processes.published_settings()) == ()
        await members.beat()
        return [(one.since, one.settings) for one in await store.read(processes.published_settings())]

    assert asyncio.run(lapsed_and_beating()) == [(7, {"--rate": "5"})]
    store.close()


def test_of_several_processes_one_is_the_first_and_none_before_its_first_heartbeat(postgres: Postgres) -> None:
    async def beating(store: Store) -> None:
        one, other = Members(store), Members(store)
        firsts = [one.is_first]
        await one.beat()
        firsts += [one.is_first, other.is_first]
        await other.beat()
        await one.beat()
        assert firsts == [False, True, False]
        assert one.is_first != other.is_first

    with postgres.blank() as address:
        store = Store(address_of(address))
        asyncio.run(beating(store))
        store.close()
