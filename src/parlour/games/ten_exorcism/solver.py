"""The strongest line that can be found from a position, in any mode: a solver plays without a clock."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from parlour.core.solver import Effort, Solution
from parlour.games.ten_exorcism.endgame import exact_line
from parlour.games.ten_exorcism.rules import Rectangle, Select, State, exorcise, ghosts_in

MOST_THREADS = 1024


@dataclass(frozen=True, slots=True)
class Best:
    """The best line that was found for a board."""

    freed: int
    bound: int
    """No line frees more."""
    line: list[Rectangle]
    iterations: int


class TenExorcismSolver:
    """Small positions exactly; in others, whole lines are annealed, by each thread for itself."""

    def solve(self, state: State, effort: Effort) -> Solution:
        began = time.perf_counter()
        if state.ended is not None:
            return Solution(state.score, state.score, (), time.perf_counter() - began, 0)
        best = best_line(state.board, effort)
        return Solution(
            score=state.score + best.freed,
            bound=state.score + best.bound,
            actions=tuple(Select(*rectangle) for rectangle in best.line),
            seconds=time.perf_counter() - began,
            iterations=best.iterations,
        )


def best_line(board: bytes, effort: Effort) -> Best:
    """The best line of all threads."""
    began = time.perf_counter()
    exact = exact_line(board)
    if exact is not None:
        freed = _freed(board, exact)
        return Best(freed, freed, exact, 0)

    from parlour.games.ten_exorcism.packing import packing_of
    from parlour.games.ten_exorcism.search import Search

    packing = packing_of(board)

    def search(number: int) -> Search:
        found = Search(board, packing, effort.seed * MOST_THREADS + number)
        left = None if effort.seconds is None else max(0.0, effort.seconds - (time.perf_counter() - began))
        found.run(left, effort.iterations, effort.stop)
        return found

    if effort.threads == 1:
        searches = [search(0)]
    else:
        with ThreadPoolExecutor(effort.threads) as pool:
            searches = list(pool.map(search, range(effort.threads)))
    best = max(searches, key=lambda found: found.score)
    return Best(best.score, best.bound, best.line, sum(found.iterations for found in searches))


def _freed(board: bytes, line: list[Rectangle]) -> int:
    left = board
    for rectangle in line:
        left = exorcise(left, rectangle)
    return ghosts_in(board) - ghosts_in(left)
