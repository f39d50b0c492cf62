"""A hint: what to pick next. Each pick is played to the end by a plan that a person could follow; the best is told."""

from collections.abc import Sequence

from msgspec import Struct

from parlour.core.game import Seat
from parlour_windfall.rules import Ask, Cell, Column, Pick, State, groups, pick_at, without, worth


class Advice(Struct, frozen=True):
    pick: Pick
    count: int
    """How many go at once."""


class WindfallAdviser:
    asking: Struct = Ask()

    def advise(self, state: State, seat: Seat) -> Advice | None:
        found = list(groups(state.columns))
        if not found:
            return None
        best = max(found, key=lambda group: (played_out(state.columns, group), sorted(group)))
        return Advice(pick_at(min(best)), len(best))


def played_out(columns: Sequence[Column], group: frozenset[Cell] | None) -> int:
    """The points of a pick and all after it: always the smallest group whose kind is not the most frequent one's."""
    points = 0
    while group is not None:
        columns = without(columns, group)
        points += worth(len(group), columns)
        group = _next(columns)
    return points


def _next(columns: Sequence[Column]) -> frozenset[Cell] | None:
    fruit = "".join(columns)
    saved = max(sorted(set(fruit)), key=fruit.count, default="")
    found = list(groups(columns))
    others = [group for group in found if columns[min(group)[0]][min(group)[1]] != saved]
    return min(others or found, key=lambda group: (len(group), sorted(group)), default=None)
