"""Making Sudokus: a random full grid, and digging it down pair by pair.

Tokens come in identical pairs, so a digit may only go missing an even number of
times. Digging same-digit pairs keeps that law at every step.
"""

import numpy as np

from parlour.core.kernels import njit
from parlour.games.stackdoku.kernels.chance import below, shuffle
from parlour.games.stackdoku.kernels.solver import count_solutions

BOX = np.array([r // 3 * 3 + c // 3 for r in range(9) for c in range(9)])
GRID_NODES = 2000
SWAP_TRIES = 8


@njit()
def _fill(random, grid):
    """Fill `grid` by depth-first search, the tightest cell first; False past GRID_NODES."""
    free_in_row = np.full(9, 511)
    free_in_column = np.full(9, 511)
    free_in_box = np.full(9, 511)
    chosen = np.empty(81, np.int64)
    untried = np.empty(81, np.int64)
    grid[:] = 0
    depth = 0
    forward = True
    for _ in range(GRID_NODES):
        if forward:
            if depth == 81:
                return True
            best = -1
            best_count = 10
            ties = 0
            for cell in range(81):
                if grid[cell]:
                    continue
                mask = free_in_row[cell // 9] & free_in_column[cell % 9] & free_in_box[BOX[cell]]
                count = 0
                while mask:
                    mask &= mask - 1
                    count += 1
                if count < best_count:
                    best, best_count, ties = cell, count, 1
                elif count == best_count:
                    ties += 1
                    if below(random, ties) == 0:
                        best = cell
                if best_count <= 1:
                    break
            chosen[depth] = best
            untried[depth] = free_in_row[best // 9] & free_in_column[best % 9] & free_in_box[BOX[best]]
        cell = chosen[depth]
        mask = untried[depth]
        if mask == 0:
            depth -= 1
            cell = chosen[depth]
            bit = 1 << (grid[cell] - 1)
            grid[cell] = 0
            free_in_row[cell // 9] |= bit
            free_in_column[cell % 9] |= bit
            free_in_box[BOX[cell]] |= bit
            forward = False
            continue
        count = 0
        rest = mask
        while rest:
            rest &= rest - 1
            count += 1
        for _skip in range(below(random, count)):
            mask &= mask - 1
        bit = mask & -mask
        untried[depth] ^= bit
        digit = 1
        while bit >> digit:
            digit += 1
        grid[cell] = digit
        free_in_row[cell // 9] &= ~bit
        free_in_column[cell % 9] &= ~bit
        free_in_box[BOX[cell]] &= ~bit
        depth += 1
        forward = True
    return False


@njit()
def full_grid(random):
    """A random full grid of 81 digits."""
    grid = np.zeros(81, np.int64)
    while not _fill(random, grid):
        pass
    return grid


@njit()
def dig_pairs(random, solution, wanted):
    """Givens left after removing same-digit pairs while the solution stays the only one.

    One pass over the 324 pairs in random order; stops at `wanted` givens. Returns the
    givens; the caller counts them, since not every grid gets that low.
    """
    givens = solution.copy()
    cells = np.empty((9, 9), np.int64)
    seen = np.zeros(9, np.int64)
    for cell in range(81):
        d = solution[cell] - 1
        cells[d, seen[d]] = cell
        seen[d] += 1
    pairs = np.empty(324, np.int64)
    k = 0
    for d in range(9):
        for i in range(9):
            for j in range(i):
                pairs[k] = cells[d, i] * 81 + cells[d, j]
                k += 1
    shuffle(random, pairs)
    left = 81
    for k in range(324):
        if left <= wanted:
            break
        a = pairs[k] // 81
        b = pairs[k] % 81
        if givens[a] == 0 or givens[b] == 0:
            continue
        givens[a] = 0
        givens[b] = 0
        if count_solutions(givens, 2) == 1:
            left -= 2
        else:
            givens[a] = solution[a]
            givens[b] = solution[b]
    return givens


@njit()
def _pick_pair(random, solution, cells, chosen):
    """Two random cells of the list with the same digit into chosen[0:2]; False for none.

    A cell at random, then the next one of its digit: cheap, and even enough.
    """
    n = cells.size
    i = below(random, n)
    for step in range(1, n):
        j = (i + step) % n
        if solution[cells[j]] == solution[cells[i]]:
            chosen[0] = cells[i]
            chosen[1] = cells[j]
            return True
    return False


@njit()
def swap_pair(random, solution, givens):
    """Give one missing pair back and dig another in place; False when none could be dug.

    A neighbouring puzzle with as many givens, some ten times cheaper than a fresh one.
    """
    pair = np.empty(2, np.int64)
    if not _pick_pair(random, solution, np.nonzero(givens == 0)[0], pair):
        return False
    back_one, back_two = pair
    givens[back_one], givens[back_two] = solution[back_one], solution[back_two]
    for _ in range(SWAP_TRIES):
        if not _pick_pair(random, solution, np.nonzero(givens)[0], pair):
            continue
        one, two = pair
        givens[one], givens[two] = 0, 0
        if count_solutions(givens, 2) == 1:
            return True
        givens[one], givens[two] = solution[one], solution[two]
    givens[back_one], givens[back_two] = 0, 0
    return False
