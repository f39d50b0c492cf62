"""Playing a position to its end: which rectangles there are, and the greedy choice among them.

A rectangle counts once for each set of ghosts that it frees: the tight one, with a ghost in each of its outer rows and
columns. Whenever a move is made, only rectangles that overlap it can have come or gone.
"""

from parlour.core.kernels import kernel, lowest, peek, poke, step
from parlour.games.ten_exorcism.kernels.constants import (
    BOX,
    CANDIDATE,
    CELL,
    COLS,
    COLUMNS,
    FOUND,
    GHOST_AT,
    HELD,
    KEY,
    MOST_CANDIDATES,
    MOVE,
    POWER,
    ROW,
    ROWS,
    SIDES,
    SPAN,
    SUMS,
    TAKEN,
    TEN,
    TIGHT,
    VALUE,
    VECTOR,
    WEIGHT,
    WEIGHT_AT,
    WORD_CELLS,
    WORD_ROWS,
)
from parlour.games.ten_exorcism.kernels.memory import (
    packed,
    random31,
    rectangle_word,
)
from parlour.games.ten_exorcism.kernels.spans import (
    add_rows,
    add_vector,
    clear_vector,
    spans_of_ten,
    spans_with_ghosts,
    subtract_vector,
)
from parlour.games.ten_exorcism.kernels.words import shifted_right

ALL_COLUMNS = (1 << COLS) - 1


@step
def _value(memory, bits, word):
    """The values of some cells of a word, added up."""
    total = 0
    while bits:
        total += peek(memory, VALUE + word * WORD_CELLS + lowest(bits))
        bits &= bits - 1
    return total


@kernel
def set_rows(memory, m0, m1, m2):
    """ROW and COLUMNS for a set of ghosts; the set of rows that hold one."""
    rows = 0
    for row in range(ROWS):
        word = m0 if row < WORD_ROWS else (m1 if row < 2 * WORD_ROWS else m2)
        bits = (word >> (COLS * (row % WORD_ROWS))) & ALL_COLUMNS
        poke(memory, COLUMNS + row, bits)
        if bits == 0:
            continue
        rows |= 1 << row
        clear_vector(memory, ROW + row * VECTOR)
        while bits:
            add_vector(memory, ROW + row * VECTOR, CELL + (row * COLS + lowest(bits)) * VECTOR)
            bits &= bits - 1
    return rows


@step
def _emit(memory, count, top, left, bottom, right, m0, m1, m2, noise):
    """Put a rectangle on the list: lighter is better, and chance has a say."""
    total = _value(memory, rectangle_word(memory, 0, top, left, bottom, right) & m0, 0)
    total += _value(memory, rectangle_word(memory, 1, top, left, bottom, right) & m1, 1)
    total += _value(memory, rectangle_word(memory, 2, top, left, bottom, right) & m2, 2)
    if (total & POWER) != TEN or count == MOST_CANDIDATES:
        return count
    poke(memory, CANDIDATE + count, packed(top, left, bottom, right, shifted_right(total, GHOST_AT)))
    poke(memory, KEY + count, ((random31(memory) * noise) >> 31) - ((total >> WEIGHT_AT) & WEIGHT))
    return count + 1


@kernel
def list_rectangles(memory, rows, m0, m1, m2, top, left, bottom, right, count, noise):
    """Add all tight rectangles of ten that overlap the given one; the new length of the list."""
    held, from_top, to_bottom = 0, 0, 0
    while rows:
        row = lowest(rows)
        rows &= rows - 1
        from_top += row < top
        to_bottom += row <= bottom
        poke(memory, HELD + 2 * held, row << COLS | peek(memory, COLUMNS + row))
        poke(memory, HELD + 2 * held + 1, spans_with_ghosts(memory, ROW + row * VECTOR))
        add_rows(memory, SUMS + (held + 1) * VECTOR, SUMS + held * VECTOR, ROW + row * VECTOR)
        held += 1
    found = 0
    above = 0
    for first in range(to_bottom - 1, -1, -1):
        if first < from_top:
            above |= peek(memory, HELD + 2 * first)
        columns = above
        begun = peek(memory, HELD + 2 * first + 1)
        for last in range(max(first, from_top), held):
            columns |= peek(memory, HELD + 2 * last)
            tens = (
                spans_of_ten(memory, SUMS + first * VECTOR, SUMS + (last + 1) * VECTOR)
                & begun
                & peek(memory, HELD + 2 * last + 1)
                & peek(memory, TIGHT + (columns & ALL_COLUMNS))
            )
            poke(memory, FOUND + 2 * found, first << 8 | last)
            poke(memory, FOUND + 2 * found + 1, tens)
            found += tens != 0
    for k in range(found):
        ends = peek(memory, FOUND + 2 * k)
        upper, lower = peek(memory, HELD + 2 * (ends >> 8)) >> COLS, peek(memory, HELD + 2 * (ends & 255)) >> COLS
        tens = peek(memory, FOUND + 2 * k + 1)
        while tens:
            sides = peek(memory, SPAN + lowest(tens))
            tens &= tens - 1
            west, east = sides & 255, sides >> 8
            if west <= right and east >= left:
                count = _emit(memory, count, upper, west, lower, east, m0, m1, m2, noise)
    return count


@kernel
def complete(memory, rows, m0, m1, m2, count, line, noise):
    """Make the best of the listed moves until none is left; the number of moves and the ghosts that stay."""
    length = 0
    while count > 0:
        best = 0
        for k in range(1, count):
            if peek(memory, KEY + k) > peek(memory, KEY + best):
                best = k
        sides = peek(memory, CANDIDATE + best)
        top, bottom, left, right = sides & 255, (sides >> 8) & 255, (sides >> 16) & 255, (sides >> 24) & 255
        move = line + length * MOVE
        b0 = rectangle_word(memory, 0, top, left, bottom, right)
        b1 = rectangle_word(memory, 1, top, left, bottom, right)
        b2 = rectangle_word(memory, 2, top, left, bottom, right)
        t0, t1, t2 = b0 & m0, b1 & m1, b2 & m2
        poke(memory, move + BOX, b0)
        poke(memory, move + BOX + 1, b1)
        poke(memory, move + BOX + 2, b2)
        poke(memory, move + TAKEN, t0)
        poke(memory, move + TAKEN + 1, t1)
        poke(memory, move + TAKEN + 2, t2)
        poke(memory, move + SIDES, sides)
        length += 1
        m0 ^= t0
        m1 ^= t1
        m2 ^= t2
        for row in range(top, bottom + 1):
            bits = peek(memory, COLUMNS + row)
            taken = bits & (((2 << (right - left)) - 1) << left)
            if taken == 0:
                continue
            poke(memory, COLUMNS + row, bits ^ taken)
            if bits == taken:
                rows ^= 1 << row
            while taken:
                subtract_vector(memory, ROW + row * VECTOR, CELL + (row * COLS + lowest(taken)) * VECTOR)
                taken &= taken - 1
        kept = 0
        for k in range(count):
            other = peek(memory, CANDIDATE + k)
            if (
                (other & 255) <= bottom
                and ((other >> 8) & 255) >= top
                and ((other >> 16) & 255) <= right
                and ((other >> 24) & 255) >= left
            ):
                continue
            poke(memory, CANDIDATE + kept, other)
            poke(memory, KEY + kept, peek(memory, KEY + k))
            kept += 1
        count = list_rectangles(memory, rows, m0, m1, m2, top, left, bottom, right, kept, noise)
    return length, m0, m1, m2
