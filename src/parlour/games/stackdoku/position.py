"""A position: a level and what was done to it. Stack, tray and grid follow from these."""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import combinations

from msgspec import Struct

from parlour.games.stackdoku.actions import Done, Place, Remove
from parlour.games.stackdoku.levels.level import EMPTY, Level
from parlour.games.stackdoku.stack import Neighbours, free_tiles, neighbours

TRAY = 5
PAIR = 2
"""Tokens that a pair gives: a removal needs so many free slots."""

SEEN_FROM = tuple(
    tuple(
        other
        for other in range(81)
        if other != cell
        and (
            other // 9 == cell // 9
            or other % 9 == cell % 9
            or (other // 27 == cell // 27 and other % 9 // 3 == cell % 9 // 3)
        )
    )
    for cell in range(81)
)
"""For each cell those of its row, its column and its box."""


class Position(Struct, frozen=True, dict=True):
    """Placements are kept in order, because pencil marks once struck stay struck."""

    level: Level
    done: tuple[Done, ...]

    @cached_property
    def removed(self) -> frozenset[int]:
        """Ids of the tiles that are gone."""
        return frozenset(tile for step in self.done if isinstance(step, Remove) for tile in (step.a, step.b))

    @cached_property
    def placed(self) -> tuple[Place, ...]:
        """Tokens in the grid, in the order in which they were placed."""
        return tuple(step for step in self.done if isinstance(step, Place))

    @cached_property
    def tray(self) -> tuple[int, ...]:
        """Digits of the tokens held, the oldest first."""
        held: list[int] = []
        for step in self.done:
            if isinstance(step, Place):
                held.remove(step.digit)
            else:
                held += [self.level.tiles[step.a].digit] * PAIR
        return tuple(held)

    @cached_property
    def held(self) -> Counter[int]:
        """How many tokens of each digit are in the tray."""
        return Counter(self.tray)

    @cached_property
    def grid(self) -> tuple[int, ...]:
        """81 digits, 0 for an empty cell."""
        cells = [0 if given == EMPTY else int(given) for given in self.level.givens]
        for token in self.placed:
            cells[token.cell] = token.digit
        return tuple(cells)

    @cached_property
    def alive(self) -> int:
        """Bit mask of the tiles still in the stack."""
        return sum(1 << tile.id for tile in self.level.tiles if tile.id not in self.removed)

    @cached_property
    def free(self) -> int:
        """Bit mask of the tiles that can be taken."""
        return free_tiles(self.level.spots, self.alive)

    @property
    def neighbours(self) -> tuple[Neighbours, ...]:
        """What lies on and beside each tile of the whole stack."""
        return neighbours(self.level.spots)

    def held_by(self, tile: int) -> tuple[int, ...]:
        """What keeps a tile in the stack: a tile on top of it, or one at each side; nothing when it is free."""
        beside = self.neighbours[tile]
        if on_top := beside.on_top & self.alive:
            return (_lowest(on_top),)
        left, right = beside.left & self.alive, beside.right & self.alive
        return (_lowest(left), _lowest(right)) if left and right else ()

    @property
    def mistakes(self) -> tuple[Place, ...]:
        """Placements that disagree with the only solution."""
        solution = self.level.solution
        return tuple(token for token in self.placed if int(solution[token.cell]) != token.digit)

    @property
    def solved(self) -> bool:
        """All cells filled, which they only ever are legally, and the stack exhausted."""
        return not self.alive and 0 not in self.grid

    @property
    def tray_is_full(self) -> bool:
        """Whether a pair has no room."""
        return len(self.tray) + PAIR > TRAY

    def removals(self) -> Iterator[Remove]:
        """Every pair that may be taken now."""
        if self.tray_is_full:
            return
        free = [tile for tile in self.level.tiles if self.free >> tile.id & 1]
        for one, two in combinations(free, 2):
            if one.digit == two.digit:
                yield Remove(one.id, two.id)

    def placements(self) -> Iterator[Place]:
        """Every token of the tray into every cell that takes it."""
        for digit in sorted(self.held):
            for cell in self.targets(digit):
                yield Place(digit, *divmod(cell, 9))

    def targets(self, digit: int) -> Iterator[int]:
        """The empty cells whose row, column and box lack the digit."""
        for cell, here in enumerate(self.grid):
            if here == 0 and self.conflict(cell, digit) is None:
                yield cell

    def conflict(self, cell: int, digit: int) -> int | None:
        """A cell of the same row, column or box that holds the digit, if there is one."""
        return next((other for other in SEEN_FROM[cell] if self.grid[other] == digit), None)


def _lowest(mask: int) -> int:
    """The number of the lowest bit."""
    return (mask & -mask).bit_length() - 1
