"""The protocol of solvers, which look for the best line from a position of a game for one player."""

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
    """The score at the end of the line, including the points before it."""
    bound: int
    """An upper bound: no line scores more."""
    actions: tuple[Any, ...]
    """The actions from the position to the end of the game."""
    seconds: float
    iterations: int
    """The sum over all threads."""


class Solver(Protocol):
    """Finds lines. Holds no state of a match and may be asked from any thread."""

    def solve(self, state: Any, effort: Effort) -> Solution:
        """The best line from a state, which need not be the first; an empty line when the game is over."""
        ...
