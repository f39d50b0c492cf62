"""What is derived from the log: the same each time, in whatever way it is asked for, and after an upgrade too."""

import asyncio
import sqlite3
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from alembic import command
from alembic.config import Config
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, text

from parlour.core.game import Outcome
from parlour.core.mulberry32 import below, mulberry32
from parlour.core.session import AnySession, encode_entry, encode_session
from parlour.games import kit_of
from parlour.games.dots_and_boxes.rules import DotsAndBoxes
from parlour.games.ten_exorcism.rules import Ask, Options, TenExorcism
from parlour.protocol.days import day_ms, day_of
from parlour.protocol.ranking import Seated, places, ranking_of
from parlour.store import leaderboards, log, profiles, ratings, secrets, standings
from parlour.store.address import Address
from parlour.store.database import Connection
from parlour.store.migrating import MIGRATIONS
from parlour.store.periods import period, since
from parlour.store.sqlite import SqliteDatabase
from parlour.store.statements import Insertion, Row, Statement
from parlour.store.store import Store
from parlour.store.tables import bests
from parlour.store.tables import players as players_table
from parlour.store.transaction import Transaction
from parlour.testing.players import begin, finished
from tests.store.keeping import DRAWN, a_store, confirmed, kept


def rows_of(transaction: Transaction, sql: str) -> list[Row]:
    return transaction.many(Statement(text(sql)))


def dots(seed: int, seats: int) -> AnySession:
    return finished(DotsAndBoxes(), seed, seats=seats).session


def ghosts(seed: int, *, ask: bool) -> AnySession:
    """Ten Exorcism, with or without asking for advice once."""
    match = begin(TenExorcism(), seed, Options(mode="endless"))
    if ask:
        match, _ = match.submit(0, Ask(), 1)
    while match.outcome is None:
        match, _ = match.submit(0, match.game.legal_actions(match.state, 0)[0], match.count)
    return match.session


def everything(connection: Transaction) -> list[list[Row]]:
    return [
        rows_of(connection, f"SELECT * FROM {name} ORDER BY 1, 2, 3, 4") for name in ("results", "bests", "ratings")
    ]


def test_what_is_derived_again_from_the_log_is_the_same(connection: Connection) -> None:
    for seed, who in enumerate(("ab", "ba", "abc", "dcba", "ca", "aa")):
        confirmed(connection, dots(seed, len(who)), *who)
    confirmed(connection, ghosts(6, ask=False), "a")
    derived = everything(connection)
    assert all(derived)
    standings.rebuild(connection)
    assert everything(connection) == derived
    connection.run(Statement(text("DELETE FROM ratings")))
    standings.bring_up_to_date(connection)
    assert everything(connection) != derived, "it is derived again only when the way of deriving is another"


def test_matches_confirmed_together_count_as_one_after_another(connection: Connection) -> None:
    who = ("ab", "ba", "abc", "dcba", "ca", "aa")
    matches = [kept(connection, dots(seed, len(names)), *names) for seed, names in enumerate(who)]
    matches.append(kept(connection, ghosts(6, ask=False), "a"))
    one_by_one = []
    with suppress(ZeroDivisionError), connection.savepoint():
        for stored in matches:
            standings.confirm([(stored, stored is not matches[1])])(connection)
        one_by_one = everything(connection)
        raise ZeroDivisionError
    assert everything(connection) == [[], [], []]
    standings.confirm([(stored, stored is not matches[1]) for stored in matches])(connection)
    assert everything(connection) == one_by_one
    places = [row.place for row in rows_of(connection, "SELECT place FROM matches ORDER BY place")]
    assert places == [1, 2, 3, 4, 5, 6, 7]
    assert len(rows_of(connection, "SELECT id FROM matches WHERE NOT confirmed")) == 1


def test_confirming_twice_counts_once(connection: Connection) -> None:
    session = dots(1, 2)
    confirmed(connection, session, "a", "b")
    before = everything(connection)
    stored = log.stored(session.id)(connection)
    assert stored is not None
    standings.confirm([(stored, True)])(connection)
    assert everything(connection) == before


def test_a_match_that_a_replay_contradicts_counts_nowhere(connection: Connection) -> None:
    session = dots(1, 2)
    log.begin("ROOM", session, [Seated("A", "a"), Seated("B", "b")], DRAWN)(connection)
    stored = log.stored(session.id)(connection)
    assert stored is not None
    standings.confirm([(stored, False)])(connection)
    assert everything(connection) == [[], [], []]


def test_whoever_asked_for_advice_is_in_the_statistics_but_not_on_the_board(connection: Connection) -> None:
    asked = [True, False, False, True]
    sessions = [ghosts(seed, ask=ask) for seed, ask in enumerate(asked)]
    for session in sessions:
        confirmed(connection, session, "a")
    why = {row.match: row.not_counted for row in rows_of(connection, "SELECT match, not_counted FROM results")}
    assert why == {session.id: "helped" if helped else None for session, helped in zip(sessions, asked, strict=True)}
    page = profiles.profile("a")(connection)
    assert page is not None
    [statistics] = page.statistics
    assert (statistics.played, statistics.ranked, statistics.won) == (4, 2, None)
    scores = [session.outcome.scores[0] for session in sessions if session.outcome]
    ranked = [score for score, helped in zip(scores, asked, strict=True) if not helped]
    assert statistics.best is not None
    assert (statistics.best.score, statistics.mean) == (max(ranked), sum(ranked) / 2)


@pytest.mark.parametrize(
    ("scores", "winners", "ranks"),
    [
        ((9, 16), (1,), [2, 1]),
        ((5, 1), (1,), [2, 1]),
        ((10, 10, 5), (0, 1), [1, 1, 2]),
        ((3, 12, 7, 3), (1,), [3, 1, 2, 3]),
    ],
)
def test_winners_come_first_and_the_others_by_their_score(
    scores: tuple[int, ...], winners: tuple[int, ...], ranks: list[int]
) -> None:
    seats = [Seated("A", "a")] * len(scores)
    assert list(places(seats, Outcome("over", scores, winners))) == ranks


def test_ratings_find_out_who_is_stronger(connection: Connection) -> None:
    """Four players whose chances to win are in the order of the alphabet, and who all start alike."""
    numbers = mulberry32(7)
    strength = dict(zip("abcd", (8, 4, 2, 1), strict=True))
    for at in range(200):
        one, other = ("ab", "bc", "cd", "ac", "bd", "ad")[below(next(numbers), 6)]
        wins = below(next(numbers), strength[one] + strength[other]) < strength[one]
        won = ratings.RatedMatch(f"m{at}", "nim", [one, other], (1, 2) if wins else (2, 1), day_ms("2026-11-15", at))
        ratings.rate(connection, [won])
    found = ratings.rated("nim", 10, "c")(connection)
    assert [row.player for row in found.rows] == ["a", "b", "c", "d"]
    assert [row.rank for row in found.rows] == [1, 2, 3, 4]
    assert found.mine == found.rows[2]
    assert sum(row.games for row in found.rows) == 400


@pytest.mark.usefixtures("database")
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3)), max_size=12), st.integers(1, 5), st.integers(0, 11))
def test_ranks_are_those_that_counting_gives(rows: list[tuple[int, int]], count: int, who: int) -> None:
    with a_store() as connection:
        names = [f"p{index:02}" for index in range(len(rows))]
        connection.insert(Insertion(players_table, ("id", "name", "created")), [(name, name, 0) for name in names])
        connection.insert(
            Insertion(bests, ("game", "board", "period", "player", "score", "at", "took_ms", "match")),
            [("g", "b", "all", name, score, at, 1, "m") for name, (score, at) in zip(names, rows, strict=True)],
        )
        found = leaderboards.leaderboard("g", "b", "all", 0, count, f"p{who:02}")(connection)
    order = sorted(range(len(rows)), key=lambda index: (-rows[index][0], rows[index][1], index))
    ranked = [(1 + sum(row[0] > rows[index][0] for row in rows), f"p{index:02}") for index in order]
    assert [(row.rank, row.player) for row in found.rows] == ranked[:count]
    assert found.players == len(rows)
    place = next((place for place, row in enumerate(ranked) if row[1] == f"p{who:02}"), None)
    around = [] if place is None else ranked[max(0, place - 2) : place + 3]
    assert [(row.rank, row.player) for row in found.around] == around
    assert (found.mine is None) == (place is None)


def test_days_and_weeks_are_those_of_utc() -> None:
    sunday = day_ms("2026-11-15")
    assert day_of(sunday) == "2026-11-15"
    assert day_of(sunday - 1) == "2026-11-14"
    assert period("day", sunday) == "day 2026-11-15"
    assert period("week", sunday) == "week 2026-11-09"
    assert since("week", sunday) == day_ms("2026-11-09")
    assert period("week", day_ms("2026-11-15", 1)) == "week 2026-11-16"
    assert period("all", sunday) == "all"
    assert since("all", sunday) is None


def test_the_daily_secret_outlives_the_process(database: Address) -> None:
    async def secret() -> bytes:
        store = Store(database)
        found = await store.write(secrets.obtain("daily"))
        assert await store.write(secrets.obtain("daily")) == found
        store.close()
        return found

    assert asyncio.run(secret()) == asyncio.run(secret())


def test_a_store_of_the_first_version_is_brought_up_to_date_and_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "parlour.db"
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    sessions = [dots(seed, 2) for seed in range(3)]
    old = sqlite3.connect(path)
    old.executemany("INSERT INTO players VALUES (?, ?, NULL, 5)", [("a", "Ann"), ("b", "Bob")])
    for session in sessions:
        header = msgspec.structs.replace(session, entries=(), outcome=None, ended=None)
        row = (session.id, "ROOM", session.game, encode_session(header), session.started, session.ended)
        old.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, 1)", (*row, msgspec.json.encode(session.outcome)))
        old.executemany(
            "INSERT INTO seats VALUES (?, ?, ?, ?, NULL)", [(session.id, 0, "a", "Ann"), (session.id, 1, "b", "Bob")]
        )
        lines = [(session.id, seq, entry.seat, None, encode_entry(entry)) for seq, entry in enumerate(session.entries)]
        old.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", lines)
    old.commit()
    old.close()

    Store(path).close()
    database = SqliteDatabase(path)
    store = database.writing()
    store.begin()
    for session in sessions:
        stored = log.stored(session.id)(store)
        assert stored is not None
        assert stored.session == session
        assert stored.confirmed is True
        kit = kit_of(session.game)
        assert ranking_of(kit, stored.facts(kit)) == "does-not-count", "nobody knows who chose the seed"
    page = profiles.profile("a")(store)
    assert page is not None
    assert (page.name, page.since) == ("Ann", 5)
    assert [statistics.played for statistics in page.statistics] == [3]
    assert page.ratings == ()
    confirmed(store, dots(9, 2), "a", "b")
    assert [row.place for row in rows_of(store, "SELECT place FROM matches ORDER BY place")] == [1, 2, 3, 4]
    store.commit()
    database.close()
