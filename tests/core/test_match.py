import pytest

from parlour.core.errors import Refusal
from parlour.core.game import CLOCK
from parlour.core.match import Match
from parlour.core.replay import resume, verify
from parlour.testing.players import begin
from tests.nim import Nim, Options, Take

NIM = Nim()
TURN_MS = 2_000


def test_submitting_leaves_the_match_before_as_it_was() -> None:
    match = begin(NIM, 1)
    after, refusal = match.submit(0, Take(0, 1), 10)
    assert refusal is None
    assert match.session.entries == ()
    assert len(after.session.entries) == 1
    assert after.state != match.state


def test_a_refused_action_is_logged_with_its_code_and_facts() -> None:
    match, refusal = begin(NIM, 1).submit(0, Take(9, 1), 10)
    assert refusal == Refusal("no-such-heap", {"heaps": 3})
    assert match.session.entries[-1].refused == refusal
    assert match.state == begin(NIM, 1).state


def test_a_player_out_of_turn_is_refused() -> None:
    _, refusal = begin(NIM, 1).submit(1, Take(0, 1), 10)
    assert refusal == Refusal("not-your-turn")


def test_the_end_writes_outcome_and_time_into_the_session() -> None:
    match = begin(NIM, 1, Options(heaps=1))
    match, _ = match.submit(0, Take(0, match.state.heaps[0]), 1234)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert match.session.complete
    assert match.session.ended == match.session.started + 1234


def test_after_the_end_nothing_is_accepted_and_nothing_is_logged() -> None:
    match = begin(NIM, 1, Options(heaps=1))
    match, _ = match.submit(0, Take(0, match.state.heaps[0]), 10)
    after, refusal = match.submit(1, Take(0, 1), 20)
    assert refusal == Refusal("game-over")
    assert after == match


def test_the_clock_plays_at_the_very_moment_it_is_due_before_a_later_action() -> None:
    match = begin(NIM, 1, Options(turn_seconds=1))
    match, refusal = match.submit(1, Take(0, 1), 1500)
    assert refusal is None
    assert [(entry.at_ms, entry.seat) for entry in match.session.entries] == [(1000, CLOCK), (1500, 1)]


def test_an_action_at_the_deadline_is_too_late() -> None:
    match = begin(NIM, 1, Options(turn_seconds=1))
    assert match.submit(0, Take(0, 1), 999)[1] is None
    assert match.submit(0, Take(0, 1), 1000)[1] == Refusal("not-your-turn")


def test_the_clock_catches_up_over_several_turns() -> None:
    match = begin(NIM, 1, Options(turn_seconds=1)).until(3500)
    assert [entry.at_ms for entry in match.session.entries] == [1000, 2000, 3000]


def test_time_runs_forward() -> None:
    match, _ = begin(NIM, 1).submit(0, Take(0, 1), 100)
    with pytest.raises(ValueError, match="time runs forward"):
        match.submit(1, Take(1, 1), 99)


def test_leaving_closes_the_session_without_an_outcome() -> None:
    match = begin(NIM, 1).close(5000)
    assert match.session.ended == match.session.started + 5000
    assert not match.session.complete


def test_a_game_says_how_many_may_sit() -> None:
    with pytest.raises(ValueError, match="nim takes 2 to 3 seats, not 4"):
        Match.begin(NIM, id="x", seed=1, started=0, seats=4)


def test_matches_that_begin_alike_share_their_beginning_and_go_their_own_ways() -> None:
    match, _ = begin(NIM, 1).submit(0, Take(0, 1), 10)
    left, _ = match.submit(1, Take(1, 1), 20)
    right, _ = match.submit(1, Take(2, 1), 30)
    assert left.session.entries[:1] == right.session.entries[:1] == match.session.entries
    assert [left.count, right.count, match.count] == [2, 2, 1]
    assert left != right
    assert left == match.submit(1, Take(1, 1), 20)[0]


def test_a_long_log_is_played_and_replayed_without_holding_every_step() -> None:
    match = begin(NIM, 1)
    for at_ms in range(20_000):
        match, _ = match.submit(0, Take(9, 1), at_ms)
    assert match.count == len(match.session.entries) == 20_000
    assert verify(NIM, match.session).ok


@pytest.mark.parametrize("seat", [-2, CLOCK, 2, 7])
def test_nobody_can_submit_from_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(ValueError, match=f"nobody sits at seat {seat}"):
        begin(NIM, 1).submit(seat, Take(0, 1), 1)


def test_a_full_log_takes_nothing_more() -> None:
    match = begin(NIM, 1)
    for at_ms in (1, 2):
        match, _ = match.submit(0, Take(9, 1), at_ms, most=2)
    after, refusal = match.submit(0, Take(0, 1), 3, most=2)
    assert refusal == Refusal("log-full", {"entries": 2})
    assert after == match


def test_a_match_that_was_closed_takes_nothing_more() -> None:
    closed = begin(NIM, 1).close(5_000)
    after, refusal = closed.submit(0, Take(0, 1), 6_000)
    assert refusal == Refusal("game-over")
    assert after == closed
    assert verify(NIM, after.session).ok


def test_a_clock_stands_still_once_its_match_was_closed() -> None:
    timed = begin(NIM, 1, Options(turn_seconds=2))
    closed = timed.close(TURN_MS // 2)
    assert (closed.due_ms, closed.until(TURN_MS * 5).count) == (None, 0)
    again = resume(NIM, closed.session)
    assert (again.due_ms, again.session) == (None, closed.session)


def test_where_a_full_log_left_its_clock_behind_the_end_is_the_last_moment_that_is_logged() -> None:
    timed = begin(NIM, 1, Options(turn_seconds=2))
    closed = timed.close(TURN_MS * 10, most=2)
    assert (closed.count, closed.session.ended) == (2, timed.session.started + 2 * TURN_MS)
    assert verify(NIM, closed.session).ok
