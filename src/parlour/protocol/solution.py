"""The answer to a request for the best line from the start of a match for one."""

from msgspec import Struct

from parlour.core.errors import MalformedInput
from parlour.core.kit import Kit
from parlour.core.replay import begin_as
from parlour.core.session import AnySession
from parlour.core.solver import Effort
from parlour.protocol.analysis import Computed
from parlour.protocol.times import SOLUTION_S


class MatchSolution(Struct, frozen=True):
    """What the game's solver finds for a match in a moment, whatever was played."""

    score: int
    """The score of the best line that was found."""
    bound: int
    """No line scores more."""
    computed: Computed


def is_solvable(kit: Kit, seats: int) -> bool:
    """Whether matches of a game with so many seats have a solver: it plays alone."""
    return kit.solver is not None and seats == 1


def solution_of(kit: Kit, session: AnySession, computed: Computed) -> MatchSolution:
    """Solve a match from its start, with its seed as the solver's; MalformedInput if no solver plays it."""
    if kit.solver is None or not is_solvable(kit, session.seats):
        raise MalformedInput(f"no solver plays this match of {kit.game.id}")
    start = begin_as(kit.game, session).state
    found = kit.solver.solve(start, Effort(session.seed, SOLUTION_S))
    return MatchSolution(found.score, found.bound, computed)
