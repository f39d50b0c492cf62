"""Geometry of every family at every size, and the clearing search against brute force."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.games.stackdoku.kernels.constants import NO, YES
from parlour.games.stackdoku.kernels.stack import clearable
from parlour.games.stackdoku.stack import (
    LEAST_TILES,
    MOST_TILES,
    NAMES,
    Spot,
    blocks,
    free_tiles,
    layout,
    overlaps,
)
from tests.games.stackdoku.strategies import is_supported

SIZES = range(LEAST_TILES, MOST_TILES + 1, 2)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("count", SIZES)
def test_a_layout_is_a_sound_pile_of_exactly_that_many_tiles(name: str, count: int) -> None:
    tiles = layout(name, count)
    here = frozenset(tiles)
    assert len(tiles) == len(here) == count
    assert all(is_supported(tile, here) for tile in tiles)
    assert not any(a.z == b.z and a != b and overlaps(a, b) for a in tiles for b in tiles)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("count", SIZES)
def test_a_layout_equals_its_mirror_image_or_its_half_turn(name: str, count: int) -> None:
    tiles = set(layout(name, count))
    across = min(t.x for t in tiles) + max(t.x for t in tiles)
    down = min(t.y for t in tiles) + max(t.y for t in tiles)
    mirrored = {Spot(across - t.x, t.y, t.z) for t in tiles}
    turned = {Spot(across - t.x, down - t.y, t.z) for t in tiles}
    assert tiles in (mirrored, turned)


def test_a_tile_between_two_neighbours_is_blocked_and_its_ends_are_free() -> None:
    row = tuple(Spot(2 * i, 0, 0) for i in range(3))
    assert free_tiles(row, 0b111) == 0b101


def test_a_neighbour_half_a_tile_off_still_blocks_a_side() -> None:
    tiles = (Spot(0, 1, 0), Spot(2, 0, 0), Spot(4, 1, 0))
    assert not free_tiles(tiles, 0b111) & 0b010


def test_a_tile_under_half_another_is_blocked() -> None:
    tiles = (Spot(0, 0, 0), Spot(2, 0, 0), Spot(1, 0, 1))
    assert free_tiles(tiles, 0b111) == 0b100


def test_an_odd_number_of_tiles_is_refused() -> None:
    with pytest.raises(ValueError, match="even number"):
        layout("turtle", 33)


def test_an_unknown_family_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ValueError, match="there are pyramid, turtle"):
        layout("castle", 32)


def brute_clearable(tiles: tuple[Spot, ...], digits: list[int], alive: int) -> bool:
    seen = set()
    todo = [alive]
    while todo:
        now = todo.pop()
        if now == 0:
            return True
        if now in seen:
            continue
        seen.add(now)
        free = [tile for tile in range(len(digits)) if free_tiles(tiles, now) >> tile & 1]
        todo += [now ^ (1 << a | 1 << b) for a, b in combinations(free, 2) if digits[a] == digits[b]]
    return False


@settings(max_examples=30)
@given(
    name=st.sampled_from(NAMES),
    digits=st.permutations([digit for digit in range(1, 7) for _ in range(4)]),
)
def test_the_clearing_search_agrees_with_brute_force(name: str, digits: list[int]) -> None:
    tiles = layout(name, 24)
    every_tile = (1 << 24) - 1
    first = np.empty(1, np.int64)
    answer = clearable(blocks(tiles), np.array(digits), every_tile, 10**6, first)
    assert answer == (YES if brute_clearable(tiles, digits, every_tile) else NO)
    if answer == YES:
        assert brute_clearable(tiles, digits, every_tile ^ int(first[0]))
