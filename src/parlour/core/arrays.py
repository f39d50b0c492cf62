"""Arrays that kernels share with their callers: numpy's, or plain memory where numpy is missing, as in a browser.

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

    Int64Array: TypeAlias = NDArray[np.int64]
    Float64Array: TypeAlias = NDArray[np.float64]

    def int64_zeros(*shape: int) -> Int64Array:
        """An array of int64, all 0."""
        return np.zeros(shape, np.int64)

    def float64_zeros(*shape: int) -> Float64Array:
        """An array of float64, all 0."""
        return np.zeros(shape, np.float64)

    def int64_array_of(numbers: Iterable[int]) -> Int64Array:
        """An array of these integers."""
        return np.array(list(numbers), np.int64)

    def int64_array_in(memory: bytes) -> Int64Array:
        """An array of the int64 that these bytes encode, little-endian."""
        return np.frombuffer(bytearray(memory), np.int64)

    def address(array: Int64Array | Float64Array) -> int:
        """The memory address of an array's first item; it stays the same as long as the array exists."""
        return array.ctypes.data

else:
    import ctypes
    from array import array as typed

    Int64Array: TypeAlias = memoryview
    Float64Array: TypeAlias = memoryview

    def int64_zeros(*shape: int) -> Int64Array:
        return _zeros("q", shape)

    def float64_zeros(*shape: int) -> Float64Array:
        return _zeros("d", shape)

    def int64_array_of(numbers: Iterable[int]) -> Int64Array:
        return memoryview(typed("q", numbers))

    def int64_array_in(memory: bytes) -> Int64Array:
        return memoryview(bytearray(memory)).cast("q")

    def address(array: Int64Array | Float64Array) -> int:
        return ctypes.addressof(ctypes.c_char.from_buffer(array)) if len(array) else 0

    def _zeros(kind: str, shape: tuple[int, ...]) -> memoryview:
        return memoryview(bytearray(WORD_BYTES * math.prod(shape))).cast(kind, shape)


def item_count(array: Int64Array | Float64Array | bytes | bytearray) -> int:
    """The number of items of an array, over all its rows."""
    return len(array) if isinstance(array, bytes | bytearray) else array.nbytes // WORD_BYTES


def rows_of(rows: Sequence[Sequence[int]]) -> Int64Array:
    """An array of rows, which are all as long as the first."""
    made = int64_zeros(len(rows), len(rows[0]))
    for r, row in enumerate(rows):
        for c, number in enumerate(row):
            made[r, c] = number
    return made


def aligned_int64_zeros(length: int, align: int) -> Int64Array:
    """An array of int64, all 0, whose first item lies at a multiple of `align` bytes."""
    block = int64_zeros(length + align // WORD_BYTES)
    skipped = -address(block) % align // WORD_BYTES
    return block[skipped : skipped + length]
