"""Ratings that cannot be farmed: what they are worth, whoever plays whom how often, and in whatever way derived."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from parlour.core.session import AnySession
from parlour.games.dots_and_boxes.rules import DotsAndBoxes
from parlour.protocol.days import day_ms
from parlour.protocol.ranking import Left, Origin, Seated
from parlour.store import log, match_seats, players, profiles, ratings, standings
from parlour.store.database import Connection
from parlour.store.ratings import RECENT_MS, SETTLED_GAMES, RatedMatch, Ratings
from parlour.store.statements import Row, Statement
from parlour.testing.players import begin, finished
from tests.store.keeping import a_store

pytestmark = pytest.mark.usefixtures("database")
NOW = day_ms("2026-11-15")
HOUR = 3_600_000


def play(connection: Connection, *pairs: str, every_ms: int = 20_000) -> Ratings:
    """Each time the first beats the second, and so on; the ladder then."""
    for index, names in enumerate(pairs):
        places = range(1, len(names) + 1)
        match = RatedMatch(f"m{index}", "nim", list(names), list(places), NOW + index * every_ms)
        ratings.rate(connection, [match])
    return ratings.rated("nim", 100, None)(connection)


def shown(found: Ratings) -> dict[str, int]:
    return {row.player: row.rating for row in found.rows}


def test_forty_games_of_two_scripts_are_worth_little() -> None:
    with a_store("a", "b") as connection:
        found = shown(play(connection, *["ab"] * 40))
        assert 1200 < found["a"] < 1260
        assert 880 < found["b"] < 1000


def test_fresh_guests_are_worth_no_more_than_one_of_them() -> None:
    fresh = [chr(ord("À") + index) for index in range(40)]
    with a_store("a", *fresh) as connection:
        assert shown(play(connection, *(f"a{guest}" for guest in fresh)))["a"] < 1300


def test_fresh_guests_who_are_deleted_are_worth_no_more() -> None:
    fresh = [chr(ord("À") + index) for index in range(40)]
    with a_store("a", *fresh) as connection:
        for index, guest in enumerate(fresh):
            ratings.rate(connection, [RatedMatch(f"m{index}", "nim", ["a", guest], [1, 2], NOW + index)])
            players.forget(guest)(connection)
        assert shown(ratings.rated("nim", 9, None)(connection))["a"] < 1300
    with a_store("a") as connection:
        for index in range(40):
            ratings.rate(connection, [RatedMatch(f"m{index}", "nim", ["a", None], [1, 2], NOW + index)])
        assert shown(ratings.rated("nim", 9, None)(connection))["a"] < 1300, "derived again after they were deleted"


def test_four_who_conspire_reach_the_ladder_but_not_its_top() -> None:
    with a_store(*"abcd") as connection:
        found = play(connection, *["bc", "cd", "db"] * 10, *["ab", "ac", "ad"] * 20)
        assert shown(found)["a"] < 1500


def test_games_that_lie_more_than_a_week_apart_weigh_as_the_first_did() -> None:
    with a_store("a", "b") as connection:
        slow = shown(play(connection, *["ab"] * 40, every_ms=RECENT_MS))
    assert slow["a"] > 1600


def test_an_alternating_pair_gains_nothing_to_speak_of() -> None:
    with a_store("a", "b") as connection:
        assert max(shown(play(connection, *["ab", "ba"] * 20)).values()) < 1120


def test_whoever_met_only_newcomers_is_provisional_and_stands_below_everybody_else() -> None:
    circle = [one + other for one in "efgh" for other in "efgh" if one < other]
    with a_store(*"abefgh") as connection:
        found = play(connection, *circle * 8, *["ab"] * 40)
        kinds = {row.player: row.provisional for row in found.rows}
        assert kinds == {"a": True, "b": True, "e": False, "f": False, "g": False, "h": False}
        assert [row.provisional for row in found.rows] == [False] * 4 + [True] * 2
        assert shown(found)["a"] > shown(found)["h"], "by the number alone it would stand higher"
        assert [row.rank for row in found.rows] == [1, 2, 3, 4, 5, 6]


def test_a_rating_settles_with_games_and_opponents_who_are_no_newcomers() -> None:
    with a_store(*"abcd") as connection:
        for row in play(connection, *["ab"] * SETTLED_GAMES).rows:
            assert (row.games, row.provisional) == (SETTLED_GAMES, True)
        circle = ["ab", "ac", "ad", "bc", "bd", "cd"]
        assert not any(row.provisional for row in play_on(connection, *circle * SETTLED_GAMES).rows)


def play_on(connection: Connection, *pairs: str) -> Ratings:
    for index, names in enumerate(pairs):
        ratings.rate(connection, [RatedMatch(f"n{index}", "nim", list(names), [1, 2], NOW + HOUR + index)])
    return ratings.rated("nim", 100, None)(connection)


GAMES = st.lists(st.permutations("abcd").flatmap(lambda who: st.integers(2, 4).map(lambda n: who[:n])), max_size=12)


@settings(max_examples=15)
@given(GAMES, st.data())
def test_nobody_gains_by_losing_and_the_weighted_change_is_never_more_than_the_whole(
    games: list[Sequence[str]], data: st.DataObject
) -> None:
    """The strength of whoever is first does not fall, that of the last does not rise; nobody grows less sure."""
    with a_store(*"abcd") as connection:
        for index, people in enumerate(games):
            before = strengths(connection)
            at = NOW + index * data.draw(st.sampled_from([1, HOUR, RECENT_MS]))
            ratings.rate(connection, [RatedMatch(f"m{index}", "nim", people, range(1, len(people) + 1), at)])
            after = strengths(connection)
            for who in people:
                old_mu, old_sigma = before.get(who, (25.0, 25 / 3))
                mu, sigma = after[who]
                assert sigma <= old_sigma
                if who == people[0]:
                    assert mu >= old_mu
                if who == people[-1]:
                    assert mu <= old_mu


def strengths(connection: Connection) -> dict[str, tuple[float, float]]:
    return {row.player: (row.mu, row.sigma) for row in rows_of(connection, "SELECT * FROM ratings")}


def rows_of(connection: Connection, sql: str) -> list[Row]:
    return connection.many(Statement(text(sql)))


def derived(connection: Connection) -> list[list[Row]]:
    tables = ("results", "bests", "ratings", "meetings")
    return [rows_of(connection, f"SELECT * FROM {table} ORDER BY 1, 2, 3, 4, 5") for table in tables]


Leaves = dict[int, int]
"""When seats are left, in milliseconds after the start."""


def kept(connection: Connection, session: AnySession, who: str, leaves: Leaves, *, taken_by: str | None = None) -> None:
    """A match in the store, confirmed; those who leave make way for somebody else or for nobody."""
    sitting = [Seated(name.upper(), player=name) for name in who]
    log.begin("ROOM", session, sitting, Origin(drawn=True))(connection)
    for seat, at in leaves.items():
        match_seats.seat_left(session.id, seat, Left(who[seat], session.started + at))(connection)
        if taken_by is not None:
            match_seats.seat_taken(session.id, seat, Seated(taken_by.upper(), player=taken_by))(connection)
    stored = log.stored(session.id)(connection)
    assert stored is not None
    standings.confirm([(stored, True)])(connection)


MATCHES = st.lists(
    st.tuples(
        st.integers(2, 4),
        st.permutations("abcd"),
        st.dictionaries(st.integers(0, 1), st.integers(1, 50), max_size=2),
        st.sampled_from([None, "e"]),
        st.booleans(),
    ),
    max_size=6,
)


@settings(max_examples=10)
@given(MATCHES)
def test_ratings_derived_again_from_the_log_are_the_same(
    matches: list[tuple[int, list[str], Leaves, str | None, bool]],
) -> None:
    with a_store(*"abcde") as connection:
        for seed, (seats, people, leaves, taken_by, over) in enumerate(matches):
            session = finished(DotsAndBoxes(), seed, seats=seats).session if over else cut_short(seed, seats)
            kept(connection, session, "".join(people[:seats]), leaves, taken_by=taken_by)
        before = derived(connection)
        standings.rebuild(connection)
        assert derived(connection) == before


def cut_short(seed: int, seats: int) -> AnySession:
    """Everybody made a move, and nobody plays on."""
    match = begin(DotsAndBoxes(), seed, seats=seats)
    while len({entry.seat for entry in match.session.entries}) < seats:
        [seat] = match.game.to_move(match.state)
        match, _ = match.submit(seat, match.game.legal_actions(match.state, seat)[0], match.last_ms + 1)
    return match.close(match.last_ms + 100).session


def ratings_of(connection: Connection) -> dict[str, int]:
    return shown(ratings.rated("dots-and-boxes", 100, None)(connection))


@pytest.mark.parametrize("taken_by", [None, "c"], ids=["an empty seat", "a newcomer"])
def test_whoever_left_has_lost_and_whoever_takes_the_seat_gains_and_loses_nothing(taken_by: str | None) -> None:
    for seed in range(4):
        with a_store(*"abc") as connection:
            kept(connection, finished(DotsAndBoxes(), seed, seats=2).session, "ab", {0: 10}, taken_by=taken_by)
            found = ratings_of(connection)
            assert set(found) == {"a", "b"}
            assert found["a"] < 1000 < found["b"]
            counted = {name: profiles.history(name, None, None, 5)(connection) for name in "ab"}
            assert all(played.counted for [played] in counted.values())
            assert not any(played.counted for played in profiles.history("c", None, None, 5)(connection))


def test_of_a_match_that_nobody_finished_the_one_who_stayed_longest_has_won() -> None:
    with a_store(*"abc") as connection:
        kept(connection, cut_short(1, 3), "abc", {0: 30, 1: 10, 2: 20})
        found = ratings_of(connection)
        assert sorted(found, key=lambda name: -found[name]) == ["a", "c", "b"]
    with a_store(*"ab") as connection:
        kept(connection, cut_short(1, 2), "ab", {})
        assert ratings_of(connection) == {}, "nobody left"


def test_coming_back_to_ones_own_seat_is_not_leaving_but_to_somebody_elses_is() -> None:
    session = finished(DotsAndBoxes(), 1, seats=2).session
    for between, still_left in ((None, False), ("c", True)):
        with a_store(*"abc") as connection:
            log.begin("ROOM", session, [Seated("A", "a"), Seated("B", "b")], Origin(drawn=True))(connection)
            match_seats.seat_left(session.id, 0, Left("a", 5))(connection)
            if between is not None:
                match_seats.seat_taken(session.id, 0, Seated("C", between))(connection)
            match_seats.seat_taken(session.id, 0, Seated("A", "a"))(connection)
            stored = log.stored(session.id)(connection)
            assert stored is not None
            assert stored.seats[0] == Seated("A", "a", None, still_left, Left("a", 5) if still_left else None)


def test_a_player_who_is_deleted_stays_a_leaver_without_a_name() -> None:
    with a_store(*"ab") as connection:
        kept(connection, cut_short(1, 2), "ab", {0: 5, 1: 9})
        players.forget("a")(connection)
        standings.rebuild(connection)
        assert set(ratings_of(connection)) == {"b"}
        assert rows_of(connection, "SELECT player FROM leavings WHERE seat = 0")[0].player is None
