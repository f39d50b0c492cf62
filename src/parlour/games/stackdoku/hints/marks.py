"""Pencil marks: which digits each empty cell may still take."""

from parlour.core.arrays import Int64Array, int64_array_of, int64_zeros
from parlour.games.stackdoku.compiled import replay_marks
from parlour.games.stackdoku.hints.techniques import Marks
from parlour.games.stackdoku.kernels.constants import BOARD_SIZE, MARKS
from parlour.games.stackdoku.levels.sudoku import parse
from parlour.games.stackdoku.position import Position


def pencil_marks(position: Position, tier: int = 1) -> tuple[int, ...]:
    """For each of the 81 cells a mask of the digits possible there, bit 0 for the digit 1; 0 for filled ones.

    Tier 1 and 2 strike by row, column and box only; 3 and 4 add their eliminations.
    """
    return tuple(marked_board(position, tier)[MARKS : MARKS + 81].tolist())


def marks_by_rules(position: Position) -> Marks:
    """The marks that rows, columns and boxes leave, as sets."""
    return [{digit for digit in range(1, 10) if mask >> (digit - 1) & 1} for mask in pencil_marks(position)]


def marked_board(position: Position, tier: int) -> Int64Array:
    """The board of the kernels after all placements of a position, with the marks that logic of the tier leaves."""
    board = int64_zeros(BOARD_SIZE)
    cells = int64_array_of(token.cell for token in position.placed)
    digits = int64_array_of(token.digit for token in position.placed)
    replay_marks(parse(position.level.givens), cells, digits, tier, board)
    return board
