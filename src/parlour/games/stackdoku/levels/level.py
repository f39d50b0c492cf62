"""The level as a value: what a deal gives, and what the certificate checker reads."""

from functools import cached_property
from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, Struct, structs

from parlour.core.session import Name
from parlour.games.stackdoku.stack import MOST_TILES, Spot

Difficulty: TypeAlias = Literal["easy", "medium", "hard", "expert"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
PlacementReason: TypeAlias = Literal["full-house", "box-single", "row-single", "column-single", "naked-single"]

EMPTY = "."
"""A cell without a digit, in the 81 characters of a grid."""

Halves: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Givens: TypeAlias = Annotated[str, Meta(pattern=r"^[1-9.]{81}$(?!\n)")]
Solution: TypeAlias = Annotated[str, Meta(pattern=r"^[1-9]{81}$(?!\n)")]


class Tile(Struct, frozen=True, forbid_unknown_fields=True):
    """One tile of the stack; x and y in half tiles, z in layers from the ground."""

    id: Annotated[int, Meta(ge=0, lt=MOST_TILES)]
    x: Halves
    y: Halves
    z: Halves
    digit: Annotated[int, Meta(ge=1, le=9)]


class Extent(Struct, frozen=True):
    """The edges of a stack in half tiles, and how many layers it has."""

    left: int
    top: int
    right: int
    bottom: int
    layers: int


class Placement(Struct, frozen=True, forbid_unknown_fields=True):
    """A token into a cell; row and col count from 0. `why` names what forces it."""

    digit: Annotated[int, Meta(ge=1, le=9)]
    row: Annotated[int, Meta(ge=0, le=8)]
    col: Annotated[int, Meta(ge=0, le=8)]
    why: PlacementReason


class Step(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One move of a certificate: either a pair of tile ids, or a placement."""

    pair: tuple[int, int] | None = None
    place: Placement | None = None


class Level(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A dealt level. The certificate is a complete guess-free game of it."""

    id: Name
    """difficulty-seed-g<generator>: the same id is the same level everywhere."""
    generator: int
    """Version of the way in which levels are dealt."""
    difficulty: Difficulty
    seed: int
    layout: Name
    tier: Annotated[int, Meta(ge=1, le=4)]
    """Logic that suffices: 1 full houses and box singles, 2 all singles, 3 + locked candidates, 4 + pairs, naked
    triples, X-wing."""
    givens: Givens
    """81 characters row by row, . for an empty cell."""
    solution: Solution
    tiles: Annotated[tuple[Tile, ...], Meta(max_length=MOST_TILES)]
    certificate: Annotated[tuple[Step, ...], Meta(max_length=200)] = ()

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """Where the tiles lie, by id."""
        return tuple(Spot(tile.x, tile.y, tile.z) for tile in self.tiles)

    @cached_property
    def extent(self) -> Extent:
        """Where the stack lies."""
        spots = self.spots or (Spot(0, 0, 0),)
        return Extent(
            left=min(spot.x for spot in spots),
            top=min(spot.y for spot in spots),
            right=max(spot.x for spot in spots) + 2,
            bottom=max(spot.y for spot in spots) + 2,
            layers=max(spot.z for spot in spots) + 1,
        )

    @property
    def unproved(self) -> "Level":
        """The level without its certificate, which tells the way through."""
        return structs.replace(self, certificate=())
