"""Eliminations with their reasons, for hints: what strikes a pencil mark, and by which technique.

The same law of marks as kernels.logic (rounds; a single not placed strikes nothing), but
every strike keeps the cells and the technique behind it. Cells are 0..80, marks a list
of 81 sets that are empty for filled cells.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Literal, NamedTuple

from parlour.games.stackdoku.hints.sayings import Saying
from parlour.games.stackdoku.kernels.constants import UNITS

Marks = list[set[int]]
Strike = tuple[int, int]
"""(cell, digit)"""


class Elimination(NamedTuple):
    """One use of a technique: these cells hold these digits, so others lose them."""

    technique: Literal["locked-candidates", "naked-pair", "naked-triple", "hidden-pair", "x-wing"]
    units: tuple[int, ...]
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    strikes: frozenset[Strike]

    @property
    def saying(self) -> Saying:
        return Saying(self.technique, digits=self.digits, cells=self.cells, units=self.units)


def units_of(cell: int) -> tuple[int, int, int]:
    """Row, column and box of a cell."""
    row, column = divmod(cell, 9)
    return row, 9 + column, 18 + row // 3 * 3 + column // 3


def reasons(marks: Marks, tier: int) -> dict[Strike, Elimination]:
    """Strike `marks` in place by the techniques of `tier`; the reason of every strike."""
    found: dict[Strike, Elimination] = {}
    while True:
        fresh: dict[Strike, Elimination] = {}
        for elimination in _visible(marks, tier):
            for cell, digit in elimination.strikes:
                if digit in marks[cell]:
                    fresh.setdefault((cell, digit), elimination)
        if not fresh:
            return found
        for cell, digit in fresh:
            marks[cell].remove(digit)
        found.update(fresh)


def _visible(marks: Marks, tier: int) -> Iterator[Elimination]:
    """Eliminations on these marks, the easier techniques first."""
    if tier >= 3:
        yield from _locked(marks)
    if tier >= 4:
        for u in range(27):
            yield from _naked(marks, u, 2)
            yield from _hidden_pairs(marks, u)
        for u in range(27):
            yield from _naked(marks, u, 3)
        yield from _x_wings(marks)


def _places(marks: Marks, u: int, digit: int) -> tuple[int, ...]:
    return tuple(cell for cell in UNITS[u] if digit in marks[cell])


def _locked(marks: Marks) -> Iterator[Elimination]:
    for u in range(27):
        for digit in range(1, 10):
            places = _places(marks, u, digit)
            if not 2 <= len(places) <= 3:
                continue
            for second in units_of(places[0]):
                if second == u or not set(places) <= set(UNITS[second]):
                    continue
                strikes = frozenset((c, digit) for c in UNITS[second] if c not in places)
                yield Elimination("locked-candidates", (u, second), places, (digit,), strikes)


def _naked(marks: Marks, u: int, size: int) -> Iterator[Elimination]:
    short = [cell for cell in UNITS[u] if 2 <= len(marks[cell]) <= size]
    for cells in combinations(short, size):
        digits = tuple(sorted(set().union(*(marks[cell] for cell in cells))))
        if len(digits) != size:
            continue
        strikes = frozenset((c, d) for c in UNITS[u] if c not in cells for d in digits)
        yield Elimination("naked-pair" if size == 2 else "naked-triple", (u,), cells, digits, strikes)


def _hidden_pairs(marks: Marks, u: int) -> Iterator[Elimination]:
    places = {digit: _places(marks, u, digit) for digit in range(1, 10)}
    for one, two in combinations([d for d in places if len(places[d]) == 2], 2):
        if places[one] != places[two]:
            continue
        cells = places[one]
        strikes = frozenset((c, d) for c in cells for d in range(1, 10) if d not in (one, two))
        yield Elimination("hidden-pair", (u,), cells, (one, two), strikes)


def _x_wings(marks: Marks) -> Iterator[Elimination]:
    for first in (0, 9):
        crossing = 1 if first == 0 else 0
        for digit in range(1, 10):
            rails = [(u, _places(marks, u, digit)) for u in range(first, first + 9)]
            for (u, one), (v, two) in combinations([r for r in rails if len(r[1]) == 2], 2):
                across = [units_of(cell)[crossing] for cell in one]
                if across != [units_of(cell)[crossing] for cell in two]:
                    continue
                cells = one + two
                strikes = frozenset((c, digit) for w in across for c in UNITS[w] if c not in cells)
                yield Elimination("x-wing", (u, v, *across), cells, (digit,), strikes)
