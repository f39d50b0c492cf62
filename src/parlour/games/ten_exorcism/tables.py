"""The tables that the memory of a search begins with."""

from parlour.core.arrays import Int64Array, int64_array_in, int64_array_of
from parlour.games.ten_exorcism.kernels.constants import COLS, ROWS, SPANS, VECTOR, WORD_ROWS

VECTOR_BYTES = 8 * VECTOR

SIDES_OF_SPAN = int64_array_of(west | east << 8 for west, east in SPANS)

TIGHT_SPANS = int64_array_of(
    sum(1 << k for k, (west, east) in enumerate(SPANS) if columns >> west & 1 and columns >> east & 1)
    for columns in range(1 << COLS)
)
"""For a set of columns the spans that begin and end with one of them."""

SPREADS = int64_array_of(
    sum(1 << (COLS * (row % WORD_ROWS)) for row in range(top, bottom + 1) if row // WORD_ROWS == word)
    for top in range(ROWS)
    for bottom in range(ROWS)
    for word in range(3)
)
"""For each top and bottom row a bit at column 0 of every row between them, three words."""

HOLDS = [sum(1 << 8 * k for k, (west, east) in enumerate(SPANS) if west <= column <= east) for column in range(COLS)]
"""For each column a vector, as one integer, with a one for every span that holds it."""


def cell_vectors(board: bytes) -> Int64Array:
    """For each cell its power in every span that holds its column; the words of all vectors, one after another."""
    vectors = (power * HOLDS[cell % COLS] for cell, power in enumerate(board))
    return int64_array_in(b"".join(vector.to_bytes(VECTOR_BYTES, "little") for vector in vectors))
