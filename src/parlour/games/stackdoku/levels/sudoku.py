"""Sudokus as text: 81 characters row by row, . for an empty cell."""

from parlour.core.arrays import Int64Array, int64_array_of
from parlour.games.stackdoku.compiled import count_solutions
from parlour.games.stackdoku.levels.level import EMPTY


def parse(grid: str) -> Int64Array:
    """The grid as 81 integers."""
    if len(grid) != 81 or not set(grid) <= set("123456789."):
        raise ValueError("a grid is 81 characters, row by row, . for an empty cell")
    return int64_array_of(map(int, grid.replace(EMPTY, "0")))


def to_text(grid: Int64Array) -> str:
    """The 81 characters of a grid."""
    return "".join(map(str, grid.tolist())).replace("0", EMPTY)


def solution_count(givens: str, limit: int = 2) -> int:
    """How many solutions the givens have, counted up to `limit`."""
    return count_solutions(parse(givens), limit)
