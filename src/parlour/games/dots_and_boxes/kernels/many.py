"""Three and four players: a tree in which every player maximises their own result (max^n), over chain-aware playouts.

Nothing here assumes that one player's gain is another's loss: no control formula, no dominance between chains. A result
is worth 0.9 for a won game, shared among the winners, and 0.1 by the share of boxes.
"""

import numpy as np

from parlour.core.arrays import Float64Array, Int64Array
from parlour.core.kernels import kernel, lowest, popcount, step
from parlour.games.dots_and_boxes.kernels.board import (
    boxes_at,
    completed,
    distinct,
    lines_of,
    one_sided,
    random_line,
    two_sided,
)
from parlour.games.dots_and_boxes.kernels.chains import (
    MIDDLE_DOWN,
    MIDDLE_RIGHT,
    PAIR_DOWN,
    PAIR_RIGHT,
    captured,
    giving_cost,
    short_chains,
    shortest_long_chain,
    shortest_short_chain,
    tree_at,
    unsafe_lines,
)
from parlour.games.dots_and_boxes.kernels.constants import (
    BOXES,
    BOXES_WON,
    CHILD_COUNT,
    FIRST_CHILD,
    LINES,
    POSITION,
    SEAT,
)
from parlour.games.dots_and_boxes.kernels.uct import descend, enter_first_child, may_expand, set_node

EXPLORATION = 0.5
WIN_WEIGHT = 0.9


@step
def opening_lines(undrawn: int, links: int) -> int:
    """One line of each chain and loop of a quiet position; of a chain of two, the one in the middle."""
    _, pair_right, pair_down = short_chains(undrawn, links)
    lines = pair_right << MIDDLE_RIGHT | pair_down << MIDDLE_DOWN
    links &= ~(pair_right * PAIR_RIGHT | pair_down * PAIR_DOWN)
    while links:
        chain_lines, chain = tree_at(links & -links, undrawn, links)
        links &= ~chain
        lines |= chain_lines & -chain_lines
    return lines


@step
def capture_lines(undrawn: int, ready: int) -> int:
    """The lines to consider when boxes can be captured: one capture, and the line that gives the last boxes back.

    If some captures still allow giving back and others do not, one of the former.
    """
    rest = captured(undrawn)
    cost = giving_cost(undrawn, rest)
    captures = lines_of(ready) & undrawn
    chosen = captures & -captures
    if cost == 0:
        return chosen
    lines = undrawn & ~rest & ~captures
    left = popcount(boxes_at(undrawn)) - popcount(boxes_at(rest))
    if left == cost >> 1:
        return chosen | lines
    while captures:
        line = captures & -captures
        captures ^= line
        if giving_cost(undrawn & ~line, rest) == cost:
            return line
    return chosen


@step
def sensible_lines(undrawn: int) -> int:
    """The lines worth a branch: capture_lines if boxes can be captured, else all safe lines and opening_lines."""
    ready = one_sided(undrawn)
    if ready:
        return capture_lines(undrawn, ready)
    links = two_sided(undrawn)
    return distinct(undrawn & ~lines_of(links)) | opening_lines(undrawn, links)


@step
def shortest_chain_line(undrawn: int) -> int:
    """The line that opens the shortest chain or loop of a quiet position without safe lines."""
    links = two_sided(undrawn)
    chain, line = shortest_short_chain(undrawn, links)
    if chain:
        return line
    lines, _ = shortest_long_chain(undrawn, links, 0)
    return lowest(lines)


@kernel
def cheapest_line(undrawn: int) -> int:
    """shortest_chain_line for callers outside the kernels."""
    return shortest_chain_line(undrawn)


@kernel
def playout(undrawn: int, seat: int, scores: Int64Array, seats: int, state: Int64Array) -> None:
    """Play to the end, adding boxes to scores: capture all, then a random safe line, else open the shortest chain."""
    while undrawn:
        rest = captured(undrawn)
        scores[seat] += popcount(boxes_at(undrawn)) - popcount(boxes_at(rest))
        undrawn = rest
        if undrawn == 0:
            return
        safe = undrawn & ~unsafe_lines(undrawn)
        line = random_line(safe, state) if safe else shortest_chain_line(undrawn)
        undrawn &= ~(1 << line)
        seat = seat + 1 if seat + 1 < seats else 0


@kernel
def expand(tree: Int64Array, node: int, count: int, seats: int) -> int:
    """Add the children of a node, from index count on; returns the number of nodes then."""
    undrawn, seat = tree[node, POSITION], tree[node, SEAT]
    after = seat + 1 if seat + 1 < seats else 0
    tree[node, FIRST_CHILD] = count
    lines = sensible_lines(undrawn)
    tree[node, CHILD_COUNT] = popcount(lines)
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        boxes = completed(undrawn, line)
        set_node(tree, count, undrawn & ~(1 << line), line)
        tree[count, BOXES_WON] = boxes
        tree[count, SEAT] = seat if boxes else after
        count += 1
    return count


@step
def results(scores: Int64Array, seats: int, worth: Float64Array) -> None:
    """Turn final scores into what each seat's result is worth, 0 to 1."""
    top, winners = 0, 0
    for seat in range(seats):
        if scores[seat] > top:
            top, winners = scores[seat], 0
        if scores[seat] == top:
            winners += 1
    for seat in range(seats):
        worth[seat] = (1.0 - WIN_WEIGHT) * scores[seat] / BOXES
        if scores[seat] == top:
            worth[seat] += WIN_WEIGHT / winners


@kernel
def grow_many(
    start_scores: Int64Array,
    simulations: int,
    tree: Int64Array,
    visits: Int64Array,
    rewards: Float64Array,
    counters: Int64Array,
    state: Int64Array,
) -> None:
    """Run simulations from node 0. start_scores has one entry for each seat.

    rewards[n] sums what the results were worth to the player who moved to n. counters[0] counts the nodes in use.
    """
    seats = len(start_scores)
    path = np.empty(LINES + 2, dtype=np.int64)
    scores = np.empty(seats, dtype=np.int64)
    worth = np.empty(seats, dtype=np.float64)
    for _ in range(simulations):
        depth = descend(tree, visits, rewards, path, EXPLORATION)
        if may_expand(tree, visits, path[depth], counters):
            counters[0] = expand(tree, path[depth], counters[0], seats)
            depth = enter_first_child(tree, path, depth)
        scores[:] = start_scores
        for i in range(depth):
            scores[tree[path[i], SEAT]] += tree[path[i + 1], BOXES_WON]
        leaf = path[depth]
        playout(tree[leaf, POSITION], tree[leaf, SEAT], scores, seats, state)
        results(scores, seats, worth)
        visits[0] += 1
        for i in range(1, depth + 1):
            visits[path[i]] += 1
            rewards[path[i]] += worth[tree[path[i - 1], SEAT]]
