"""The search for a line: a board's memory, and how the temperature falls."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from parlour.core.bot import Stop
from parlour.core.mulberry32 import mulberry32
from parlour.games.ten_exorcism.kernels import memory as layout
from parlour.games.ten_exorcism.kernels.annealing import anneal, begin
from parlour.games.ten_exorcism.kernels.packing import pack
from parlour.games.ten_exorcism.rules import EMPTY, Rectangle

UNIT = 64
"""What a ghost weighs in the choice among moves, before its price counts."""
PRICE_SHARE = 0.25
"""How far a ghost's weight follows its price."""
NOISE = 128
"""The largest advantage that chance gives a move, in the same unit."""
RUIN_SHARE = 300
RUIN_SIDE = 5
LEFTOVER_SHARE = 256
SLACK = 6
"""How many ghosts the end of the game may still bring before a changed line is given up early."""
HOTTEST = 1.0
COLDEST = 0.4
FIRST_STEPS = 64
STEP_SECONDS = 0.002
"""The clock and the stop are looked at this often."""


@dataclass(frozen=True)
class Prices:
    """What the packing of a board's ghosts says, wherever they stand."""

    bound: int
    """No more ghosts than this can be freed."""
    of: tuple[float, ...]
    """By power; nothing for an empty cell."""


def prices(board: bytes) -> Prices:
    """Pack the ghosts of a board."""
    counts = np.array([board.count(power) for power in range(1, 10)], np.float64)
    most, each = pack(counts)
    return Prices(int(most + 1e-6), (0.0, *each.tolist()))


class Search:
    """One thread's search from one board. Runs without the GIL."""

    def __init__(self, board: bytes, seed: int) -> None:
        self.board = board
        self._memory = np.zeros(layout.SIZE, np.int64)
        self._memory[layout.SPREAD : layout.SPREAD + layout.SPREADS.size] = layout.SPREADS
        self._memory[layout.VALUE : layout.VALUE + len(board)] = _values(board, prices(board).of)
        numbers = mulberry32(seed)
        self._memory[layout.INFO + layout.RANDOM] = next(numbers) << 30 ^ next(numbers) | 1
        begin(self._address, NOISE)

    @property
    def score(self) -> int:
        """Ghosts that the best line frees."""
        return int(self._memory[layout.INFO + layout.BEST_SCORE])

    @property
    def iterations(self) -> int:
        """Changes that were tried."""
        return int(self._memory[layout.INFO + layout.ITERATIONS])

    @property
    def line(self) -> list[Rectangle]:
        """The best line so far."""
        length = int(self._memory[layout.INFO + layout.BEST_LENGTH])
        moves = self._memory[layout.BEST : layout.BEST + length * layout.MOVE].reshape(length, layout.MOVE)
        sides = moves[:, layout.SIDES].tolist()
        return [Rectangle(s & 255, s >> 16 & 255, s >> 8 & 255, s >> 24 & 255) for s in sides]

    def run(self, seconds: float | None, iterations: int | None, stop: Stop | None) -> None:
        """Improve the line until the first of the limits; with a limit by the clock, that decides the temperature."""
        began = time.perf_counter()
        steps, done = FIRST_STEPS, 0
        while stop is None or not stop.is_set():
            passed = time.perf_counter() - began
            parts = []
            if seconds is not None:
                parts.append(passed / seconds if seconds else 1.0)
                if passed > 0 and done:
                    steps = max(FIRST_STEPS, min(steps * 2, int(done / passed * STEP_SECONDS)))
            if iterations is not None:
                steps = FIRST_STEPS if seconds is None else steps
                steps = min(steps, iterations - done)
                parts.append(done / iterations if iterations else 1.0)
            part = max(parts)
            if part >= 1:
                return
            temperature = HOTTEST * (COLDEST / HOTTEST) ** part
            anneal(self._address, steps, temperature, NOISE, RUIN_SHARE, RUIN_SIDE, LEFTOVER_SHARE, SLACK)
            done += steps

    @property
    def _address(self) -> int:
        return self._memory.ctypes.data


def warm() -> None:
    """Compile the kernels, or load them from the cache."""
    Search(bytes([5, 5, 5, 5]) + bytes(166), 1).run(None, FIRST_STEPS, None)


def _values(board: bytes, price: Sequence[float]) -> list[int]:
    """A cell's power, its weight and one ghost in one word."""
    weights = [round(UNIT * (1 + PRICE_SHARE * (each - 1))) for each in price]
    return [
        0 if power == EMPTY else power | weights[power] << layout.WEIGHT_AT | 1 << layout.GHOST_AT for power in board
    ]
