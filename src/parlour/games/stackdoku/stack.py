"""Stack geometry: where tiles lie, and what lies on or beside them.

Units are half tiles. A tile at (x, y, z) covers x..x+2 and y..y+2 on layer z. Above the
ground every tile is fully supported: each of its four quarters rests on a tile one
layer down. A tile is free when nothing overlaps it one layer up and no tile of its own
layer touches its left side, or none touches its right.

Each family is drawn in two sizes, layer by layer from the ground; every row is centred, so
a row one tile shorter sits half a tile in. A drawing holds its full number of tiles; a
smaller even number is reached by taking couples away symmetrically.
"""

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from parlour.core.arrays import Int64Array

LEAST_TILES = 24
MOST_TILES = 54
"""What a phone can show, and what the kernels have room for."""

Layer = tuple[str, ...]


class Spot(NamedTuple):
    """Where a tile lies, in half tiles; z counts layers from the ground."""

    x: int
    y: int
    z: int


class Neighbours(NamedTuple):
    """Bit masks of the tiles around one tile."""

    on_top: int
    left: int
    right: int
    under_or_beside: int
    """The tiles that it lies on or touches itself."""


class Family(NamedTuple):
    """A named picture in two sizes (32 and 54 tiles), and where tiles are taken away first."""

    small: tuple[Layer, ...]
    large: tuple[Layer, ...]
    from_top: bool
    """True when the ground plan makes the picture, so that towers shrink before it does."""


FAMILIES: dict[str, Family] = {
    "pyramid": Family(
        small=(("######",) * 3, ("#####",) * 2, ("####",)),
        large=(("#######",) * 4, ("#####",) * 3, ("####",) * 2, ("###",)),
        from_top=False,
    ),
    "turtle": Family(
        small=(("##", "########", "########", "##"), ("####", "####"), ("####",)),
        large=(
            ("####", "########", "##########", "########", "####"),
            ("####", "######", "####"),
            ("####",),
            ("##",),
        ),
        from_top=False,
    ),
    "bridge": Family(
        small=(
            ("##....##", "########", "##....##"),
            ("##....##", "##....##"),
            ("##....##", "##....##"),
        ),
        large=(
            ("###...###", "#########", "#########", "###...###"),
            ("###...###", "###...###"),
            ("##.....##", "##.....##"),
            ("#.......#", "#.......#"),
        ),
        from_top=True,
    ),
    "fortress": Family(
        small=(("######", "##..##", "##..##", "######"), ("##..##", "#....#", "#....#", "##..##")),
        large=(
            ("########", "##....##", "##.##.##", "##....##", "########"),
            ("##....##", "#......#", "...##...", "#......#", "##....##"),
            ("##....##", "........", "...##...", "........", "##....##"),
        ),
        from_top=True,
    ),
    "butterfly": Family(
        small=(("###..###", "########", "###..###"), ("##....##", ".##..##.", "##....##")),
        large=(
            ("####..####", "##########", ".########.", "####..####"),
            (".##....##.", ".###..###.", "..##..##..", ".##....##."),
            ("..........", "..#....#..", "..........", ".........."),
        ),
        from_top=False,
    ),
    "serpent": Family(
        small=(
            ("#####.", "#.....", "######", ".....#", ".#####"),
            (".###..", "......", ".####.", "......", "..###."),
            ("..#...", "......", "..##..", "......", "...#.."),
        ),
        large=(
            ("#######.", "#.......", "########", ".......#", ".#######"),
            (".#####..", "........", ".######.", "........", "..#####."),
            ("..###...", "........", "..####..", "........", "...###.."),
            ("...#....", "........", "...##...", "........", "....#..."),
        ),
        from_top=True,
    ),
    "hourglass": Family(
        small=(("######", ".####.", ".####.", "######"), (".####.", "..##..", "..##..", ".####.")),
        large=(
            ("########", ".######.", "..####..", ".######.", "########"),
            ("..####..", "..####..", "...##...", "..####..", "..####.."),
            ("...##...", "........", "........", "........", "...##..."),
        ),
        from_top=False,
    ),
}
NAMES = tuple(FAMILIES)


def _drawn(layers: tuple[Layer, ...]) -> list[Spot]:
    """All tiles of a drawing, layers and rows centred on the widest row and tallest layer."""
    width = max(len(row) for layer in layers for row in layer)
    height = max(len(layer) for layer in layers)
    return [
        Spot(width - len(row) + 2 * c, height - len(layer) + 2 * r, z)
        for z, layer in enumerate(layers)
        for r, row in enumerate(layer)
        for c, mark in enumerate(row)
        if mark == "#"
    ]


def overlaps(a: Spot, b: Spot) -> bool:
    """Whether two tiles share ground, whatever their layers."""
    return abs(a.x - b.x) < 2 and abs(a.y - b.y) < 2


def _span(tiles: list[Spot]) -> tuple[int, int]:
    """First plus last x, and first plus last y: a mirror image has x' = across - x."""
    xs = [t.x for t in tiles]
    ys = [t.y for t in tiles]
    return min(xs) + max(xs), min(ys) + max(ys)


def _couples(tiles: list[Spot]) -> list[tuple[Spot, Spot]]:
    """Tiles with nothing on top, each with its image under the drawing's own symmetry:
    the mirror where the whole stack has it, else the half turn."""
    across, down = _span(tiles)
    images = {tile: Spot(across - tile.x, tile.y, tile.z) for tile in tiles}
    if set(images.values()) != set(tiles):
        images = {tile: Spot(across - tile.x, down - tile.y, tile.z) for tile in tiles}
    return [
        (tile, image)
        for tile, image in images.items()
        if image > tile and not any(t.z == tile.z + 1 and overlaps(t, tile) for t in tiles)
    ]


def _far_out(tile: Spot, tiles: list[Spot]) -> int:
    across, down = _span(tiles)
    return abs(2 * tile.x - across) + abs(2 * tile.y - down)


@cache
def layout(name: str, count: int) -> tuple[Spot, ...]:
    """The family's stack with exactly `count` tiles, in (z, y, x) order.

    Couples go from the rim of the lowest layer inwards, or from the top downwards where
    the family says so, never from under another tile.
    """
    if name not in FAMILIES:
        raise ValueError(f"no layout family {name!r}; there are {', '.join(NAMES)}")
    if not LEAST_TILES <= count <= MOST_TILES or count % 2:
        raise ValueError(f"a stack has an even number of tiles from 24 to 54, not {count}")
    family = FAMILIES[name]
    small = _drawn(family.small)
    tiles = small if len(small) >= count else _drawn(family.large)
    from_top = family.from_top
    while len(tiles) > count:
        gone = max(
            _couples(tiles),
            key=lambda couple: (
                couple[0].z if from_top else -couple[0].z,
                _far_out(couple[0], tiles),
                couple,
            ),
        )
        tiles = [t for t in tiles if t not in gone]
    return tuple(sorted(tiles, key=lambda t: (t.z, t.y, t.x)))


@lru_cache(256)
def neighbours(tiles: tuple[Spot, ...]) -> tuple[Neighbours, ...]:
    """What lies on and beside each tile of a stack."""
    masks = [[0, 0, 0, 0] for _ in tiles]
    for i, tile in enumerate(tiles):
        for j, other in enumerate(tiles):
            if other.z == tile.z + 1 and overlaps(tile, other):
                masks[i][0] |= 1 << j
                masks[j][3] |= 1 << i
            if other.z == tile.z and abs(other.y - tile.y) < 2 and abs(other.x - tile.x) == 2:
                masks[i][1 if other.x < tile.x else 2] |= 1 << j
                masks[i][3] |= 1 << j
    return tuple(Neighbours(*mask) for mask in masks)


@lru_cache(256)
def blocks(tiles: tuple[Spot, ...]) -> "Int64Array":
    """The neighbours of a stack as the kernels want them; made once, never written to."""
    from parlour.core.arrays import rows_of

    return rows_of(neighbours(tiles))


def free_tiles(tiles: tuple[Spot, ...], alive: int) -> int:
    """Mask of the tiles of `alive` with nothing on top and an open left or right side."""
    from parlour.games.stackdoku import compiled

    return compiled.free_tiles(blocks(tiles), alive)
