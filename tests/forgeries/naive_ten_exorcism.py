"""Ten Exorcism, the obvious way: cells are added up one by one."""

import math
from functools import lru_cache
from itertools import islice
from typing import Any, ClassVar

from tests.forgeries.naive_rules import End, No, random_numbers
from tests.forgeries.plain_json import one_of, record, tagged, whole

ROWS, COLS = 17, 10
LIMIT_MS = 120_000
coordinate = whole(-(2**31), 2**31)


_options = record({}, {"mode": (one_of("classic", "endless"), "classic")})
_action = tagged({"select": record(dict.fromkeys(("r0", "c0", "r1", "c1"), coordinate)), "ask": record({})})


class NaiveTenExorcism:
    """170 powers, 0 where a ghost was."""

    rules_version: ClassVar = 1
    seats: ClassVar = range(1, 2)
    finishing_wins: ClassVar = True

    @staticmethod
    def read_options(value: Any) -> dict[str, Any]:
        found: dict[str, Any] = _options(value)
        return found

    @staticmethod
    def read_action(value: Any) -> tuple[str, dict[str, Any]]:
        found: tuple[str, dict[str, Any]] = _action(value)
        return found

    def __init__(self, options: dict[str, Any], seed: int, seats: int) -> None:
        self._board = [math.floor(number * 9) + 1 for number in islice(random_numbers(seed), ROWS * COLS)]
        self._score = 0
        self._limit = LIMIT_MS if options["mode"] == "classic" else None
        self._late = False

    def due(self) -> int | None:
        return self._limit

    def time_up(self, at_ms: int) -> None:
        self._late = True

    def play(self, seat: int, kind: str, action: dict[str, Any], at_ms: int) -> No | None:
        if kind == "ask":
            return None
        total, _ = self.select(action["r0"], action["c0"], action["r1"], action["c1"])
        return None if total == 10 else No("sum-not-ten", {"sum": total})

    def select(self, r0: int, c0: int, r1: int, c1: int) -> tuple[int, int]:
        """Drag from one corner to the other: what it sums to, and the points for it."""
        r0, r1 = (max(0, min(ROWS - 1, row)) for row in (r0, r1))
        c0, c1 = (max(0, min(COLS - 1, col)) for col in (c0, c1))
        rows, cols = range(min(r0, r1), max(r0, r1) + 1), range(min(c0, c1), max(c0, c1) + 1)
        cells = [row * COLS + col for row in rows for col in cols]
        total = sum(self._board[cell] for cell in cells)
        if total != 10:
            return total, 0
        ghosts = sum(self._board[cell] > 0 for cell in cells)
        for cell in cells:
            self._board[cell] = 0
        self._score += ghosts
        return total, ghosts

    def scores(self) -> tuple[int, ...]:
        return (self._score,)

    def end(self) -> End | None:
        if self._late:
            return End("time-up", self.scores(), (0,))
        return None if some_rectangle(bytes(self._board)) else End("no-rectangle-left", self.scores(), (0,))


@lru_cache(100_000)
def some_rectangle(board: bytes) -> bool:
    """Whether any rectangle sums to ten: for every top and bottom row, every run of columns."""
    for top in range(ROWS):
        columns = [0] * COLS
        for bottom in range(top, ROWS):
            row = board[bottom * COLS : (bottom + 1) * COLS]
            columns = [above + power for above, power in zip(columns, row, strict=True)]
            for left in range(COLS):
                total = 0
                for right in range(left, COLS):
                    total += columns[right]
                    if total == 10:
                        return True
                    if total > 10:
                        break
    return False
