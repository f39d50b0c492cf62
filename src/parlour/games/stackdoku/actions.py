"""What a player can do in Stackdoku."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

TileId: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Digit: TypeAlias = Annotated[int, Meta(ge=1, le=9)]
Coordinate: TypeAlias = Annotated[int, Meta(ge=0, le=8)]


class Remove(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="remove"):
    """Take two free tiles with the same digit off the stack, in either order."""

    a: TileId
    b: TileId


class Place(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="place"):
    """Put a token of this digit from the tray into a cell; row and column count from 0."""

    digit: Digit
    row: Coordinate
    col: Coordinate

    @property
    def cell(self) -> int:
        """0..80, row by row."""
        return 9 * self.row + self.col


class Undo(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="undo"):
    """Take back the last removal or placement."""


class Rescue(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="rescue"):
    """Blocked and without an undo: give a life to go back to the last position that can be won."""


class Restart(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="restart"):
    """The same level from its start."""


class AskHint(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="hint"):
    """Where to look; asked again, why; asked once more, what."""


class AskWinnable(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="winnable"):
    """Whether the level can still be won from here."""


Done: TypeAlias = Remove | Place
"""What counts as an action, and what an undo takes back."""
Action: TypeAlias = Remove | Place | Undo | Rescue | Restart | AskHint | AskWinnable
