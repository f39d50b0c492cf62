"""How strong is the strongest bot of Dots and Boxes among three and four, beside uniform-playout MCTS at equal time?

One seat is ours, the others are the peer's; our seat rotates. The share is of games won, a shared win counting in part.
"""

import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.options import counted, read_options
from benchmarks.peers import uniform_mcts

from parlour.batch.arena import wilson
from parlour.core.bot import Thinking
from parlour.games.dots_and_boxes.bots import CLOCK_SHARE, MASTER, undrawn_lines
from parlour.games.dots_and_boxes.engine import shared_engine
from parlour.games.dots_and_boxes.kernels.constants import FULL as EMPTY_BOARD
from parlour.games.dots_and_boxes.rules import DotsAndBoxes, Options, dots_of

QUICK = {"games": 6, "seconds": 0.02, "seed": 7000}
FULL = {"games": 100, "seconds": 0.03, "seed": 7000}


def play(seats: int, ours: int, seconds: float, seed: int, clock: dict[bool, list[float]]) -> tuple[int, ...]:
    game = DotsAndBoxes()
    state = game.start(Options(), 0, seats)
    while game.outcome(state) is None:
        seat, began = state.turn, time.perf_counter()
        if seat == ours:
            line = MASTER.consider(state, seat, Thinking(seed, seconds)).line
        else:
            scores = game.scores(state)
            line = uniform_mcts.choose(undrawn_lines(state), seat, scores, seed + seat, seconds * CLOCK_SHARE)
        clock[seat == ours].append(time.perf_counter() - began)
        state = game.apply(state, seat, dots_of(line), 0)
    return game.scores(state)


def main() -> None:
    options = read_options(__doc__ or "", QUICK, FULL)
    shared_engine().warm()
    uniform_mcts.choose(EMPTY_BOARD, 0, (0, 0, 0), 1, 0.01)
    print("| players | games won | by each peer | times the fair share | boxes, ours and a peer's | seconds a move |")
    print("|---|---|---|---|---|---|")
    for seats in (3, 4):
        clock: dict[bool, list[float]] = {True: [], False: []}
        won, boxes = 0.0, 0
        for number in counted(f"{seats} players", options.games):
            ours = number % seats
            scores = play(seats, ours, options.seconds, options.seed + number, clock)
            boxes += scores[ours]
            won += (scores[ours] == max(scores)) / scores.count(max(scores))
        games, others = options.games, seats - 1
        low, high = wilson(won, games)
        print(
            f"| {seats} | {won:.1f} of {games} ({low:.0%} to {high:.0%}) | {(games - won) / others:.1f} "
            f"| {won / games * seats:.2f} | {boxes / games:.1f}, {(25 - boxes / games) / others:.1f} "
            f"| {statistics.mean(clock[True]):.4f}, {statistics.mean(clock[False]):.4f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
