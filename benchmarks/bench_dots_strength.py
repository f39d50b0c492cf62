"""How strong is the strongest bot of Dots and Boxes, beside OpenSpiel's MCTS with ten times its time?

Seats alternate. Then the audit: from the first move of each game that our bot held for proven on, every move of ours is
judged by an exact solver of its own without a clock, and the boxes that were lost are counted.
"""

import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.options import counted, read_options
from benchmarks.peers.openspiel import Mcts

from parlour.batch.arena import wilson
from parlour.core.bot import Thinking
from parlour.games.dots_and_boxes.bots import MASTER, undrawn_lines
from parlour.games.dots_and_boxes.engine import Engine, shared_engine
from parlour.games.dots_and_boxes.kernels.board import completed
from parlour.games.dots_and_boxes.rules import DotsAndBoxes, Options, dots_of

HANDICAP = 10
QUICK = {"games": 4, "seconds": 0.03, "seed": 9000}
FULL = {"games": 200, "seconds": 0.02, "seed": 31000}


@dataclass
class Played:
    """One game, as our seat saw it."""

    margin: int
    moves: list[tuple[int, int]]
    """Our proven moves and all that followed them: the undrawn lines before, and the line."""
    our_seconds: list[float]
    peer_seconds: list[float]


def play(ours: int, seconds: float, seed: int) -> Played:
    game = DotsAndBoxes()
    state = game.start(Options(), 0, 2)
    peer = Mcts(seconds * HANDICAP, seed)
    played = Played(0, [], [], [])
    proven = False
    while game.outcome(state) is None:
        seat = state.turn
        assert peer.to_move == seat, "the two rulebooks differ"
        began = time.perf_counter()
        if seat == ours:
            choice = MASTER.consider(state, seat, Thinking(seed, seconds))
            line = choice.line
            played.our_seconds.append(time.perf_counter() - began)
            proven = proven or choice.exact
            if proven:
                played.moves.append((undrawn_lines(state), line))
        else:
            line = peer.choose()
            played.peer_seconds.append(time.perf_counter() - began)
        peer.see(line)
        state = game.apply(state, seat, dots_of(line), 0)
    scores = game.scores(state)
    played.margin = scores[ours] - scores[1 - ours]
    return played


def lost_boxes(judge: Engine, undrawn: int, line: int) -> int:
    """How much a line falls short of the best."""
    before = judge.evaluate(undrawn, None)
    boxes = int(completed(undrawn, line))
    after = judge.evaluate(undrawn & ~(1 << line), None).low
    return before.low - (boxes + after if boxes else -after)


def main() -> None:
    options = read_options(__doc__ or "", QUICK, FULL)
    shared_engine().warm()
    games = [play(number % 2, options.seconds, options.seed + number) for number in counted("games", options.games)]
    judge = Engine()
    audited = [[lost_boxes(judge, *move) for move in games[number].moves] for number in counted("audit", len(games))]
    won = sum(game.margin > 0 for game in games)
    low, high = wilson(won, len(games))
    ours = [seconds for game in games for seconds in game.our_seconds]
    peers = [seconds for game in games for seconds in game.peer_seconds]
    margins = [game.margin for game in games]
    print("| | master | OpenSpiel's MCTS |\n|---|---|---|")
    print(
        f"| games won of {len(games)} | {won} ({won / len(games):.1%}; {low:.1%} to {high:.1%}) | {len(games) - won} |"
    )
    print(f"| mean margin in boxes | {statistics.mean(margins):+.1f} | {-statistics.mean(margins):+.1f} |")
    print(f"| worst margin | {min(margins):+d} | {-max(margins):+d} |")
    print(f"| seconds a move, mean | {statistics.mean(ours):.4f} | {statistics.mean(peers):.4f} |")
    print(f"| seconds a move, longest | {max(ours):.4f} | {max(peers):.4f} |")
    total = sum(map(len, audited))
    print(f"\nAudit: {total} moves from the first proven one of each game on, {sum(map(sum, audited))} boxes lost.")


if __name__ == "__main__":
    main()
