"""The numbers that the kernels share with their callers. Nothing here is compiled."""

U32 = 0xFFFFFFFF

UNITS = [
    *([9 * r + c for c in range(9)] for r in range(9)),
    *([9 * r + c for r in range(9)] for c in range(9)),
    *([9 * (r + i) + c + j for i in range(3) for j in range(3)] for r in (0, 3, 6) for c in (0, 3, 6)),
]
"""The cells of each row, each column and each box."""

# Where the sections of a board begin (see kernels.logic).
MARKS = 0
PLACES = 81
VALUES = PLACES + 27 * 9
WHY = VALUES + 81
FORCED = WHY + 81
READY = FORCED + 81
OPEN = READY + 9
CHANGED = OPEN + 27
TIER = CHANGED + 27
BOARD_SIZE = TIER + 1

FULL_HOUSE, BOX_SINGLE, ROW_SINGLE, COLUMN_SINGLE, NAKED_SINGLE = 1, 2, 3, 4, 5
"""Why a cell is forced; the least code that applies is the one that is named."""

# What a search answers.
NO, YES, UNKNOWN = 0, 1, 2

# A line is steps of a kind, a digit or a cell, and a reason.
DRAW, PLACE = 0, 1
CAPACITY = 5
"""Tokens that the tray holds."""
MAX_DRAWS = 32
MAX_STEPS = 3 * MAX_DRAWS
