"""A guest who signs in to a player's account: what both played is one player's, and the same however it is derived."""

import pytest
from msgspec import structs
from sqlalchemy import text

from parlour.protocol.days import day_ms
from parlour.protocol.ranking import Left, Origin, Seated
from parlour.store import (
    daily,
    leaderboards,
    log,
    match_seats,
    merging,
    players,
    profiles,
    ratings,
    retention,
    standings,
)
from parlour.store.database import Connection
from parlour.store.moderation import audit, reports, restrictions
from parlour.store.players import Player
from parlour.store.statements import Statement
from tests.store.derived.test_home_matches import NOW, alone, hand_in
from tests.store.derived.test_home_matches import ghosts as endless
from tests.store.derived.test_standings import dots, everything
from tests.store.keeping import confirmed, kept

GAME, GUEST, PLAYER = "dots-and-boxes", "b", "a"
DAY = "2026-11-15"


def merge(connection: Connection) -> None:
    """``b`` becomes one with ``a``; to derive everything again changes nothing."""
    assert merging.merge(GUEST, PLAYER, NOW)(connection) == [b"b"]
    assert [player.id for player in players.known(["a", "b"])(connection)] == ["a"]
    derived = everything(connection)
    standings.rebuild(connection)
    assert everything(connection) == derived


def history(connection: Connection) -> list[str]:
    return sorted(played.match for played in profiles.history(PLAYER, None, None, 50)(connection))


def attempt(connection: Connection, seed: int, who: str, started: int) -> None:
    session = endless(seed, 2 + seed).session
    session = structs.replace(session, started=started, ended=started + (session.ended or 0) - session.started)
    log.begin("", session, [Seated(who.upper(), who)], Origin(drawn=True, daily=DAY))(connection)
    stored = log.stored(session.id)(connection)
    assert stored is not None
    standings.confirm([(stored, True)])(connection)


def test_history_and_bests_of_the_guest_become_the_players(connection: Connection) -> None:
    confirmed(connection, endless(1, 2).session, PLAYER)
    confirmed(connection, endless(2, 5).session, GUEST)
    confirmed(connection, dots(3, 2), GUEST, "c")
    hand_in(connection, alone(endless(4, 3), GUEST), GUEST)
    merge(connection)
    assert history(connection) == ["test-1", "test-2", "test-3", "test-4"]
    assert leaderboards.bests_of(connection, PLAYER)["ten-exorcism", "endless"].match == "test-2"
    [at_home] = leaderboards.home_board("ten-exorcism", "endless", "all", NOW, 10, None)(connection).rows
    assert (at_home.player, at_home.match) == (PLAYER, "test-4")


def test_a_better_score_of_the_player_stays(connection: Connection) -> None:
    confirmed(connection, endless(1, 6).session, PLAYER)
    confirmed(connection, endless(2, 2).session, GUEST)
    merge(connection)
    [row] = leaderboards.leaderboard("ten-exorcism", "endless", "all", NOW, 10, None)(connection).rows
    assert (row.player, row.match) == (PLAYER, "test-1")


def test_a_rating_comes_along_where_the_player_has_none(connection: Connection) -> None:
    for seed in range(3):
        confirmed(connection, dots(seed, 2), GUEST, "c")
    before = ratings.of_player(connection, GUEST)[GAME]
    merge(connection)
    assert ratings.of_player(connection, PLAYER)[GAME] == structs.replace(before, player="a", name="A")
    confirmed(connection, dots(9, 2), PLAYER, "c")
    assert ratings.of_player(connection, PLAYER)[GAME].games == 4


def test_a_rating_of_the_player_stays_as_it_is(connection: Connection) -> None:
    confirmed(connection, dots(1, 2), PLAYER, "c")
    before = ratings.of_player(connection, PLAYER)[GAME]
    confirmed(connection, dots(2, 2), GUEST, "d")
    confirmed(connection, dots(3, 2), GUEST, "d")
    others = ratings.of_player(connection, "d")[GAME]
    assert merging.merge(GUEST, PLAYER, NOW)(connection)
    assert ratings.of_player(connection, PLAYER)[GAME] == before
    assert ratings.of_player(connection, "d")[GAME].rating == others.rating
    standings.rebuild(connection)
    assert ratings.of_player(connection, PLAYER)[GAME] == before, "the guest's matches are nobody's"
    assert ratings.of_player(connection, "d")[GAME].games == others.games, "those whom the guest met are rated for it"
    assert history(connection) == ["test-1", "test-2", "test-3"]


def test_nobody_has_played_themselves(connection: Connection) -> None:
    confirmed(connection, dots(1, 2), PLAYER, GUEST)
    before = ratings.of_player(connection, PLAYER)[GAME]
    merge(connection)
    assert ratings.of_player(connection, PLAYER)[GAME] == before
    assert [seat.player for seat in match_seats.sitting(["test-1"])(connection)["test-1"]] == [PLAYER, None]
    assert history(connection) == ["test-1"]


def test_a_match_that_the_guest_left_counts_as_before(connection: Connection) -> None:
    stored = kept(connection, dots(1, 2), GUEST, "c")
    match_seats.seat_left(stored.session.id, 0, Left(GUEST, 5))(connection)
    match_seats.seat_taken(stored.session.id, 0, Seated("D", "d"))(connection)
    standings.confirm([(stored, True)])(connection)
    merge(connection)
    [left, _] = match_seats.sitting(["test-1"])(connection)["test-1"]
    assert (left.player, left.beginner) == ("d", PLAYER)
    assert history(connection) == ["test-1"]


@pytest.mark.parametrize("guest_was_first", [True, False])
def test_of_two_attempts_at_a_day_the_first_counts(connection: Connection, guest_was_first: bool) -> None:
    first, second = (GUEST, PLAYER) if guest_was_first else (PLAYER, GUEST)
    attempt(connection, 1, first, day_ms(DAY) + 1000)
    attempt(connection, 2, second, day_ms(DAY) + 500_000)
    merge(connection)
    found = daily.attempt("ten-exorcism", DAY, PLAYER)(connection)
    assert found is not None
    assert (found.match, found.not_counted) == ("test-1", None)
    day = leaderboards.daily_board("ten-exorcism", "endless", DAY, 10, None)(connection)
    assert [(row.player, row.match) for row in day.rows] == [(PLAYER, "test-1")]
    [second_one] = [one for one in profiles.history(PLAYER, None, None, 9)(connection) if one.match == "test-2"]
    assert second_one.not_counted == "chosen-seed"


def test_an_attempt_comes_along_where_the_player_has_none(connection: Connection) -> None:
    attempt(connection, 1, GUEST, day_ms(DAY) + 1000)
    merge(connection)
    found = daily.attempt("ten-exorcism", DAY, PLAYER)(connection)
    assert found is not None
    assert found.match == "test-1"


def test_a_ban_of_the_guest_holds_for_the_player_and_hosts_can_read_why(connection: Connection) -> None:
    restrictions.impose("ban", "player", GUEST, 1, None, "spam")(connection)
    restrictions.impose("mute", "player", GUEST, 1, NOW + 5, "rude")(connection)
    restrictions.impose("mute", "player", PLAYER, 1, NOW + 9, "loud")(connection)
    restrictions.impose("ban", "player", "c", 1, None, "other")(connection)
    before = audit.last()(connection)
    merge(connection)
    held = {(one.kind, one.key): (one.until, one.reason) for one in restrictions.in_force(NOW)(connection)}
    assert held == {("ban", "a"): (None, "spam"), ("mute", "a"): (NOW + 9, "loud"), ("ban", "c"): (None, "other")}
    [line] = audit.since(before)(connection)
    assert (line.act, line.about, line.named, line.reason) == ("ban", "a", "A", "spam")


def test_reports_of_the_guest_are_of_the_player_and_each_stands_once(connection: Connection) -> None:
    for number, (about, reporter) in enumerate([("b", "c"), ("a", "c"), ("b", "d"), ("b", "a"), ("c", "b")]):
        assert reports.add(str(number), about, "name", reporter, None, number)(connection)
    merge(connection)
    waiting = reports.waiting(None, 10)(connection)
    assert [(one.about, one.reporter) for one in waiting] == [("a", "c"), ("a", "d"), ("c", None)]


def test_a_ban_outlives_the_player_whose_account_it_is(connection: Connection) -> None:
    players.set_account("a", b"me", b"a", NOW)(connection)
    restrictions.impose("ban", "player", "a", 1, None, "spam")(connection)
    players.forget("a")(connection)
    [held] = restrictions.in_force(NOW)(connection)
    assert (held.whose, held.key) == ("account", b"me".hex())
    players.add(Player("new", "New"), b"new", NOW)(connection)
    players.set_account("new", b"me", b"new", NOW)(connection)
    [held] = restrictions.in_force(NOW)(connection)
    assert (held.kind, held.whose, held.key, held.reason) == ("ban", "player", "new", "spam")
    players.forget("b")(connection)
    assert len(restrictions.in_force(NOW)(connection)) == 1


def test_an_account_ends_every_other_way_in(connection: Connection) -> None:
    players.set_recovery_phrase("a", b"phrase", b"a")(connection)
    players.add_token("a", b"elsewhere", b"", 0)(connection)
    assert players.set_account("a", b"me", b"a", NOW)(connection) == [b"elsewhere"]
    assert players.by_recovery_phrase(b"phrase")(connection) is None
    assert players.by_token(b"elsewhere")(connection) is None
    assert players.by_account(b"me")(connection) == players.by_token(b"a")(connection) == Player("a", "A", account=True)


def test_who_has_an_account_is_no_guest_to_be_removed(connection: Connection) -> None:
    players.set_account("a", b"me", b"a", NOW)(connection)
    assert "a" not in retention.forgettable(["a", "b"], NOW)(connection)
    assert "b" in retention.forgettable(["a", "b"], NOW)(connection)
    assert "a" not in [one.id for one in retention.absent(NOW, retention.AbsentGuest("", -1), 10)(connection)]


def test_the_number_of_a_merged_guest_may_be_another_players(connection: Connection) -> None:
    merge(connection)
    assert connection.many(Statement(text("SELECT * FROM players WHERE name = 'B'"))) == []
    assert players.add(Player("e", "B"), b"e", NOW)(connection).name == "B"
