"""The solver's lines are lines of the game, its bound holds, and the same effort finds the same."""

import threading
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.core.solver import Effort, Solution
from parlour.games.ten_exorcism.endgame import exact_line
from parlour.games.ten_exorcism.kernels import constants as layout
from parlour.games.ten_exorcism.kernels.completion import list_rectangles, set_rows
from parlour.games.ten_exorcism.kernels.memory import set_board
from parlour.games.ten_exorcism.packing import packing_of
from parlour.games.ten_exorcism.rules import (
    CLASSIC_MS,
    EMPTY,
    Rectangle,
    Select,
    State,
    TenExorcism,
    board_from_seed,
    exorcise,
    ghosts_in,
    has_rectangle,
    rectangles,
)
from parlour.games.ten_exorcism.search import USUAL, Search, fresh_memory, rectangle_of
from parlour.games.ten_exorcism.solver import TenExorcismSolver
from tests.games.ten_exorcism.strategies import BOARDS

GAME = TenExorcism()
SOLVER = TenExorcismSolver()


def at(board: bytes, score: int = 0, limit_ms: int | None = None) -> State:
    return State(board, score, limit_ms, None if has_rectangle(board) else "no-rectangle-left")


def played(state: State, solution: Solution) -> State:
    for action in solution.actions:
        state = GAME.apply(state, 0, action, 0)
    return state


@cache
def most_by_trying_everything(board: bytes) -> int:
    gains = [
        ghosts_in(board) - ghosts_in(after) + most_by_trying_everything(after)
        for after in {exorcise(board, rectangle) for rectangle in rectangles(board)}
    ]
    return max(gains, default=0)


@settings(max_examples=60)
@given(BOARDS, st.integers(0, 170), st.integers(0, 2**32))
def test_a_line_from_any_position_replays_through_the_rules_to_its_score(board: bytes, score: int, seed: int) -> None:
    state = at(board, score, CLASSIC_MS if seed % 2 else None)
    solution = SOLVER.solve(state, Effort(seed=seed, iterations=300))
    end = played(state, solution)
    assert end.score == solution.score <= solution.bound
    assert not has_rectangle(end.board)


def test_the_same_seed_and_iterations_find_the_same_line() -> None:
    state = at(board_from_seed(3))
    once, again, other = (SOLVER.solve(state, Effort(seed=seed, iterations=1000)) for seed in (5, 5, 6))
    assert once.actions == again.actions
    assert once.actions != other.actions


def test_threads_are_as_good_as_their_best() -> None:
    state = at(board_from_seed(3))
    one = SOLVER.solve(state, Effort(seed=5, iterations=600))
    three = SOLVER.solve(state, Effort(seed=5, iterations=600, threads=3))
    assert three.score >= one.score
    assert three.iterations == 3 * one.iterations
    assert played(state, three).score == three.score


def test_a_search_finds_a_better_line_than_no_search() -> None:
    state = at(board_from_seed(8))
    scores = [SOLVER.solve(state, Effort(seed=1, iterations=count)).score for count in (0, 5000)]
    assert scores[0] < scores[1]


def test_a_stopped_solver_answers_with_what_it_has() -> None:
    stop = threading.Event()
    stop.set()
    state = at(board_from_seed(4))
    solution = SOLVER.solve(state, Effort(seed=1, seconds=600, stop=stop))
    assert solution.iterations == 0
    assert not has_rectangle(played(state, solution).board)


def test_a_game_that_is_over_has_an_empty_line() -> None:
    for state in (at(bytes(170), 7), State(board_from_seed(1), 12, CLASSIC_MS, "time-up")):
        solution = SOLVER.solve(state, Effort(seconds=5))
        assert (solution.score, solution.bound, solution.actions) == (state.score, state.score, ())


@settings(max_examples=60)
@given(st.dictionaries(st.integers(0, 169), st.integers(1, 9), max_size=9))
def test_a_small_position_is_solved_exactly(ghosts: dict[int, int]) -> None:
    board = bytes(ghosts.get(cell, EMPTY) for cell in range(170))
    line = exact_line(board)
    assert line is not None
    left = board
    for rectangle in line:
        assert rectangle in rectangles(left)
        left = exorcise(left, rectangle)
    assert ghosts_in(board) - ghosts_in(left) == most_by_trying_everything(board)


@settings(max_examples=60)
@given(st.dictionaries(st.integers(0, 169), st.integers(1, 9), max_size=9))
def test_no_line_exceeds_the_bound(ghosts: dict[int, int]) -> None:
    board = bytes(ghosts.get(cell, EMPTY) for cell in range(170))
    assert most_by_trying_everything(board) <= packing_of(board).bound


@pytest.mark.parametrize(
    ("powers", "most"),
    [([5] * 170, 170), ([9] * 170, 0), ([9, 1, 1], 2), ([8, 1, 1, 9], 3), ([1] * 19, 10), ([6, 4] * 85, 170)],
)
def test_the_bound_is_what_fits_into_tens(powers: list[int], most: int) -> None:
    board = bytes(powers).ljust(170, b"\0")
    assert packing_of(board).bound == most


def test_a_search_lists_its_best_line_at_any_time() -> None:
    board = board_from_seed(12)
    search = Search(board, packing_of(board), 1)
    for _ in range(4):
        search.run(None, 200, None)
        state = at(board)
        for rectangle in search.line:
            assert isinstance(rectangle, Rectangle)
            state = GAME.apply(state, 0, Select(*rectangle), 0)
        assert state.score == search.score


@settings(max_examples=60)
@given(BOARDS)
def test_the_kernel_lists_each_set_of_ghosts_that_can_be_freed_once(board: bytes) -> None:
    memory = fresh_memory(board, packing_of(board), USUAL)
    address = memory.ctypes.data
    set_board(address)
    m0, m1, m2 = memory[layout.NOW : layout.NOW + 3].tolist()
    rows = set_rows(address, m0, m1, m2)
    count = list_rectangles(address, rows, m0, m1, m2, 0, 0, 16, 9, 0, 1)
    listed = memory[layout.CANDIDATE : layout.CANDIDATE + count].tolist()
    after = [exorcise(board, rectangle_of(sides)) for sides in listed]
    assert sorted(after) == sorted({exorcise(board, rectangle) for rectangle in rectangles(board)})
