"""Growing a search tree: its arrays, its limit, and what the grown tree says."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.bot import Stop
from parlour.games.dots_and_boxes.kernels import many, opening
from parlour.games.dots_and_boxes.kernels.board import random_state
from parlour.games.dots_and_boxes.watchdog import watchdog

Words = NDArray[np.int64]
Grow = Callable[..., int]

TREE_NODES = 1 << 20
MOST_SIMULATIONS = 1 << 62


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search ends: after so many seconds, after so many simulations, or when told to stop.

    Without seconds no clock is read, and the same search gives the same answer.
    """

    seconds: float | None = None
    simulations: int | None = None
    stop: Stop | None = None

    def part(self, share: float) -> "Limit":
        """The same limit for a share of the work."""
        seconds = None if self.seconds is None else self.seconds * share
        simulations = None if self.simulations is None else max(1, int(self.simulations * share))
        return Limit(seconds, simulations, self.stop)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a tree says of its root."""

    line: int
    """The line that was visited most."""
    worth: float
    """What that line is worth to the mover on average."""
    margin: float
    """The mover's mean margin from here on; 0 with more than two players."""
    simulations: int


def grown(grow: Grow, tree: Words, line_column: int, seed: int, limit: Limit) -> Verdict:
    """Grow a tree whose node 0 is set, until the limit."""
    visits = np.zeros(len(tree), dtype=np.int64)
    rewards = np.zeros(len(tree), dtype=np.float64)
    counters = np.array([1, 0], dtype=np.int64)
    flag = np.zeros(1, dtype=np.int64)
    state = random_state(seed)
    # One simulation always runs: it opens the root, so that there is a line to answer with.
    done = grow(1, tree, visits, rewards, counters, flag, state)
    count = MOST_SIMULATIONS if limit.simulations is None else limit.simulations - 1
    with watchdog(flag, limit.seconds, limit.stop):
        done += grow(count, tree, visits, rewards, counters, flag, state)
    first, children = int(tree[0, 1]), int(tree[0, 2])
    best = first + int(np.argmax(visits[first : first + children]))
    worth = float(rewards[best] / max(visits[best], 1))
    return Verdict(int(tree[best, line_column]), worth, int(counters[1]) / done, done)


def search_two(quiet: int, lead: int, seed: int, limit: Limit) -> Verdict:
    """Search a quiet two-player position with safe lines, the side to move lead boxes ahead. Worth is about -1 to 1."""
    tree = np.zeros((TREE_NODES, opening.NODE), dtype=np.int64)
    tree[0, opening.POSITION] = quiet

    def grow(count: int, *arrays: Any) -> int:
        return int(opening.grow(lead, count, *arrays))

    return grown(grow, tree, opening.LINE, seed, limit)


def search_many(undrawn: int, seat: int, scores: Words, seed: int, limit: Limit) -> Verdict:
    """Search a position of any number of players; scores has one entry a seat. Worth is 0 to 1."""
    tree = np.zeros((TREE_NODES, many.NODE), dtype=np.int64)
    tree[0, many.POSITION] = undrawn
    tree[0, many.SEAT] = seat

    def grow(count: int, *arrays: Any) -> int:
        return int(many.grow_many(scores, count, *arrays))

    return grown(grow, tree, many.LINE, seed, limit)
