"""Whatever happens in a hub while ratings are derived again, step by step, they are what a rebuild gives."""

from collections.abc import Coroutine, Generator
from contextlib import suppress
from types import coroutine
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parlour.store import marks, merging, players
from parlour.store.database import Connection
from parlour.store.rerating import rate_again
from parlour.store.transaction import Job
from tests.store.derived.test_rerating import GAME, PEOPLE, Undo, dots, is_outdated, require_as_rebuilt, small_steps
from tests.store.keeping import InOneTransaction, a_store, rate_outdated_again

T = TypeVar("T")


@coroutine
def a_moment() -> Generator[None, None, None]:
    yield


class Stepping(InOneTransaction):
    """Waits for somebody's step before each job."""

    async def read(self, job: Job[T]) -> T:
        await a_moment()
        return await super().read(job)

    async def write(self, job: Job[T]) -> T:
        await a_moment()
        return await super().write(job)


class Doings:
    """What happens in a hub, one after another, while the ratings of a game are derived again step by step."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._matches: list[str] = []
        self._people = list(PEOPLE)
        self._rating: Coroutine[Any, Any, bool] | None = None
        self.as_rebuilt = True
        """Whether rows are what a rebuild gives: not once somebody is deleted, until ratings are derived again."""

    def play(self, first: int, second: int) -> None:
        if len(self._people) > 1:
            there = [self._people[number % len(self._people)] for number in (first, first + 1 + second % 2)]
            if there[0] != there[1]:
                self._matches.append(dots(self._connection, len(self._matches), "".join(there)))

    def reject(self, which: int, _: int) -> None:
        for match in self._matches[which : which + 1]:
            marks.decide(match, "rejected", "so", 5)(self._connection)

    def accept(self, which: int, _: int) -> None:
        for match in self._matches[which : which + 1]:
            marks.decide(match, "accepted", "so", 5)(self._connection)

    def delete(self, which: int, _: int) -> None:
        self._shrink(which)
        players.forget(PEOPLE[which % len(PEOPLE)])(self._connection)

    def merge(self, which: int, into: int) -> None:
        guest = PEOPLE[which % len(PEOPLE)]
        others = [one for one in self._people if one != guest]
        if guest in self._people and others:
            self._shrink(which)
            merging.merge(guest, others[into % len(others)], 5)(self._connection)

    def _shrink(self, which: int) -> None:
        self.as_rebuilt = self.as_rebuilt and is_outdated(self._connection)
        self._people = [one for one in self._people if one != PEOPLE[which % len(PEOPLE)]]

    def step(self, times: int, _: int) -> None:
        """A process goes on with what it computed before all that happened since."""
        for _time in range(times + 1):
            outdated = is_outdated(self._connection)
            if self._rating is None:
                self._rating = rate_again(Stepping(self._connection), GAME)
            try:
                self._rating.send(None)
            except StopIteration:
                self._rating = None
            self.as_rebuilt = self.as_rebuilt or (outdated and not is_outdated(self._connection))

    def kill(self, _: int, __: int) -> None:
        """The process is gone, whatever it had written."""
        if self._rating is not None:
            self._rating.close()
            self._rating = None

    def end(self) -> None:
        self.kill(0, 0)
        self.as_rebuilt = self.as_rebuilt or is_outdated(self._connection)
        rate_outdated_again(self._connection)


EVERY_STEP = range(14)
"""Of deriving the ratings of six matches again, two at a time, and some more."""


@pytest.mark.parametrize("meanwhile", ["play", "reject", "accept", "delete", "merge", "kill"])
def test_something_that_happens_at_any_step_is_in_the_ratings_at_the_end(
    connection: Connection, meanwhile: str
) -> None:
    for steps in EVERY_STEP:
        with small_steps(), suppress(Undo), connection.savepoint():
            hub = Doings(connection)
            for number in range(6):
                hub.play(number, number)
            hub.reject(1, 0)
            hub.step(steps, 0)
            getattr(hub, meanwhile)(1 if meanwhile == "accept" else 2, 0)
            hub.step(2 * len(EVERY_STEP), 0)
            assert not is_outdated(connection)
            if hub.as_rebuilt:
                require_as_rebuilt(connection)
            raise Undo


DOINGS = st.tuples(
    st.sampled_from(["play", "play", "play", "reject", "reject", "accept", "delete", "merge", "step", "step", "kill"]),
    st.integers(0, 5),
    st.integers(0, 3),
)


@pytest.mark.usefixtures("database")
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(DOINGS, min_size=4, max_size=24))
def test_whatever_happens_meanwhile_rows_are_what_a_rebuild_gives(doings: list[tuple[str, int, int]]) -> None:
    with small_steps(), a_store(*PEOPLE) as connection:
        hub = Doings(connection)
        for name, first, second in [("play", 0, 0), ("play", 1, 1), ("play", 2, 0), *doings]:
            try:
                getattr(hub, name)(first, second)
            except marks.NothingToDecide:
                assert name == "accept"
            if hub.as_rebuilt and not is_outdated(connection):
                require_as_rebuilt(connection)
        hub.end()
        assert not is_outdated(connection)
        if hub.as_rebuilt:
            require_as_rebuilt(connection)
