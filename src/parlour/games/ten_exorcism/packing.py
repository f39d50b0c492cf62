"""A bound on every line: how many of a board's ghosts fit into groups of ten, wherever they stand.

The linear program of kernels/packing gives a first bound, and prices. A packing falls short of it by at least the
prices of the ghosts that it leaves over, and these sum to the same as the board, modulo ten: their number is the least
at which both can be.
"""

from dataclasses import dataclass

import numpy as np

from parlour.games.ten_exorcism.kernels.packing import POWERS, TEN, cheapest_rest, pack

TINY = 1e-6


@dataclass(frozen=True)
class Packing:
    """What can be said of a board from its powers alone."""

    bound: int
    """No line frees more ghosts."""
    prices: tuple[float, ...]
    """By power; nothing for an empty cell."""


def packing_of(board: bytes) -> Packing:
    """Pack the ghosts of a board."""
    counts = np.array([board.count(power) for power in range(1, POWERS + 1)], np.int64)
    most, prices = pack(counts.astype(np.float64))
    ghosts = int(counts.sum())
    costs = cheapest_rest(counts, prices)[:, sum(board) % TEN].tolist()
    bound = next(ghosts - rest for rest, cost in enumerate(costs) if ghosts - rest + cost <= most + TINY)
    return Packing(bound, (0.0, *prices.tolist()))
