"""Levels, and the positions of half-sensible play on them."""

from collections.abc import Iterator
from itertools import combinations

from hypothesis import strategies as st
from msgspec import structs

from parlour.core.mulberry32 import below, mulberry32
from parlour.games.stackdoku.actions import Done
from parlour.games.stackdoku.kernels.puzzle import dig_pairs, full_grid
from parlour.games.stackdoku.levels.dealing import deal, seeded
from parlour.games.stackdoku.levels.level import DIFFICULTIES, EMPTY, Level, Tile
from parlour.games.stackdoku.levels.sudoku import to_text
from parlour.games.stackdoku.position import Position
from parlour.games.stackdoku.stack import Spot
from parlour.testing.players import pick

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


def is_supported(tile: Spot, tiles: frozenset[Spot]) -> bool:
    """Whether every quarter of the tile rests on the ground or on a tile one layer down."""
    if tile.z == 0:
        return True
    below = [t for t in tiles if t.z == tile.z - 1]
    return all(
        any(t.x <= tile.x + dx < t.x + 2 and t.y <= tile.y + dy < t.y + 2 for t in below)
        for dx in (0, 1)
        for dy in (0, 1)
    )


def paired_puzzle(seed: int, wanted: int) -> tuple[str, str]:
    """(givens, solution) with one solution and every digit given an odd number of times.

    Has `wanted` givens, or a few more where this seed's grid does not go that low.
    """
    random = seeded(seed)
    solution = full_grid(random)
    return to_text(dig_pairs(random, solution, wanted)), to_text(solution)
