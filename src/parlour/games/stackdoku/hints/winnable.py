"""Whether a level can still be won, and since when it cannot."""

from parlour.core.arrays import int64_zeros
from parlour.games.stackdoku.compiled import clearable
from parlour.games.stackdoku.hints.sayings import Winnable
from parlour.games.stackdoku.levels.dealing import level_arrays
from parlour.games.stackdoku.position import Position

ANSWERS: tuple[Winnable, ...] = ("no", "yes", "unknown")
"""By the number that the kernel answers with."""
CLEAR_POSITIONS = 4000
"""Positions of the stack that are looked at before the answer is unknown."""


def winnable(position: Position, budget: int = CLEAR_POSITIONS) -> Winnable:
    """Whether the level can still be won from here, or unknown after `budget` positions.

    All placements must agree with the solution and the stack must clear in pairs. The tray
    adds nothing: while placements agree, every held token has its true cell, so two slots
    can always be made free.
    """
    if position.mistakes:
        return "no"
    blocks, digits, _ = level_arrays(position.level)
    first = int64_zeros(1)
    return ANSWERS[clearable(blocks, digits, position.alive, budget, first)]


def undos_needed(position: Position) -> int:
    """How many undos take back the action that gave the level away; 0 where none is known to have done so."""
    done = position.done
    lengths = range(1, len(done) + 1)
    lost = (count for count in lengths if winnable(Position(position.level, done[:count])) == "no")
    return next((len(done) - count + 1 for count in lost), 0)
