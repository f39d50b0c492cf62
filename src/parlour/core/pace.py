"""How fast somebody played, to tell a hand from a program.

A gap is the time from the entry before, whoever's it is, to an action: what a player had for it. A hand needs some time
for each action, a kit may say how much. Five actions in a row that took less than a hand needs for the five are a fast
run; moves that a bad network kept back and delivers together are seldom as many, and follow a pause. docs/FAIRNESS.md
says what that finds and what it does not.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from operator import lt
from statistics import median

from msgspec import Struct

from parlour.core.game import Seat
from parlour.core.session import AnySession
from parlour.core.waiting import without_waiting

HAND_MS = 100
"""The least time that a hand needs for an action (a tap), unless the game gives another."""
RUN = 5
"""Actions in a row that are measured together."""
FEWEST_ACTIONS = 10
"""A player with fewer actions is not judged."""
MOST_FAST_RUNS = 0.25
"""A player with a greater share of fast runs was too fast for a hand."""


class Pace(Struct, frozen=True):
    """How fast one seat played."""

    actions: int
    """The number of actions that the seat tried, refused ones too."""
    median_ms: int
    """The median of the gaps before its actions."""
    fast_runs: float
    """The share of runs that took less than a hand needs: 0 to 1."""

    @property
    def too_fast(self) -> bool:
        """Whether the seat played faster than a hand can."""
        return self.actions >= FEWEST_ACTIONS and self.fast_runs > MOST_FAST_RUNS


def pace_of(session: AnySession, seat: Seat, needs_ms: Mapping[type[Struct], int]) -> Pace:
    """The pace of a seat. `needs_ms` is the least time of a hand by type of action; HAND_MS for types that are left
    out."""
    played = without_waiting(session).entries
    times = [entry.at_ms for entry in played]
    own = [
        (entry.at_ms - before, needs_ms.get(type(entry.action), HAND_MS))
        for before, entry in zip((0, *times), played, strict=False)
        if entry.seat == seat
    ]
    if not own:
        return Pace(0, 0, 0.0)
    return Pace(len(own), round(median(gap for gap, _ in own)), _fast_runs(own))


def _fast_runs(own: Sequence[tuple[int, int]]) -> float:
    # What was left over by each action on: a run took less than a hand needs if less was left after than before it.
    spare = [0, *accumulate(gap - needs for gap, needs in own)]
    runs = len(own) - RUN + 1
    return sum(map(lt, spare[RUN:], spare)) / runs if runs > 0 else 0.0
