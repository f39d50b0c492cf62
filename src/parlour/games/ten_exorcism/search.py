"""The search for a line: a board's memory, and how the temperature falls."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from parlour.core.arrays import Int64Array, aligned_int64_zeros, int64_array_of
from parlour.core.bot import Stop
from parlour.core.mulberry32 import mulberry32
from parlour.games.ten_exorcism.compiled import anneal, begin
from parlour.games.ten_exorcism.kernels import constants as layout
from parlour.games.ten_exorcism.packing import Packing, packing_of
from parlour.games.ten_exorcism.rules import EMPTY, Rectangle, board_from_seed
from parlour.games.ten_exorcism.tables import SIDES_OF_SPAN, SPREADS, TIGHT_SPANS, cell_vectors

FIRST_STEPS = 256
STEP_SECONDS = 0.002
"""The clock and the stop are looked at this often."""
MOST_STEPS = 1 << 14
TICK = 1e-6
CACHE_LINE = 64
SHORTEST, LONGEST = 0.01, 100.0
"""Seconds between which the temperatures depend on the time there is."""
STEPS_A_SECOND = 1_000_000
"""About; where no clock is the limit, this says how long a number of steps takes."""


@dataclass(frozen=True)
class Settings:
    """How lines are changed. Shares are parts of 1024; chosen on seeds 7000 to 7799."""

    price_share: float = 0.5
    """How far a ghost's weight follows its price."""
    leaving_share: float = 0.6
    """How far it costs a line less to leave a ghost of a higher price, since it is of more use to later changes."""
    noise: int = 128
    """The largest advantage that chance gives a move over another; a ghost weighs UNIT."""
    ruins: int = 220
    """How often a box is ruined; else a move is inserted."""
    ruin_side: int = 4
    """The longest side of such a box."""
    leftovers: int = 256
    """How often an insertion begins with a ghost that the line leaves over."""
    slack: int = 6
    """How many ghosts the end of the game may still bring before a changed line is given up early."""

    def temperatures(self, seconds: float) -> tuple[float, float]:
        """The first and the last: a longer search begins hotter."""
        decades = math.log10(min(max(seconds, SHORTEST), LONGEST) / 0.1)
        return 1.15 * 1.5**decades, 0.45 * 1.25**decades


USUAL = Settings()


class Search:
    """One thread's search from one board. Runs without the GIL."""

    def __init__(self, board: bytes, packing: Packing, seed: int, settings: Settings = USUAL) -> None:
        self._settings = settings
        self.bound = packing.bound
        self._memory = fresh_memory(board, packing, settings)
        numbers = mulberry32(seed)
        self._memory[layout.INFO + layout.RANDOM] = next(numbers) << 30 ^ next(numbers) | 1
        begin(self._memory, settings.noise)

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
        moves = self._memory[layout.BEST : layout.BEST + length * layout.MOVE].tolist()
        return [rectangle_of(sides) for sides in moves[layout.SIDES :: layout.MOVE]]

    def run(
        self,
        seconds: float | None,
        iterations: int | None,
        stop: Stop | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Improve the line until the first of the limits, or until no better one is possible.

        The temperature falls with the iterations if they are limited, so that a clock which is not reached has no
        say in the line; else with the clock.
        """
        began = clock()
        how = self._settings
        limit = math.inf if seconds is None else seconds
        hottest, coldest = how.temperatures(limit if iterations is None else iterations / STEPS_A_SECOND)
        steps, done = FIRST_STEPS, 0
        while 0 < self.score < self.bound and not (stop is not None and stop.is_set()):
            passed = clock() - began
            if passed >= limit or done == iterations:
                return
            if iterations is not None:
                part = done / iterations
                steps = min(FIRST_STEPS, iterations - done)
            else:
                part = passed / limit
                steps = max(FIRST_STEPS, min(steps * 2, MOST_STEPS, int(done / max(passed, TICK) * STEP_SECONDS)))
            temperature = hottest * (coldest / hottest) ** part
            anneal(self._memory, steps, temperature, how.noise, how.ruins, how.ruin_side, how.leftovers, how.slack)
            done += steps


def warm() -> None:
    """Compile the kernels, or load them from the cache."""
    board = board_from_seed(1)
    Search(board, packing_of(board), 1).run(None, FIRST_STEPS)


def rectangle_of(sides: int) -> Rectangle:
    """From the word that a kernel keeps of it."""
    return Rectangle(sides & 255, sides >> 16 & 255, sides >> 8 & 255, sides >> 24 & 255)


def fresh_memory(board: bytes, packing: Packing, settings: Settings) -> Int64Array:
    """A memory that knows the board and the tables. It begins with a cache line, so that no vector lies across two."""
    memory = aligned_int64_zeros(layout.SIZE, CACHE_LINE)
    parts = (
        (layout.CELL, cell_vectors(board)),
        (layout.VALUE, _values(board, packing.prices, settings.price_share)),
        (layout.COST, _costs(board, packing.prices, settings.leaving_share)),
        (layout.SPAN, SIDES_OF_SPAN),
        (layout.TIGHT, TIGHT_SPANS),
        (layout.SPREAD, SPREADS),
    )
    for start, table in parts:
        memory[start : start + len(table)] = table
    return memory


def _values(board: bytes, prices: Sequence[float], share: float) -> Int64Array:
    """A cell's power, its weight and one ghost in one word."""
    weights = _priced(prices, share)
    return int64_array_of(
        0 if power == EMPTY else power | weights[power] << layout.WEIGHT_AT | 1 << layout.GHOST_AT for power in board
    )


def _costs(board: bytes, prices: Sequence[float], share: float) -> Int64Array:
    """What a line pays for each cell's ghost if it leaves it."""
    costs = _priced(prices, -share)
    return int64_array_of(0 if power == EMPTY else max(layout.UNIT // 4, costs[power]) for power in board)


def _priced(prices: Sequence[float], share: float) -> list[int]:
    return [round(layout.UNIT * (1 + share * (price - 1))) for price in prices]
