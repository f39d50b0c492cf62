"""Playing a position to its end: which rectangles there are, and the greedy choice among them.

A rectangle counts once for each set of ghosts that it frees: the tight one, with a ghost in each of its outer rows and
columns. Whenever a move is made, only rectangles that overlap it can have come or gone.
"""

from parlour.games.ten_exorcism.kernels.memory import (
    BOX,
    CANDIDATE,
    COLUMN,
    GHOST_AT,
    KEY,
    MASK,
    MOST_CANDIDATES,
    MOVE,
    POWER,
    SIDES,
    TAKEN,
    WEIGHT,
    WEIGHT_AT,
    WIDTH,
    packed,
    random31,
    rectangle_word,
    shift_cells,
)
from parlour.games.ten_exorcism.kernels.rectangles import COLS, ROWS, TEN
from parlour.games.ten_exorcism.kernels.words import highest, kernel, lowest, peek, poke, shifted_right, step

ALL_ROWS = (1 << ROWS) - 1


@step
def _emit(memory, count, top, left, bottom, right, total, noise, k0, k1, k2):
    """Put a rectangle on the list unless it holds a cell of k: lighter is better, and chance has a say."""
    if k0 | k1 | k2:
        if (
            (rectangle_word(memory, 0, top, left, bottom, right) & k0)
            | (rectangle_word(memory, 1, top, left, bottom, right) & k1)
            | (rectangle_word(memory, 2, top, left, bottom, right) & k2)
        ):
            return count
    if count == MOST_CANDIDATES:
        return count
    poke(memory, CANDIDATE + count, packed(top, left, bottom, right, shifted_right(total, GHOST_AT)))
    poke(memory, KEY + count, ((random31(memory) * noise) >> 31) - ((total >> WEIGHT_AT) & WEIGHT))
    return count + 1


@kernel
def list_rectangles(memory, block, top, left, bottom, right, count, noise, k0, k1, k2):
    """Add all tight rectangles of ten that overlap the given one and hold no cell of k; the new length of the list.

    For each pair of columns a window of rows slides down. Only rows with a ghost between the columns are visited. A
    window that overlaps the given rows reaches less far the wider it is, so a column without a ghost within reach is
    passed over, and so are all wider pairs once the left column has none.
    """
    above = (1 << top) - 1
    for west in range(right + 1):
        left_rows = peek(memory, block + COLUMN + west)
        if left_rows == 0:
            continue
        occupied = left_rows
        for east in range(west, left):
            occupied |= peek(memory, block + COLUMN + east)
        reach = ALL_ROWS
        for east in range(max(west, left), COLS):
            right_rows = peek(memory, block + COLUMN + east)
            occupied |= right_rows
            if right_rows & reach == 0:
                continue
            total = 0
            window = 0
            up = occupied & above
            down = occupied ^ up
            while up:
                row = highest(up)
                place = block + row * WIDTH
                more = total + peek(memory, place + east + 1) - peek(memory, place + west)
                if (more & POWER) > TEN:
                    break
                total = more
                window |= 1 << row
                up ^= 1 << row
            first = (2 << highest(up)) - 1 if up else 0
            last = 1 << (ROWS - 1)
            while down:
                bit = down & -down
                down ^= bit
                place = block + lowest(bit) * WIDTH
                total += peek(memory, place + east + 1) - peek(memory, place + west)
                window |= bit
                while (total & POWER) > TEN:
                    place = block + lowest(window) * WIDTH
                    total -= peek(memory, place + east + 1) - peek(memory, place + west)
                    window &= window - 1
                if (window == 0 and bit >> bottom) or (window != 0 and lowest(window) > bottom):
                    last = bit
                    break
                if (total & POWER) == TEN and left_rows & window and right_rows & window:
                    count = _emit(memory, count, lowest(window), west, lowest(bit), east, total, noise, k0, k1, k2)
            reach = (last | (last - 1)) & ~first
            if left_rows & reach == 0:
                break
    return count


@kernel
def complete(memory, block, count, line, length, noise):
    """Make the best of the listed moves until none is left; the length of the line after that."""
    m0 = peek(memory, block + MASK)
    m1 = peek(memory, block + MASK + 1)
    m2 = peek(memory, block + MASK + 2)
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
        shift_cells(memory, block, t0, t1, t2, top, bottom, -1)
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
        count = list_rectangles(memory, block, top, left, bottom, right, kept, noise, 0, 0, 0)
    poke(memory, block + MASK, m0)
    poke(memory, block + MASK + 1, m1)
    poke(memory, block + MASK + 2, m2)
    return length
