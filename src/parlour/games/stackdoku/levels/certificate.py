"""The independent checker of certificates: plain Python, written from the rules alone.

It shares nothing with the generator but the Level value: its own geometry, its own
pencil marks, its own solver. A verdict names the first wrong step and a stable reason.

Reasons, level: malformed-grid, even-givens, wrong-solution, not-unique, unknown-tier,
tiles-misnumbered, wrong-tiles, tiles-overlap, tile-unsupported.
Reasons, step: malformed-step, no-such-tile, same-tile, tile-gone, tile-blocked,
digits-differ, tray-full, outside-grid, not-held, cell-filled, illegal-placement,
beyond-tier, not-forced.
Reasons, end: stack-left, tokens-left, cells-left.

The law of marks: a placement strikes its digit from the cells it sees; from tier 3 on
eliminations follow in rounds, all that are visible at the start of a round at once, until
a round strikes nothing. Struck marks stay struck. A single not yet placed strikes nothing.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import msgspec

from parlour.games.stackdoku.levels.level import Level, Placement, Step, Tile

TRAY_CAPACITY = 5
LEAST_TIER = {
    "full-house": 1,
    "box-single": 1,
    "row-single": 2,
    "column-single": 2,
    "naked-single": 2,
}

Cell = tuple[int, int]
Unit = tuple[Cell, ...]
Marks = dict[Cell, set[int]]
"""Digits still possible in each empty cell."""
Places = dict[Unit, dict[int, set[Cell]]]
"""For every unit and digit, the cells of the unit that the digit may still take."""
Strikes = Iterator[tuple[Cell, int]]

ROWS: list[Unit] = [tuple((r, c) for c in range(9)) for r in range(9)]
COLUMNS: list[Unit] = [tuple((r, c) for r in range(9)) for c in range(9)]
BOXES: list[Unit] = [
    tuple((r, c) for r in range(top, top + 3) for c in range(left, left + 3)) for top in (0, 3, 6) for left in (0, 3, 6)
]
UNITS = ROWS + COLUMNS + BOXES
ROW_OF = {cell: unit for unit in ROWS for cell in unit}
COLUMN_OF = {cell: unit for unit in COLUMNS for cell in unit}
BOX_OF = {cell: unit for unit in BOXES for cell in unit}
SEEN_FROM = {cell: (set(ROW_OF[cell]) | set(COLUMN_OF[cell]) | set(BOX_OF[cell])) - {cell} for cell in ROW_OF}


class ProofCheck(msgspec.Struct, frozen=True):
    """Whether the certificate proves its level; if not, where and why it fails first."""

    ok: bool
    reason: str = ""
    step: int | None = None
    """index of the first wrong step; None when the level or the end is wrong"""


class FaultError(Exception):
    """A check failed; carries the reason."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def check(level: Level) -> ProofCheck:
    """Replay the level's certificate and prove every move of it."""
    shape = check_shape(level)
    if not shape.ok:
        return shape
    if len(list(_first_two(_solutions(_first_marks(_digits(level.givens)))))) != 1:
        return ProofCheck(False, "not-unique")
    game = _Game(level)
    for number, step in enumerate(level.certificate):
        try:
            game.play(step)
        except FaultError as fault:
            return ProofCheck(False, fault.reason, number)
    if game.stack:
        return ProofCheck(False, "stack-left")
    if game.tray:
        return ProofCheck(False, "tokens-left")
    if game.marks:
        return ProofCheck(False, "cells-left")
    return ProofCheck(True)


def check_shape(level: Level) -> ProofCheck:
    """Whether grid and stack fit together, without looking for solutions."""
    try:
        _check_grid(level)
        _check_stack(level)
    except FaultError as fault:
        return ProofCheck(False, fault.reason)
    return ProofCheck(True)


def _check_grid(level: Level) -> None:
    if level.tier not in (1, 2, 3, 4):
        raise FaultError("unknown-tier")
    if len(level.givens) != 81 or not set(level.givens) <= set("123456789."):
        raise FaultError("malformed-grid")
    if len(level.solution) != 81 or not set(level.solution) <= set("123456789"):
        raise FaultError("malformed-grid")
    if any(level.givens.count(digit) % 2 == 0 for digit in "123456789"):
        raise FaultError("even-givens")
    solution = _digits(level.solution)
    if any(len({solution[cell] for cell in unit}) != 9 for unit in UNITS):
        raise FaultError("wrong-solution")
    givens = _digits(level.givens)
    if any(solution[cell] != digit for cell, digit in givens.items()):
        raise FaultError("wrong-solution")


def _check_stack(level: Level) -> None:
    if [tile.id for tile in level.tiles] != list(range(len(level.tiles))):
        raise FaultError("tiles-misnumbered")
    missing = Counter(int(s) for s, g in zip(level.solution, level.givens, strict=True) if g == ".")
    if not missing or Counter(tile.digit for tile in level.tiles) != missing:
        raise FaultError("wrong-tiles")
    for one, two in combinations(level.tiles, 2):
        if one.z == two.z and _overlap(one, two):
            raise FaultError("tiles-overlap")
    filled = {quarter for tile in level.tiles for quarter in _quarters(tile, tile.z)}
    for tile in level.tiles:
        if tile.z < 0 or (tile.z > 0 and not filled.issuperset(_quarters(tile, tile.z - 1))):
            raise FaultError("tile-unsupported")


def _quarters(tile: Tile, z: int) -> list[tuple[int, int, int]]:
    return [(tile.x + dx, tile.y + dy, z) for dx in (0, 1) for dy in (0, 1)]


def _overlap(one: Tile, two: Tile) -> bool:
    return abs(one.x - two.x) < 2 and abs(one.y - two.y) < 2


class _Game:
    """One replay: stack, tray and pencil marks, changed by each step in turn."""

    def __init__(self, level: Level) -> None:
        self.tier = level.tier
        self.every_tile = {tile.id: tile for tile in level.tiles}
        self.stack = dict(self.every_tile)
        self.tray: list[int] = []
        self.board = _digits(level.givens)
        self.marks = _first_marks(self.board)
        _eliminate(self.marks, self.tier)

    def play(self, step: Step) -> None:
        if step.pair is not None and step.place is None:
            self._remove(*step.pair)
        elif step.place is not None and step.pair is None:
            self._place(step.place)
        else:
            raise FaultError("malformed-step")

    def _remove(self, first: int, second: int) -> None:
        if first == second:
            raise FaultError("same-tile")
        for tile in (first, second):
            if tile not in self.every_tile:
                raise FaultError("no-such-tile")
            if tile not in self.stack:
                raise FaultError("tile-gone")
            if not self._is_free(self.stack[tile]):
                raise FaultError("tile-blocked")
        if self.stack[first].digit != self.stack[second].digit:
            raise FaultError("digits-differ")
        if len(self.tray) + 2 > TRAY_CAPACITY:
            raise FaultError("tray-full")
        self.tray += [self.stack.pop(first).digit, self.stack.pop(second).digit]

    def _is_free(self, tile: Tile) -> bool:
        others = self.stack.values()
        if any(other.z == tile.z + 1 and _overlap(tile, other) for other in others):
            return False
        beside = [o for o in others if o.z == tile.z and abs(o.y - tile.y) < 2]
        return not (any(other.x == tile.x - 2 for other in beside) and any(other.x == tile.x + 2 for other in beside))

    def _place(self, place: Placement) -> None:
        cell = (place.row, place.col)
        if cell not in ROW_OF:
            raise FaultError("outside-grid")
        if place.digit not in self.tray:
            raise FaultError("not-held")
        if cell in self.board:
            raise FaultError("cell-filled")
        if any(self.board.get(seen) == place.digit for seen in SEEN_FROM[cell]):
            raise FaultError("illegal-placement")
        if place.why not in LEAST_TIER:
            raise FaultError("malformed-step")
        if LEAST_TIER[place.why] > self.tier:
            raise FaultError("beyond-tier")
        if not _is_forced(self.marks, cell, place.digit, place.why):
            raise FaultError("not-forced")
        self.tray.remove(place.digit)
        self.board[cell] = place.digit
        _write(self.marks, cell, place.digit)
        _eliminate(self.marks, self.tier)


def _is_forced(marks: Marks, cell: Cell, digit: int, why: str) -> bool:
    """Whether the technique named proves that `digit` goes to `cell`."""
    if digit not in marks[cell]:
        return False
    if why == "naked-single":
        return marks[cell] == {digit}
    if why == "full-house":
        units = (ROW_OF[cell], COLUMN_OF[cell], BOX_OF[cell])
        return any(all(other == cell or other not in marks for other in u) for u in units)
    unit = {"box-single": BOX_OF, "row-single": ROW_OF, "column-single": COLUMN_OF}[why][cell]
    return _places(marks, unit, digit) == {cell}


def _digits(grid: str) -> dict[Cell, int]:
    return {divmod(i, 9): int(digit) for i, digit in enumerate(grid) if digit != "."}


def _first_marks(board: dict[Cell, int]) -> Marks:
    return {
        cell: set(range(1, 10)) - {board[seen] for seen in SEEN_FROM[cell] if seen in board}
        for cell in ROW_OF
        if cell not in board
    }


def _write(marks: Marks, cell: Cell, digit: int) -> None:
    del marks[cell]
    for seen in SEEN_FROM[cell]:
        if seen in marks:
            marks[seen].discard(digit)


def _places(marks: Marks, unit: Unit, digit: int) -> set[Cell]:
    return {cell for cell in unit if digit in marks.get(cell, ())}


def _all_places(marks: Marks) -> Places:
    places: Places = {unit: {} for unit in UNITS}
    for cell, digits in marks.items():
        for unit in (ROW_OF[cell], COLUMN_OF[cell], BOX_OF[cell]):
            for digit in digits:
                places[unit].setdefault(digit, set()).add(cell)
    return places


def _eliminate(marks: Marks, tier: int) -> None:
    """Strike marks in rounds by the techniques of the tier until a round strikes nothing."""
    if tier < 3:
        return
    while True:
        places = _all_places(marks)
        doomed = set(_locked(places))
        if tier >= 4:
            doomed.update(_naked_subsets(marks), _hidden_pairs(places), _x_wings(places))
        doomed = {(cell, digit) for cell, digit in doomed if digit in marks.get(cell, ())}
        if not doomed:
            return
        for cell, digit in doomed:
            marks[cell].remove(digit)


def _locked(places: Places) -> Strikes:
    """Two or more places of a digit in one unit, all inside a second unit: gone from the rest."""
    for unit, by_digit in places.items():
        for digit, cells in by_digit.items():
            if not 2 <= len(cells) <= 3:
                continue
            one = next(iter(cells))
            for second in (ROW_OF[one], COLUMN_OF[one], BOX_OF[one]):
                if second is not unit and cells.issubset(second):
                    yield from ((cell, digit) for cell in second if cell not in cells)


def _naked_subsets(marks: Marks) -> Strikes:
    """n cells of a unit, two or more marks each, that share n digits (n = 2, 3)."""
    for unit in UNITS:
        short = [cell for cell in unit if 2 <= len(marks.get(cell, ())) <= 3]
        for size in (2, 3):
            for cells in combinations(short, size):
                digits = set().union(*(marks[cell] for cell in cells))
                if len(digits) == size:
                    yield from ((o, d) for o in unit if o not in cells for d in digits)


def _hidden_pairs(places: Places) -> Strikes:
    """Two digits of a unit with the same two places: nothing else stands there."""
    for by_digit in places.values():
        twice = [digit for digit, cells in by_digit.items() if len(cells) == 2]
        for one, two in combinations(twice, 2):
            if by_digit[one] == by_digit[two]:
                for cell in by_digit[one]:
                    yield from ((cell, d) for d in range(1, 10) if d not in (one, two))


def _x_wings(places: Places) -> Strikes:
    """A digit with the same two crossing lines in two parallel lines: gone from the crossings."""
    for lines, crossing_of in ((ROWS, COLUMN_OF), (COLUMNS, ROW_OF)):
        for digit in range(1, 10):
            rails = [places[line][digit] for line in lines if len(places[line].get(digit, ())) == 2]
            for one, two in combinations(rails, 2):
                crossings = {crossing_of[cell] for cell in one}
                if crossings == {crossing_of[cell] for cell in two}:
                    for line in crossings:
                        yield from ((c, digit) for c in line if c not in one and c not in two)


def _solutions(marks: Marks) -> Iterator[None]:
    """One None for every way to fill the empty cells; tightest cell first."""
    if not marks:
        yield None
        return
    cell = min(marks, key=lambda empty: len(marks[empty]))
    for digit in marks[cell]:
        rest = {other: set(digits) for other, digits in marks.items()}
        _write(rest, cell, digit)
        yield from _solutions(rest)


def _first_two(found: Iterator[None]) -> Iterator[None]:
    for _, item in zip(range(2), found, strict=False):
        yield item
