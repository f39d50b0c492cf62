"""How many ghosts could be freed if it did not matter where they stand: a linear program over the ways to make ten.

Maximise the ghosts in groups that sum to ten, each power used at most as often as it is there. Its duals are prices:
the groups worth making are those whose members' prices sum to little more than their number.
"""

import numpy as np
from numba import njit

POWERS = 9
TEN = 10
TINY = 1e-9
MOST_STEPS = 1000
BLAND_AFTER = 200
"""After so many steps the first improving column is taken instead of the best, which cannot go round in circles."""


def _ways(total: int, largest: int) -> list[list[int]]:
    if total == 0:
        return [[]]
    return [[part, *rest] for part in range(min(total, largest), 0, -1) for rest in _ways(total - part, part)]


WAYS = np.array([[way.count(power) for way in _ways(TEN, POWERS)] for power in range(1, POWERS + 1)], np.float64)


@njit(cache=True, nogil=True)
def pack(counts):
    """The program's value and the price of each power, given how often each is there; by the simplex method."""
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
    return table[POWERS, -1], table[POWERS, ways : ways + POWERS].copy()
