"""The inner loops of dealing: find a Sudoku of the wanted tier, label a stack."""

from parlour.core.kernels import njit
from parlour.games.stackdoku.kernels.constants import DRAW
from parlour.games.stackdoku.kernels.logic import least_tier
from parlour.games.stackdoku.kernels.puzzle import dig_pairs, full_grid, swap_pair
from parlour.games.stackdoku.kernels.stack import peel

SWAPS = 24
"""Neighbours of a puzzle that are looked at before a fresh grid is made."""


@njit()
def find_puzzle(random, wanted, easiest, hardest, tries, solution, givens):
    """A Sudoku whose least sufficient logic tier is in easiest..hardest.

    Fills `solution` and `givens` and returns the tier; 0 when `tries` grids gave none. The
    tier below the easiest must fail: a hard level is one that singles do not solve.
    """
    for _ in range(tries):
        solution[:] = full_grid(random)
        givens[:] = dig_pairs(random, solution, wanted)
        if (givens != 0).sum() != wanted:
            continue
        for _swap in range(SWAPS):
            tier = least_tier(givens, easiest, hardest)
            if tier:
                return tier
            swap_pair(random, solution, givens)
    return 0


@njit()
def label(random, blocks, line, steps, order, digits):
    """Peel the blank stack at random; the k-th pair gets the k-th digit of the line.

    The line then plays on this stack as it stands. False when no peeling came out.
    """
    for _ in range(20):
        if not peel(random, blocks, order):
            continue
        k = 0
        for step in range(steps):
            if line[step, 0] == DRAW:
                digits[order[k, 0]] = line[step, 1]
                digits[order[k, 1]] = line[step, 1]
                k += 1
        return True
    return False
