"""OpenSpiel's Dots and Boxes and its search, asked in our words. Install it by: make bench"""

import random
import sys
from collections.abc import Sequence

try:
    import pyspiel
except ImportError:
    sys.exit("the peer is OpenSpiel: make bench installs it, or: uv pip install -r requirements-bench.lock")

from parlour.games.dots_and_boxes.rules import LINES, SIDE, STRIDE, DotsAndBoxes, Line, Options, dots_of

EXPLORATION = 2.0
"""What OpenSpiel's own examples search with."""
MEGABYTES = 1000
ENDLESS = 1 << 30

GAME = pyspiel.load_game("dots_and_boxes(num_rows=5,num_cols=5)")
MARGIN_GAME = pyspiel.load_game("dots_and_boxes(num_rows=5,num_cols=5,utility_margin=true)")


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


def random_game(rng: random.Random) -> None:
    """One game from Python, a state of C++ at a time."""
    state = GAME.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))


def rollouts(count: int) -> None:
    """So many games in C++, from one call: a search of one simulation, whose leaf is played out so many times."""
    evaluator = pyspiel.RandomRolloutEvaluator(count, 1)
    pyspiel.MCTSBot(GAME, evaluator, EXPLORATION, 1, MEGABYTES, False, 1, False).step(GAME.new_initial_state())


def solve(drawn: Sequence[Line]) -> float:
    """The margin of the side to move from here on, by OpenSpiel's alpha-beta search."""
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    game = DotsAndBoxes()
    ours, theirs = game.start(Options(), 0, 2), MARGIN_GAME.new_initial_state()
    for line in drawn:
        ours = game.apply(ours, ours.turn, dots_of(line), 0)
        theirs.apply_action(action_of(line))
    mover = theirs.current_player()
    value, _ = alpha_beta_search(MARGIN_GAME, theirs, maximizing_player_id=mover)
    scores = game.scores(ours)
    lead = scores[mover] - scores[1 - mover]
    return float(value - lead)
