"""Eliminations with their reasons, for hints: what strikes a pencil mark, in words.

The same law of marks as kernels.logic (rounds; a single not placed strikes nothing), but
every strike keeps the cells and the technique behind it. Cells are 0..80, marks a list
of 81 sets that are empty for filled cells.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from parlour.games.stackdoku.kernels.logic import UNIT_CELLS

Marks = list[set[int]]
Strike = tuple[int, int]
"""(cell, digit)"""

UNITS: list[list[int]] = UNIT_CELLS.tolist()


class Elimination(NamedTuple):
    """One use of a technique: these cells hold these digits, so others lose them."""

    technique: str
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    words: str
    strikes: frozenset[Strike]


def unit_name(u: int) -> str:
    """row 1..9, column 1..9 or box 1..9, as players count."""
    return f"{('row', 'column', 'box')[u // 9]} {u % 9 + 1}"


def cell_name(cell: int) -> str:
    """r1c1 to r9c9."""
    return f"r{cell // 9 + 1}c{cell % 9 + 1}"


def cell_names(cells: tuple[int, ...] | list[int]) -> str:
    """Cells for a sentence."""
    names = [cell_name(cell) for cell in cells]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


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
                words = (
                    f"in {unit_name(u)} the {digit} is in {cell_names(places)}, so nowhere else in {unit_name(second)}"
                )
                strikes = frozenset((c, digit) for c in UNITS[second] if c not in places)
                yield Elimination("locked candidates", places, (digit,), words, strikes)


def _naked(marks: Marks, u: int, size: int) -> Iterator[Elimination]:
    short = [cell for cell in UNITS[u] if 2 <= len(marks[cell]) <= size]
    for cells in combinations(short, size):
        digits = tuple(sorted(set().union(*(marks[cell] for cell in cells))))
        if len(digits) != size:
            continue
        words = (
            f"in {unit_name(u)} the cells {cell_names(cells)} share the digits "
            f"{', '.join(map(str, digits))}, so no other cell there takes them"
        )
        strikes = frozenset((c, d) for c in UNITS[u] if c not in cells for d in digits)
        yield Elimination(f"naked {'pair' if size == 2 else 'triple'}", cells, digits, words, strikes)


def _hidden_pairs(marks: Marks, u: int) -> Iterator[Elimination]:
    places = {digit: _places(marks, u, digit) for digit in range(1, 10)}
    for one, two in combinations([d for d in places if len(places[d]) == 2], 2):
        if places[one] != places[two]:
            continue
        cells = places[one]
        words = (
            f"in {unit_name(u)} the digits {one} and {two} fit only in {cell_names(cells)}, so nothing else goes there"
        )
        strikes = frozenset((c, d) for c in cells for d in range(1, 10) if d not in (one, two))
        yield Elimination("hidden pair", cells, (one, two), words, strikes)


def _x_wings(marks: Marks) -> Iterator[Elimination]:
    for first in (0, 9):
        crossing = 1 if first == 0 else 0
        for digit in range(1, 10):
            rails = [(u, _places(marks, u, digit)) for u in range(first, first + 9)]
            for (u, one), (v, two) in combinations([r for r in rails if len(r[1]) == 2], 2):
                across = [units_of(cell)[crossing] for cell in one]
                if across != [units_of(cell)[crossing] for cell in two]:
                    continue
                words = (
                    f"in {unit_name(u)} and {unit_name(v)} the {digit} stands in the same two "
                    f"lines, so nowhere else in {unit_name(across[0])} and {unit_name(across[1])}"
                )
                cells = one + two
                strikes = frozenset((c, digit) for w in across for c in UNITS[w] if c not in cells)
                yield Elimination("X-wing", cells, (digit,), words, strikes)
