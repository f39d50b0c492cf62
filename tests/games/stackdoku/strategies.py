"""Levels, and the positions of half-sensible play on them."""

from collections.abc import Iterator
from itertools import combinations

from hypothesis import strategies as st
from msgspec import structs

from parlour.core.mulberry32 import below, mulberry32
from parlour.games.stackdoku.actions import Done
from parlour.games.stackdoku.level import DIFFICULTIES, EMPTY, Level, Tile
from parlour.games.stackdoku.levels import deal
from parlour.games.stackdoku.position import Position
from tests.players import pick

LEVELS = st.builds(deal, st.sampled_from(DIFFICULTIES), st.integers(0, 40))
"""Few enough that most are dealt once and remembered."""
GAMES = st.integers(0, 2**32 - 1)


def play(level: Level, seed: int, wrong: int) -> Iterator[Position]:
    """Every position of one game: true placements, but `wrong` of 100 are any that the rules allow."""
    numbers = mulberry32(seed)
    position = Position(level, ())
    yield position
    while choices := _choices(position, below(next(numbers), 100) < 60, below(next(numbers), 100) < wrong):
        position = Position(level, (*position.done, pick(numbers, choices)))
        yield position


def _choices(position: Position, rather_place: bool, blindly: bool) -> list[Done]:
    pairs = list(position.removals())
    legal = list(position.placements())
    true = [token for token in legal if int(position.level.solution[token.cell]) == token.digit]
    if legal and (rather_place or not pairs):
        return [*(legal if blindly or not true else true)]
    return [*pairs]


def with_two_solutions(level: Level) -> Level:
    """A small level on the same solution, sound but that two digits can change places in a rectangle."""
    corners = next(_rectangles(level.solution))
    digits = [int(level.solution[cell]) for cell in corners]
    return structs.replace(
        level,
        givens="".join(EMPTY if cell in corners else digit for cell, digit in enumerate(level.solution)),
        tiles=tuple(Tile(number, 4 * number, 0, 0, digit) for number, digit in enumerate(digits)),
    )


def _rectangles(solution: str) -> Iterator[tuple[int, int, int, int]]:
    """Corners in two rows, two columns and two boxes that hold two digits crosswise."""
    for top, bottom in combinations(range(9), 2):
        for left, right in combinations(range(9), 2):
            a, b, c, d = 9 * top + left, 9 * top + right, 9 * bottom + left, 9 * bottom + right
            crosswise = solution[a] == solution[d] and solution[b] == solution[c]
            if crosswise and (top // 3 == bottom // 3) != (left // 3 == right // 3):
                yield a, b, c, d
