"""How many ghosts could be freed if it did not matter where they stand: a linear program over the ways to make ten.

Maximise the ghosts in groups that sum to ten, each power used at most as often as it is there. Its duals are prices:
the groups worth making are those whose members' prices sum to little more than their number.
"""

import numpy as np
from numba import njit

from parlour.games.ten_exorcism.kernels.constants import CELLS, POWERS, TEN

TINY = 1e-9
MOST_STEPS = 1000
BLAND_AFTER = 200
"""After so many steps the first improving column is taken instead of the best, which cannot go round in circles."""
ROUNDING = 1e-6
"""By so much the program's value may come out too small."""


def _ways(total: int, largest: int) -> list[list[int]]:
    if total == 0:
        return [[]]
    return [[part, *rest] for part in range(min(total, largest), 0, -1) for rest in _ways(total - part, part)]


WAYS = np.array([[way.count(power) for way in _ways(TEN, POWERS)] for power in range(1, POWERS + 1)], np.float64)


@njit(cache=True, nogil=True)
def pack(counts, prices):
    """The program's value and, in `prices`, that of each power, given how often each is there: the simplex method."""
    ways = WAYS.shape[1]
    table = np.zeros((POWERS + 1, ways + POWERS + 1))
    table[:POWERS, :ways] = WAYS
    for row in range(POWERS):
        table[row, ways + row] = 1.0
        table[row, -1] = counts[row]
        table[POWERS, :ways] -= WAYS[row]
    for number in range(MOST_STEPS):
        column = -1
        for k in range(ways + POWERS):
            if table[POWERS, k] < -TINY and (column < 0 or table[POWERS, k] < table[POWERS, column]):
                column = k
                if number > BLAND_AFTER:
                    break
        if column < 0:
            break
        pivot = -1
        least = np.inf
        for row in range(POWERS):
            if table[row, column] > TINY and table[row, -1] / table[row, column] < least - TINY:
                pivot = row
                least = table[row, -1] / table[row, column]
        table[pivot] /= table[pivot, column]
        for row in range(POWERS + 1):
            if row != pivot:
                table[row] -= table[row, column] * table[pivot]
    prices[:] = table[POWERS, ways : ways + POWERS]
    return table[POWERS, -1]


@njit(cache=True, nogil=True)
def cheapest_rest(counts, prices):
    """The least sum of prices of so many ghosts (row) whose powers sum to so much modulo ten (column)."""
    least = np.full((CELLS + 1, TEN), np.inf)
    least[0, 0] = 0.0
    seen = 0
    for power in range(1, POWERS + 1):
        for rest in range(seen, -1, -1):
            for modulo in range(TEN):
                base = least[rest, modulo]
                if base == np.inf:
                    continue
                for more in range(1, counts[power - 1] + 1):
                    place = (modulo + more * power) % TEN
                    cost = base + more * prices[power - 1]
                    least[rest + more, place] = min(least[rest + more, place], cost)
        seen += counts[power - 1]
    return least


@njit(cache=True, nogil=True)
def packed_at_most(counts, prices):
    """How many ghosts fit into groups of ten at most, given how often each power is there; fills `prices`.

    A packing falls short of the program's value by at least the prices of the ghosts that it leaves over, and these sum
    to the same as the board, modulo ten: their number is the least at which both can be.
    """
    most = pack(counts, prices)
    least = cheapest_rest(counts, prices)
    ghosts = counts.sum()
    total = 0
    for power in range(1, POWERS + 1):
        total += power * counts[power - 1]
    rest = 0
    while ghosts - rest + least[rest, total % TEN] > most + ROUNDING:
        rest += 1
    return ghosts - rest
