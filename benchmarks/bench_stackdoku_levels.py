"""Are Stackdoku's levels proved, different from each other, and dealt in time?

Levels on fresh seeds, in equal parts over the difficulties. Each is replayed by the certificate checker, which has its
own solver; qqwing counts the solutions of every Sudoku, py-sudoku and dokusan look at a sample.
"""

import sys
import time
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.options import counted, read_options
from benchmarks.peers.sudoku_engines import dokusan_is_unique, py_sudoku_is_unique, qqwing_counts

from parlour.games.stackdoku import kit
from parlour.games.stackdoku.levels.certificate import check
from parlour.games.stackdoku.levels.dealing import deal
from parlour.games.stackdoku.levels.level import DIFFICULTIES, Difficulty, Level

QUICK = {"levels": 200, "sample": 8, "seed": 2_000_000}
FULL = {"levels": 10_000, "sample": 400, "seed": 1_000_000}


class Deals(NamedTuple):
    """Levels, and how long each took on the clock and of the processor."""

    levels: list[Level]
    waited: list[float]
    worked: list[float]


def timed_deals(difficulty: Difficulty, seeds: range) -> Deals:
    deals = Deals([], [], [])
    for number in counted(f"dealing {difficulty}", len(seeds)):
        waited, worked = time.perf_counter(), time.process_time()
        deals.levels.append(deal(difficulty, seeds[number]))
        deals.worked.append(time.process_time() - worked)
        deals.waited.append(time.perf_counter() - waited)
    return deals


def percentiles(seconds: list[float]) -> str:
    p50, p99, p100 = 1e3 * np.percentile(seconds, [50, 99, 100])
    return f"{p50:.0f} / {p99:.0f} / {p100:.0f} ms"


def accepted(levels: list[Level]) -> int:
    """How many certificates the checker accepts."""
    return sum(check(levels[number]).ok for number in counted(f"checking {levels[0].difficulty}", len(levels)))


def as_played(level: Level) -> tuple[object, ...]:
    """What makes two levels the same to a player."""
    return level.givens, level.solution, level.tiles


def main() -> None:
    options = read_options(__doc__ or "", QUICK, FULL)
    kit.warm_rules()
    each = options.levels // len(DIFFICULTIES)
    every: list[Level] = []
    print("| difficulty | levels | a second | wait: p50 / p99 / p100 | processor time | accepted | layouts |")
    print("|---|---|---|---|---|---|---|")
    for difficulty in DIFFICULTIES:
        levels, waited, worked = timed_deals(difficulty, range(options.seed, options.seed + each))
        (most, often), *_, (least, seldom) = Counter(level.layout for level in levels).most_common()
        print(
            f"| {difficulty} | {each} | {each / sum(waited):.1f} | {percentiles(waited)} | {percentiles(worked)} "
            f"| {accepted(levels)} | {least} {seldom / each:.0%} to {most} {often / each:.0%} |",
            flush=True,
        )
        every += levels
    print()
    print(f"different levels: {len(set(map(as_played, every)))} of {len(every)}")
    unique = sum(count == 1 for count in qqwing_counts([level.givens for level in every]))
    print(f"one solution by qqwing: {unique} of {len(every)}", flush=True)
    sample = list(islice(every, 0, None, max(1, len(every) // options.sample)))
    for name, is_unique in (("py-sudoku", py_sudoku_is_unique), ("dokusan", dokusan_is_unique)):
        found = sum(is_unique(sample[number].givens) for number in counted(name, len(sample)))
        print(f"one solution by {name}: {found} of a sample of {len(sample)}", flush=True)


if __name__ == "__main__":
    main()
