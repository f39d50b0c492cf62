"""What the search trees of two and of more players have in common: their nodes, and the way down to a leaf (UCT)."""

import numpy as np

from parlour.core.arrays import Float64Array, Int64Array
from parlour.core.kernels import log, step
from parlour.games.dots_and_boxes.kernels.constants import CHILD_COUNT, FIRST_CHILD, LINE, POSITION

MAX_CHILDREN = 64


@step
def set_node(tree: Int64Array, node: int, position: int, line: int) -> None:
    """Make a node a leaf with this position, to which this line led."""
    tree[node, POSITION] = position
    tree[node, CHILD_COUNT] = 0
    tree[node, LINE] = line


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


@step
def descend(tree: Int64Array, visits: Int64Array, rewards: Float64Array, path: Int64Array, exploration: float) -> int:
    """Go from node 0 to a leaf, child by child. Writes the nodes of the way into path; returns the leaf's depth."""
    node, depth = 0, 0
    path[0] = 0
    while tree[node, CHILD_COUNT]:
        node = pick(tree, visits, rewards, node, exploration)
        depth += 1
        path[depth] = node
    return depth


@step
def may_expand(tree: Int64Array, visits: Int64Array, leaf: int, counters: Int64Array) -> bool:
    """Whether a leaf gets children now: it was visited before or is the root, and the tree has room for them."""
    return (leaf == 0 or visits[leaf] > 0) and counters[0] + MAX_CHILDREN < len(tree)


@step
def enter_first_child(tree: Int64Array, path: Int64Array, depth: int) -> int:
    """Lengthen a path by the first child of its last node, if that has children; returns the new depth."""
    node = path[depth]
    if tree[node, CHILD_COUNT] == 0:
        return depth
    path[depth + 1] = tree[node, FIRST_CHILD]
    return depth + 1
