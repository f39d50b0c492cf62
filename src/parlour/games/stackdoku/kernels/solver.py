"""The fast Sudoku solver: how many solutions, up to a limit.

A state is 27 masks of 27 bits: for digit d and band b (three rows), mask 3*d+b has
a bit for every cell of the band where d may still stand. One table look-up keeps
only the ways in which the three rows of a band can take d in three different boxes
(hidden singles in boxes and locked candidates in one step); another removes from the
other bands a column that this band has claimed. Naked singles close the gap, and a
cell with the fewest digits is tried when logic ends.
"""

import numpy as np

from parlour.core.kernels import njit

BAND = (1 << 27) - 1
MAX_DEPTH = 82


def _mini_rows():
    """For each row of nine bits, which of its three boxes hold a bit."""
    return np.array([sum(1 << k for k in range(3) if row >> (3 * k) & 7) for row in range(512)])


def _lockable():
    """For each set of occupied mini-rows (bit 3*row+box), the cells that a legal choice
    of one box for each row can still use; 0 when there is no such choice."""
    choices = [(a, 3 + b, 6 + 3 - a - b) for a in range(3) for b in range(3) if a != b]
    table = np.zeros(512, np.int64)
    for occupied in range(512):
        usable = 0
        for choice in choices:
            if all(occupied >> k & 1 for k in choice):
                usable |= sum(7 << (3 * k) for k in choice)
        table[occupied] = usable
    return table


def _column_claims():
    """For each union of columns in a band, the cells left to the other two bands."""
    table = np.zeros(512, np.int64)
    for columns in range(512):
        claimed = 0
        for k in range(3):
            part = columns >> (3 * k) & 7
            if part in (1, 2, 4):
                claimed |= part << (3 * k)
        left = 511 & ~claimed
        table[columns] = left | left << 9 | left << 18
    return table


MINI_ROWS = _mini_rows()
LOCKABLE = _lockable()
COLUMN_CLAIMS = _column_claims()


@njit()
def propagate(masks, seen, taken):
    """Run logic to its end in place; False on a contradiction.

    `seen` holds each mask as last worked on, `taken` the cells of each band whose
    digit is settled and already struck from the other digits.
    """
    while True:
        changed = False
        for d in range(9):
            for b in range(3):
                i = 3 * d + b
                mask = masks[i]
                if mask == seen[i]:
                    continue
                occupied = MINI_ROWS[mask & 511] | MINI_ROWS[(mask >> 9) & 511] << 3 | MINI_ROWS[mask >> 18] << 6
                mask &= LOCKABLE[occupied]
                if mask == 0:
                    return False
                left = COLUMN_CLAIMS[(mask | mask >> 9 | mask >> 18) & 511]
                if b != 0:
                    masks[3 * d] &= left
                if b != 1:
                    masks[3 * d + 1] &= left
                if b != 2:
                    masks[3 * d + 2] &= left
                masks[i] = mask
                seen[i] = mask
                changed = True
                fresh = 0
                for row in range(3):
                    bits = mask & (511 << (9 * row))
                    if bits & (bits - 1) == 0:
                        fresh |= bits
                fresh &= ~taken[b]
                if fresh:
                    taken[b] |= fresh
                    for e in range(9):
                        if e != d:
                            masks[3 * e + b] &= ~fresh
        if changed:
            continue
        for b in range(3):
            once = 0
            twice = 0
            for d in range(9):
                twice |= once & masks[3 * d + b]
                once |= masks[3 * d + b]
            if once != BAND:
                return False
            singles = once & ~twice & ~taken[b]
            while singles:
                bit = singles & -singles
                singles ^= bit
                row = 511
                if bit >= 1 << 18:
                    row = 511 << 18
                elif bit >= 1 << 9:
                    row = 511 << 9
                for d in range(9):
                    if masks[3 * d + b] & bit:
                        masks[3 * d + b] &= ~row | bit
                        changed = True
        if not changed:
            return True


@njit()
def branch_cell(masks, taken):
    """(band, bit) of an open cell with two digits, else three, else any; band -1 when solved."""
    best_band = -1
    best_bit = 0
    best_count = 4
    for b in range(3):
        if taken[b] == BAND:
            continue
        once = 0
        twice = 0
        thrice = 0
        more = 0
        for d in range(9):
            mask = masks[3 * d + b]
            more |= thrice & mask
            thrice |= twice & mask
            twice |= once & mask
            once |= mask
        two = twice & ~thrice
        if two:
            return b, two & -two
        three = thrice & ~more
        if three and best_count > 3:
            best_band, best_bit, best_count = b, three & -three, 3
        elif best_band < 0:
            best_band, best_bit = b, more & -more
    return best_band, best_bit


@njit()
def count_solutions(givens, limit):
    """Number of solutions of `givens` (81 digits, 0 for empty), counted up to `limit`."""
    masks = np.empty((MAX_DEPTH, 27), np.int64)
    seen = np.empty((MAX_DEPTH, 27), np.int64)
    taken = np.empty((MAX_DEPTH, 3), np.int64)
    for i in range(27):
        masks[0, i] = BAND
        seen[0, i] = 0
    for b in range(3):
        taken[0, b] = 0
    for cell in range(81):
        d = givens[cell] - 1
        if d < 0:
            continue
        b = cell // 27
        bit = 1 << (cell % 27)
        if not masks[0, 3 * d + b] & bit:
            return 0
        for e in range(9):
            masks[0, 3 * e + b] &= ~bit
        column = cell % 9
        column_bits = 1 << column | 1 << (column + 9) | 1 << (column + 18)
        for other in range(3):
            masks[0, 3 * d + other] &= ~column_bits
        masks[0, 3 * d + b] &= ~(511 << (9 * (cell % 27 // 9)))
        masks[0, 3 * d + b] &= ~(0o7007007 << (3 * (column // 3)))
        taken[0, b] |= bit
    for cell in range(81):
        d = givens[cell] - 1
        if d >= 0:
            masks[0, 3 * d + cell // 27] |= 1 << (cell % 27)
    found = 0
    depth = 0
    while depth >= 0:
        if not propagate(masks[depth], seen[depth], taken[depth]):
            depth -= 1
            continue
        b, bit = branch_cell(masks[depth], taken[depth])
        if b < 0:
            found += 1
            if found >= limit:
                return found
            depth -= 1
            continue
        d = 0
        while not masks[depth, 3 * d + b] & bit:
            d += 1
        masks[depth + 1] = masks[depth]
        seen[depth + 1] = seen[depth]
        taken[depth + 1] = taken[depth]
        masks[depth, 3 * d + b] &= ~bit
        row = 511
        if bit >= 1 << 18:
            row = 511 << 18
        elif bit >= 1 << 9:
            row = 511 << 9
        masks[depth + 1, 3 * d + b] &= ~row | bit
        depth += 1
    return found
