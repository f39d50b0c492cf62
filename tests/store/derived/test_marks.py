"""Marked results: held until a host has looked, whatever else happens to the standings."""

from types import MappingProxyType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs
from sqlalchemy import text

from parlour.core.session import AnySession
from parlour.games import kits
from parlour.games.dots_and_boxes.rules import DotsAndBoxes
from parlour.games.ten_exorcism.rules import Options, TenExorcism
from parlour.protocol.days import day_ms, day_of
from parlour.protocol.matches import Decision
from parlour.protocol.ranking import Origin, Seated
from parlour.store import leaderboards, log, marks, players, profiles, ratings, standings
from parlour.store.database import Connection
from parlour.store.marks import NothingToDecide
from parlour.store.moderation import lists
from parlour.store.statements import Row, Statement
from parlour.store.transaction import Transaction
from parlour.testing.players import begin, finished
from tests.store.derived.test_home_matches import NOW, alone, hand_in
from tests.store.derived.test_home_matches import ghosts as played
from tests.store.derived.test_ratings import cut_short
from tests.store.derived.test_ratings import kept as left
from tests.store.keeping import a_store, confirmed, decided


def ghosts(transaction: Transaction, seed: int, *, too_fast: bool) -> str:
    return confirmed(transaction, without_help(seed), "a", too_fast=too_fast)


def without_help(seed: int) -> AnySession:
    match = begin(TenExorcism(), seed, Options(mode="endless"))
    while match.outcome is None:
        match, _ = match.submit(0, match.game.legal_actions(match.state, 0)[0], match.count)
    return match.session


def dots(transaction: Transaction, seed: int, who: str, *, too_fast: bool) -> str:
    return confirmed(transaction, finished(DotsAndBoxes(), seed, seats=len(who)).session, *who, too_fast=too_fast)


def derived(transaction: Transaction) -> list[list[Row]]:
    return [
        transaction.many(Statement(text(f"SELECT * FROM {name} ORDER BY 1, 2, 3, 4, 5")))
        for name in ("results", "bests", "ratings", "meetings")
    ]


def board(transaction: Transaction) -> list[str]:
    return [row.match for row in transaction.many(Statement(text("SELECT match FROM bests WHERE period = 'all'")))]


def test_a_marked_result_is_in_the_statistics_and_on_no_board_until_it_is_accepted(
    connection: Connection,
) -> None:
    match = ghosts(connection, 1, too_fast=True)
    assert board(connection) == []
    [waiting] = marks.marked(False)(connection)
    assert (waiting.match, waiting.ranking, waiting.names) == (match, "held", ("A",))
    [played] = profiles.history("a", None, None, 9)(connection)
    assert (played.counted, played.held) == (False, True)
    accepted = decided(connection, match, "accepted", "I saw it", 5)
    assert (accepted.ranking, accepted.reason) == ("counts", "I saw it")
    assert board(connection) == [match]
    assert marks.marked(False)(connection) == []
    assert [result.match for result in marks.marked(True)(connection)] == [match]
    [played] = profiles.history("a", None, None, 9)(connection)
    assert (played.counted, played.held) == (True, False)


@pytest.mark.parametrize("decision", ["accepted", "rejected", None])
def test_a_decision_survives_deriving_everything_again(connection: Connection, decision: str | None) -> None:
    """Accepted late, a match follows those that counted meanwhile, whichever way the ratings are derived."""
    first = dots(connection, 1, "ab", too_fast=True)
    ghosts(connection, 9, too_fast=True)
    dots(connection, 2, "abc", too_fast=False)
    dots(connection, 3, "ca", too_fast=False)
    if decision == "accepted":
        decided(connection, first, "accepted", "fine", 5)
    elif decision == "rejected":
        decided(connection, first, "rejected", "a script", 5)
    before = derived(connection)
    standings.rebuild(connection)
    assert derived(connection) == before


def test_a_result_that_counted_is_rejected_as_if_it_had_never_counted(connection: Connection) -> None:
    dots(connection, 1, "ab", too_fast=False)
    ghosts(connection, 8, too_fast=False)
    clean = derived(connection)[1:]
    matches = [dots(connection, 2, "ba", too_fast=False), ghosts(connection, 9, too_fast=False)]
    assert derived(connection)[1:] != clean
    for match in matches:
        assert decided(connection, match, "rejected", "a script", 5).ranking == "does-not-count"
    assert derived(connection)[1:] == clean
    for match in matches:
        assert decided(connection, match, "accepted", "I was wrong", 6).ranking == "counts"
    assert derived(connection)[1:] != clean
    assert decided(connection, matches[0], "accepted", "again", 7).reason == "again"


def test_a_host_sees_the_scores_of_matches_and_of_which_there_is_one_to_remove(connection: Connection) -> None:
    under_way = begin(DotsAndBoxes(), 4).session
    log.begin("ROOM", under_way, [Seated("A", "a"), Seated("B", "b")], Origin(drawn=True), listed=True)(connection)
    rated = dots(connection, 1, "ab", too_fast=False)
    shared = dots(connection, 2, "aa", too_fast=False)
    ranked, held = ghosts(connection, 8, too_fast=False), ghosts(connection, 9, too_fast=True)
    found = {match.id: match for match in lists.matches_page(None, 9)(connection)}
    assert {match: found[match].counts for match in (rated, shared, ranked, held, under_way.id)} == {
        rated: True, shared: False, ranked: True, held: True, under_way.id: False,
    }  # fmt: skip
    assert (found[rated].players, found[rated].bots) == (("A", "B"), (None, None))
    assert [len(found[match].shown) for match in (rated, ranked, under_way.id)] == [2, 1, 0]
    assert found[ranked].shown[0].text["en"] == str(marks.one(ranked)(connection).scores[0])


def test_a_host_sees_which_seats_of_a_match_bots_hold(connection: Connection) -> None:
    under_way = begin(DotsAndBoxes(), 4).session
    log.begin(
        "ROOM", under_way, [Seated("A", "a"), Seated("bot casual", bot="casual")], Origin(drawn=True), listed=True
    )(connection)
    [match] = lists.matches_page(None, 9)(connection)
    assert (match.players, match.people, match.bots) == (("A", "bot casual"), ("a", None), (None, "casual"))


def test_there_is_nothing_to_decide_about_what_never_came_to_count(connection: Connection) -> None:
    under_way = begin(DotsAndBoxes(), 4).session
    log.begin("ROOM", under_way, [Seated("A", "a"), Seated("B", "b")], Origin(drawn=True))(connection)
    helped = confirmed(connection, finished(TenExorcism(), 9, Options(mode="endless")).session, "a", too_fast=False)
    for match in (under_way.id, helped, "no such match"):
        with pytest.raises(NothingToDecide):
            decided(connection, match, "accepted", "why not", 5)


def at_home(transaction: Transaction) -> list[str]:
    rows = leaderboards.home_board("ten-exorcism", "endless", "all", NOW, 10, None)(transaction).rows
    return [row.match for row in rows]


def test_a_score_from_home_is_rejected_and_the_next_best_of_its_player_follows(connection: Connection) -> None:
    worse, better = (hand_in(connection, alone(played(seed, seed)), at=NOW).match for seed in (2, 3))
    assert at_home(connection) == [better]
    assert decided(connection, better, "rejected", "made up", 5).ranking == "does-not-count"
    assert at_home(connection) == [worse]
    [first, _] = profiles.history("a", None, None, 9)(connection)
    assert (first.match, first.not_counted) == (better, "rejected")
    decided(connection, better, "accepted", "it is true", 6)
    assert at_home(connection) == [better]
    decided(connection, worse, "rejected", "made up too", 7)
    assert at_home(connection) == [better]


def test_a_match_that_nobody_finished_and_that_is_rated_can_be_rejected(connection: Connection) -> None:
    session = cut_short(1, 2)
    left(connection, session, "ab", {0: 5})
    connection.run(Statement(text("UPDATE matches SET listed = TRUE")))
    before = derived(connection)
    assert ratings.of_player(connection, "a")
    decided(connection, session.id, "rejected", "they know each other", 5)
    assert derived(connection) == [[], [], [], []]
    [found] = profiles.history("a", None, None, 9)(connection)
    assert (found.counted, found.not_counted) == (False, "rejected")
    decided(connection, session.id, "accepted", "they do not", 6)
    assert derived(connection) == before


def test_a_rejection_is_taken_back_of_a_match_that_does_not_count_either_way(connection: Connection) -> None:
    helped = confirmed(connection, finished(TenExorcism(), 9, Options(mode="endless")).session, "a")
    before = derived(connection)
    decided(connection, helped, "rejected", "a script", 5)
    [found] = profiles.history("a", None, None, 9)(connection)
    assert found.not_counted == "rejected"
    assert decided(connection, helped, "accepted", "no script", 6).ranking == "does-not-count"
    assert derived(connection) == before
    assert decided(connection, helped, "accepted", "again", 7).reason == "again"


def test_what_is_derived_of_a_game_that_is_not_installed_here_stays_until_it_is(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    ghosts(connection, 1, too_fast=False)
    match = dots(connection, 2, "ab", too_fast=False)
    before = derived(connection)
    with monkeypatch.context() as elsewhere:
        others = {game: kit for game, kit in kits().items() if game != "ten-exorcism"}
        elsewhere.setattr(standings, "kits", lambda: MappingProxyType(others))
        standings.rebuild(connection)
        assert derived(connection) == before
        assert not standings.are_outdated(connection)
        connection.run(Statement(text("DELETE FROM bests")))
        decided(connection, match, "rejected", "a script", 5)
        assert sorted(row.game for row in derived(connection)[0]) == ["dots-and-boxes"] * 2 + ["ten-exorcism"]
    assert standings.are_outdated(connection), "it can be read here"
    standings.bring_up_to_date(connection)
    assert derived(connection)[1] == before[1]
    assert not standings.are_outdated(connection)


PLAYED = st.one_of(
    st.tuples(st.just("home"), st.sampled_from(["a", "b"]), st.integers(0, 3)),
    st.tuples(st.sampled_from(["alone", "daily", "fast"]), st.sampled_from(["a", "b"]), st.integers(0, 3)),
    st.tuples(st.sampled_from(["together", "left"]), st.sampled_from(["ab", "ba", "abc", "ca"]), st.integers(0, 3)),
)
DECIDED = st.tuples(st.integers(0, 7), st.sampled_from(["accepted", "rejected"]))


@pytest.mark.usefixtures("database")
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(PLAYED, min_size=1, max_size=8), st.lists(DECIDED, max_size=8))
def test_what_follows_from_decisions_is_what_deriving_everything_again_gives(
    plays: list[tuple[str, str, int]], decisions: list[tuple[int, Decision]]
) -> None:
    with a_store(*"abc") as connection:
        matches = [_kept(connection, number, *play) for number, play in enumerate(plays)]
        for which, decision in decisions:
            try:
                decided(connection, matches[which % len(matches)], decision, "so", 5)
            except NothingToDecide:
                assert decision == "accepted"
            after = derived(connection)
            standings.rebuild(connection)
            assert derived(connection) == after


SEVERAL = st.tuples(
    st.sampled_from(["ab", "ba", "abc", "ca", "aab", "bcc", "abca"]),
    st.dictionaries(st.integers(0, 1), st.integers(1, 50), max_size=2),
    st.sampled_from([None, "d"]),
    st.sampled_from(["over", "over", "cut short", "fast"]),
)


@pytest.mark.usefixtures("database")
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    st.lists(SEVERAL, min_size=1, max_size=7),
    st.lists(st.integers(0, 6), min_size=1, max_size=4),
    st.sampled_from([None, "a", "c", "d"]),
)
def test_ratings_after_a_rejection_are_those_of_everything_derived_again_whoever_left_or_was_deleted(
    plays: list[tuple[str, dict[int, int], str | None, str]], rejected: list[int], deleted: str | None
) -> None:
    with a_store(*"abcd") as connection:
        matches = [_several(connection, number, *play) for number, play in enumerate(plays)]
        for which in (one % len(matches) for one in rejected):
            counted = marks.one(matches[which])(connection).ranking == "counts"
            decided(connection, matches[which], "rejected", "so", 5)
            if counted:
                after = derived(connection)
                standings.rebuild(connection)
                assert derived(connection) == after
            if deleted is not None:
                players.forget(deleted)(connection)


def _several(
    connection: Connection, number: int, who: str, leaves: dict[int, int], taken_by: str | None, kind: str
) -> str:
    """A match of several of that kind, in which some give up their seats."""
    seats = len(who)
    if kind == "fast":
        return dots(connection, number, who, too_fast=True)
    session = cut_short(number, seats) if kind == "cut short" else finished(DotsAndBoxes(), number, seats=seats).session
    left(connection, session, who, leaves, taken_by=taken_by)
    return session.id


def _kept(connection: Connection, number: int, kind: str, who: str, day: int) -> str:
    """A match of that kind, with the same few scores over and over, on some day."""
    if kind == "together":
        return dots(connection, number, who, too_fast=False)
    if kind == "left":
        session = cut_short(number, len(who))
        left(connection, session, who, {0: 5})
        return session.id
    session = played(number, 1 + number % 2).session
    began = day_ms(day_of(NOW), number if kind == "daily" else day)
    if kind == "home":
        return hand_in(connection, alone(played(number, 1 + number % 2), who), who, at=began).match
    session = structs.replace(session, started=began, ended=began + (session.ended or 0) - session.started)
    origin = Origin(drawn=True, daily=day_of(began) if kind == "daily" else None)
    return confirmed(connection, session, who, origin=origin, too_fast=kind == "fast")
