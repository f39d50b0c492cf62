"""The specification's unit test categories and its table of errors."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from parlour.core.errors import IllegalAction, Refusal
from parlour.core.game import CLOCK, Outcome
from parlour.core.replay import resume
from parlour.games.ten_exorcism.rules import (
    CLASSIC_MS,
    Ask,
    Options,
    Select,
    State,
    TenExorcism,
    board_from_seed,
    has_rectangle,
    rectangle_of,
    rectangles,
)
from parlour.testing.players import begin, finished

GAME = TenExorcism()
VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "mulberry32.json").read_text())


def board_of(cells: dict[tuple[int, int], int]) -> bytes:
    return bytes(cells.get((row, col), 0) for row in range(17) for col in range(10))


def playing(board: bytes, score: int = 0) -> State:
    return State(board, score, None, None)


def refusal_of(board: bytes, selection: Select) -> Refusal:
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(playing(board), 0, selection, 0)
    return refused.value.refusal


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["seed"])
def test_the_board_of_a_seed_is_the_one_that_javascript_makes(vector: dict[str, Any]) -> None:
    view = GAME.view(GAME.start(Options(), vector["seed"], 1), None)
    assert [list(row) for row in view.board] == vector["board"]


def test_a_board_has_seventeen_rows_of_ten_ghosts() -> None:
    view = GAME.view(GAME.start(Options(), 1, 1), None)
    assert [len(row) for row in view.board] == [10] * 17
    assert view.ghosts == 170


def test_the_score_starts_at_zero() -> None:
    assert GAME.scores(GAME.start(Options(), 1, 1)) == (0,)


def test_a_single_cell_is_never_ten() -> None:
    assert refusal_of(board_of({(3, 3): 9, (0, 0): 1}), Select(3, 3, 3, 3)) == Refusal("sum-not-ten", {"sum": 9})


@pytest.mark.parametrize(
    ("cells", "selection"),
    [
        ({(2, 1): 4, (2, 4): 6}, Select(2, 1, 2, 4)),
        ({(2, 1): 4, (9, 1): 6}, Select(2, 1, 9, 1)),
        ({(0, 0): 1, (0, 1): 2, (1, 0): 3, (1, 1): 4}, Select(0, 0, 1, 1)),
        ({(4, 4): 5, (6, 7): 5}, Select(4, 4, 6, 7)),
    ],
    ids=["one row", "one column", "2×2", "3×4"],
)
def test_rectangles_of_every_shape_can_be_selected(cells: dict[tuple[int, int], int], selection: Select) -> None:
    after = GAME.apply(playing(board_of(cells)), 0, selection, 0)
    assert after.score == len(cells)
    assert after.board == bytes(170)


@pytest.mark.parametrize(
    "corners", [(0, 0, 0, 9), (16, 0, 16, 9), (0, 0, 16, 0), (0, 9, 16, 9)], ids=["top", "bottom", "left", "right"]
)
def test_a_selection_may_lie_along_the_edge_of_the_board(corners: tuple[int, int, int, int]) -> None:
    r0, c0, r1, c1 = corners
    board = board_of({(r0, c0): 3, (r1, c1): 7})
    assert GAME.apply(playing(board), 0, Select(*corners), 0).score == 2


def test_the_whole_board_can_be_selected_from_either_corner() -> None:
    board = board_from_seed(42)
    assert refusal_of(board, Select(0, 0, 16, 9)) == Refusal("sum-not-ten", {"sum": sum(board)})
    two = board_of({(0, 9): 5, (16, 0): 5})
    assert GAME.apply(playing(two), 0, Select(16, 9, 0, 0), 0).score == 2


def test_a_rectangle_is_found_after_several_rows_have_to_be_dropped_at_once() -> None:
    assert has_rectangle(board_of({(13, 4): 1, (14, 4): 1, (15, 4): 1, (16, 4): 9}))


def test_an_empty_board_is_over() -> None:
    assert not has_rectangle(bytes(170))
    assert rectangles(bytes(170)) == []


def test_the_last_rectangle_ends_the_game() -> None:
    after = GAME.apply(playing(board_of({(5, 5): 9, (5, 6): 1, (9, 9): 8}), 100), 0, Select(5, 5, 5, 6), 0)
    assert GAME.outcome(after) == Outcome("no-rectangle-left", (102,), (0,))
    assert GAME.to_move(after) == ()


def test_nothing_falls_and_nothing_is_refilled() -> None:
    board = board_of({(0, 0): 2, (1, 0): 5, (2, 0): 5, (9, 9): 4, (9, 8): 6})
    after = GAME.apply(playing(board), 0, Select(1, 0, 2, 0), 0)
    assert after.board == board_of({(0, 0): 2, (9, 9): 4, (9, 8): 6})


def test_error_table_a_selection_outside_the_board_is_clamped() -> None:
    assert rectangle_of(Select(-5, -1, 99, 99)) == (0, 0, 16, 9)
    assert rectangle_of(Select(20, 30, 25, 12)) == (16, 9, 16, 9)


def test_error_table_empty_cells_only_are_allowed_but_invalid() -> None:
    board = board_of({(0, 0): 5, (0, 1): 5})
    assert refusal_of(board, Select(5, 5, 8, 8)) == Refusal("sum-not-ten", {"sum": 0})


def test_error_table_a_refused_selection_never_lowers_the_score() -> None:
    match = begin(GAME, 42)
    after, refusal = match.submit(0, Select(0, 0, 16, 9), 10)
    assert refusal is not None
    assert GAME.scores(after.state) == (0,)


def test_error_table_the_game_is_never_over_while_a_rectangle_is_left() -> None:
    match = finished(GAME, 9, Options(mode="endless"))
    assert match.outcome is not None
    assert match.outcome.reason == "no-rectangle-left"
    assert not has_rectangle(match.state.board)


def test_error_table_a_start_without_rectangles_is_over_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.games.ten_exorcism.rules.board_from_seed", lambda _seed: bytes([9] * 170))
    match = begin(GAME, 1)
    assert match.outcome == Outcome("no-rectangle-left", (0,), (0,))
    assert match.session.ended == match.session.started


def test_classic_ends_at_120_seconds() -> None:
    match = begin(GAME, 42, Options(mode="classic"))
    match, _ = match.submit(0, Select(8, 0, 8, 1), 119_999)
    assert match.outcome is None
    match = match.until(CLASSIC_MS)
    assert match.outcome == Outcome("time-up", (2,), (0,))
    assert match.session.entries[-1].seat == CLOCK
    assert match.session.entries[-1].at_ms == 120_000


def test_classic_accepts_nothing_at_120_seconds_or_later() -> None:
    match, refusal = begin(GAME, 42).submit(0, Select(8, 0, 8, 1), 120_000)
    assert refusal == Refusal("game-over")
    assert match.state.score == 0


def test_endless_has_no_limit() -> None:
    match, refusal = begin(GAME, 42, Options(mode="endless")).submit(0, Select(8, 0, 8, 1), 10**9)
    assert refusal is None
    assert match.due_ms is None


def test_asking_for_advice_changes_nothing_but_is_counted_and_replays() -> None:
    start = begin(GAME, 3)
    asked, refusal = start.submit(0, Ask(), 10)
    assert refusal is None
    assert asked.state == structs.replace(start.state, hints=1)
    assert GAME.view(asked.state, None).hints == 1
    select = GAME.legal_actions(asked.state, 0)[0]
    again, _ = asked.submit(0, select, 20)
    assert again.state.hints == 1
    assert resume(GAME, again.session) == again


def test_nobody_asks_for_advice_when_the_game_is_over() -> None:
    over = structs.replace(playing(bytes(170)), ended="no-rectangle-left")
    with pytest.raises(IllegalAction):
        GAME.apply(over, 0, Ask(), 0)
