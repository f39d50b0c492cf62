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
from parlour.games.dots_and_boxes.kernels.chains import captured, giving_cost, short_chains, tree_at, unsafe_lines
from parlour.games.dots_and_boxes.kernels.constants import (
    BOXES,
    BOXES_WON,
    CHILD_COUNT,
    FIRST_CHILD,
    LINE,
    LINES,
    POSITION,
    SEAT,
)
from parlour.games.dots_and_boxes.kernels.uct import MAX_CHILDREN, pick

EXPLORATION = 0.5
WIN_WEIGHT = 0.9


@step
def opening_lines(undrawn: int, links: int) -> int:
    """One line a chain or loop of a quiet position; the middle of a chain of two."""
    _, pair_right, pair_down = short_chains(undrawn, links)
    lines = pair_right << 6 | pair_down << 11
    links &= ~(pair_right | pair_right << 1 | pair_down | pair_down << 11)
    while links:
        chain_lines, chain = tree_at(links & -links, undrawn, links)
        links &= ~chain
        lines |= chain_lines & -chain_lines
    return lines


@step
def capture_lines(undrawn: int, ready: int) -> int:
    """The lines to consider when boxes can be captured: one capture, and the line that gives the last boxes back.

    The capture is one that keeps the choice of giving back open if there is such a capture.
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
    """The lines worth a branch: captures first, else all safe lines and one opening a chain."""
    ready = one_sided(undrawn)
    if ready:
        return capture_lines(undrawn, ready)
    links = two_sided(undrawn)
    return distinct(undrawn & ~lines_of(links)) | opening_lines(undrawn, links)


@step
def cheapest_chain(undrawn: int) -> int:
    """A line of the shortest chain or loop of a quiet position without safe lines."""
    links = two_sided(undrawn)
    single, pair_right, pair_down = short_chains(undrawn, links)
    if single:
        return lowest(lines_of(single & -single) & undrawn)
    if pair_right:
        return lowest(pair_right) + 6
    if pair_down:
        return lowest(pair_down) + 11
    least, line = BOXES + 1, 0
    while links:
        lines, chain = tree_at(links & -links, undrawn, links)
        links &= ~chain
        if popcount(chain) < least:
            least, line = popcount(chain), lowest(lines)
    return line


@kernel
def cheapest_line(undrawn: int) -> int:
    """A line of the shortest chain or loop of a quiet position without safe lines, for callers outside."""
    return cheapest_chain(undrawn)


@kernel
def playout(undrawn: int, seat: int, scores: Int64Array, seats: int, state: Int64Array) -> None:
    """Play to the end, adding boxes to scores: capture all, then a random safe line, else the cheapest chain."""
    while undrawn:
        rest = captured(undrawn)
        scores[seat] += popcount(boxes_at(undrawn)) - popcount(boxes_at(rest))
        undrawn = rest
        if undrawn == 0:
            return
        safe = undrawn & ~unsafe_lines(undrawn)
        line = random_line(safe, state) if safe else cheapest_chain(undrawn)
        undrawn &= ~(1 << line)
        seat = seat + 1 if seat + 1 < seats else 0


@kernel
def expand(tree: Int64Array, node: int, count: int, seats: int) -> int:
    """Add the children of a node."""
    undrawn, seat = tree[node, POSITION], tree[node, SEAT]
    after = seat + 1 if seat + 1 < seats else 0
    tree[node, FIRST_CHILD] = count
    lines = sensible_lines(undrawn)
    tree[node, CHILD_COUNT] = popcount(lines)
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
    """Run simulations from node 0. start_scores has one entry a seat.

    rewards[n] sums what the results were worth to the player who moved to n.
    """
    seats = len(start_scores)
    path = np.empty(LINES + 2, dtype=np.int64)
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
                counters[0] = expand(tree, node, counters[0], seats)
            mover = tree[node, SEAT]
            node = pick(tree, visits, rewards, node, EXPLORATION)
            scores[mover] += tree[node, BOXES_WON]
            depth += 1
            path[depth] = node
        playout(tree[node, POSITION], tree[node, SEAT], scores, seats, state)
        results(scores, seats, worth)
        visits[0] += 1
        for i in range(1, depth + 1):
            visits[path[i]] += 1
            rewards[path[i]] += worth[tree[path[i - 1], SEAT]]
