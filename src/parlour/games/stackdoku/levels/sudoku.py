"""Sudokus as text: 81 characters row by row, . for an empty cell."""

import numpy as np
from numpy.typing import NDArray

from parlour.games.stackdoku.compiled import count_solutions
from parlour.games.stackdoku.levels.level import EMPTY


def parse(grid: str) -> NDArray[np.int64]:
    """The grid as 81 integers."""
    if len(grid) != 81 or not set(grid) <= set("123456789."):
        raise ValueError("a grid is 81 characters, row by row, . for an empty cell")
    return np.frombuffer(grid.replace(EMPTY, "0").encode(), np.uint8).astype(np.int64) - ord("0")


def to_text(grid: NDArray[np.int64]) -> str:
    """The 81 characters of a grid."""
    return (grid + ord("0")).astype(np.uint8).tobytes().decode().replace("0", EMPTY)


def solution_count(givens: str, limit: int = 2) -> int:
    """How many solutions the givens have, counted up to `limit`."""
    return count_solutions(parse(givens), limit)
