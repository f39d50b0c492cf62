"""Ratings that are derived again after a rejection, while everything else goes on."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from types import SimpleNamespace

import pytest
from sqlalchemy import func, select, update

from parlour.games.dots_and_boxes.rules import DotsAndBoxes
from parlour.games.ten_exorcism.rules import TenExorcism
from parlour.store import derivation, log, marks, players, ratings, rerating, standings
from parlour.store.address import Address
from parlour.store.database import Connection, ConnectionLost
from parlour.store.failure import StoreBusy
from parlour.store.players import Player
from parlour.store.rerating import Rerating, rate_again
from parlour.store.statements import Row, Statement, Value
from parlour.store.store import Store
from parlour.store.tables import matches
from parlour.store.tables import ratings as stored_ratings
from parlour.store.transaction import Transaction, job
from parlour.testing.players import finished
from tests.patience import WAIT_S
from tests.store.derived.test_marks import derived
from tests.store.keeping import InOneTransaction, confirmed, have_tables, kept, rate_outdated_again

GAME = DotsAndBoxes().id
PEOPLE = "abcd"


class Undo(Exception):
    """Rolls a savepoint back."""


def dots(transaction: Transaction, seed: int, who: str) -> str:
    return confirmed(transaction, finished(DotsAndBoxes(), seed, seats=len(who)).session, *who)


def is_outdated(transaction: Transaction) -> bool:
    return GAME in derivation.outdated_ratings(transaction)


def require_as_rebuilt(transaction: Transaction) -> None:
    before = derived(transaction)
    standings.rebuild(transaction)
    assert derived(transaction) == before


def test_a_rejected_result_says_so_at_once_and_ratings_follow(connection: Connection) -> None:
    first, second = dots(connection, 1, "ab"), dots(connection, 2, "bc")
    rated = ratings.of_player(connection, "c")
    marks.decide(first, "rejected", "a script", 5)(connection)
    assert marks.one(first)(connection).ranking == "does-not-count"
    told = {row.match: (row.not_counted, row.rating_after is None) for row in derived(connection)[0]}
    assert told == {first: ("rejected", True), second: (None, False)}
    assert is_outdated(connection)
    assert ratings.of_player(connection, "c") == rated, "as it was, until it is derived again"
    rate_outdated_again(connection)
    assert not is_outdated(connection)
    assert ratings.of_player(connection, "a") == {}
    require_as_rebuilt(connection)


def test_everything_derived_again_leaves_no_rating_outdated(connection: Connection) -> None:
    marks.decide(dots(connection, 1, "ab"), "rejected", "a script", 5)(connection)
    standings.rebuild(connection)
    assert not is_outdated(connection)


def test_only_rows_that_differ_are_written(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    dots(connection, 1, "ab")
    dots(connection, 2, "ab")
    last = dots(connection, 3, "ab")
    marks.decide(last, "rejected", "a script", 5)(connection)
    written: list[list[str]] = []
    replace = Rerating._replace

    def watched(self: Rerating, transaction: Transaction, names: list[str]) -> bool:
        written.append(names)
        return replace(self, transaction, names)

    monkeypatch.setattr(Rerating, "_replace", watched)
    rate_outdated_again(connection)
    assert written == [], "those before it are what they were"
    require_as_rebuilt(connection)


def test_later_matches_of_another_game_are_passed_over_once_beside_the_writer(connection: Connection) -> None:
    first = dots(connection, 1, "ab")
    dots(connection, 2, "ab")
    for seed in range(5):
        confirmed(connection, finished(TenExorcism(), 10 + seed).session, "a")
    marks.decide(first, "rejected", "a script", 5)(connection)
    [[last]] = connection.many(Statement(select(func.max(matches.c.place))))
    again, asked = Rerating(GAME), []
    assert again.read(connection) == "all"
    many = connection.many

    def watched(statement: Statement, **values: Value) -> list[Row]:
        asked.extend([values["after"]] if "after" in values else [])
        return many(statement, **values)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(connection, "many", watched)
        asyncio.run(again.write_matches(InOneTransaction(connection)))
        assert again.finish(connection)
    assert asked == [last], "nothing but what was confirmed since is looked at"
    require_as_rebuilt(connection)


def test_more_differing_ratings_than_all_tries_could_hold_in_a_commit_each_are_written(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = dots(connection, 1, "ab")
    dots(connection, 2, "cd")
    monkeypatch.setattr(rerating, "RATINGS_A_COMMIT", 1)
    monkeypatch.setattr(rerating, "MOST_TRIES", 1)
    marks.decide(first, "rejected", "a script", 5)(connection)
    connection.run(Statement(update(stored_ratings).values(mu=1.0)))
    rate_outdated_again(connection)
    require_as_rebuilt(connection)


def outdated_and_read(connection: Connection) -> Rerating:
    """Of two matches the first is rejected, and every rating is wrong; all has been read."""
    again = Rerating(GAME)
    first = dots(connection, 1, "ab")
    dots(connection, 2, "cd")
    marks.decide(first, "rejected", "a script", 5)(connection)
    connection.run(Statement(update(stored_ratings).values(mu=1.0)))
    assert again.read(connection) == "all"
    return again


def test_a_commit_writes_no_more_ratings_than_it_may_and_reads_none(connection: Connection) -> None:
    again = outdated_and_read(connection)
    connection.run(Statement(update(stored_ratings).where(stored_ratings.c.player == "c").values(mu=2.0)))
    written: list[list[str]] = []
    replace = again._replace_ratings

    def watched(transaction: Transaction, players: list[str]) -> bool:
        written.append(players)
        return replace(transaction, players)

    with small_steps(), pytest.MonkeyPatch.context() as patched:
        patched.setattr(again, "_replace_ratings", watched)
        assert asyncio.run(again.write_ratings(InOneTransaction(connection)))
    assert [len(players) for players in written] == [2], "two, and two with the last commit"
    require_as_rebuilt(connection)


def test_a_process_that_has_read_fewer_matches_writes_no_rating(connection: Connection) -> None:
    behind = outdated_and_read(connection)
    dots(connection, 3, "cd")
    before = derived(connection)
    with small_steps():
        assert not asyncio.run(behind.write_ratings(InOneTransaction(connection)))
    assert derived(connection) == before
    rate_outdated_again(connection)
    require_as_rebuilt(connection)


def test_a_reading_that_loses_its_connection_at_any_statement_is_done_again(connection: Connection) -> None:
    first = dots(connection, 1, "ab")
    for seed in range(2, 6):
        dots(connection, seed, "bc")
    marks.decide(first, "rejected", "a script", 5)(connection)
    many, failed = connection.many, 0
    for statements in range(40):
        left = iter(range(statements))

        def cut_off(statement: Statement, left: Iterator[int] = left, **values: Value) -> list[Row]:
            if next(left, None) is None:
                raise ConnectionLost
            return many(statement, **values)

        again = Rerating(GAME)
        with small_steps(), pytest.MonkeyPatch.context() as patched:
            patched.setattr(connection, "many", cut_off)
            try:
                while again.read(connection) == "some":
                    continue
            except ConnectionLost:
                failed += 1
            patched.setattr(connection, "many", many)
            while again.read(connection) == "some":
                continue
            with suppress(Undo), connection.savepoint():
                asyncio.run(again.write_matches(InOneTransaction(connection)))
                assert asyncio.run(again.write_ratings(InOneTransaction(connection)))
                require_as_rebuilt(connection)
                raise Undo
    assert 10 < failed < 40, "every statement was the last one once"


def test_a_server_pauses_after_each_reading_for_as_long_as_it_took(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = dots(connection, 1, "ab")
    for seed in range(2, 6):
        dots(connection, seed, "bc")
    marks.decide(first, "rejected", "a script", 5)(connection)
    seconds, pauses = count(step=3), list[float]()

    async def noted(paused: float) -> None:
        pauses.append(paused)

    monkeypatch.setattr(rerating, "time", SimpleNamespace(perf_counter=lambda: next(seconds)))
    with small_steps():
        assert asyncio.run(rate_again(InOneTransaction(connection), GAME, noted))
    assert pauses == [3, 3], "five matches, two in a reading; the last reading is followed by commits"


def test_the_last_commit_locks_rows_in_the_order_in_which_a_deletion_does(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    marks.decide(dots(connection, 1, "ab"), "rejected", "a script", 5)(connection)
    still_outdated: list[bool] = []
    replace = ratings.replace_ratings

    def watched(transaction: Transaction, game: str, differing: ratings.DifferingRatings) -> None:
        still_outdated.append(is_outdated(transaction))
        replace(transaction, game, differing)

    monkeypatch.setattr(rerating, "replace_ratings", watched)
    rate_outdated_again(connection)
    assert still_outdated == [False], "the row of the outdated ratings first, then ratings"


@contextmanager
def small_steps() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        for bound in ("MATCHES_A_READING", "MATCHES_A_COMMIT", "RATINGS_A_COMMIT"):
            patched.setattr(rerating, bound, 2)
        yield


@job
def first_matches(transaction: Transaction, count: int) -> list[str]:
    for name in PEOPLE:
        players.add(Player(name, name.upper()), name.encode(), 0)(transaction)
    return [dots(transaction, number, PEOPLE[number % 3] + PEOPLE[number % 3 + 1]) for number in range(count)]


@job
def another_match(transaction: Transaction, number: int) -> log.StoredMatch:
    return kept(transaction, finished(DotsAndBoxes(), number).session, "a", "b")


def test_two_processes_that_derive_the_same_ratings_while_others_write_agree(database: Address) -> None:
    have_tables(database)
    stores = Store(database), Store(database)

    async def others(matches: list[str]) -> None:
        for number in range(6):
            stored = await stores[number % 2].write(another_match(100 + number))
            await stores[number % 2].write(standings.confirm([(stored, True)]))
            if number == 2:
                await stores[0].write(marks.decide(matches[5], "rejected", "so", 5))
            if number == 4:
                await stores[1].write(players.forget("d"))

    async def derive(store: Store) -> bool:
        """Refused while a decision is being written, it is tried again, as the server does."""
        while True:
            with suppress(StoreBusy):
                return await rate_again(store, GAME)
            await asyncio.sleep(0)

    async def check() -> None:
        matches = await stores[0].write(first_matches(20))
        await stores[0].write(marks.decide(matches[0], "rejected", "so", 5))
        async with asyncio.timeout(WAIT_S):
            await asyncio.gather(others(matches), *(derive(store) for store in stores))
            await stores[1].write(marks.decide(matches[7], "rejected", "so", 5))
            assert all(await asyncio.gather(*(derive(store) for store in stores)))
        await stores[0].write(require_as_rebuilt)

    with small_steps():
        asyncio.run(check())
    for store in stores:
        store.close()
