"""Two players, before the exact solver can reach the end: a tree of visit counts over short playouts (UCT).

A playout draws random safe lines until none is left. What remains is chains and loops, whose value follows from always
opening the cheapest and letting the opponent choose between taking all and giving back: no random endgame, no noise.
The tree holds safe lines and openings of short chains, which cannot be given back, so its players strictly alternate.
"""

import numpy as np

from parlour.core.arrays import Float64Array, Int64Array
from parlour.core.kernels import kernel, lowest, popcount, step
from parlour.games.dots_and_boxes.kernels.board import (
    distinct,
    lines_of,
    normalised,
    random_line,
    two_sided,
)
from parlour.games.dots_and_boxes.kernels.chains import (
    CHAIN_COST,
    LOOP_COST,
    MIDDLE_DOWN,
    MIDDLE_RIGHT,
    PAIR_DOWN,
    PAIR_RIGHT,
    opened,
    short_chains,
    shortest_long_chain,
    shortest_short_chain,
    unsafe_lines,
)
from parlour.games.dots_and_boxes.kernels.constants import CHILD_COUNT, FIRST_CHILD, GAIN, LINES, POSITION
from parlour.games.dots_and_boxes.kernels.uct import descend, enter_first_child, may_expand, set_node

EXPLORATION = 0.7
MARGIN_WEIGHT = 0.02
MAX_OPENINGS = 26
LOOP_DISCOUNT = LOOP_COST - CHAIN_COST
"""A loop is as cheap to open as a chain with so many boxes fewer: giving back costs the opponent that much more."""


@step
def cheapest_opening(undrawn: int) -> tuple[int, int, int]:
    """Open the cheapest chain or loop of a quiet position: (rest, gain, cost) as the opponent sees them."""
    links = two_sided(undrawn)
    chain, _ = shortest_short_chain(undrawn, links)
    if chain:
        return undrawn & ~lines_of(chain), popcount(chain), 0
    lines, chain = shortest_long_chain(undrawn, links, LOOP_DISCOUNT)
    return opened(undrawn, lines, chain)


@step
def opened_margin(undrawn: int, gains: Int64Array, costs: Int64Array) -> int:
    """As chains_margin, with room for the openings given."""
    count = 0
    while undrawn:
        undrawn, gains[count], costs[count] = cheapest_opening(undrawn)
        count += 1
    value = 0
    for i in range(count - 1, -1, -1):
        value = -gains[i] - (max(value, -costs[i] - value) if costs[i] else value)
    return value


@kernel
def chains_margin(undrawn: int) -> int:
    """Margin of the side to move in a quiet position without safe lines, the chains opened from the cheapest up."""
    gains = np.empty(MAX_OPENINGS, dtype=np.int64)
    costs = np.empty(MAX_OPENINGS, dtype=np.int64)
    return opened_margin(undrawn, gains, costs)


@kernel
def playout_margin(undrawn: int, state: Int64Array, gains: Int64Array, costs: Int64Array) -> int:
    """Margin of the side to move: random safe lines, then the chains opened from the cheapest up."""
    sign = 1
    lines = undrawn & ~unsafe_lines(undrawn)
    while lines:
        undrawn &= ~(1 << random_line(lines, state))
        sign = -sign
        lines = undrawn & ~unsafe_lines(undrawn)
    return sign * opened_margin(undrawn, gains, costs)


@step
def add_node(tree: Int64Array, count: int, position: int, line: int, gain: int) -> int:
    """Add a node behind the count that there are; returns how many there are then."""
    set_node(tree, count, normalised(position), line)
    tree[count, GAIN] = gain
    return count + 1


@kernel
def expand(tree: Int64Array, node: int, count: int) -> int:
    """Add the children of a node that has safe lines: each of them, and the opening of a short chain of each kind."""
    undrawn = tree[node, POSITION]
    tree[node, FIRST_CHILD] = count
    first = count
    lines = distinct(undrawn & ~unsafe_lines(undrawn))
    if lines == 0:
        return count
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        count = add_node(tree, count, undrawn & ~(1 << line), line, 0)
    single, pair_right, pair_down = short_chains(undrawn, two_sided(undrawn))
    if single:
        chain = single & -single
        count = add_node(tree, count, undrawn & ~lines_of(chain), lowest(lines_of(chain) & undrawn), 1)
    if pair_right:
        chain = pair_right & -pair_right
        count = add_node(tree, count, undrawn & ~lines_of(chain * PAIR_RIGHT), lowest(chain) + MIDDLE_RIGHT, 2)
    if pair_down:
        chain = pair_down & -pair_down
        count = add_node(tree, count, undrawn & ~lines_of(chain * PAIR_DOWN), lowest(chain) + MIDDLE_DOWN, 2)
    tree[node, CHILD_COUNT] = count - first
    return count


@step
def record(
    path: Int64Array, depth: int, value: int, lead: int, tree: Int64Array, visits: Int64Array, rewards: Float64Array
) -> int:
    """Record at every node how the game with this margin at the end of the path went; returns the root's margin."""
    for i in range(depth, 0, -1):
        value = -tree[path[i], GAIN] - value
    for i in range(depth + 1):
        node = path[i]
        mover = lead + value if i & 1 else -lead - value
        visits[node] += 1
        rewards[node] += np.sign(mover) + MARGIN_WEIGHT * mover
    return value


@kernel
def grow_two(
    lead: int,
    simulations: int,
    tree: Int64Array,
    visits: Int64Array,
    rewards: Float64Array,
    counters: Int64Array,
    state: Int64Array,
) -> None:
    """Run simulations from node 0, whose side to move is lead boxes ahead.

    rewards[n] sums over the visits to n how the player who moved there fared: -1 to 1 for the game, a little for boxes.
    counters[0] counts the nodes in use; a full tree grows no further but keeps learning. counters[1] sums the root's
    margins.
    """
    path = np.empty(LINES + 2, dtype=np.int64)
    gains = np.empty(MAX_OPENINGS, dtype=np.int64)
    costs = np.empty(MAX_OPENINGS, dtype=np.int64)
    for _ in range(simulations):
        depth = descend(tree, visits, rewards, path, EXPLORATION)
        if may_expand(tree, visits, path[depth], counters):
            counters[0] = expand(tree, path[depth], counters[0])
            depth = enter_first_child(tree, path, depth)
        value = playout_margin(tree[path[depth], POSITION], state, gains, costs)
        counters[1] += record(path, depth, value, lead, tree, visits, rewards)
