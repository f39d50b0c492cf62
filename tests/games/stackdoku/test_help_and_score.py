"""Hints, the answer whether it can still be won, pencil marks, and the score."""

from msgspec import structs

from parlour.core.errors import Refusal
from parlour.games.stackdoku.actions import AskHint, AskWinnable, Place, Remove
from parlour.games.stackdoku.hints.sayings import Saying
from parlour.games.stackdoku.levels.dealing import deal
from parlour.games.stackdoku.position import SEEN_FROM
from parlour.games.stackdoku.rules import Options
from parlour.games.stackdoku.score import score_of
from parlour.games.stackdoku.text import StackdokuText
from parlour.testing.players import begin
from tests.games.stackdoku.building import GAME, certified_actions, playing, refusal_of, some_blocked, stuck_level

TRAP = deal("easy", 3_183_751_956)
TAKEN = Remove(1, 2)
"""A pair of ones after which this level cannot be won any more."""
PLACED = (Place(1, 1, 1), Place(1, 3, 3))


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

    def test_whoever_took_a_pair_that_loses_the_level_is_led_back_by_hint_and_answer_alike(self) -> None:
        view = GAME.view(playing(TRAP, TAKEN, AskWinnable(), *[AskHint()] * 3), None)
        assert view.hint is not None
        assert view.hint.what == Saying("undo-removal", digits=(1,), tiles=(1, 2))
        assert (view.winnable, view.hint.place, view.hint.remove) == ("no", None, None)
        assert view.undos_needed == 1

    def test_how_far_back_it_could_be_won_is_told_only_with_the_answer_or_the_whole_hint(self) -> None:
        lost = (TAKEN, *PLACED)
        hinted = [GAME.view(playing(TRAP, *lost, *[AskHint()] * times), None) for times in range(4)]
        assert [view.undos_needed for view in hinted] == [0, 0, 0, 3]
        assert GAME.view(playing(TRAP, *lost, AskWinnable()), None).undos_needed == 3
        assert GAME.view(playing(TRAP, AskWinnable(), *[AskHint()] * 3), None).undos_needed == 0

    def test_a_terminal_advises_an_undo_only_where_those_left_reach_back_to_where_it_could_be_won(self) -> None:
        lost = playing(TRAP, TAKEN, *PLACED, AskWinnable(), *[AskHint()] * 3)
        drawn = [StackdokuText().draw(GAME.view(structs.replace(lost, undos=undos), None)) for undos in (3, 2, 0)]
        assert ["Undo until the pair of 1, tiles 1 and 2, is back" in text for text in drawn] == [True, False, False]
        assert ["get back to where it may be won: 3." in text for text in drawn] == [True, False, False]
        assert ["write rescue; or restart" in text for text in drawn] == [False, True, True]
        without = StackdokuText().draw(GAME.view(structs.replace(lost, undos=2, lives=0), None))
        assert "do not reach back to where it could be won. Write restart." in without

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
