"""The transposition table: bounds on the value of quiet positions, eight bytes each.

An entry is one int64, so threads may share a table without locks: a torn entry cannot exist. The hash is a bijection
of 64 bits; the bucket number holds its high 20 bits and the entry its low 44, so one position is never mistaken for
another. Entries are facts about positions and stay true for ever.

    bits 0-43 key · 44-48 lower bound · 49-53 upper bound · 54-59 best line · 60-63 undrawn lines / 4

A value has the parity of the number of free boxes, which is why five bits hold a bound between -25 and 25.
"""

from parlour.core.kernels import peek, poke, popcount, step
from parlour.games.dots_and_boxes.kernels.constants import BOXES, WAYS

KEY_MASK = (1 << 44) - 1
MIX_1 = 0x9E3779B97F4A7C15 - (1 << 64)
MIX_2 = 0xBF58476D1CE4E5B9 - (1 << 64)


@step
def hashed(undrawn: int) -> int:
    """A bijective mix of 64 bits in which every bit of the position reaches the high bits."""
    h = undrawn * MIX_1
    h ^= (h >> 32) & 0xFFFFFFFF
    h *= MIX_2
    return h ^ ((h >> 29) & 0x7FFFFFFFF)


@step
def bucket_at(h: int, entries: int) -> int:
    """Where the bucket of a hash begins in a table of this many entries: the high 20 bits, then low ones."""
    return ((((h >> 44) & 0xFFFFF) | (h << 20)) * WAYS) & (entries - 1)


@step
def find(table: int, entries: int, undrawn: int) -> int:
    """The entry of a position, or 0."""
    h = hashed(undrawn)
    start = bucket_at(h, entries)
    key = h & KEY_MASK
    for slot in range(start, start + WAYS):
        entry = peek(table, slot)
        if entry & KEY_MASK == key:
            return entry
    return 0


@step
def lower_bound(entry: int, boxes: int) -> int:
    """The lower bound in an entry of a position with this many free boxes."""
    return 2 * ((entry >> 44) & 31) - BOXES + 1 - (boxes & 1)


@step
def upper_bound(entry: int, boxes: int) -> int:
    """The upper bound in an entry of a position with this many free boxes."""
    return 2 * ((entry >> 49) & 31) - BOXES + 1 - (boxes & 1)


@step
def best_line(entry: int) -> int:
    """The line that reached the lower bound last."""
    return (entry >> 54) & 63


@step
def keep(table: int, entries: int, undrawn: int, lower: int, upper: int, line: int) -> None:
    """Store bounds. The new entry takes the place of its older self, an empty slot, or the one with fewest lines.

    The last slot of a bucket takes what the others are too large to yield to, so recent small positions stay as well.
    """
    h = hashed(undrawn)
    start = bucket_at(h, entries)
    key = h & KEY_MASK
    size = popcount(undrawn) >> 2
    place = start
    smallest = 99
    for slot in range(start, start + WAYS):
        entry = peek(table, slot)
        if entry == 0 or entry & KEY_MASK == key:
            place = slot
            smallest = -1
            break
        entry_size = (entry >> 60) & 15
        if entry_size < smallest:
            smallest = entry_size
            place = slot
    if smallest > size:
        place = start + WAYS - 1
    bounds = ((lower + BOXES) >> 1) << 44 | ((upper + BOXES) >> 1) << 49
    poke(table, place, key | bounds | line << 54 | size << 60)
