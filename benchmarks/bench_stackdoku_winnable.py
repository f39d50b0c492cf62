"""How long does a player wait for "can it still be won?" and for a hint?

In every position of games on fresh levels: true placements in random order, with a few that the rules allow but the
solution does not. There is no peer: no other program answers for this game.
"""

import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.options import counted, read_options
from tests.games.stackdoku.strategies import play

from parlour.games.stackdoku import kit
from parlour.games.stackdoku.hints.hint import hint
from parlour.games.stackdoku.hints.winnable import winnable
from parlour.games.stackdoku.levels.dealing import deal
from parlour.games.stackdoku.levels.level import DIFFICULTIES

QUICK = {"levels": 8, "wrong": 2, "seed": 6_000_000}
FULL = {"levels": 200, "wrong": 2, "seed": 5_000_000}


def percentiles(seconds: list[float]) -> str:
    p50, p99, p100 = 1e3 * np.percentile(seconds, [50, 99, 100])
    return f"{p50:.2f} / {p99:.2f} / {p100:.2f} ms"


def main() -> None:
    options = read_options(__doc__ or "", QUICK, FULL)
    kit.warm_rules()
    print("| difficulty | positions | winnable: p50 / p99 / p100 | answers | hint: p50 / p99 / p100 | hints |")
    print("|---|---|---|---|---|---|")
    for difficulty in DIFFICULTIES:
        answers, kinds = Counter[str](), Counter[str]()
        answering, hinting = [], []
        for number in counted(difficulty, options.levels):
            level = deal(difficulty, options.seed + number)
            for position in play(level.unproved, number, options.wrong):
                began = time.perf_counter()
                answer = winnable(position)
                between = time.perf_counter()
                said = hint(position)
                hinting.append(time.perf_counter() - between)
                answering.append(between - began)
                answers[answer] += 1
                kinds[said.kind] += 1
        print(
            f"| {difficulty} | {len(hinting)} | {percentiles(answering)} | {told(answers)} "
            f"| {percentiles(hinting)} | {told(kinds)} |",
            flush=True,
        )


def told(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.most_common())


if __name__ == "__main__":
    main()
