"""Hints in three steps: where to look, why, what.

A hint is asked for, so it may use the solution to see that a placement was wrong; all
else it says is proved on the board. It follows a guess-free line while one is found, and
leads back from a position that `winnable` knows to be lost.
"""

from functools import lru_cache
from typing import Literal

import msgspec

from parlour.core.arrays import Int64Array, int64_array_of, int64_zeros
from parlour.games.stackdoku.actions import Place, Remove
from parlour.games.stackdoku.compiled import clearable, clears_within
from parlour.games.stackdoku.hints.marks import marked_board, marks_by_rules
from parlour.games.stackdoku.hints.sayings import Saying, Technique
from parlour.games.stackdoku.hints.techniques import reasons, units_of
from parlour.games.stackdoku.hints.winnable import CLEAR_POSITIONS, undos_needed, winnable
from parlour.games.stackdoku.kernels.constants import (
    BOX_SINGLE,
    CAPACITY,
    FORCED,
    FULL_HOUSE,
    NAKED_SINGLE,
    ROW_SINGLE,
    UNITS,
    WHY,
    YES,
)
from parlour.games.stackdoku.levels.dealing import certificate_of, level_arrays
from parlour.games.stackdoku.position import Position

SingleTechnique = Literal["full-house", "hidden-single", "naked-single"]
RemovalTechnique = Literal["guess-free-line", "clearable-stack", "free-pair"]

HARDEST_TIER = 4
EVERY_CELL = frozenset(range(81))
LINE_DRAWS = 2000


class Hint(msgspec.Struct, frozen=True):
    """Three things to say one after another, and what to highlight with them."""

    kind: Literal["place", "remove", "undo", "done"]
    techniques: tuple[Technique, ...]
    where: Saying
    why: tuple[Saying, ...]
    what: Saying
    area: tuple[int, ...] = ()
    """cells to look at, for the first step"""
    cells: tuple[int, ...] = ()
    """cells that carry the reason, for the second"""
    cell: int | None = None
    digit: int | None = None
    pair: tuple[int, int] | None = None
    """tile ids, for kind remove"""
    undos: int = 0
    """how many lead back to where it may be won, for kind undo"""

    @property
    def place(self) -> Place | None:
        """The placement that is meant; a hint to undo one names its cell and digit too."""
        if self.kind != "place" or self.cell is None or self.digit is None:
            return None
        return Place(self.digit, *divmod(self.cell, 9))

    @property
    def remove(self) -> Remove | None:
        """The removal that is meant."""
        return None if self.pair is None else Remove(*self.pair)


@lru_cache(maxsize=256)
def hint(position: Position) -> Hint:
    """The next thing to do, for any position that play can reach.

    Known for a while: a view shows it as long as its position stays, through refused moves and replays too.
    """
    if 0 not in position.grid:
        return Hint("done", (), Saying("grid-full"), (Saying("all-placed"),), Saying("nothing-left"))
    if winnable(position) == "no":
        return _way_back(position)
    filled = {token.cell for token in position.placed}
    certified = [cell for cell in _certified_cells(position) if cell not in filled]
    for cells in (frozenset(certified[:1]), frozenset(certified), EVERY_CELL):
        for tier in range(1, position.level.tier + 1):
            forced = _forced_token(position, tier, cells)
            if forced is not None:
                return forced
    return _pair_to_remove(position) or _last_resort(position)


def _tokens(position: Position) -> Int64Array:
    """Tokens held of each digit, at index digit - 1."""
    return int64_array_of(position.held[digit] for digit in range(1, 10))


def _way_back(position: Position) -> Hint:
    """What gave the level away, and how far back that is."""
    undos = undos_needed(position)
    blamed = position.done[-undos] if undos else None
    if isinstance(blamed, Place):
        what = Saying("undo-placement", digits=(blamed.digit,), cells=(blamed.cell,))
        found = _contradiction(position, what) or _mistake(blamed, what)
    else:
        found = _lost_stack(position, blamed)
    return msgspec.structs.replace(found, undos=undos)


def _contradiction(position: Position, what: Saying) -> Hint | None:
    """A cell or a unit that has nothing left, shown as proof that a placement was wrong."""
    marks = marks_by_rules(position)
    for cell, digit in enumerate(position.grid):
        if digit == 0 and not marks[cell]:
            box = units_of(cell)[2]
            why = (Saying("cell-without-digit", cells=(cell,)),)
            return Hint("undo", ("contradiction",), _look_at(box), why, what, tuple(UNITS[box]), (cell,))
    for u, unit in enumerate(UNITS):
        here = {position.grid[cell] for cell in unit}
        for digit in range(1, 10):
            if digit not in here and not any(digit in marks[cell] for cell in unit):
                why = (Saying("digit-without-cell", digits=(digit,), units=(u,)),)
                return Hint("undo", ("contradiction",), _look_at(u), why, what, tuple(unit), (), None, digit)
    return None


def _mistake(token: Place, what: Saying) -> Hint:
    """A placement that keeps the rules but is not in the solution."""
    box = units_of(token.cell)[2]
    where = Saying("look-at-placements", units=(box,))
    why = (Saying("wrong-placement", digits=what.digits, cells=what.cells),)
    area = tuple(UNITS[box])
    return Hint("undo", ("wrong-placement",), where, why, what, area, what.cells, token.cell, token.digit)


def _lost_stack(position: Position, blamed: Remove | None) -> Hint:
    """A stack that no order of pairs clears, since a pair was taken; at the start none was."""
    stuck = not position.tray and not any(position.removals())
    why = Saying("nothing-free" if stuck else "tiles-stay-behind")
    what = Saying("nothing-left")
    if blamed is not None:
        digit = position.level.tiles[blamed.a].digit
        what = Saying("undo-removal", digits=(digit,), tiles=(blamed.a, blamed.b))
    return Hint("undo", ("dead-end",), Saying("look-at-stack"), (why,), what)


def _look_at(unit: int) -> Saying:
    return Saying("look-at-unit", units=(unit,))


def _forced_token(position: Position, tier: int, cells: frozenset[int]) -> Hint | None:
    """The easiest held token that logic of `tier` forces into one of `cells`, explained."""
    board = marked_board(position, tier)
    why = board[WHY : WHY + 81].tolist()
    forced = board[FORCED : FORCED + 81].tolist()
    choices = [(why[cell], cell, forced[cell]) for cell in cells if why[cell] and position.held[forced[cell]]]
    if not choices:
        return None
    reason, cell, digit = min(choices)
    return _explained(position, tier, reason, cell, digit)


def _explained(position: Position, tier: int, reason: int, cell: int, digit: int) -> Hint:
    before = marks_by_rules(position)
    name: SingleTechnique
    if reason == NAKED_SINGLE:
        u = units_of(cell)[2]
        struck = [(cell, other) for other in sorted(before[cell]) if other != digit]
        name = "naked-single"
    else:
        u = _single_unit(position, reason, cell)
        struck = [(other, digit) for other in UNITS[u] if other != cell and digit in before[other]]
        name = "full-house" if reason == FULL_HOUSE else "hidden-single"
    area = tuple(UNITS[u])
    behind = reasons([set(marks) for marks in before], tier)
    used = list(dict.fromkeys(behind[strike] for strike in struck if strike in behind))
    cells = {c for elimination in used for c in elimination.cells} or _seen_holders(position, area, cell, digit)
    why = [elimination.saying for elimination in used]
    if any(strike not in behind for strike in struck):
        why.append(Saying("struck-earlier"))
    why.append(Saying(name, digits=(digit,), cells=(cell,), units=(u,)))
    techniques = tuple(dict.fromkeys([*(elimination.technique for elimination in used), name]))
    what = Saying("place", digits=(digit,), cells=(cell,))
    return Hint("place", techniques, _look_at(u), tuple(why), what, area, tuple(sorted(cells)), cell, digit)


def _single_unit(position: Position, reason: int, cell: int) -> int:
    """The unit in which the cell is the only one."""
    row, column, box = units_of(cell)
    if reason == FULL_HOUSE:
        return next(u for u in (box, row, column) if sum(position.grid[c] == 0 for c in UNITS[u]) == 1)
    return {BOX_SINGLE: box, ROW_SINGLE: row}.get(reason, column)


def _seen_holders(position: Position, area: tuple[int, ...], cell: int, digit: int) -> set[int]:
    """Cells that already hold the digit and so close the other cells of the area."""
    return {
        holder
        for holder, value in enumerate(position.grid)
        if value == digit
        for other in area
        if other != cell and position.grid[other] == 0 and set(units_of(holder)) & set(units_of(other))
    }


def _pair_to_remove(position: Position) -> Hint | None:
    """A pair on a guess-free line; else one after which the stack still clears."""
    holding = sum(position.held.values())
    if not position.alive or holding > CAPACITY - 2:
        return None
    certified = _certified_pair(position)
    if certified:
        return _removal(position, certified, "guess-free-line")
    blocks, digits, _ = level_arrays(position.level)
    tier = position.level.tier
    first = int64_zeros(1)
    line = clears_within(
        blocks, digits, marked_board(position, tier), _tokens(position), position.alive,
        CAPACITY, LINE_DRAWS, first,
    )  # fmt: skip
    if line == YES:
        return _removal(position, int(first[0]), "guess-free-line")
    if clearable(blocks, digits, position.alive, CLEAR_POSITIONS, first) == YES:
        return _removal(position, int(first[0]), "clearable-stack")
    pair = _any_free_pair(position)
    return _removal(position, pair, "free-pair") if pair else None


def _certified_cells(position: Position) -> list[int]:
    """Cells that the certificate fills before its next draw, in order, while play follows it.

    More cells may be forced than tokens are held, and marks depend on the order of
    placements; these cells in this order keep to the line.
    """
    removed: set[int] = set()
    cells: list[int] = []
    for step in certificate_of(position.level):
        if step.place:
            cells.append(9 * step.place.row + step.place.col)
        elif step.pair and removed == position.removed:
            break
        elif step.pair:
            removed |= set(step.pair)
    return cells if removed == position.removed else []


def _certified_pair(position: Position) -> int:
    """The certificate's next pair as a mask while play has followed it exactly, else 0."""
    pairs = [step.pair for step in certificate_of(position.level) if step.pair]
    drawn = len(position.removed) // 2
    if not pairs or {tile for pair in pairs[:drawn] for tile in pair} != position.removed:
        return 0
    if {token.cell for token in position.placed} != set(_certified_cells(position)):
        return 0
    first, second = pairs[drawn]
    return 1 << first | 1 << second


def _any_free_pair(position: Position) -> int:
    """Two free tiles of one digit as a mask, 0 when there are none."""
    pair = next(position.removals(), None)
    return 1 << pair.a | 1 << pair.b if pair else 0


def _removal(position: Position, mask: int, technique: RemovalTechnique) -> Hint:
    tiles = [tile for tile in position.level.tiles if mask >> tile.id & 1]
    pair = (tiles[0].id, tiles[1].id)
    digit = tiles[0].digit
    where = Saying("look-at-layers", layers=tuple(sorted({tile.z + 1 for tile in tiles})))
    what = Saying("remove", digits=(digit,), tiles=pair)
    return Hint("remove", (technique,), where, (Saying(technique),), what, digit=digit, pair=pair)


def _last_resort(position: Position) -> Hint:
    """Nothing is forced at the tier and no pair helps: stronger logic, else the solution."""
    for tier in range(position.level.tier + 1, HARDEST_TIER + 1):
        forced = _forced_token(position, tier, EVERY_CELL)
        if forced is not None:
            return forced
    solution = [int(digit) for digit in position.level.solution]
    cell = next(cell for cell, here in enumerate(position.grid) if here == 0 and position.held[solution[cell]])
    digit = solution[cell]
    marks = marks_by_rules(position)
    box = units_of(cell)[2]
    fits = tuple(c for c in UNITS[box] if digit in marks[c])
    why = (Saying("solution-decides", digits=(digit,), cells=fits),)
    what = Saying("place", digits=(digit,), cells=(cell,))
    return Hint("place", ("solution",), _look_at(box), why, what, tuple(UNITS[box]), fits, cell, digit)
