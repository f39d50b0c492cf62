"""Where everything lies in the memory of a search, and how it is set up.

A cell's value packs its power, its weight and 1, so that one sum tells power, weight and number of ghosts.

A move is eight words: the set of cells of its rectangle, the set of ghosts that it frees, the rectangle's sides and the
number of ghosts in bytes (see packed), and three of its cells. Moves that free two ghosts, and three in a small
rectangle, are all known beforehand: the pool, listed by cell.
"""

import numpy as np

from parlour.core.kernels import kernel, peek, poke, step
from parlour.games.ten_exorcism.kernels.rectangles import COLS, ROWS, TEN
from parlour.games.ten_exorcism.kernels.spans import SPANS, VECTOR
from parlour.games.ten_exorcism.kernels.words import LANES, shifted_right

CELLS = ROWS * COLS
WORD_ROWS = 6
WORD_CELLS = WORD_ROWS * COLS

# Of a cell's value: power below bit 16, weight from there, one ghost at bit 40.
POWER = 0xFFFF
WEIGHT_AT = 16
WEIGHT = 0xFFFFFF
GHOST_AT = 40

UNIT = 64
"""What a ghost weighs in the choice among moves, and costs a line that leaves it, before its price counts."""

# Inside a move.
BOX = 0
TAKEN = 3
SIDES = 6
CORNERS = 7
MOVE = 8

# Inside an entry of a cell's list: rows of the rectangle, then these.
ENTRY_COLUMNS = 10
ENTRY_ONE = 20
ENTRY_OTHER = 28
ENTRY_GHOSTS = 36
ENTRY_NUMBER = 40

SHELF_WORDS = 6 * LANES

MOST_MOVES = 96
MOST_CANDIDATES = 1000
MOST_POOLED = 16_000
LARGEST_PAIR = 24
LARGEST_TRIPLE = 9
"""The areas up to which pairs and triples are in the pool."""

ROW = 0
"""For each row the vector of a position that is played to its end."""
SUMS = ROW + ROWS * VECTOR
"""For each row that holds a ghost the vector of all rows above it; and of all rows."""
CELL = SUMS + (ROWS + 1) * VECTOR
"""For each cell its vector."""
VALUE = CELL + CELLS * VECTOR
COST = VALUE + CELLS
"""For each cell what a line pays for leaving its ghost."""
SPAN = COST + CELLS
TIGHT = SPAN + len(SPANS)
COLUMNS = TIGHT + (1 << COLS)
"""For each row the columns that hold a ghost, of the position of ROW."""
HELD = COLUMNS + ROWS
"""For each row that holds a ghost its number and columns, and the spans in which it holds one."""
FOUND = HELD + 2 * ROWS
"""Pairs of rows with a rectangle between them, and its spans."""
NOW = FOUND + ROWS * (ROWS + 1) + 2
"""The ghosts that the line leaves over."""
SPREAD = NOW + 3
"""For each top and bottom row a bit at column 0 of every row between them, three words."""
INFO = SPREAD + ROWS * ROWS * 3
LINE = INFO + 32
"""The moves that are being improved."""
TRIAL = LINE + MOST_MOVES * MOVE
"""Where the moves of a changed line are found, from the first that differs on."""
STAGE = TRIAL + MOST_MOVES
FRESH = STAGE + MOST_MOVES * MOVE
"""The moves that play a changed line to its end."""
BEST = FRESH + MOST_MOVES * MOVE
CANDIDATE = BEST + MOST_MOVES * MOVE
KEY = CANDIDATE + MOST_CANDIDATES
BEFORE = KEY + MOST_CANDIDATES
"""The set of ghosts before each move of the line, and after the last."""
NO_CELL = CELLS
WHEN = BEFORE + MOST_MOVES * 3 + 3
"""For each cell the move of the line that clears it; the line's length where none does. NO_CELL is cleared never."""
LIST_FROM = WHEN + CELLS + 1
LIST = LIST_FROM + CELLS + 1
POOL = LIST + MOST_POOLED * 3
SHELF_FROM = POOL + MOST_POOLED * MOVE
SHELF = (SHELF_FROM + CELLS + LANES) // LANES * LANES
"""The rectangles and ghosts of a cell's list once more, LANES moves side by side (see equal_sets)."""
SIZE = SHELF + (MOST_POOLED * 3 // LANES + CELLS) * SHELF_WORDS

# Inside INFO.
LENGTH, BEST_LENGTH, BEST_SCORE, RANDOM, POOLED, ITERATIONS = range(6)

SPREADS = np.array(
    [
        sum(1 << (COLS * (row % WORD_ROWS)) for row in range(top, bottom + 1) if row // WORD_ROWS == word)
        for top in range(ROWS)
        for bottom in range(ROWS)
        for word in range(3)
    ],
    np.int64,
)


@step
def random31(memory):
    """The next number below 2^31, by a xorshift of 64 bits."""
    x = peek(memory, INFO + RANDOM)
    x ^= x << 13
    x ^= shifted_right(x, 7)
    x ^= x << 17
    poke(memory, INFO + RANDOM, x)
    return shifted_right(x, 33)


@step
def below(memory, bound):
    """A random number in 0..bound-1."""
    return (random31(memory) * bound) >> 31


@step
def packed(top, left, bottom, right, ghosts):
    """A rectangle's sides and its ghosts in one word."""
    return top | bottom << 8 | left << 16 | right << 24 | ghosts << 32


@step
def rectangle_word(memory, word, top, left, bottom, right):
    """One of the three words of a rectangle's set of cells."""
    return peek(memory, SPREAD + (top * ROWS + bottom) * 3 + word) * (((1 << (right - left + 1)) - 1) << left)


@step
def copy_words(memory, to, origin, count):
    for k in range(count):
        poke(memory, to + k, peek(memory, origin + k))


@kernel
def set_board(memory):
    """NOW from the values of the cells."""
    for word in range(3):
        poke(memory, NOW + word, 0)
    for cell in range(CELLS):
        if peek(memory, VALUE + cell) != 0:
            mask = NOW + cell // WORD_CELLS
            poke(memory, mask, peek(memory, mask) | 1 << (cell % WORD_CELLS))


@step
def _pool(memory, i, j, k, top, left, bottom, right, ghosts):
    """Add a move of the cells i, j and k; a pair names i twice."""
    count = peek(memory, INFO + POOLED)
    if count == MOST_POOLED:
        return
    move = POOL + count * MOVE
    for word in range(3):
        poke(memory, move + BOX + word, rectangle_word(memory, word, top, left, bottom, right))
        poke(memory, move + TAKEN + word, 0)
    for cell in (i, j, k):
        taken = move + TAKEN + cell // WORD_CELLS
        poke(memory, taken, peek(memory, taken) | 1 << (cell % WORD_CELLS))
    poke(memory, move + SIDES, packed(top, left, bottom, right, ghosts))
    poke(memory, move + CORNERS, i | j << 8 | k << 16)
    poke(memory, INFO + POOLED, count + 1)


@kernel
def fill_pool(memory):
    """All pairs that sum to ten, and all triples that do so in a small rectangle; then the lists by cell."""
    poke(memory, INFO + POOLED, 0)
    for i in range(CELLS):
        first = peek(memory, VALUE + i) & POWER
        if first == 0:
            continue
        for j in range(i + 1, CELLS):
            second = peek(memory, VALUE + j) & POWER
            if second == 0 or first + second > TEN:
                continue
            top, bottom = i // COLS, j // COLS
            left, right = min(i % COLS, j % COLS), max(i % COLS, j % COLS)
            area = (right - left + 1) * (bottom - top + 1)
            if first + second == TEN and area <= LARGEST_PAIR:
                _pool(memory, i, j, i, top, left, bottom, right, 2)
                continue
            if first + second == TEN or area > LARGEST_TRIPLE:
                continue
            for k in range(j + 1, min(CELLS, (top + LARGEST_TRIPLE) * COLS)):
                if (peek(memory, VALUE + k) & POWER) != TEN - first - second:
                    continue
                low, west, east = k // COLS, min(left, k % COLS), max(right, k % COLS)
                if (east - west + 1) * (low - top + 1) <= LARGEST_TRIPLE:
                    _pool(memory, i, j, k, top, west, low, east, 3)
    _fill_lists(memory)


@step
def _entry(memory, number, k):
    """A pooled move as one word of the list of its k-th cell."""
    cells, sides = peek(memory, POOL + number * MOVE + CORNERS), peek(memory, POOL + number * MOVE + SIDES)
    top, bottom, left, right = sides & 255, (sides >> 8) & 255, (sides >> 16) & 255, (sides >> 24) & 255
    i, j, h = cells & 255, (cells >> 8) & 255, cells >> 16
    one, other = (j, h) if k == 0 else ((i, h) if k == 1 else (i, j))
    if i == h:
        one, other = i if k else j, NO_CELL
    return (
        (top * ROWS + bottom)
        | (((1 << (right - left + 1)) - 1) << left) << ENTRY_COLUMNS
        | one << ENTRY_ONE
        | other << ENTRY_OTHER
        | (sides >> 32) << ENTRY_GHOSTS
        | number << ENTRY_NUMBER
    )


@step
def entry_word(memory, entry, word):
    """One of the three words of the set of cells of a listed move's rectangle."""
    return peek(memory, SPREAD + (entry & 511) * 3 + word) * ((entry >> ENTRY_COLUMNS) & 1023)


@step
def _fill_lists(memory):
    count = peek(memory, INFO + POOLED)
    for cell in range(CELLS + 1):
        poke(memory, LIST_FROM + cell, 0)
    for number in range(count):
        cells = peek(memory, POOL + number * MOVE + CORNERS)
        for k in range(2 if cells & 255 == cells >> 16 else 3):
            place = LIST_FROM + ((cells >> (8 * k)) & 255) + 1
            poke(memory, place, peek(memory, place) + 1)
    for cell in range(CELLS):
        start = peek(memory, LIST_FROM + cell)
        poke(memory, LIST_FROM + cell + 1, peek(memory, LIST_FROM + cell + 1) + start)
        poke(memory, WHEN + cell, start)
    for number in range(count):
        cells = peek(memory, POOL + number * MOVE + CORNERS)
        for k in range(2 if cells & 255 == cells >> 16 else 3):
            place = WHEN + ((cells >> (8 * k)) & 255)
            poke(memory, LIST + peek(memory, place), _entry(memory, number, k))
            poke(memory, place, peek(memory, place) + 1)
    _fill_shelves(memory)


@step
def _fill_shelves(memory):
    shelf = SHELF
    for cell in range(CELLS):
        poke(memory, SHELF_FROM + cell, shelf)
        start = peek(memory, LIST_FROM + cell)
        size = peek(memory, LIST_FROM + cell + 1) - start
        for k in range((size + LANES - 1) // LANES * LANES):
            move = POOL + (peek(memory, LIST + start + k) >> ENTRY_NUMBER) * MOVE if k < size else -1
            for word in range(6):
                place = shelf + k // LANES * SHELF_WORDS + word * LANES + k % LANES
                # An empty place: no cells, and ghosts that are not there.
                poke(memory, place, peek(memory, move + word) if move >= 0 else -(word // 3))
        shelf += (size + LANES - 1) // LANES * SHELF_WORDS
