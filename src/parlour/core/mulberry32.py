"""Mulberry32: the 32-bit generator that the specification names, in integers only.

JavaScript computes it with 32-bit integer operations on a double; up to 2^52 that equals arithmetic modulo 2^32,
so a seed of any size or sign means the same numbers here as there.
"""

from collections.abc import Iterator

MASK = 0xFFFFFFFF
STEP = 0x6D2B79F5


def mulberry32(seed: int) -> Iterator[int]:
    """Endless unsigned 32-bit numbers from a seed, which is reduced modulo 2^32."""
    state = seed & MASK
    while True:
        state = (state + STEP) & MASK
        t = ((state ^ state >> 15) * (state | 1)) & MASK
        t ^= (t + (t ^ t >> 7) * (t | 61)) & MASK
        yield t ^ t >> 14


def below(number: int, bound: int) -> int:
    """Scale an unsigned 32-bit number to 0..bound-1: ``floor(number / 2**32 * bound)`` without floats."""
    return number * bound >> 32
