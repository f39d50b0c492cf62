"""The exact two-player solver: does the side to move win by at least so many boxes from here?

Every search is a yes-or-no test on a quiet position (chains.py); captures are folded into the step from one
quiet position to the next, so a capture costs no node. A value has the parity of the free boxes, which rounds a goal.
"""

import numba

from parlour.core.arrays import Int64Array
from parlour.core.kernels import kernel, lowest, peek, poke, popcount, step
from parlour.games.dots_and_boxes.kernels.board import (
    boxes_at,
    completed,
    distinct,
    lines_of,
    normalised,
    two_sided,
)
from parlour.games.dots_and_boxes.kernels.chains import (
    captured,
    giving_cost,
    is_lost,
    opened,
    short_chains,
    tree_at,
    unsafe_lines,
)
from parlour.games.dots_and_boxes.kernels.constants import CHILD, CHILDREN, HISTORY, LIMIT, NODES, PLY, STOPPED
from parlour.games.dots_and_boxes.kernels.table import best_line, find, keep, lower_bound, upper_bound

# The work array goes on with the history of each line and the children of every ply. A child is five words.
REST, GAIN, COST, LINE, SCORE = range(5)

NO_GOAL = 99
FIRST_OF_ALL = 1 << 60
SETTLED = -1
HISTORY_BITS = 50


@step
def add_child(work: int, at: int, rest: int, gain: int, cost: int, line: int) -> None:
    """Write a child into the work array."""
    poke(work, at + REST, rest)
    poke(work, at + GAIN, gain)
    poke(work, at + COST, cost)
    poke(work, at + LINE, line)


@step
def verdict(rest: int, boxes: int, most: int, least: int, table: int, entries: int) -> int:
    """What the table says of least <= value of rest <= most: 1 yes, -1 no, 0 unknown."""
    entry = find(table, entries, rest)
    if entry == 0:
        return 0
    low, high = lower_bound(entry, boxes), upper_bound(entry, boxes)
    if low > most or high < least:
        return -1
    return 1 if high <= most and low >= least else 0


@step
def offer(
    rest: int,
    gain: int,
    cost: int,
    line: int,
    goal: int,
    boxes: int,
    first: int,
    count: int,
    work: int,
    table: int,
    entries: int,
) -> int:
    """Look a child up and list it if it is unknown. Returns the new count, or SETTLED when it reaches the goal."""
    rest = normalised(rest)
    least = goal + gain - cost if cost else -NO_GOAL
    known = verdict(rest, boxes - gain, -goal - gain, least, table, entries)
    if known > 0:
        return SETTLED
    if known < 0:
        return count
    add_child(work, first + count * CHILD, rest, gain, cost, line)
    return count + 1


@step
def add_safe(undrawn: int, goal: int, boxes: int, first: int, work: int, table: int, entries: int) -> tuple[int, int]:
    """List the safe lines; (count, line), with count = SETTLED when line is known to reach the goal."""
    count = 0
    lines = distinct(undrawn & ~unsafe_lines(undrawn))
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        rest = undrawn & ~(1 << line)
        if goal <= 1 and is_lost(rest):
            return SETTLED, line
        count = offer(rest, 0, 0, line, goal, boxes, first, count, work, table, entries)
        if count == SETTLED:
            return SETTLED, line
    return count, 0


@step
def add_short(
    undrawn: int,
    single: int,
    pair_right: int,
    pair_down: int,
    goal: int,
    boxes: int,
    first: int,
    count: int,
    work: int,
    table: int,
    entries: int,
) -> tuple[int, int]:
    """List openings of chains of one and two boxes, which cannot be given back when two are opened in the middle.

    Of the isolated ones only the shortest is needed.
    """
    isolated = 3
    while single | pair_right | pair_down:
        if single:
            chain = single & -single
            single ^= chain
            line = lowest(lines_of(chain) & undrawn)
        elif pair_right:
            chain = pair_right & -pair_right
            pair_right ^= chain
            line = lowest(chain) + 6
            chain |= chain << 1
        else:
            chain = pair_down & -pair_down
            pair_down ^= chain
            line = lowest(chain) + 11
            chain |= chain << 11
        gain = popcount(chain)
        lines = lines_of(chain) & undrawn
        if boxes_at(lines) == chain:
            if gain >= isolated:
                continue
            isolated = gain
        rest = undrawn & ~lines
        count = offer(rest, gain, 0, line, goal, boxes, first, count, work, table, entries)
        if count == SETTLED:
            return SETTLED, line
    return count, 0


@step
def add_long(
    undrawn: int, links: int, goal: int, boxes: int, first: int, count: int, work: int, table: int, entries: int
) -> tuple[int, int]:
    """List openings of long chains and loops that can still reach the goal.

    Of the isolated ones only the shortest chain and the shortest loop are needed. The opponent, who may choose between
    the rest and giving it back, gets at least gain - cost / 2.
    """
    short_chain, short_loop = NO_GOAL, NO_GOAL
    kept_lines, kept_loop_lines = 0, 0
    kept, kept_loop = 0, 0
    while links:
        lines, chain = tree_at(links & -links, undrawn, links)
        links &= ~chain
        size = popcount(chain)
        if boxes_at(lines) == chain:
            if popcount(lines) == size:
                if size < short_loop:
                    short_loop, kept_loop, kept_loop_lines = size, chain, lines
            elif size < short_chain:
                short_chain, kept, kept_lines = size, chain, lines
            continue
        count = offer_opening(undrawn, lines, chain, goal, boxes, first, count, work, table, entries)
        if count == SETTLED:
            return SETTLED, lowest(lines)
    if kept:
        count = offer_opening(undrawn, kept_lines, kept, goal, boxes, first, count, work, table, entries)
        if count == SETTLED:
            return SETTLED, lowest(kept_lines)
    if kept_loop:
        count = offer_opening(undrawn, kept_loop_lines, kept_loop, goal, boxes, first, count, work, table, entries)
        if count == SETTLED:
            return SETTLED, lowest(kept_loop_lines)
    return count, 0


@step
def offer_opening(
    undrawn: int,
    lines: int,
    chain: int,
    goal: int,
    boxes: int,
    first: int,
    count: int,
    work: int,
    table: int,
    entries: int,
) -> int:
    """Offer the opening of a long chain or loop unless the opponent's guaranteed share rules it out."""
    rest, gain, cost = opened(undrawn, lines, chain)
    if 2 * (goal + gain) > cost:
        return count
    return offer(rest, gain, cost, lowest(lines), goal, boxes, first, count, work, table, entries)


@step
def list_children(
    undrawn: int, goal: int, boxes: int, first: int, work: int, table: int, entries: int
) -> tuple[int, int]:
    """List every child that may reach the goal and is not yet known; (SETTLED, line) when one is known to."""
    count, line = add_safe(undrawn, goal, boxes, first, work, table, entries)
    if count == SETTLED:
        return SETTLED, line
    links = two_sided(undrawn)
    single, pair_right, pair_down = short_chains(undrawn, links)
    if single | pair_right | pair_down:
        count, line = add_short(undrawn, single, pair_right, pair_down, goal, boxes, first, count, work, table, entries)
        if count == SETTLED:
            return SETTLED, line
    links &= ~(single | pair_right | pair_right << 1 | pair_down | pair_down << 11)
    if links == 0 or goal > 0:
        return count, 0
    return add_long(undrawn, links, goal, boxes, first, count, work, table, entries)


@step
def score_children(first: int, end: int, hint: int, work: int) -> None:
    """Order children: the line that worked before, then those that leave the opponent the least to do, then history.

    Few safe lines and many boxes already in chains mean a small tree below; a sacrifice counts as two safe lines.
    """
    for at in range(first, end, CHILD):
        line, rest = peek(work, at + LINE), peek(work, at + REST)
        links = two_sided(rest)
        open_ends = 2 * popcount(rest & ~lines_of(links)) - popcount(links)
        if peek(work, at + GAIN):
            open_ends += 4
        score = peek(work, HISTORY + line) - (open_ends << HISTORY_BITS)
        poke(work, at + SCORE, FIRST_OF_ALL if line == hint else score)


@step
def take_best(at: int, end: int, work: int) -> None:
    """Bring the child with the highest score to the front of the unsearched ones."""
    best = at
    for other in range(at + CHILD, end, CHILD):
        if peek(work, other + SCORE) > peek(work, best + SCORE):
            best = other
    if best != at:
        for i in range(CHILD):
            moved = peek(work, at + i)
            poke(work, at + i, peek(work, best + i))
            poke(work, best + i, moved)


@numba.njit("boolean(int64, int64, int64, int64, int64, int64)", cache=True, nogil=True)
def reaches(undrawn: int, goal: int, first: int, table: int, entries: int, work: int) -> bool:
    """Is the value of this quiet, normalised position at least goal? False and STOPPED set at the LIMIT."""
    boxes = popcount(boxes_at(undrawn))
    goal += (goal ^ boxes) & 1
    if goal <= -boxes or goal > boxes:
        return goal <= -boxes
    if goal > 0 and is_lost(undrawn):
        return False
    entry = find(table, entries, undrawn)
    low, high, hint = -boxes, boxes, 63
    if entry:
        low, high, hint = lower_bound(entry, boxes), upper_bound(entry, boxes), best_line(entry)
        if low >= goal or high < goal:
            return low >= goal
    nodes = peek(work, NODES) + 1
    poke(work, NODES, nodes)
    if nodes > peek(work, LIMIT):
        poke(work, STOPPED, 1)
        return False
    count, line = list_children(undrawn, goal, boxes, first, work, table, entries)
    if count == SETTLED:
        keep(table, entries, undrawn, goal, high, line)
        return True
    end = first + count * CHILD
    score_children(first, end, hint, work)
    for at in range(first, end, CHILD):
        take_best(at, end, work)
        rest, gain, cost = peek(work, at + REST), peek(work, at + GAIN), peek(work, at + COST)
        reached = cost == 0 or reaches(rest, goal + gain - cost, first + PLY, table, entries, work)
        if reached:
            reached = not reaches(rest, 1 - goal - gain, first + PLY, table, entries, work)
        if peek(work, STOPPED):
            return False
        if reached:
            line = peek(work, at + LINE)
            poke(work, HISTORY + line, peek(work, HISTORY + line) + (1 << (popcount(undrawn) >> 2)))
            keep(table, entries, undrawn, goal, high, line)
            return True
    keep(table, entries, undrawn, low, goal - 2, hint)
    return False


@kernel
def position_reaches(undrawn: int, goal: int, table: Int64Array, work: Int64Array) -> bool:
    """Is the value of any position, quiet or not, at least goal for the side to move?"""
    rest = captured(undrawn)
    gain = popcount(boxes_at(undrawn)) - popcount(boxes_at(rest))
    cost = giving_cost(undrawn, rest)
    rest = normalised(rest)
    places = table.ctypes.data, len(table), work.ctypes.data
    if reaches(rest, goal - gain, CHILDREN, *places):
        return True
    if cost == 0 or work[STOPPED]:
        return False
    kept = reaches(rest, gain - cost - goal + 1, CHILDREN, *places)
    return not kept and not work[STOPPED]


@kernel
def narrow(undrawn: int, guess: int, bounds: Int64Array, table: Int64Array, work: Int64Array) -> None:
    """Narrow bounds (lower, upper) of a position to its value by tests that start at guess. Stops at the LIMIT."""
    boxes = popcount(boxes_at(undrawn))
    bounds[0], bounds[1] = -boxes, boxes
    goal = guess + ((guess ^ boxes) & 1)
    while bounds[0] < bounds[1]:
        goal = min(max(goal, bounds[0] + 2), bounds[1])
        if position_reaches(undrawn, goal, table, work):
            bounds[0] = goal
            goal += 2
        elif work[STOPPED]:
            return
        else:
            bounds[1] = goal - 2
            goal -= 2


@kernel
def best_lines(undrawn: int, value: int, table: Int64Array, work: Int64Array) -> int:
    """The lines, as bits, that keep the value of a position, by the rules of one line at a time.

    The line that the table remembers comes first, so that one is known at once after narrow. At the LIMIT: those that
    were proven by then.
    """
    best = 0
    lines = undrawn
    first = 1 << best_line(find(table.ctypes.data, len(table), normalised(undrawn)))
    while lines and not work[STOPPED]:
        line = lowest(first & lines or lines)
        lines &= ~(1 << line)
        boxes = completed(undrawn, line)
        rest = undrawn & ~(1 << line)
        if boxes:
            keeps = position_reaches(rest, value - boxes, table, work)
        else:
            keeps = not position_reaches(rest, 1 - value, table, work)
        if keeps and not work[STOPPED]:
            best |= 1 << line
    return best
