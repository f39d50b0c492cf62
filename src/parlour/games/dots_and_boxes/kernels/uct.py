"""What the trees of two and of more players have in common: which child is looked at next."""

import numpy as np

from parlour.core.arrays import Float64Array, Int64Array
from parlour.core.kernels import log, step
from parlour.games.dots_and_boxes.kernels.constants import CHILD_COUNT, FIRST_CHILD

MAX_CHILDREN = 64


@step
def pick(tree: Int64Array, visits: Int64Array, rewards: Float64Array, node: int, exploration: float) -> int:
    """The child with the highest upper confidence bound for whoever moves there; an unvisited one at once."""
    first = tree[node, FIRST_CHILD]
    log_visits = log(visits[node] + 1.0)
    best, best_bound = first, -1e9
    for child in range(first, first + tree[node, CHILD_COUNT]):
        if visits[child] == 0:
            return child
        bound = rewards[child] / visits[child] + exploration * np.sqrt(log_visits / visits[child])
        if bound > best_bound:
            best, best_bound = child, bound
    return best
