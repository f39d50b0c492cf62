"""The board as one integer, and the rules on it, compiled.

A position is the set of undrawn lines in the low 60 bits of an int64: horizontal line (r, c) is bit r*11 + c,
vertical line (r, c) is bit r*11 + 5 + c. Box (r, c) is named by the bit s = r*11 + c of its top line; its lines are
s (top), s + 5 (left), s + 6 (right) and s + 11 (bottom), so four shifts bring the sides of all 25 boxes onto the same
bits and every question about boxes is answered for the whole board at once.
"""

import numpy as np

from parlour.core.arrays import Int64Array
from parlour.core.kernels import kernel, lowest, popcount, step
from parlour.games.dots_and_boxes.kernels.constants import LINES

BOX_BITS = sum(1 << (r * 11 + c) for r in range(5) for c in range(5))

# The two outer lines of a corner box touch no other box, so they are the same move. First line of each pair, by the
# distance to the second.
CORNERS_5 = (1 << 0) | (1 << 54)
CORNERS_6 = (1 << 4) | (1 << 49)


@step
def lines_of(boxes: int) -> int:
    """All lines around a set of boxes."""
    return boxes | boxes << 5 | boxes << 6 | boxes << 11


@step
def boxes_at(lines: int) -> int:
    """The boxes that have at least one of these lines. For a position: the boxes nobody owns yet."""
    return (lines | lines >> 5 | lines >> 6 | lines >> 11) & BOX_BITS


@step
def one_sided(undrawn: int) -> int:
    """Boxes with exactly one undrawn line: the next line there captures them."""
    top, left, right, bottom = undrawn, undrawn >> 5, undrawn >> 6, undrawn >> 11
    return (top ^ left ^ right ^ bottom) & ~((top & left) | (right & bottom)) & BOX_BITS


@step
def two_sided(undrawn: int) -> int:
    """Boxes with exactly two undrawn lines: the links of chains and loops."""
    top, left, right, bottom = undrawn, undrawn >> 5, undrawn >> 6, undrawn >> 11
    across, along = top ^ left, right ^ bottom
    both_first, both_last = top & left, right & bottom
    return ((across & along) | ((both_first ^ both_last) & ~(across | along))) & BOX_BITS


@kernel
def completed(undrawn: int, line: int) -> int:
    """How many boxes (0, 1 or 2) drawing this line completes."""
    return popcount(boxes_at(1 << line) & ~boxes_at(undrawn & ~(1 << line)))


@step
def normalised(undrawn: int) -> int:
    """The same position with the undrawn line of each half-drawn corner moved to the first line of its pair."""
    swap = (undrawn >> 5) & ~undrawn & CORNERS_5
    undrawn ^= swap | swap << 5
    swap = (undrawn >> 6) & ~undrawn & CORNERS_6
    return undrawn ^ (swap | swap << 6)


@step
def distinct(undrawn: int) -> int:
    """The undrawn lines without the second of each wholly undrawn corner pair."""
    return undrawn & ~((undrawn & CORNERS_5) << 5 | (undrawn & CORNERS_6) << 6)


@step
def next_random(state: Int64Array) -> int:
    """Advance the xorshift64* generator in state[0] and return 31 random bits."""
    x = state[0]
    x ^= (x >> 12) & 0xFFFFFFFFFFFFF
    x ^= x << 25
    x ^= (x >> 27) & 0x1FFFFFFFFF
    state[0] = x
    return ((x * 0x2545F4914F6CDD1D) >> 33) & 0x7FFFFFFF


@step
def nth_set(word: int, n: int) -> int:
    """Index of the n-th (from 0) set bit."""
    for _ in range(n):
        word &= word - 1
    return lowest(word)


@step
def random_line(lines: int, state: Int64Array) -> int:
    """One of a non-empty set of lines, each equally likely."""
    return nth_set(lines, (next_random(state) * popcount(lines)) >> 31)


@kernel
def random_playout(undrawn: int, seat: int, scores: Int64Array, order: Int64Array, state: Int64Array) -> None:
    """Play uniformly random lines to the end, adding the boxes to scores (one entry a seat, any number of seats).

    A uniformly random line every time is a uniformly random order of all lines, so the lines are shuffled once into
    order, which has room for 60.
    """
    count = 0
    lines = undrawn
    while lines:
        place = (next_random(state) * (count + 1)) >> 31
        order[count] = order[place]
        order[place] = lowest(lines)
        lines &= lines - 1
        count += 1
    seats = len(scores)
    for i in range(count):
        boxes = completed(undrawn, order[i])
        undrawn &= ~(1 << order[i])
        if boxes:
            scores[seat] += boxes
        else:
            seat = seat + 1 if seat + 1 < seats else 0


@kernel
def random_playouts(undrawn: int, count: int, scores: Int64Array, state: Int64Array) -> None:
    """Many random playouts from one position; scores gathers the sum over all of them."""
    order = np.empty(LINES, dtype=np.int64)
    for _ in range(count):
        random_playout(undrawn, 0, scores, order, state)
