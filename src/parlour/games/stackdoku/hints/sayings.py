"""What a hint says, as values: a code and its facts. Each interface puts them into its own words."""

from typing import Literal, TypeAlias

from msgspec import Struct

Winnable: TypeAlias = Literal["no", "yes", "unknown"]
"""Whether a level can still be won from a position."""
Technique: TypeAlias = Literal[
    "full-house",
    "hidden-single",
    "naked-single",
    "locked-candidates",
    "naked-pair",
    "naked-triple",
    "hidden-pair",
    "x-wing",
    "contradiction",
    "wrong-placement",
    "guess-free-line",
    "clearable-stack",
    "free-pair",
    "dead-end",
    "solution",
]
HintPlace: TypeAlias = Literal["look-at-unit", "look-at-placements", "look-at-stack", "look-at-layers", "grid-full"]
HintReason: TypeAlias = Literal[
    "full-house",
    "hidden-single",
    "naked-single",
    "locked-candidates",
    "naked-pair",
    "naked-triple",
    "hidden-pair",
    "x-wing",
    "struck-earlier",
    "cell-without-digit",
    "digit-without-cell",
    "wrong-placement",
    "guess-free-line",
    "clearable-stack",
    "free-pair",
    "tiles-stay-behind",
    "nothing-free",
    "solution-decides",
    "all-placed",
]
HintStep: TypeAlias = Literal["place", "remove", "undo-placement", "undo-removal", "nothing-left"]
Code: TypeAlias = HintPlace | HintReason | HintStep


class Saying(Struct, frozen=True, omit_defaults=True):
    """One sentence. Facts stand in the order in which the sentence needs them."""

    code: Code
    digits: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    """0..80, row by row"""
    units: tuple[int, ...] = ()
    """0..8 rows, 9..17 columns, 18..26 boxes. The first holds the reason, those after it lose the digit; of an
    X-wing two hold it and two lose it."""
    tiles: tuple[int, ...] = ()
    layers: tuple[int, ...] = ()
    """from 1, the ground"""
