"""The search for rectangles, compiled. A board is 170 bytes, row by row, 0 for an empty cell."""

import numpy as np
from numba import njit

from parlour.games.ten_exorcism.kernels.constants import COLS, ROWS, TEN


@njit(cache=True, nogil=True)
def any_rectangle(board: bytes) -> bool:
    """Whether any rectangle sums to ten.

    For each left column the rows' sums grow column by column; powers are never negative, so a window of rows that
    shrinks from above whenever it exceeds ten meets every run of rows that sums to ten.
    """
    strip = np.empty(ROWS, np.int32)
    for left in range(COLS):
        strip[:] = 0
        for right in range(left, COLS):
            top = 0
            total = 0
            for bottom in range(ROWS):
                strip[bottom] += board[bottom * COLS + right]
                total += strip[bottom]
                while total > TEN:
                    total -= strip[top]
                    top += 1
                if total == TEN:
                    return True
    return False


@njit(cache=True, nogil=True)
def all_rectangles(board: bytes, found: bytearray) -> int:
    """How many rectangles sum to ten. Each is four bytes of `found` (top, left, bottom, right), in that order."""
    column = np.empty(COLS, np.int32)
    count = 0
    for top in range(ROWS):
        for left in range(COLS):
            width = COLS
            column[:] = 0
            for bottom in range(top, ROWS):
                total = 0
                for right in range(left, width):
                    column[right] += board[bottom * COLS + right]
                    total += column[right]
                    if total > TEN:
                        # Lower rectangles that reach this column only sum to more.
                        width = right
                        break
                    if total == TEN:
                        found[4 * count] = top
                        found[4 * count + 1] = left
                        found[4 * count + 2] = bottom
                        found[4 * count + 3] = right
                        count += 1
                if width == left:
                    break
    return count
