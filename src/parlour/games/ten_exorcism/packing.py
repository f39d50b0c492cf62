"""A bound on every line: how many of a board's ghosts fit into groups of ten, wherever they stand.

How it is found stands in kernels/packing.
"""

from dataclasses import dataclass

from parlour.core.arrays import float64_zeros, int64_array_of
from parlour.games.ten_exorcism.compiled import packed_at_most
from parlour.games.ten_exorcism.kernels.constants import POWERS


@dataclass(frozen=True)
class Packing:
    """What can be said of a board from its powers alone."""

    bound: int
    """No line frees more ghosts."""
    prices: tuple[float, ...]
    """By power; nothing for an empty cell."""


def packing_of(board: bytes) -> Packing:
    """Pack the ghosts of a board."""
    counts = int64_array_of(board.count(power) for power in range(1, POWERS + 1))
    prices = float64_zeros(POWERS)
    bound = packed_at_most(counts, prices)
    return Packing(bound, (0.0, *prices.tolist()))
