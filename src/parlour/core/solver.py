"""The protocol of solvers: the best line that can be found from a position of a game for one."""

from dataclasses import dataclass
from typing import Any, Protocol

from msgspec import Struct

from parlour.core.bot import Stop


@dataclass(frozen=True)
class Effort:
    """What a solver may use up before it answers."""

    seed: int = 0
    """The only source of chance: the same seed, position and number of iterations give the same line."""
    seconds: float | None = None
    """Time by the clock; None for no limit."""
    iterations: int | None = None
    """Steps of each thread, of the solver's own kind; None for no limit. One of the two limits is given."""
    threads: int = 1
    stop: Stop | None = None


class Solution(Struct, frozen=True):
    """The best line that was found from a position."""

    score: int
    """At the end of the line, the points so far included."""
    bound: int
    """No line scores more."""
    actions: tuple[Any, ...]
    """From the position to the end."""
    seconds: float
    iterations: int
    """All threads' together."""


class Solver(Protocol):
    """Finds lines. Holds no state of a match and may be asked from any thread."""

    def solve(self, state: Any, effort: Effort) -> Solution:
        """The best line from any state, the first as well as a later one; when the game is over, an empty one."""
        ...
