"""The peer for three and four players: plain UCT over every line with uniformly random playouts, compiled like ours.

OpenSpiel's Dots and Boxes is for two; this is what its MCTS does, for any number of seats.
"""

from functools import partial

import numpy as np

from parlour.core.arrays import Float64Array, Int64Array, int64_array_of, int64_zeros
from parlour.core.kernels import kernel, lowest, popcount
from parlour.games.dots_and_boxes.kernels.board import completed, random_playout
from parlour.games.dots_and_boxes.kernels.constants import (
    BOXES_WON,
    CHILD_COUNT,
    FIRST_CHILD,
    LINE,
    LINES,
    NODE_OF_MANY,
    POSITION,
    SEAT,
)
from parlour.games.dots_and_boxes.kernels.many import EXPLORATION, results
from parlour.games.dots_and_boxes.kernels.uct import MAX_CHILDREN, pick
from parlour.games.dots_and_boxes.tree import TREE_NODES, Limit, grown


def choose(undrawn: int, seat: int, scores: tuple[int, ...], seed: int, seconds: float) -> int:
    """The peer's line."""
    tree = int64_zeros(TREE_NODES, NODE_OF_MANY)
    tree[0, POSITION] = undrawn
    tree[0, SEAT] = seat
    return grown(partial(grow_uniform, int64_array_of(scores)), tree, seed, Limit(seconds=seconds)).line


@kernel  # type: ignore[untyped-decorator, unused-ignore]
def expand_all(tree: Int64Array, node: int, count: int, seats: int) -> int:
    """Add every undrawn line as a child."""
    undrawn, seat = tree[node, POSITION], tree[node, SEAT]
    after = seat + 1 if seat + 1 < seats else 0
    tree[node, FIRST_CHILD] = count
    tree[node, CHILD_COUNT] = popcount(undrawn)
    lines = undrawn
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        boxes = completed(undrawn, line)
        tree[count, POSITION] = undrawn & ~(1 << line)
        tree[count, CHILD_COUNT] = 0
        tree[count, LINE] = line
        tree[count, BOXES_WON] = boxes
        tree[count, SEAT] = seat if boxes else after
        count += 1
    return count


@kernel  # type: ignore[untyped-decorator, unused-ignore]
def grow_uniform(
    start_scores: Int64Array,
    simulations: int,
    tree: Int64Array,
    visits: Int64Array,
    rewards: Float64Array,
    counters: Int64Array,
    state: Int64Array,
) -> None:
    """Run simulations from node 0."""
    seats = len(start_scores)
    path = np.empty(LINES + 2, dtype=np.int64)
    order = np.empty(LINES, dtype=np.int64)
    scores = np.empty(seats, dtype=np.int64)
    worth = np.empty(seats, dtype=np.float64)
    path[0] = 0
    for _ in range(simulations):
        scores[:] = start_scores
        node, depth = 0, 0
        while True:
            if tree[node, CHILD_COUNT] == 0:
                fresh = visits[node] == 0 and node > 0
                if fresh or tree[node, POSITION] == 0 or counters[0] + MAX_CHILDREN > len(tree):
                    break
                counters[0] = expand_all(tree, node, counters[0], seats)
            mover = tree[node, SEAT]
            node = pick(tree, visits, rewards, node, EXPLORATION)
            scores[mover] += tree[node, BOXES_WON]
            depth += 1
            path[depth] = node
        random_playout(tree[node, POSITION], tree[node, SEAT], scores, order, state)
        results(scores, seats, worth)
        visits[0] += 1
        for i in range(1, depth + 1):
            visits[path[i]] += 1
            rewards[path[i]] += worth[tree[path[i - 1], SEAT]]
