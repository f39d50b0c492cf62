"""What is shown of a hint: as much as was asked for, step by step.

Hints are found by kernels: they are imported by the first view, not with the rules.
"""

from msgspec import Struct

from parlour.games.stackdoku.actions import Place, Remove
from parlour.games.stackdoku.hints.sayings import Saying, Technique, Winnable
from parlour.games.stackdoku.position import Position

HINT_STEPS = 3
"""Where to look, why, what."""


class HintView(Struct, frozen=True):
    """As much of a hint as was asked for."""

    step: int
    """1 where, 2 why, 3 what."""
    where: Saying
    why: tuple[Saying, ...]
    what: Saying | None
    techniques: tuple[Technique, ...]
    area: tuple[int, ...]
    """Cells to look at."""
    cells: tuple[int, ...]
    """Cells that carry the reason."""
    place: Place | None
    remove: Remove | None


def shown_hint(position: Position, step: int) -> HintView | None:
    """The hint for a position as far as this step; None at step 0."""
    from parlour.games.stackdoku.hints.hint import hint

    if not step:
        return None
    found = hint(position)
    why, what = step >= 2, step >= HINT_STEPS
    return HintView(
        step=step,
        where=found.where,
        why=found.why if why else (),
        what=found.what if what else None,
        techniques=found.techniques if why else (),
        area=found.area,
        cells=found.cells if why else (),
        place=found.place if what else None,
        remove=found.remove if what else None,
    )


def undos_told(position: Position, step: int, winnable: Winnable | None) -> int:
    """How many undos lead back to where the level may be won; 0 until it was told that it cannot be from here."""
    from parlour.games.stackdoku.hints.hint import hint

    return hint(position).undos if winnable == "no" or step >= HINT_STEPS else 0
