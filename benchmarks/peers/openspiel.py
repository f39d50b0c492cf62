"""OpenSpiel's Dots and Boxes and its search, asked in our words. Install it by: make bench"""

import sys

try:
    import pyspiel
except ImportError:
    sys.exit("the peer is OpenSpiel: make bench installs it, or: uv pip install -r requirements-bench.lock")

from parlour.games.dots_and_boxes.rules import LINES, SIDE, STRIDE, Line

EXPLORATION = 2.0
"""What OpenSpiel's own examples search with."""
MEGABYTES = 1000
ENDLESS = 1 << 30

GAME = pyspiel.load_game("dots_and_boxes(num_rows=5,num_cols=5)")


def action_of(line: Line) -> int:
    """OpenSpiel counts all horizontal lines first."""
    row, rest = divmod(line, STRIDE)
    return row * SIDE + rest if rest < SIDE else 30 + row * (SIDE + 1) + rest - SIDE


LINE_OF_ACTION = {action_of(line): line for line in range(LINES)}


class Mcts:
    """OpenSpiel's C++ MCTSBot with random rollouts and its solver, by the clock. Follows one game."""

    def __init__(self, seconds: float, seed: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        self._bot = pyspiel.MCTSBot(
            GAME, evaluator, EXPLORATION, ENDLESS, MEGABYTES, True, seed, False, max_wall_clock_time=seconds
        )
        self._state = GAME.new_initial_state()

    def see(self, line: Line) -> None:
        """Somebody drew a line."""
        self._state.apply_action(action_of(line))

    def choose(self) -> Line:
        """Its line."""
        return LINE_OF_ACTION[self._bot.step(self._state)]

    @property
    def to_move(self) -> int:
        """The seat to move, by OpenSpiel's rules."""
        return int(self._state.current_player())
