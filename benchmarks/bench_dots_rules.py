"""How fast are the rules of Dots and Boxes: whole random games, beside OpenSpiel's through its Python API?

OpenSpiel is asked in the two ways its API has: a loop in Python over its C++ states, and its C++ random rollouts.
"""

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.options import read_options
from benchmarks.peers import openspiel

from parlour.core.arrays import int64_zeros
from parlour.games.dots_and_boxes.kernels.board import random_playout, random_playouts
from parlour.games.dots_and_boxes.kernels.constants import FULL as EMPTY_BOARD
from parlour.games.dots_and_boxes.kernels.constants import LINES
from parlour.games.dots_and_boxes.rules import DotsAndBoxes, Options
from parlour.games.dots_and_boxes.tree import random_state

QUICK = {"seconds": 1.0}
FULL = {"seconds": 5.0}
BATCH = 200


def per_second(games: Callable[[], object], count: int, seconds: float) -> float:
    """Games a second, when each call plays so many."""
    games()
    began = time.perf_counter()
    played = 0
    while (passed := time.perf_counter() - began) < seconds:
        games()
        played += count
    return played / passed


def by_the_rules(rng: random.Random) -> None:
    """One game through the contract: legal_actions and apply, frozen states."""
    game = DotsAndBoxes()
    state = game.start(Options(), 0, 2)
    while legal := game.legal_actions(state, state.turn):
        state = game.apply(state, state.turn, rng.choice(legal), 0)


def main() -> None:
    options = read_options(__doc__ or "", QUICK, FULL)
    seconds, rng = options.seconds, random.Random(1)
    scores, order, state = int64_zeros(2), int64_zeros(LINES), random_state(3)
    loop = per_second(lambda: openspiel.random_game(rng), 1, seconds)
    rollouts = per_second(lambda: openspiel.rollouts(BATCH), BATCH, seconds)
    batch = per_second(lambda: random_playouts(EMPTY_BOARD, BATCH, scores, state), BATCH, seconds)
    single = per_second(lambda: random_playout(EMPTY_BOARD, 0, scores, order, state), 1, seconds)
    rules = per_second(lambda: by_the_rules(rng), 1, seconds)
    print("| random games a second | | times OpenSpiel's rollouts in C++ | times its states in a Python loop |")
    print("|---|---|---|---|")
    for name, rate in (
        (f"ours, {BATCH} a call from Python", batch),
        ("ours, one a call from Python", single),
        ("ours, line by line through the rules (pure Python)", rules),
        (f"OpenSpiel, {BATCH} C++ rollouts a call from Python", rollouts),
        ("OpenSpiel, line by line from Python", loop),
    ):
        print(f"| {name} | {rate:,.0f} | {rate / rollouts:.2f} | {rate / loop:.2f} |")


if __name__ == "__main__":
    main()
