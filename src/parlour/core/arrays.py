"""Arrays that kernels share with their callers: numpy's, and plain memory where there is no numpy, as in a browser.

Both are indexed by a number, or by a row and a column, know their length, and give their numbers by ``tolist``. An
array of one dimension has slices that share its memory, and takes an array of the same length for a slice.
"""

import math
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeAlias

WORD_BYTES = 8

if TYPE_CHECKING or find_spec("numpy") is not None:
    import numpy as np
    from numpy.typing import NDArray

    Words: TypeAlias = NDArray[np.int64]
    Reals: TypeAlias = NDArray[np.float64]

    def words(*shape: int) -> Words:
        """Integers of 64 bits, all 0."""
        return np.zeros(shape, np.int64)

    def reals(*shape: int) -> Reals:
        """Floats of 64 bits, all 0."""
        return np.zeros(shape, np.float64)

    def words_of(numbers: Iterable[int]) -> Words:
        """These integers."""
        return np.array(list(numbers), np.int64)

    def words_in(memory: bytes) -> Words:
        """The integers that these bytes are, the lowest byte first."""
        return np.frombuffer(bytearray(memory), np.int64)

    def address(array: Words | Reals) -> int:
        """Where an array begins; it stays there as long as somebody holds it."""
        return array.ctypes.data

else:
    import ctypes
    from array import array as typed

    Words: TypeAlias = memoryview
    Reals: TypeAlias = memoryview

    def words(*shape: int) -> Words:
        return _zeros("q", shape)

    def reals(*shape: int) -> Reals:
        return _zeros("d", shape)

    def words_of(numbers: Iterable[int]) -> Words:
        return memoryview(typed("q", numbers))

    def words_in(memory: bytes) -> Words:
        return memoryview(bytearray(memory)).cast("q")

    def address(array: Words | Reals) -> int:
        return ctypes.addressof(ctypes.c_char.from_buffer(array)) if len(array) else 0

    def _zeros(kind: str, shape: tuple[int, ...]) -> memoryview:
        return memoryview(bytearray(WORD_BYTES * math.prod(shape))).cast(kind, shape)


def item_count(array: Words | Reals | bytes | bytearray) -> int:
    """How many numbers an array holds, in all its rows together."""
    return len(array) if isinstance(array, bytes | bytearray) else array.nbytes // WORD_BYTES


def rows_of(rows: Sequence[Sequence[int]]) -> Words:
    """Integers in rows, each as long as the first."""
    made = words(len(rows), len(rows[0]))
    for r, row in enumerate(rows):
        for c, number in enumerate(row):
            made[r, c] = number
    return made


def aligned_words(length: int, align: int) -> Words:
    """Integers, all 0, of which the first lies at a multiple of so many bytes."""
    block = words(length + align // WORD_BYTES)
    skipped = -address(block) % align // WORD_BYTES
    return block[skipped : skipped + length]
