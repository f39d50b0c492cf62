"""The strongest line that can be found from a position, in any mode: a solver plays without a clock."""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from parlour.core.bot import Stop
from parlour.core.solver import Effort, Solution
from parlour.games.ten_exorcism.rules import Rectangle, Select, State, has_rectangle

if TYPE_CHECKING:
    from parlour.games.ten_exorcism.search import Search


class TenExorcismSolver:
    """Anneals whole lines; several threads anneal on their own, and the best line of them all counts."""

    def solve(self, state: State, effort: Effort) -> Solution:
        from parlour.games.ten_exorcism.search import prices

        began = time.perf_counter()
        bound = state.score + prices(state.board).bound
        if state.ended is not None or not has_rectangle(state.board):
            return Solution(state.score, state.score, (), time.perf_counter() - began, 0)
        searches = _searched(state.board, effort)
        best = max(searches, key=lambda search: search.score)
        return Solution(
            score=state.score + best.score,
            bound=bound,
            actions=tuple(Select(*rectangle) for rectangle in best.line),
            seconds=time.perf_counter() - began,
            iterations=sum(search.iterations for search in searches),
        )


def best_line(
    board: bytes, seed: int, seconds: float | None, iterations: int | None = None
) -> tuple[int, list[Rectangle]]:
    """How many ghosts one thread finds a way to free, and that way."""
    [search] = _searched(board, Effort(seed, seconds, iterations))
    return search.score, search.line


def _searched(board: bytes, effort: Effort) -> "list[Search]":
    if effort.threads == 1:
        return [_search(board, effort, 0)]
    with ThreadPoolExecutor(effort.threads) as pool:
        return list(pool.map(lambda number: _search(board, effort, number), range(effort.threads)))


def _search(board: bytes, effort: Effort, number: int) -> "Search":
    """One thread's part. Its seed differs from the other threads'; the time for setting up counts."""
    from parlour.games.ten_exorcism.search import Search

    began = time.perf_counter()
    search = Search(board, effort.seed * 64 + number)
    left = None if effort.seconds is None else max(0.0, effort.seconds - (time.perf_counter() - began))
    stop: Stop | None = effort.stop
    search.run(left, effort.iterations, stop)
    return search
