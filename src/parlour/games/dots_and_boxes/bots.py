"""Five levels of play. The engine is loaded when a bot is first asked, not when bots are listed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parlour.core.bot import Thinking
from parlour.core.game import Seat
from parlour.core.mulberry32 import below, mulberry32
from parlour.games.dots_and_boxes.rules import DotsAndBoxes, Draw, Line, State, dots_of

if TYPE_CHECKING:
    from parlour.games.dots_and_boxes.engine import Choice

PERCENT = 100
CLOCK_SHARE = 0.95
"""Part of the time given that is planned with; the rest is for what cannot be interrupted."""


def undrawn_lines(state: State) -> int:
    """The position as the engine takes it: bit n is set while line n is undrawn."""
    return sum(1 << line for line, owner in enumerate(state.lines) if owner is None)


@dataclass(frozen=True)
class Habit:
    """Plays by habit and thinks no move ahead, with any number of players."""

    level: str
    takes: int
    """How often, of a hundred times, it takes a box that is offered."""
    cares: int
    """How often, of a hundred times, it looks for the line that offers the next player the fewest boxes."""

    def choose(self, state: State, seat: Seat, thinking: Thinking) -> Draw:
        from parlour.games.dots_and_boxes.engine import captures_in, least_gifts, lines_in

        numbers = mulberry32(thinking.seed)
        undrawn = undrawn_lines(state)
        lines = lines_in(undrawn)
        captures = captures_in(undrawn)
        if captures and _happens(self.takes, numbers):
            lines = captures
        elif _happens(self.cares, numbers):
            lines = least_gifts(undrawn)
        return dots_of(_one_of(lines, numbers))


@dataclass(frozen=True)
class Thinker:
    """Searches: exactly when few lines are left, by simulated games before; with three or four, each for themselves.

    Without seconds, its own or given, it reads no clock, and the same seed gives the same answer.
    """

    level: str
    simulations: int | None
    exact_lines: int
    """Up to so many undrawn lines an exact answer is sought, with two players."""
    seconds: float | None

    def choose(self, state: State, seat: Seat, thinking: Thinking) -> Draw:
        return dots_of(self.consider(state, seat, thinking).line)

    def consider(self, state: State, seat: Seat, thinking: Thinking) -> "Choice":
        """The line to draw, and what it rests on."""
        from parlour.games.dots_and_boxes.engine import shared_engine
        from parlour.games.dots_and_boxes.tree import Limit

        given = self.seconds if thinking.seconds is None else thinking.seconds
        limit = Limit(None if given is None else given * CLOCK_SHARE, self.simulations, thinking.stop)
        undrawn, scores = undrawn_lines(state), DotsAndBoxes().scores(state)
        if state.seats > 2:
            return shared_engine().choose_many(undrawn, seat, scores, seed=thinking.seed, limit=limit)
        lead = scores[seat] - scores[1 - seat]
        return shared_engine().choose(undrawn, lead, seed=thinking.seed, limit=limit, exact_lines=self.exact_lines)


NOVICE = Habit("novice", takes=60, cares=0)
CASUAL = Habit("casual", takes=80, cares=35)
SKILLED = Habit("skilled", takes=100, cares=100)
EXPERT = Thinker("expert", simulations=300, exact_lines=20, seconds=None)
MASTER = Thinker("master", simulations=None, exact_lines=44, seconds=1.0)
LEVELS = (NOVICE, CASUAL, SKILLED, EXPERT, MASTER)


def _happens(percent: int, numbers: Iterator[int]) -> bool:
    return below(next(numbers), PERCENT) < percent


def _one_of(lines: tuple[Line, ...], numbers: Iterator[int]) -> Line:
    return lines[below(next(numbers), len(lines))]
