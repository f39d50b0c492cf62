"""Who counts as having left: pure, asked at every moment of a match."""

from collections.abc import Sequence

import pytest
from msgspec import Struct, structs

from parlour.core.match import AnyMatch
from parlour.protocol.ranking import Left, Seated
from parlour.server.live.people.leaving import PATIENCE_MS, after_changes, leaving, sitting_down, stalling
from parlour.store.rooms import SeatChange
from parlour.testing.players import begin
from tests.nim import Nim, Options, Take

ANN, BOB, EVE, BOT = Seated("Ann", "ann"), Seated("Bob", "bob"), Seated("Eve", "eve"), Seated("bot x", bot="x")


class Played(Struct):
    """A match as a room has it."""

    match: AnyMatch
    seats: Sequence[Seated] = (ANN, BOB)
    id: str = "m"
    ranked: bool = True


def after(*seats: int) -> AnyMatch:
    """Nim after each of these seats took one, a second apart."""
    match = begin(Nim(), 3, Options(heaps=3, sizes="large"))
    for index, seat in enumerate(seats):
        heap = next(heap for heap, size in enumerate(match.state.heaps) if size > 1)
        match, refused = match.submit(seat, Take(heap, 1), (index + 1) * 1000)
        assert refused is None
    return match


BOTH_MOVED = after(0, 1)
"""And it is Ann's turn."""
STARTED = BOTH_MOVED.header.started
LAST = STARTED + 2000


def test_whoever_has_moved_leaves_and_whoever_has_not_does_not() -> None:
    assert leaving(Played(BOTH_MOVED), "bob", LAST + 5) == (SeatChange("m", 1, None, Left("bob", LAST + 5)),)
    assert leaving(Played(BOTH_MOVED), "ann", LAST + 5) == (SeatChange("m", 0, None, Left("ann", LAST + 5)),)
    assert leaving(Played(after(0)), "bob", LAST) == ()
    assert leaving(Played(BOTH_MOVED), "eve", LAST) == ()
    assert leaving(None, "ann", LAST) == ()


def test_nobody_leaves_what_is_over_cannot_count_or_was_somebody_elses() -> None:
    over = BOTH_MOVED.close(3000)
    assert leaving(Played(over), "ann", LAST + 5) == ()
    assert leaving(Played(BOTH_MOVED, ranked=False), "ann", LAST + 5) == ()
    newcomer = structs.replace(EVE, changed=True, left=Left("ann", LAST))
    assert leaving(Played(BOTH_MOVED, (newcomer, BOB)), "eve", LAST + 5) == ()
    gone = structs.replace(ANN, left=Left("ann", LAST))
    assert leaving(Played(BOTH_MOVED, (gone, BOB)), "ann", LAST + 5) == ()


@pytest.mark.parametrize("late_ms", [-1, 0])
def test_who_lets_the_others_wait_for_ten_minutes_left_before_the_one_who_gives_up(late_ms: int) -> None:
    now = LAST + PATIENCE_MS + late_ms
    found = {change.seat: change.left for change in leaving(Played(BOTH_MOVED), "bob", now)}
    bob = found[1]
    assert bob == Left("bob", now)
    if late_ms < 0:
        assert 0 not in found
    else:
        ann = found[0]
        assert ann is not None
        assert bob is not None
        assert ann.at < bob.at


def test_nobody_has_let_wait_whoever_sits_at_no_seat() -> None:
    assert leaving(Played(BOTH_MOVED), "eve", LAST + PATIENCE_MS) == ()


def test_who_lets_the_others_wait_until_the_room_is_closed_has_left() -> None:
    assert stalling(Played(BOTH_MOVED), LAST + PATIENCE_MS - 1) == ()
    assert [change.seat for change in stalling(Played(BOTH_MOVED), LAST + PATIENCE_MS)] == [0]
    assert stalling(Played(after(0)), LAST + PATIENCE_MS) == (), "Bob never moved"
    assert stalling(Played(BOTH_MOVED.close(3000)), LAST + PATIENCE_MS) == ()
    assert stalling(None, LAST) == ()


def test_who_is_to_move_gains_nothing_by_waiting() -> None:
    assert [change.seat for change in leaving(Played(BOTH_MOVED), "ann", LAST + 10 * PATIENCE_MS)] == [0]


def test_a_clock_set_back_lets_nobody_leave_before_the_last_move() -> None:
    [change] = leaving(Played(BOTH_MOVED), "ann", 0)
    assert change.left == Left("ann", LAST)


def test_a_bot_in_the_seat_of_somebody_who_was_away_means_that_they_left() -> None:
    change = sitting_down(Played(BOTH_MOVED), 1, BOT, LAST + 60_000)
    assert change == SeatChange("m", 1, BOT, Left("bob", LAST + 60_000))
    seats = after_changes((ANN, BOB), [change])
    assert seats == (ANN, structs.replace(BOT, changed=True, left=change.left))
    assert sitting_down(Played(after(0)), 1, BOT, LAST).left is None, "nobody is rated who never moved"


def test_who_comes_back_has_not_left_unless_somebody_else_sat_there() -> None:
    gone = leaving(Played(BOTH_MOVED), "ann", LAST + 5)
    seats = after_changes((ANN, BOB), gone)
    assert seats[0].left == Left("ann", LAST + 5)
    back = sitting_down(Played(BOTH_MOVED, seats), 0, ANN, LAST + 9)
    assert after_changes(seats, [back]) == (ANN, BOB)
    taken = after_changes(seats, [sitting_down(Played(BOTH_MOVED, seats), 0, EVE, LAST + 9)])
    returned = after_changes(taken, [sitting_down(Played(BOTH_MOVED, taken), 0, ANN, LAST + 20)])
    assert returned[0] == structs.replace(ANN, changed=True, left=Left("ann", LAST + 5))
