"""How long does the exact value of a Dots and Boxes position take?

Positions are random safe lines until so many are undrawn; the table is emptied before each, so none helps the next.
The peer, OpenSpiel's alpha-beta search, cannot reach these sizes: it is measured on small positions, ours on the same.
Times are of one core: seconds of the processor, which other work on the machine does not lengthen, and by the clock.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.options import counted, read_options
from benchmarks.peers import openspiel

from parlour.core.arrays import int64_zeros
from parlour.games.dots_and_boxes.engine import lines_in, new_table, safe_lines
from parlour.games.dots_and_boxes.kernels.constants import FULL as EMPTY_BOARD
from parlour.games.dots_and_boxes.kernels.constants import LIMIT, NODES, WORK
from parlour.games.dots_and_boxes.kernels.solver import best_lines, narrow
from parlour.games.dots_and_boxes.slices import MOST_STEPS

QUICK = {"positions": 3, "largest": 40, "seed": 424242}
FULL = {"positions": 15, "largest": 44, "seed": 424242}
SIZES = (36, 40, 42, 44)
SMALL = (6, 8)
SMALL_POSITIONS = 5


def safe_position(undrawn_lines: int, rng: random.Random) -> int:
    """Random safe lines only, begun again when none is left."""
    while True:
        undrawn = EMPTY_BOARD
        while undrawn.bit_count() > undrawn_lines:
            safe = safe_lines(undrawn)
            if not safe:
                break
            undrawn &= ~(1 << rng.choice(safe))
        else:
            return undrawn


def random_position(undrawn_lines: int, rng: random.Random) -> int:
    return sum(1 << line for line in rng.sample(range(60), undrawn_lines))


@dataclass(frozen=True)
class Spent:
    """What a piece of work took."""

    core: float
    clock: float


def spent_on(work: Callable[[], object]) -> Spent:
    core, clock = time.thread_time(), time.perf_counter()
    work()
    return Spent(time.thread_time() - core, time.perf_counter() - clock)


class Solver:
    """Ours, with an empty table for each position."""

    def __init__(self) -> None:
        self.table, self.work, self.bounds = new_table(256), int64_zeros(WORK), int64_zeros(2)

    def margin(self, undrawn: int) -> Spent:
        """The time to the margin alone; it stands in bounds[0]."""
        self.table[:] = 0
        self.work[:] = 0
        self.work[LIMIT] = MOST_STEPS
        return spent_on(lambda: narrow(undrawn, 0, self.bounds, self.table, self.work))

    def best(self, undrawn: int) -> Spent:
        """The further time to all best lines."""
        return spent_on(lambda: best_lines(undrawn, int(self.bounds[0]), self.table, self.work))


def beside_the_peer(solver: Solver, rng: random.Random) -> None:
    print("| undrawn | ours | OpenSpiel's alpha-beta | ours is faster by |\n|---|---|---|---|")
    for size in SMALL:
        ours, peers = [], []
        for _ in counted(f"{size} undrawn, both", SMALL_POSITIONS):
            undrawn = random_position(size, rng)
            ours.append(solver.margin(undrawn).core)
            drawn = lines_in(EMPTY_BOARD & ~undrawn)
            began = time.thread_time()
            assert openspiel.solve(drawn) == solver.bounds[0], "the two solvers differ"
            peers.append(time.thread_time() - began)
        mine, other = statistics.median(ours), statistics.median(peers)
        print(f"| {size} | {mine * 1e6:.0f} µs | {other:.3f} s | {other / mine:,.0f} × |", flush=True)


def by_size(solver: Solver, rng: random.Random, size: int, positions: int) -> None:
    margins, both, nodes = [], [], []
    for _ in counted(f"{size} undrawn", positions):
        undrawn = safe_position(size, rng)
        margins.append(solver.margin(undrawn))
        nodes.append(int(solver.work[NODES]))
        both.append(margins[-1].core + solver.best(undrawn).core)
    core, clock = ([getattr(margin, kind) for margin in margins] for kind in ("core", "clock"))
    print(
        f"| {size} | {positions} | {statistics.median(core):.3f} s | {max(core):.3f} s "
        f"| {statistics.median(clock):.3f} s | {statistics.median(both):.3f} s | {statistics.median(nodes):,.0f} |",
        flush=True,
    )


def main() -> None:
    options = read_options(__doc__ or "", QUICK, FULL)
    solver, rng = Solver(), random.Random(options.seed)
    solver.margin(0b111)
    solver.best(0b111)
    beside_the_peer(solver, rng)
    print("\n| undrawn | positions | margin: median | longest | by the clock | with all best lines | nodes, median |")
    print("|---|---|---|---|---|---|---|")
    for size in SIZES:
        if size <= options.largest:
            by_size(solver, rng, size, options.positions)


if __name__ == "__main__":
    main()
