"""How the memory of a search is set up: the ghosts of a board, and the pool of moves that are known beforehand."""

from parlour.core.kernels import kernel, peek, poke, step
from parlour.games.ten_exorcism.kernels.constants import (
    BOX,
    CELLS,
    COLS,
    CORNERS,
    ENTRY_COLUMNS,
    ENTRY_GHOSTS,
    ENTRY_NUMBER,
    ENTRY_ONE,
    ENTRY_OTHER,
    INFO,
    LANES,
    LARGEST_PAIR,
    LARGEST_TRIPLE,
    LIST,
    LIST_FROM,
    MOST_POOLED,
    MOVE,
    NO_CELL,
    NOW,
    POOL,
    POOLED,
    POWER,
    RANDOM,
    ROWS,
    SHELF,
    SHELF_FROM,
    SHELF_WORDS,
    SIDES,
    SPREAD,
    TAKEN,
    TEN,
    VALUE,
    WHEN,
    WORD_CELLS,
)
from parlour.games.ten_exorcism.kernels.words import shifted_right


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
