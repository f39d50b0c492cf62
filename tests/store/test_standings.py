"""What is derived from the log: the same each time, in whatever way it is asked for, and after an upgrade too."""

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic import command
from alembic.config import Config
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, create_engine, delete, insert, text

from parlour.core.game import Outcome
from parlour.core.mulberry32 import below, mulberry32
from parlour.core.session import AnySession, encode_entry, encode_session
from parlour.games import kit_of
from parlour.games.dots_and_boxes.rules import DotsAndBoxes
from parlour.games.ten_exorcism.rules import Ask, Options, TenExorcism
from parlour.store import daily, leaderboards, log, players, profiles, ratings, standings
from parlour.store.database import MIGRATIONS, migrate, writing
from parlour.store.log import Line, Origin, Seated
from parlour.store.periods import day_ms, day_of, period, since
from parlour.store.players import Player
from parlour.store.store import Store
from parlour.store.tables import bests, metadata
from parlour.store.tables import players as players_table
from parlour.store.tables import ratings as ratings_table
from tests.players import begin, finished

DRAWN = Origin(drawn=True)


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    engine = writing(tmp_path / "parlour.db")
    migrate(engine)
    with engine.begin() as opened:
        for name in "abcd":
            players.add(Player(name, name.upper()), name.encode(), 0)(opened)
        yield opened
    engine.dispose()


def kept(connection: Connection, session: AnySession, *who: str, origin: Origin = DRAWN) -> log.StoredMatch:
    """A finished match in the store."""
    seats = [Seated(name.upper(), player=name) for name in who]
    number = log.begin("ROOM", session, seats, origin)(connection)
    log.append(number, 0, [Line(entry.seat, encode_entry(entry)) for entry in session.entries])(connection)
    stored = log.stored(session.id)(connection)
    assert stored is not None
    return stored


def played(connection: Connection, session: AnySession, *who: str, origin: Origin = DRAWN) -> None:
    """A finished match in the store, confirmed."""
    standings.confirm([(kept(connection, session, *who, origin=origin), True)])(connection)


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


def everything(connection: Connection) -> list[Any]:
    return [connection.execute(text(f"SELECT * FROM {name}")).all() for name in ("results", "bests", "ratings")]


def test_what_is_derived_again_from_the_log_is_the_same(connection: Connection) -> None:
    for seed, who in enumerate(("ab", "ba", "abc", "dcba", "ca", "aa")):
        played(connection, dots(seed, len(who)), *who)
    played(connection, ghosts(6, ask=False), "a")
    derived = everything(connection)
    assert all(derived)
    standings.rebuild(connection)
    assert everything(connection) == derived
    connection.execute(delete(ratings_table))
    standings.bring_up_to_date(connection)
    assert everything(connection) != derived, "it is derived again only when the way of deriving is another"


def test_matches_confirmed_together_count_as_one_after_another(connection: Connection) -> None:
    who = ("ab", "ba", "abc", "dcba", "ca", "aa")
    matches = [kept(connection, dots(seed, len(names)), *names) for seed, names in enumerate(who)]
    matches.append(kept(connection, ghosts(6, ask=False), "a"))
    before = connection.begin_nested()
    for stored in matches:
        standings.confirm([(stored, stored is not matches[1])])(connection)
    one_by_one = everything(connection)
    before.rollback()
    assert everything(connection) == [[], [], []]
    standings.confirm([(stored, stored is not matches[1]) for stored in matches])(connection)
    assert everything(connection) == one_by_one
    places = connection.execute(text("SELECT place FROM matches ORDER BY place")).scalars().all()
    assert places == [1, 2, 3, 4, 5, 6, 7]
    assert connection.execute(text("SELECT confirmed FROM matches")).scalars().all().count(0) == 1


def test_confirming_twice_counts_once(connection: Connection) -> None:
    session = dots(1, 2)
    played(connection, session, "a", "b")
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
        played(connection, session, "a")
    counted = {row.match: row.counted for row in connection.execute(text("SELECT match, counted FROM results"))}
    assert counted == {session.id: not helped for session, helped in zip(sessions, asked, strict=True)}
    page = profiles.profile("a")(connection)
    assert page is not None
    [statistics] = page.statistics
    assert statistics.played == 4
    scores = [session.outcome.scores[0] for session in sessions if session.outcome]
    assert (statistics.best, statistics.mean) == (max(scores), sum(scores) / 4)
    [best] = page.bests
    assert best.standing.score == max(score for score, helped in zip(scores, asked, strict=True) if not helped)


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
    assert ratings.ranks(Outcome("over", scores, winners)) == ranks


def test_ratings_find_out_who_is_stronger(connection: Connection) -> None:
    """Four players whose chances to win are in the order of the alphabet, and who all start alike."""
    numbers = mulberry32(7)
    strength = dict(zip("abcd", (8, 4, 2, 1), strict=True))
    for at in range(200):
        one, other = ("ab", "bc", "cd", "ac", "bd", "ad")[below(next(numbers), 6)]
        wins = below(next(numbers), strength[one] + strength[other]) < strength[one]
        outcome = Outcome("over", (int(wins), int(not wins)), (0 if wins else 1,))
        ratings.rate(connection, [ratings.RatedMatch("nim", [one, other], outcome, at)])
    found = ratings.rated("nim", 10, "c")(connection)
    assert [row.player for row in found.rows] == ["a", "b", "c", "d"]
    assert [row.rank for row in found.rows] == [1, 2, 3, 4]
    assert found.mine == found.rows[2]
    assert sum(row.games for row in found.rows) == 400


@settings(max_examples=20)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3)), max_size=12), st.integers(1, 5), st.integers(0, 11))
def test_ranks_are_those_that_counting_gives(rows: list[tuple[int, int]], count: int, who: int) -> None:
    engine = create_engine("sqlite://")
    metadata.create_all(engine)
    with engine.begin() as connection:
        for index, (score, at) in enumerate(rows):
            player = f"p{index:02}"
            connection.execute(insert(players_table).values(id=player, name=player, created=0))
            key = {"game": "g", "board": "b", "period": "all", "player": player}
            connection.execute(insert(bests).values(key | {"score": score, "at": at, "took_ms": 1, "match": "m"}))
        found = leaderboards.leaderboard("g", "b", "all", 0, count, f"p{who:02}")(connection)
    engine.dispose()
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


def test_the_daily_secret_outlives_the_process(tmp_path: Path) -> None:
    async def secret() -> bytes:
        store = Store(tmp_path / "parlour.db")
        found = await store.write(daily.obtain_secret())
        assert await store.write(daily.obtain_secret()) == found
        store.close()
        return found

    assert asyncio.run(secret()) == asyncio.run(secret())


def test_a_store_of_the_first_version_is_brought_up_to_date_and_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "parlour.db"
    engine = writing(path)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
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
    engine = writing(path)
    with engine.begin() as connection:
        for session in sessions:
            stored = log.stored(session.id)(connection)
            assert stored is not None
            assert stored.session == session
            assert stored.confirmed is True
            assert not standings.counts(kit_of(session.game), stored), "nobody knows who chose the seed"
        page = profiles.profile("a")(connection)
        assert page is not None
        assert (page.name, page.since) == ("Ann", 5)
        assert [statistics.played for statistics in page.statistics] == [3]
        assert page.ratings == ()
        played(connection, dots(9, 2), "a", "b")
        places = connection.scalars(text("SELECT place FROM matches ORDER BY place")).all()
        assert places == [1, 2, 3, 4]
    engine.dispose()
