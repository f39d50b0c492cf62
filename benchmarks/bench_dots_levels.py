"""Is each level of Dots and Boxes clearly better than the one below it? Each is the other's peer.

With two players the stronger meets the weaker; with three and four, one of the stronger meets several of the weaker.
"""

import sys
import time
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.options import counted, read_options

from parlour.batch.arena import play_games, standings
from parlour.core.bot import Bot
from parlour.games.dots_and_boxes import kit

QUICK = {"games": 10, "seconds": 0.05, "seed": 5000}
FULL = {"games": 100, "seconds": 0.1, "seed": 5000}


def main() -> None:
    options = read_options(__doc__ or "", QUICK, FULL)
    kit.warm_engine()
    print(f"The strongest level thinks {options.seconds} s a move at most.\n")
    print("| players | stronger | weaker | games won | share (95 %) | times the fair share | margin | seconds a game |")
    print("|---|---|---|---|---|---|---|---|")
    for seats in (2, 3, 4):
        for weaker, stronger in pairwise(kit.bots):
            entrants: list[Bot] = [stronger] + [weaker for _ in range(seats - 1)]
            rounds = play_games(kit, entrants, options.games, seconds=options.seconds, seed=options.seed)
            began = time.perf_counter()
            label = f"{stronger.level} and {weaker.level}, {seats} players"
            first, *_ = standings(entrants, [next(rounds) for _ in counted(label, options.games)])
            low, high = first.share_interval
            print(
                f"| {seats} | {stronger.level} | {weaker.level} | {first.points:.1f} of {first.games} "
                f"| {first.share:.0%} ({low:.0%} to {high:.0%}) | {first.share * seats:.2f} "
                f"| {first.margin:+.1f} | {(time.perf_counter() - began) / options.games:.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
