"""What a person can see: pencil marks, eliminations and forced cells, by tier.

Tiers: 1 full houses and box singles; 2 all singles; 3 + locked candidates;
4 + naked and hidden pairs, naked triples, X-wings.

The law of marks. A placement strikes its digit from the cells it sees. From tier 3 on,
eliminations follow in rounds: everything visible at the start of a round is struck
together, and rounds go on until one strikes nothing. Struck marks stay struck. Rounds
make the result independent of scan order, so the certificate checker, which shares
no code with this file, arrives at the same marks. A single that is seen but not placed
strikes nothing: every elimination needs at least two places or two marks a cell.

A board is one int64 array with these sections. MARKS[81]: nine-bit marks a cell, 0 once
filled. PLACES[27*9]: for unit u and digit d the nine-bit positions left in u. VALUES[81]:
digits 1..9 or 0. WHY[81], FORCED[81]: reason and digit of a forced cell, 0 for none.
READY[9]: forced cells of each digit. OPEN[27]: empty cells of each unit. CHANGED[27]: digits
whose places in the unit changed since eliminations last looked. TIER: the logic in use.
Units 0..8 are rows, 9..17 columns, 18..26 boxes. Forced cells are noted while marks are
struck, so nothing is ever searched for again: a forced cell stays forced until filled.
"""

import numpy as np

from parlour.core.kernels import njit
from parlour.games.stackdoku.kernels.constants import (
    BOARD_SIZE,
    BOX_SINGLE,
    CHANGED,
    COLUMN_SINGLE,
    FORCED,
    FULL_HOUSE,
    MARKS,
    NAKED_SINGLE,
    OPEN,
    PLACES,
    READY,
    ROW_SINGLE,
    TIER,
    UNITS,
    VALUES,
    WHY,
)

SINGLE_IN = np.array([ROW_SINGLE, COLUMN_SINGLE, BOX_SINGLE])
LAST_OF_TIER_1 = BOX_SINGLE


def _places_of(units):
    """For each cell its three units and its position in each."""
    unit = np.zeros((81, 3), np.int64)
    position = np.zeros((81, 3), np.int64)
    for u, cells in enumerate(units):
        for p, cell in enumerate(cells):
            unit[cell, u // 9] = u
            position[cell, u // 9] = p
    return unit, position


UNIT_CELLS = np.array(UNITS)
CELL_UNITS, CELL_POSITIONS = _places_of(UNIT_CELLS)
PEERS = np.array([sorted({int(p) for u in CELL_UNITS[cell] for p in UNIT_CELLS[u]} - {cell}) for cell in range(81)])
COUNT = np.array([n.bit_count() for n in range(512)])
LOWEST = np.array([(n & -n).bit_length() - 1 for n in range(512)])


@njit(inline="always")
def _note(board, cell, d, reason):
    """Remember that logic puts digit d+1 into an empty cell."""
    if board[VALUES + cell] or (reason > LAST_OF_TIER_1 and board[TIER] < 2):
        return
    known = board[WHY + cell]
    if known == 0:
        board[FORCED + cell] = d + 1
        board[READY + d] += 1
        board[WHY + cell] = reason
    elif reason < known:
        board[WHY + cell] = reason


@njit()
def _strike(board, cell, d):
    """Take one mark away and note the singles this leaves."""
    bit = 1 << d
    for k in range(3):
        u = CELL_UNITS[cell, k]
        places = board[PLACES + 9 * u + d] & ~(1 << CELL_POSITIONS[cell, k])
        board[PLACES + 9 * u + d] = places
        board[CHANGED + u] |= bit
        if places and places & (places - 1) == 0:
            _note(board, UNIT_CELLS[u, LOWEST[places]], d, SINGLE_IN[k])
    marks = board[MARKS + cell] & ~bit
    board[MARKS + cell] = marks
    if marks and marks & (marks - 1) == 0:
        _note(board, cell, LOWEST[marks], NAKED_SINGLE)


@njit()
def put(board, cell, digit):
    """Write `digit` in an empty cell and strike what it rules out; no eliminations yet."""
    d = digit - 1
    board[VALUES + cell] = digit
    if board[WHY + cell]:
        board[READY + board[FORCED + cell] - 1] -= 1
        board[WHY + cell] = 0
        board[FORCED + cell] = 0
    for peer in PEERS[cell]:
        if board[MARKS + peer] >> d & 1:
            _strike(board, peer, d)
    # The cell's own digit goes without a look at what is left: after its peers, nothing is.
    for k in range(3):
        board[PLACES + 9 * CELL_UNITS[cell, k] + d] = 0
    others = board[MARKS + cell] & ~(1 << d)
    while others:
        _strike(board, cell, LOWEST[others])
        others &= others - 1
    board[MARKS + cell] = 0
    for k in range(3):
        u = CELL_UNITS[cell, k]
        board[OPEN + u] -= 1
        if board[OPEN + u] == 1:
            for last in UNIT_CELLS[u]:
                if board[VALUES + last] == 0 and board[MARKS + last]:
                    _note(board, last, LOWEST[board[MARKS + last]], FULL_HOUSE)


@njit()
def start_board(board, givens, tier):
    """Set `board` to the givens, with the eliminations of `tier` already made."""
    board[:] = 0
    board[MARKS : MARKS + 81] = 511
    board[PLACES : PLACES + 243] = 511
    board[OPEN : OPEN + 27] = 9
    board[TIER] = tier
    for cell in range(81):
        if givens[cell]:
            put(board, cell, givens[cell])
    eliminate(board)


@njit()
def _locked(board, u, d, doomed):
    """Places of d in unit u that share a second unit strike d from the rest of that one."""
    places = board[PLACES + 9 * u + d]
    if COUNT[places] < 2:
        return
    for k in range(3):
        if u < 18:
            if places & ~(7 << 3 * k) == 0:
                box = 18 + (u // 3 * 3 + k if u < 9 else 3 * k + (u - 9) // 3)
                for cell in UNIT_CELLS[box]:
                    if CELL_UNITS[cell, u // 9] != u:
                        doomed[cell] |= 1 << d
            continue
        if places & ~(7 << 3 * k) == 0:
            row = (u - 18) // 3 * 3 + k
            for cell in UNIT_CELLS[row]:
                if CELL_UNITS[cell, 2] != u:
                    doomed[cell] |= 1 << d
        if places & ~(73 << k) == 0:
            column = 9 + (u - 18) % 3 * 3 + k
            for cell in UNIT_CELLS[column]:
                if CELL_UNITS[cell, 2] != u:
                    doomed[cell] |= 1 << d


@njit()
def _subsets(board, u, small, doomed):
    """Naked pairs, naked triples and hidden pairs of unit u. `small` is scratch."""
    n = 0
    for p in range(9):
        marks = board[MARKS + UNIT_CELLS[u, p]]
        if 2 <= COUNT[marks] <= 3:
            small[n] = p
            n += 1
    for i in range(n):
        first = board[MARKS + UNIT_CELLS[u, small[i]]]
        for j in range(i):
            two = first | board[MARKS + UNIT_CELLS[u, small[j]]]
            if COUNT[two] == 2:
                for p in range(9):
                    if p != small[i] and p != small[j]:
                        doomed[UNIT_CELLS[u, p]] |= two
            if COUNT[two] > 3:
                continue
            for k in range(j):
                three = two | board[MARKS + UNIT_CELLS[u, small[k]]]
                if COUNT[three] == 3:
                    for p in range(9):
                        if p != small[i] and p != small[j] and p != small[k]:
                            doomed[UNIT_CELLS[u, p]] |= three
    for d in range(9):
        places = board[PLACES + 9 * u + d]
        if COUNT[places] != 2:
            continue
        for e in range(d):
            if board[PLACES + 9 * u + e] == places:
                doomed[UNIT_CELLS[u, LOWEST[places]]] |= 511 & ~(1 << d | 1 << e)
                doomed[UNIT_CELLS[u, LOWEST[places & (places - 1)]]] |= 511 & ~(1 << d | 1 << e)


@njit()
def _x_wings(board, lines, d, doomed):
    """Two lines (rows from 0, columns from 9) with the same two places for digit d."""
    for i in range(lines, lines + 9):
        places = board[PLACES + 9 * i + d]
        if COUNT[places] != 2:
            continue
        for j in range(lines, i):
            if board[PLACES + 9 * j + d] != places:
                continue
            for p in range(9):
                if places >> p & 1:
                    for q in range(9):
                        if lines + q != i and lines + q != j:
                            doomed[UNIT_CELLS[9 - lines + p, q]] |= 1 << d


@njit()
def _look(board, doomed, small):
    """One look at all that changed: collect in `doomed` the marks to strike a cell."""
    tier = board[TIER]
    in_rows = 0
    in_columns = 0
    for u in range(27):
        changed = board[CHANGED + u]
        if changed == 0:
            continue
        board[CHANGED + u] = 0
        if u < 9:
            in_rows |= changed
        elif u < 18:
            in_columns |= changed
        for d in range(9):
            if changed >> d & 1:
                _locked(board, u, d, doomed)
        if tier >= 4:
            _subsets(board, u, small, doomed)
    if tier < 4:
        return
    for d in range(9):
        if in_rows >> d & 1:
            _x_wings(board, 0, d, doomed)
        if in_columns >> d & 1:
            _x_wings(board, 9, d, doomed)


@njit()
def eliminate(board):
    """Strike marks in rounds, by the techniques of the tier, until a round strikes nothing."""
    if board[TIER] < 3:
        return
    doomed = np.zeros(81, np.int64)
    small = np.empty(9, np.int64)
    struck = True
    while struck:
        struck = False
        _look(board, doomed, small)
        for cell in range(81):
            gone = doomed[cell] & board[MARKS + cell]
            doomed[cell] = 0
            while gone:
                _strike(board, cell, LOWEST[gone])
                gone &= gone - 1
                struck = True


@njit()
def replay_marks(givens, cells, digits, tier, board):
    """Set `board` to the givens and the placements in order, marks as that order leaves them."""
    start_board(board, givens, tier)
    for k in range(cells.size):
        if board[VALUES + cells[k]] == 0:
            put(board, cells[k], digits[k])
            eliminate(board)


@njit()
def _solve(board):
    """Place forced cells, every token at hand, until none is left; whether the grid is full then."""
    moved = True
    while moved:
        moved = False
        for cell in range(81):
            if board[WHY + cell]:
                put(board, cell, board[FORCED + cell])
                moved = True
        eliminate(board)
    for u in range(9):
        if board[OPEN + u]:
            return False
    return True


@njit()
def least_tier(givens, easiest, hardest):
    """The least tier that solves the puzzle if it lies in easiest..hardest, else 0.

    Where one tier gets no further the next one goes on: with all forced cells placed, the order of deductions does
    not matter. Only the first tier notes too few singles for the second to go on from.
    """
    board = np.empty(BOARD_SIZE, np.int64)
    start_board(board, givens, max(1, easiest - 1))
    if easiest > 1 and _solve(board):
        return 0
    for tier in range(easiest, hardest + 1):
        if tier == 2:
            start_board(board, givens, tier)
        elif tier > 2:
            board[TIER] = tier
            board[CHANGED : CHANGED + 27] = 511
            eliminate(board)
        if _solve(board):
            return tier
    return 0
