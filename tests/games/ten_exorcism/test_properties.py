"""The fourteen correctness properties of the specification, each tagged as it asks."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec import structs

from parlour.core.errors import IllegalAction
from parlour.core.mulberry32 import mulberry32
from parlour.core.replay import verify
from parlour.games.ten_exorcism.rules import (
    COLS,
    ROWS,
    Options,
    Select,
    State,
    TenExorcism,
    board_from_seed,
    ghosts_in,
    has_rectangle,
    powers_in,
    rectangle_of,
    rectangles,
)
from parlour.testing.players import begin, finished, random_game
from tests.games.ten_exorcism import naive
from tests.games.ten_exorcism.strategies import BOARDS, SEEDS, SELECTIONS, WILD_SELECTIONS

GAME = TenExorcism()
thorough = settings(max_examples=100)


def playing(board: bytes) -> State:
    return State(board, 0, None, None)


@st.composite
def exorcisms(draw: st.DrawFn) -> tuple[State, Select]:
    """A board and a selection that the rules accept, dragged from any corner."""
    board = draw(BOARDS)
    found = rectangles(board)
    assume(found)
    top, left, bottom, right = draw(st.sampled_from(found))
    rows = draw(st.permutations([top, bottom]))
    cols = draw(st.permutations([left, right]))
    return playing(board), Select(rows[0], cols[0], rows[1], cols[1])


@thorough
@given(SEEDS)
def test_property_1_every_board_has_seventeen_rows_and_ten_columns(seed: int) -> None:
    """Feature: ten-exorcism-game, Property 1: Board Dimensions Invariant"""
    view = GAME.view(GAME.start(Options(), seed, 1), 0)
    assert len(view.board) == 17
    assert all(len(row) == 10 for row in view.board)


@thorough
@given(SEEDS)
def test_property_2_every_power_at_the_start_lies_between_one_and_nine(seed: int) -> None:
    """Feature: ten-exorcism-game, Property 2: Initial Power Values Range"""
    assert all(1 <= power <= 9 for power in board_from_seed(seed))


@thorough
@given(WILD_SELECTIONS)
def test_property_3_any_two_corners_make_one_rectangle_on_the_board(selection: Select) -> None:
    """Feature: ten-exorcism-game, Property 3: Rectangle Selection Bounds"""
    top, left, bottom, right = rectangle_of(selection)
    assert 0 <= top <= bottom < ROWS
    assert 0 <= left <= right < COLS
    swapped = Select(selection.r1, selection.c0, selection.r0, selection.c1)
    assert rectangle_of(swapped) == (top, left, bottom, right)
    for row, col in ((selection.r0, selection.c0), (selection.r1, selection.c1)):
        if 0 <= row < ROWS:
            assert row in (top, bottom)
        if 0 <= col < COLS:
            assert col in (left, right)


@thorough
@given(BOARDS, SELECTIONS)
def test_property_4_the_sum_of_a_rectangle_is_the_sum_of_its_ghosts(board: bytes, selection: Select) -> None:
    """Feature: ten-exorcism-game, Property 4: Power Sum Calculation Correctness"""
    rectangle = rectangle_of(selection)
    assert sum(powers_in(board, rectangle)) == naive.power_sum(board, rectangle)


@thorough
@given(BOARDS, WILD_SELECTIONS | SELECTIONS)
def test_property_5_a_selection_is_accepted_exactly_when_its_sum_is_ten(board: bytes, selection: Select) -> None:
    """Feature: ten-exorcism-game, Property 5: Validation Correctness"""
    total = naive.power_sum(board, rectangle_of(selection))
    if total == 10:
        GAME.apply(playing(board), 0, selection, 0)
    else:
        with pytest.raises(IllegalAction) as refused:
            GAME.apply(playing(board), 0, selection, 0)
        assert refused.value.refusal.code == "sum-not-ten"
        assert refused.value.refusal.facts == {"sum": total}


@thorough
@given(exorcisms())
def test_property_6_an_exorcism_empties_every_selected_cell(exorcism: tuple[State, Select]) -> None:
    """Feature: ten-exorcism-game, Property 6: Exorcism Clears Selected Cells"""
    state, selection = exorcism
    board = GAME.apply(state, 0, selection, 0).board
    assert all(board[row * COLS + col] == 0 for row, col in naive.cells(rectangle_of(selection)))


@thorough
@given(exorcisms(), st.integers(0, 170))
def test_property_7_an_exorcism_scores_the_ghosts_that_it_frees(exorcism: tuple[State, Select], score: int) -> None:
    """Feature: ten-exorcism-game, Property 7: Score Increment Correctness"""
    state, selection = exorcism
    before = structs.replace(state, score=score)
    ghosts = sum(state.board[row * COLS + col] > 0 for row, col in naive.cells(rectangle_of(selection)))
    assert GAME.apply(before, 0, selection, 0).score == score + ghosts


@thorough
@given(BOARDS, SELECTIONS)
def test_property_8_a_refused_selection_leaves_the_board_as_it_was(board: bytes, selection: Select) -> None:
    """Feature: ten-exorcism-game, Property 8: Invalid Selection Preserves Board"""
    assume(naive.power_sum(board, rectangle_of(selection)) != 10)
    match = begin(GAME, 1, Options(mode="endless"))
    match = match.taken_up(GAME, match.session, playing(board))
    after, refusal = match.submit(0, selection, 5)
    assert refusal is not None
    assert after.state == playing(board)


@thorough
@given(exorcisms())
def test_property_9_cells_outside_the_selection_stay_as_they_were(exorcism: tuple[State, Select]) -> None:
    """Feature: ten-exorcism-game, Property 9: Non-Selected Cells Preservation"""
    state, selection = exorcism
    board = GAME.apply(state, 0, selection, 0).board
    inside = {row * COLS + col for row, col in naive.cells(rectangle_of(selection))}
    assert all(board[cell] == state.board[cell] for cell in range(ROWS * COLS) if cell not in inside)


@thorough
@given(exorcisms())
def test_property_10_no_empty_cell_gets_a_ghost(exorcism: tuple[State, Select]) -> None:
    """Feature: ten-exorcism-game, Property 10: No New Ghosts Property"""
    state, selection = exorcism
    board = GAME.apply(state, 0, selection, 0).board
    assert all(board[cell] == 0 for cell in range(ROWS * COLS) if state.board[cell] == 0)
    assert ghosts_in(board) < ghosts_in(state.board)


@thorough
@given(BOARDS)
def test_property_11_a_rectangle_of_ten_is_found_exactly_when_there_is_one(board: bytes) -> None:
    """Feature: ten-exorcism-game, Property 11: Valid Moves Detection"""
    expected = naive.rectangles(board)
    assert has_rectangle(board) == bool(expected)
    assert rectangles(board) == expected


@thorough
@given(SEEDS)
def test_property_12_the_same_seed_gives_the_same_board(seed: int) -> None:
    """Feature: ten-exorcism-game, Property 12: Deterministic Board Generation"""
    assert board_from_seed(seed) == board_from_seed(seed)
    assert board_from_seed(seed) == board_from_seed(seed % 2**32)


@thorough
@given(SEEDS)
def test_property_13_the_replay_of_a_session_gives_its_score(seed: int) -> None:
    """Feature: ten-exorcism-game, Property 13: Session Replay Consistency"""
    match = finished(GAME, seed, Options(mode="endless"))
    verdict = verify(GAME, match.session)
    assert verdict.ok
    assert verdict.complete
    assert verdict.scores == (match.state.score,)


@thorough
@given(SEEDS)
def test_property_14_the_log_holds_every_selection_in_its_order(seed: int) -> None:
    """Feature: ten-exorcism-game, Property 14: Action Log Completeness"""
    matches = list(random_game(begin(GAME, seed, Options(mode="endless")), mulberry32(seed)))
    entries = matches[-1].session.entries
    assert len(entries) == len(matches)
    for count, match in enumerate(matches, start=1):
        assert match.session.entries == entries[:count]
    assert [entry.at_ms for entry in entries] == sorted(entry.at_ms for entry in entries)
