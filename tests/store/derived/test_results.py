"""What a finished match means to one who played it, told from the real tables; right however late it is asked for."""

from itertools import count

import pytest
from sqlalchemy import text

from parlour.core.game import Outcome
from parlour.core.match import AnyMatch, Match
from parlour.core.session import AnySession
from parlour.games import kit_of
from parlour.games.dots_and_boxes.rules import DotsAndBoxes
from parlour.games.ten_exorcism.rules import Ask, Options, TenExorcism
from parlour.protocol.days import day_ms
from parlour.protocol.ranking import CHOSEN, Left, Origin, Seated, not_counted
from parlour.store import daily, leaderboards, log, marks, match_seats, profiles, standings
from parlour.store.database import Connection
from parlour.store.leaderboards import Leaderboard
from parlour.store.ratings import RatingChange
from parlour.store.results import MatchResult, result
from parlour.store.statements import Statement
from parlour.store.transaction import Transaction
from parlour.testing.players import finished
from tests.store.keeping import confirmed, kept

NUMBERS = count()
TUESDAY = day_ms("2026-11-10") + 1000
WEDNESDAY = day_ms("2026-11-11") + 1000


def ghosts(rectangles: int, started: int, *, ask: bool = False) -> AnySession:
    """Two minutes of Ten Exorcism in which so many rectangles are found, each worth at least two points."""
    match: AnyMatch = Match.begin(
        TenExorcism(), id=f"test-{next(NUMBERS)}", seed=7, started=started, options=Options(mode="classic")
    )
    if ask:
        match, _ = match.submit(0, Ask(), 1)
    for found in range(rectangles):
        match, _ = match.submit(0, match.game.legal_actions(match.state, 0)[0], 10 + found)
    return match.until(120_000).session


def points(session: AnySession) -> int:
    assert isinstance(session.outcome, Outcome)
    return session.outcome.scores[0]


def change(result: MatchResult) -> RatingChange:
    """What a match changed of a rating of which that is known."""
    assert result.rating is not None
    assert result.rating.change is not None
    return result.rating.change


def told(transaction: Transaction, match: str, player: str = "a") -> MatchResult:
    stored = log.stored(match)(transaction)
    assert stored is not None
    session, kit = stored.session, kit_of(stored.session.game)
    board = kit.board_of(session.options, session.seats)
    found = result(stored, board, not_counted(kit, stored.facts(kit)), player)(transaction)
    assert found is not None
    return found


def test_a_result_tells_the_best_before_it_however_late_it_is_read(connection: Connection) -> None:
    first, second, third = ghosts(3, TUESDAY), ghosts(2, WEDNESDAY), ghosts(5, WEDNESDAY + 1000)
    matches = [confirmed(connection, session, "a") for session in (first, second, third)]
    assert [told(connection, match).best_before for match in matches] == [None, points(first), points(first)]
    assert [told(connection, match).score for match in matches] == [points(one) for one in (first, second, third)]


def test_a_place_is_told_for_the_longest_time_in_which_the_match_is_its_players_best(
    connection: Connection,
) -> None:
    rival = ghosts(6, TUESDAY)
    confirmed(connection, rival, "b")
    best = confirmed(connection, ghosts(4, TUESDAY), "a")
    of_the_day = confirmed(connection, ghosts(2, WEDNESDAY), "a")
    worse = confirmed(connection, ghosts(1, WEDNESDAY), "a")
    place = told(connection, best).place
    assert place is not None
    assert (place.span, place.rank, place.players) == ("all", 2, 2)
    assert place.above is not None
    assert (place.above.name, place.above.score) == ("B", points(rival))
    place = told(connection, of_the_day).place
    assert place is not None
    assert (place.span, place.rank, place.players, place.above) == ("day", 1, 1, None)
    assert told(connection, worse).place is None


def test_a_daily_challenge_has_its_own_place_and_is_nobodys_best_elsewhere(connection: Connection) -> None:
    attempt = confirmed(connection, ghosts(4, TUESDAY), "a", origin=Origin(drawn=True, daily="2026-11-10"))
    place = told(connection, attempt).place
    assert place is not None
    assert (place.span, place.rank, place.players) == ("daily", 1, 1)
    assert told(connection, confirmed(connection, ghosts(2, WEDNESDAY), "a")).best_before is None


def test_a_result_that_does_not_count_tells_why(connection: Connection) -> None:
    nothing = confirmed(connection, ghosts(0, TUESDAY), "a")
    helped = confirmed(connection, ghosts(2, TUESDAY, ask=True), "a")
    practised = confirmed(connection, ghosts(2, TUESDAY), "a", origin=CHOSEN)
    late = confirmed(connection, ghosts(2, WEDNESDAY + 7_200_000), "a", origin=Origin(drawn=True, daily="2026-11-10"))
    fast = confirmed(connection, ghosts(2, TUESDAY), "a", too_fast=True)
    found = {match: told(connection, match) for match in (nothing, helped, practised, late, fast)}
    assert [one.not_counted for one in found.values()] == ["no-points", "helped", "chosen-seed", "too-late", "held"]
    assert all(one.place is None for one in found.values())
    reasons = {one.match: one.not_counted for one in profiles.history("a", None, None, 9)(connection)}
    assert reasons == {match: one.not_counted for match, one in found.items()}
    marks.decide(fast, "rejected", "a script", 5)(connection)
    assert told(connection, fast).not_counted == "rejected"


def test_nobody_wins_or_ranks_with_nothing(connection: Connection) -> None:
    match = confirmed(connection, ghosts(0, TUESDAY), "a")
    assert board(connection).rows == ()
    [played] = profiles.history("a", None, None, 9)(connection)
    assert (played.match, played.seats[0].won, played.counted) == (match, False, False)
    page = profiles.profile("a")(connection)
    assert page is not None
    [statistics] = page.statistics
    assert (statistics.played, statistics.ranked, statistics.won, statistics.mean) == (1, 0, None, None)


def test_best_and_place_on_the_leaderboard_are_one_thing(connection: Connection) -> None:
    confirmed(connection, ghosts(2, TUESDAY), "a")
    confirmed(connection, ghosts(6, TUESDAY), "a", origin=CHOSEN)
    confirmed(connection, ghosts(5, TUESDAY), "a", origin=Origin(drawn=True, daily="2026-11-10"))
    page = profiles.profile("a")(connection)
    assert page is not None
    [statistics] = page.statistics
    assert statistics.best == board(connection).mine
    assert statistics.best is not None
    assert (statistics.played, statistics.ranked, statistics.dailies) == (3, 1, 1)
    assert statistics.mean == statistics.best.score


def board(transaction: Transaction) -> Leaderboard:
    return leaderboards.leaderboard("ten-exorcism", "classic", "all", WEDNESDAY, 9, "a")(transaction)


def test_a_rated_match_tells_what_it_did_to_each_rating(connection: Connection) -> None:
    matches = [confirmed(connection, finished(DotsAndBoxes(), seed, seats=2).session, "a", "b") for seed in (1, 2)]
    for player in "ab":
        first, second = (told(connection, match, player) for match in matches)
        assert change(first).before == 1000
        assert change(first).after == change(second).before != change(second).after
        assert change(first).provisional
        assert second.rating is not None
        assert (second.rating.games_to_go, second.rating.now) == (8, change(second).after)
        page = profiles.profile(player)(connection)
        assert page is not None
        assert page.ratings[0].standing.rating == second.rating.now
    before = [told(connection, match, "a").rating for match in matches]
    standings.rebuild(connection)
    assert [told(connection, match, "a").rating for match in matches] == before


def test_whoever_left_and_came_back_is_told_what_the_match_was_for_the_ratings(connection: Connection) -> None:
    session = finished(DotsAndBoxes(), 1, seats=2).session
    assert session.outcome is not None
    [winner] = session.outcome.winners
    names, stored = "ab", kept(connection, session, "a", "b")
    gone, there = names[winner], names[1 - winner]
    match_seats.seat_left(session.id, winner, Left(gone, 5))(connection)
    for who in (Seated("bot casual", bot="casual"), Seated(gone.upper(), player=gone)):
        match_seats.seat_taken(session.id, winner, who)(connection)
    standings.confirm([(stored, True)])(connection)
    mine, theirs = told(connection, session.id, gone), told(connection, session.id, there)
    assert mine.rating is not None
    assert theirs.rating is not None
    assert change(mine).after < 1000 < change(theirs).after
    assert (mine.rating.rated_as, mine.rating.i_left, mine.rating.others_left) == ("lost", True, ())
    assert (theirs.rating.rated_as, theirs.rating.i_left, theirs.rating.others_left) == ("won", False, (gone.upper(),))
    assert (mine.not_counted, theirs.not_counted) == (None, None)


def test_whoever_left_for_good_is_told_what_the_match_was_for_the_ratings(connection: Connection) -> None:
    session = finished(DotsAndBoxes(), 1, seats=2).session
    assert session.outcome is not None
    [winner] = session.outcome.winners
    names, stored = "ab", kept(connection, session, "a", "b")
    gone = names[winner]
    match_seats.seat_left(session.id, winner, Left(gone, 5))(connection)
    match_seats.seat_taken(session.id, winner, Seated("bot casual", bot="casual"))(connection)
    assert told(connection, session.id, gone).rating is None, "no replay has borne it out"
    standings.confirm([(stored, True)])(connection)
    mine = told(connection, session.id, gone)
    assert mine.rating is not None
    assert (mine.score, mine.not_counted) == (session.outcome.scores[winner], None)
    assert (mine.rating.rated_as, mine.rating.i_left, mine.rating.others_left) == ("lost", True, ())
    assert (mine.rating.change, mine.rating.now < 1000, mine.rating.games_to_go) == (None, True, 9)
    marks.decide(session.id, "rejected", "a script", 5)(connection)
    mine = told(connection, session.id, gone)
    assert (mine.not_counted, mine.rating) == ("rejected", None)


def test_two_people_are_told_how_they_stand_against_each_other(connection: Connection) -> None:
    sessions = [finished(DotsAndBoxes(), seed, seats=2).session for seed in range(4)]
    matches = [confirmed(connection, session, "a", "b") for session in sessions]
    confirmed(connection, finished(DotsAndBoxes(), 9, seats=2).session, "a", "c")
    confirmed(connection, finished(DotsAndBoxes(), 8, seats=3).session, *"abc")
    mine, theirs = (told(connection, matches[0], player).against for player in "ab")
    assert mine is not None
    assert theirs is not None
    winners = [session.outcome.winners for session in sessions if session.outcome]
    assert (mine.player, mine.name) == ("b", "B")
    assert (mine.won, mine.lost, mine.tied) == (winners.count((0,)), winners.count((1,)), winners.count((0, 1)))
    assert (theirs.won, theirs.lost, theirs.tied) == (mine.lost, mine.won, mine.tied)


def test_days_in_a_row_end_today_or_yesterday(connection: Connection) -> None:
    for day in ("2026-11-07", "2026-11-09", "2026-11-10"):
        match = confirmed(connection, ghosts(1, day_ms(day)), "a", origin=Origin(drawn=True, daily=day))
        insert = f"INSERT INTO attempts VALUES ('ten-exorcism', '{day}', 'a', '{match}') ON CONFLICT DO NOTHING"
        connection.run(Statement(text(insert)))
    found = {day: daily.streak("ten-exorcism", day, "a")(connection) for day in ("2026-11-10", "2026-11-11")}
    assert found == {"2026-11-10": 2, "2026-11-11": 2}
    assert daily.streak("ten-exorcism", "2026-11-12", "a")(connection) == 0
    assert daily.streak("ten-exorcism", "2026-11-08", "a")(connection) == 1


@pytest.mark.parametrize("who", ["aa", "aab"])
def test_whoever_held_several_seats_is_told_why_it_does_not_count(connection: Connection, who: str) -> None:
    match = confirmed(connection, finished(DotsAndBoxes(), 1, seats=len(who)).session, *who)
    found = told(connection, match)
    assert (found.not_counted, found.rating, found.place, found.against) == ("same-player", None, None, None)
    marks.decide(match, "rejected", "a script", 5)(connection)
    assert told(connection, match).not_counted == "rejected"
