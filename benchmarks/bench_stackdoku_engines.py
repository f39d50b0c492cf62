"""How fast is the Sudoku engine under Stackdoku, beside three other programs?

Uniqueness checks on Sudokus from which no given can be spared, and unique Sudokus made. Ours go down to 27 givens, or
as near as the grid allows, with every digit given an odd number of times; the peers' have no such law to keep. Of
py-sudoku's only those count that do have one solution, and looking for that is not on its clock.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.options import counted, read_options
from benchmarks.peers import sudoku_engines as peers

from parlour.games.stackdoku import kit
from parlour.games.stackdoku.kernels.chance import shuffle
from parlour.games.stackdoku.kernels.puzzle import dig_pairs, full_grid
from parlour.games.stackdoku.kernels.solver import count_solutions
from parlour.games.stackdoku.levels.dealing import seeded
from parlour.games.stackdoku.levels.sudoku import solution_count, to_text

QUICK = {"puzzles": 200, "sample": 20, "seed": 2024}
FULL = {"puzzles": 1000, "sample": 200, "seed": 2024}
OURS_TIMES = 20
"""Ours is quick enough to be measured over so many rounds."""

Grid = NDArray[np.int64]


def minimal_puzzles(count: int, seed: int) -> list[Grid]:
    """Sudokus with one solution that lose it with any given."""
    random = seeded(seed)
    puzzles = []
    for _ in counted("making minimal puzzles", count):
        givens = dig_pairs(random, full_grid(random), 23)
        cells = np.arange(81)
        shuffle(random, cells)
        for cell in cells:
            digit = givens[cell]
            givens[cell] = 0
            if count_solutions(givens, 2) != 1:
                givens[cell] = digit
        puzzles.append(givens)
    return puzzles


def per_second(work: Callable[[], int]) -> float:
    """What `work` says it has done, by the second."""
    began = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - began)


def checks(puzzles: list[Grid], sample: int) -> dict[str, float]:
    texts = [to_text(puzzle) for puzzle in puzzles]

    def ours() -> int:
        return sum(count_solutions(puzzle, 2) == 1 for _ in range(OURS_TIMES) for puzzle in puzzles)

    def qqwing() -> int:
        return sum(count == 1 for count in peers.qqwing_counts(texts))

    def dokusan() -> int:
        return sum(peers.dokusan_is_unique(texts[number]) for number in counted("dokusan checks", sample))

    def py_sudoku() -> int:
        return sum(peers.py_sudoku_is_unique(texts[number]) for number in counted("py-sudoku checks", sample))

    return {work.__name__: per_second(work) for work in (ours, qqwing, dokusan, py_sudoku)}


def makes(count: int, sample: int, seed: int) -> dict[str, float]:
    def ours() -> int:
        random = seeded(seed)
        for _ in range(OURS_TIMES // 5 * count):
            dig_pairs(random, full_grid(random), 27)
        return OURS_TIMES // 5 * count

    def qqwing() -> int:
        peers.qqwing_make(count)
        return count

    def dokusan() -> int:
        return sum(peers.dokusan_makes() for _ in counted("dokusan makes", sample // 10))

    made: list[str] = []

    def py_sudoku() -> int:
        made.extend(peers.py_sudoku_make(number) for number in counted("py-sudoku makes", sample))
        return len(made)

    figures = {work.__name__: per_second(work) for work in (ours, qqwing, dokusan, py_sudoku)}
    unique = sum(solution_count(givens) == 1 for givens in made) / len(made)
    return figures | {"py_sudoku": unique * figures["py_sudoku"]}


def main() -> None:
    options = read_options(__doc__ or "", QUICK, FULL)
    kit.warm_rules()
    puzzles = minimal_puzzles(options.puzzles, options.seed)
    print("| a second | ours | qqwing | dokusan | py-sudoku | ours is ahead of the next by |")
    print("|---|---|---|---|---|---|")
    for name, figures in (
        ("uniqueness checks", checks(puzzles, options.sample)),
        ("unique Sudokus made", makes(options.puzzles, options.sample, options.seed)),
    ):
        first, *others = figures.values()
        told = " | ".join(f"{figure:.1f}" for figure in others)
        print(f"| {name} | {first:.0f} | {told} | {first / max(others):.1f} × |", flush=True)


if __name__ == "__main__":
    main()
