"""Dots and Boxes, the obvious way: lines are pairs of dots, and every box looks at its four sides."""

from typing import Any, ClassVar

from tests.forgeries.naive_rules import End, No
from tests.forgeries.plain_json import record, tagged, whole

DOTS = 6
Dot = tuple[int, int]
Line = frozenset[Dot]


def _lines() -> list[Line]:
    """Row by row: those to the right of the row's dots, then those below them."""
    found = []
    for row in range(DOTS):
        found += [frozenset({(row, col), (row, col + 1)}) for col in range(DOTS - 1)]
        found += [frozenset({(row, col), (row + 1, col)}) for col in range(DOTS) if row + 1 < DOTS]
    return found


def _sides(row: int, col: int) -> set[Line]:
    corners = [(row, col), (row, col + 1), (row + 1, col + 1), (row + 1, col)]
    return {frozenset({corners[k], corners[(k + 1) % 4]}) for k in range(4)}


LINES = _lines()
BOXES = [_sides(row, col) for row in range(DOTS - 1) for col in range(DOTS - 1)]
BOXES_OF = {line: [sides for sides in BOXES if line in sides] for line in LINES}


_options = record({}, {"turn_seconds": (whole(0, 3600), 0)})
_action = tagged({"draw": record(dict.fromkeys(("r0", "c0", "r1", "c1"), whole(0, DOTS - 1)))})


class NaiveDotsAndBoxes:
    """Who drew which line, and how many boxes everybody closed."""

    rules_version: ClassVar = 1
    seats: ClassVar = range(2, 5)
    finishing_wins: ClassVar = False

    @staticmethod
    def read_options(value: Any) -> dict[str, Any]:
        found: dict[str, Any] = _options(value)
        return found

    @staticmethod
    def read_action(value: Any) -> tuple[str, dict[str, Any]]:
        found: tuple[str, dict[str, Any]] = _action(value)
        return found

    def __init__(self, options: dict[str, Any], seed: int, seats: int) -> None:
        self._drawn: dict[Line, int] = {}
        self._boxes = [0] * seats
        self._turn = 0
        self._turn_ms = options["turn_seconds"] * 1000
        self._turn_began = 0

    def due(self) -> int | None:
        return self._turn_began + self._turn_ms if self._turn_ms else None

    def time_up(self, at_ms: int) -> None:
        self._draw(next(line for line in LINES if line not in self._drawn), at_ms)

    def play(self, seat: int, kind: str, action: dict[str, Any], at_ms: int) -> No | None:
        line = frozenset({(action["r0"], action["c0"]), (action["r1"], action["c1"])})
        if seat != self._turn:
            return No("not-your-turn")
        if line not in BOXES_OF:
            return No("not-adjacent")
        if line in self._drawn:
            return No("already-drawn", {"owner": self._drawn[line]})
        self._draw(line, at_ms)
        return None

    def scores(self) -> tuple[int, ...]:
        return tuple(self._boxes)

    def end(self) -> End | None:
        if len(self._drawn) < len(LINES):
            return None
        most = max(self._boxes)
        winners = tuple(seat for seat, boxes in enumerate(self._boxes) if boxes == most)
        return End("all-boxes-owned", self.scores(), winners)

    def _draw(self, line: Line, at_ms: int) -> None:
        self._drawn[line] = self._turn
        self._turn_began = at_ms
        closed = sum(all(side in self._drawn for side in sides) for sides in BOXES_OF[line])
        self._boxes[self._turn] += closed
        if not closed:
            self._turn = (self._turn + 1) % len(self._boxes)
