"""Hints, the answer whether it can still be won, pencil marks, and the score."""

from parlour.core.errors import Refusal
from parlour.games.stackdoku.actions import AskHint, AskWinnable, Remove
from parlour.games.stackdoku.levels.dealing import deal
from parlour.games.stackdoku.position import SEEN_FROM
from parlour.games.stackdoku.rules import Options
from parlour.games.stackdoku.score import score_of
from parlour.testing.players import begin
from tests.games.stackdoku.building import GAME, certified_actions, playing, refusal_of, some_blocked, stuck_level


class TestHelp:
    def test_a_hint_comes_in_three_steps(self) -> None:
        state = begin(GAME, 5).state
        shown = []
        for _ in range(3):
            state = GAME.apply(state, 0, AskHint(), 0)
            hint = GAME.view(state, None).hint
            assert hint is not None
            shown.append(hint)
        assert [hint.step for hint in shown] == [1, 2, 3]
        assert [bool(hint.why) for hint in shown] == [False, True, True]
        assert [bool(hint.techniques) for hint in shown] == [False, True, True]
        assert [hint.what is not None for hint in shown] == [False, False, True]
        assert shown[1].place is None
        assert shown[1].remove is None
        assert (shown[2].place or shown[2].remove) in GAME.legal_actions(state, 0)
        assert refusal_of(state, AskHint()) == Refusal("no-more-hints")
        assert state.hints == 3

    def test_a_new_position_has_no_hint_and_no_answer_yet(self) -> None:
        level = stuck_level()
        state = playing(level, AskHint(), AskWinnable(), Remove(0, 1))
        assert (state.hint_step, state.winnable) == (0, None)
        assert state.hints == 2

    def test_whether_it_can_still_be_won_is_said_on_request_only(self) -> None:
        match = some_blocked("stuck")
        assert GAME.view(match.state, None).winnable is None
        asked = GAME.apply(match.state, 0, AskWinnable(), 0)
        assert GAME.view(asked, None).winnable == "no"
        assert refusal_of(asked, AskWinnable()) == Refusal("already-answered")
        assert GAME.view(GAME.apply(begin(GAME, 3).state, 0, AskWinnable(), 0), None).winnable == "yes"

    def test_pencil_marks_are_the_digits_that_row_column_and_box_leave(self) -> None:
        state = begin(GAME, 5, Options(difficulty="hard")).state
        grid = state.position.grid
        for cell, mask in enumerate(GAME.view(state, None).marks):
            seen = {grid[other] for other in SEEN_FROM[cell]}
            expected = 0 if grid[cell] else sum(1 << (d - 1) for d in range(1, 10) if d not in seen)
            assert mask == expected


class TestScore:
    """Cleared, then lives, undos, actions, time."""

    def test_the_parts_rank_in_this_order(self) -> None:
        best = score_of(lives=3, undos=3, wasted=0, elapsed_ms=60_000, helped=False)
        slower = score_of(lives=3, undos=3, wasted=0, elapsed_ms=61_000, helped=False)
        wasteful = score_of(lives=3, undos=3, wasted=1, elapsed_ms=0, helped=False)
        undone = score_of(lives=3, undos=2, wasted=0, elapsed_ms=0, helped=False)
        rescued = score_of(lives=2, undos=3, wasted=0, elapsed_ms=0, helped=False)
        last_life = score_of(lives=0, undos=0, wasted=999, elapsed_ms=10**9, helped=False)
        helped = score_of(lives=3, undos=3, wasted=0, elapsed_ms=0, helped=True)
        assert best > slower > wasteful > undone > rescued > last_life > helped > 0

    def test_a_score_can_be_read_digit_by_digit(self) -> None:
        assert score_of(lives=2, undos=1, wasted=4, elapsed_ms=300_000, helped=False) == 3_1_995_99699

    def test_the_score_counts_the_time_of_the_last_placement(self) -> None:
        level = deal("easy", 2)
        match = begin(GAME, 2)
        for action in certified_actions(level):
            match, _ = match.submit(0, action, 125_000)
        assert match.outcome is not None
        assert match.outcome.scores == (4_3_999_99874,)
