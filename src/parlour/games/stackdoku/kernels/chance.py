"""Mulberry32 for kernels: the one source of chance in a level, in integers only.

A level id means the same level on every machine, so nothing here (or in any
kernel) touches numpy's or Python's random numbers, or a float.
A generator is an int64 array of two: the 32-bit state, and a key that every number is
xored with. Mulberry32 has one cycle, which two deals may enter at the same place; their
keys keep their numbers apart.
"""

from parlour.core.kernels import njit
from parlour.games.stackdoku.kernels.constants import U32


@njit(inline="always")
def next_u32(random):
    """The next 32-bit number. Products wrap in int64; their low 32 bits are exact."""
    state = (random[0] + 0x6D2B79F5) & U32
    random[0] = state
    t = ((state ^ (state >> 15)) * (state | 1)) & U32
    t = (t ^ (t + (((t ^ (t >> 7)) * (t | 61)) & U32))) & U32
    return t ^ (t >> 14) ^ random[1]


@njit(inline="always")
def below(random, bound):
    """A number in 0..bound-1, by the high bits."""
    return (next_u32(random) * bound) >> 32


@njit()
def shuffle(random, items):
    """Fisher-Yates from the end, in place."""
    for i in range(items.size - 1, 0, -1):
        j = below(random, i + 1)
        items[i], items[j] = items[j], items[i]
