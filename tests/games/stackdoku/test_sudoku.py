"""The solver against a slow obvious one, and the parity law of digging."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from parlour.core.mulberry32 import mulberry32
from parlour.games.stackdoku.kernels.chance import next_u32
from parlour.games.stackdoku.kernels.constants import BOARD_SIZE, FORCED, OPEN
from parlour.games.stackdoku.kernels.logic import eliminate, least_tier, put, start_board
from parlour.games.stackdoku.levels.dealing import seeded
from parlour.games.stackdoku.levels.sudoku import parse, solution_count
from tests.games.stackdoku.strategies import paired_puzzle

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def slow_count(grid: str, limit: int) -> int:
    """Plain backtracking on sets."""
    cells = [0 if digit == "." else int(digit) for digit in grid]
    best: tuple[int, set[int]] | None = None
    for i, digit in enumerate(cells):
        if digit:
            continue
        r, c = divmod(i, 9)
        seen = {cells[9 * r + k] for k in range(9)} | {cells[9 * k + c] for k in range(9)}
        seen |= {cells[9 * (r // 3 * 3 + k // 3) + c // 3 * 3 + k % 3] for k in range(9)}
        fits = set(range(1, 10)) - seen
        if best is None or len(fits) < len(best[1]):
            best = (i, fits)
    if best is None:
        return 1
    found = 0
    for digit in best[1]:
        i = best[0]
        found += slow_count(grid[:i] + str(digit) + grid[i + 1 :], limit - found)
        if found >= limit:
            break
    return found


@given(seed=st.integers(-(2**52), 2**52))
def test_the_random_numbers_of_the_kernels_are_those_of_the_core(seed: int) -> None:
    random = seeded(seed)
    assert [int(next_u32(random)) for _ in range(20)] == list(islice(mulberry32(seed), 20))


def test_two_keys_tell_two_generators_apart_that_stand_at_the_same_place() -> None:
    one, two = seeded(7, 1), seeded(7, 2)
    assert all(next_u32(one) ^ next_u32(two) == 3 for _ in range(20))


def test_a_known_puzzle_has_one_solution() -> None:
    assert solution_count(UNIQUE) == 1


def test_an_empty_grid_has_many_solutions() -> None:
    assert solution_count("." * 81, limit=50) == 50


def test_two_equal_digits_in_a_row_have_no_solution() -> None:
    assert solution_count("11" + "." * 79) == 0


def test_a_malformed_grid_says_what_a_grid_is() -> None:
    with pytest.raises(ValueError, match="81 characters"):
        solution_count("12x")


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32 - 1), holes=st.sets(st.integers(0, 80), max_size=4))
def test_the_solver_counts_like_plain_backtracking(seed: int, holes: set[int]) -> None:
    givens, _ = paired_puzzle(seed, 29)
    fewer = "".join("." if i in holes else digit for i, digit in enumerate(givens))
    assert solution_count(fewer, 5) == slow_count(fewer, 5)


@settings(max_examples=100)
@given(seed=st.integers(0, 2**32 - 1), wanted=st.integers(23, 57))
def test_every_digit_is_given_an_odd_number_of_times(seed: int, wanted: int) -> None:
    givens, solution = paired_puzzle(seed, wanted)
    assert all(givens.count(digit) % 2 == 1 for digit in "123456789")
    assert all(g in (".", s) for g, s in zip(givens, solution, strict=True))
    assert solution_count(givens) == 1


def solves(givens: NDArray[np.int64], tier: int) -> bool:
    """Placing one forced cell after another, the first in reading order, with every token at hand."""
    board = np.empty(BOARD_SIZE, np.int64)
    start_board(board, givens, tier)
    while (forced := np.flatnonzero(board[FORCED : FORCED + 81])).size:
        put(board, forced[0], board[FORCED + forced[0]])
        eliminate(board)
    return not board[OPEN : OPEN + 27].any()


@settings(max_examples=60)
@given(
    seed=st.integers(0, 2**32 - 1),
    wanted=st.sampled_from([25, 27, 29, 35, 49]),
    tiers=st.sampled_from([(1, 1), (2, 2), (3, 4), (4, 4), (1, 4)]),
)
def test_the_least_tier_is_the_first_that_solves_from_the_start(seed: int, wanted: int, tiers: tuple[int, int]) -> None:
    givens = parse(paired_puzzle(seed, wanted)[0])
    least = next((tier for tier in (1, 2, 3, 4) if solves(givens, tier)), 0)
    easiest, hardest = tiers
    assert least_tier(givens, easiest, hardest) == (least if easiest <= least <= hardest else 0)
