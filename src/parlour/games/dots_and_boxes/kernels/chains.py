"""Chains, loops and captures: what the boxes with one or two undrawn lines mean for two players.

Words. A *chain* is a maximal string of two-sided boxes; a *loop* is one that closes on itself. Drawing a line of
either is a *sacrifice*: the opponent may now capture it. A position is *quiet* when no box can be captured.

The law of captures. Capturing everything leads to a quiet rest R and T boxes, in whatever order it is done. The mover
either captures all T and must move in R, or gives the last boxes back as dominoes (pairs of boxes that one line
completes) so that the opponent must move in R. Giving back costs 2 boxes when the captured boxes form a tree with a way
out (the line out is drawn last), and 4 boxes when the tree is closed and has a path of four boxes (its middle line is
drawn). A box given is a box lost, so it counts twice:
    V = T + max(V(R), -cost - V(R))    with cost 4, 8, or no second choice (0 here).
Of several trees captured at once, the cheapest is the one to give back.
"""

from parlour.core.kernels import kernel, lowest, popcount, step
from parlour.games.dots_and_boxes.kernels.board import boxes_at, lines_of, one_sided, two_sided
from parlour.games.dots_and_boxes.kernels.constants import BOXES

CHAIN_COST = 4
LOOP_COST = 8
# The bit of a box times this is the box and its neighbour.
PAIR_RIGHT = 1 | 1 << 1
PAIR_DOWN = 1 | 1 << 11
# The line between a box and its neighbour, counted from the box's own bit.
MIDDLE_RIGHT = 6
MIDDLE_DOWN = 11


@kernel
def captured(undrawn: int) -> int:
    """The quiet rest after capturing everything that can be captured."""
    ready = one_sided(undrawn)
    while ready:
        undrawn &= ~lines_of(ready)
        ready = one_sided(undrawn)
    return undrawn


@step
def tree_at(box: int, lines: int, boxes: int) -> tuple[int, int]:
    """The connected boxes around one box: walks these lines through these boxes. Returns (lines, boxes)."""
    found = box
    while True:
        reached = lines_of(found) & lines
        grown = boxes_at(reached) & boxes
        if grown == found:
            return reached, found
        found = grown


@kernel
def connected(box: int, lines: int, boxes: int) -> int:
    """The boxes of tree_at, for callers outside."""
    return tree_at(box, lines, boxes)[1]


@kernel
def giving_cost(undrawn: int, rest: int) -> int:
    """What it costs to pass the move to the opponent in rest = captured(undrawn): 4, 8, or 0 for impossible."""
    lines = undrawn & ~rest
    boxes = boxes_at(undrawn) & ~boxes_at(rest)
    inner = boxes & ~one_sided(undrawn)
    cost = 0
    while boxes:
        tree_lines, tree = tree_at(boxes & -boxes, lines, boxes)
        boxes &= ~tree
        size = popcount(tree)
        has_way_out = popcount(tree_lines) == size
        if has_way_out and size >= 2:
            return CHAIN_COST
        links = inner & tree
        if not has_way_out and (links & (links >> 1) & (undrawn >> 6)) | (links & (links >> 11) & (undrawn >> 11)):
            cost = LOOP_COST
    return cost


@step
def unsafe_lines(undrawn: int) -> int:
    """The lines of a quiet position that open a chain or loop; all its other lines are safe."""
    return lines_of(two_sided(undrawn)) & undrawn


@step
def short_chains(undrawn: int, links: int) -> tuple[int, int, int]:
    """Chains of one and two boxes among the two-sided ones: (singles, left boxes of pairs, upper boxes of pairs)."""
    right = links & (links >> 1) & (undrawn >> 6)
    down = links & (links >> 11) & (undrawn >> 11)
    across, along = right | right << 1, down | down << 11
    middle = (right & right << 1) | (down & down << 11) | (across & along)
    return links & ~(across | along), right & ~(middle | middle >> 1), down & ~(middle | middle >> 11)


@step
def shortest_short_chain(undrawn: int, links: int) -> tuple[int, int]:
    """The boxes of a chain of one box, else of two, and the line that opens it; (0, 0) if there is no short chain.

    A chain of two is opened in the middle, so that the opponent cannot give it back.
    """
    single, pair_right, pair_down = short_chains(undrawn, links)
    if single:
        box = single & -single
        return box, lowest(lines_of(box) & undrawn)
    if pair_right:
        box = pair_right & -pair_right
        return box * PAIR_RIGHT, lowest(box) + MIDDLE_RIGHT
    if pair_down:
        box = pair_down & -pair_down
        return box * PAIR_DOWN, lowest(box) + MIDDLE_DOWN
    return 0, 0


@step
def shortest_long_chain(undrawn: int, links: int, loop_discount: int) -> tuple[int, int]:
    """The lines and boxes of the shortest chain or loop, a loop taken for so many boxes shorter; of equals the first.

    For positions without short chains and with at least one chain or loop.
    """
    least, shortest_lines, shortest = BOXES + 1, 0, 0
    while links:
        lines, chain = tree_at(links & -links, undrawn, links)
        links &= ~chain
        size = popcount(chain)
        if popcount(lines) == size:
            size -= loop_discount
        if size < least:
            least, shortest_lines, shortest = size, lines, chain
    return shortest_lines, shortest


@step
def is_lost(undrawn: int) -> bool:
    """A quiet position without safe lines and short chains: the mover must open something long and gets at most 0.

    The opponent, free to give back, gets at least gain - cost / 2: 1 from a chain of three, 0 from a loop of four.
    """
    links = two_sided(undrawn)
    if undrawn & ~lines_of(links):
        return False
    single, pair_right, pair_down = short_chains(undrawn, links)
    return single | pair_right | pair_down == 0


@step
def opened(undrawn: int, lines: int, boxes: int) -> tuple[int, int, int]:
    """Open a long chain or a loop of a quiet position. Returns (rest, gain, cost) as the opponent sees them.

    A chain that begins and ends at the same three-sided box captures that box as well, and what follows.
    """
    rest = undrawn & ~lines
    gain = popcount(boxes)
    if popcount(lines) == gain:
        return rest, gain, LOOP_COST
    if one_sided(rest):
        end = captured(rest)
        return end, gain + popcount(boxes_at(rest)) - popcount(boxes_at(end)), CHAIN_COST
    return rest, gain, CHAIN_COST
