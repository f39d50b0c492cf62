"""Improving a line, that is all moves of a game, by taking some of it back and playing on.

Two ways to change a line. A ruin drops every move that frees a ghost in a small box. An insertion chooses a move of the
pool, drops the moves that free its ghosts now, and makes it as soon as nothing else is in its rectangle. Either way the
rest of the line is then made again in its order: a move whose ghosts are gone is dropped; where a ghost that is still
there lies in the rectangle of a later move, a pooled move that frees it now is sought, and if there is none the later
move is dropped too. Then the position is played to its end. That the moves which are kept come first loses nothing:
they only make room. A worse line is kept with the usual probability of annealing, by the cost of the ghosts that it
leaves.

MOST_MOVES is more than 85, the most moves that 170 ghosts allow.
"""

import numpy as np

from parlour.core.kernels import kernel, log, lowest, peek, poke, popcount, step
from parlour.games.ten_exorcism.kernels.completion import complete, list_rectangles, set_rows
from parlour.games.ten_exorcism.kernels.constants import (
    BEFORE,
    BEST,
    BEST_LENGTH,
    BEST_SCORE,
    BOX,
    CELLS,
    COLS,
    COST,
    ENTRY_NUMBER,
    ENTRY_ONE,
    ENTRY_OTHER,
    FRESH,
    INFO,
    ITERATIONS,
    LANES,
    LENGTH,
    LINE,
    LIST,
    LIST_FROM,
    MOVE,
    NO_CELL,
    NOW,
    POOL,
    ROWS,
    SHELF_FROM,
    SHELF_WORDS,
    SIDES,
    STAGE,
    TAKEN,
    TRIAL,
    UNIT,
    WHEN,
    WORD_CELLS,
    WORD_ROWS,
)
from parlour.games.ten_exorcism.kernels.memory import (
    below,
    copy_words,
    entry_word,
    fill_pool,
    random31,
    rectangle_word,
    set_board,
)
from parlour.games.ten_exorcism.kernels.words import equal_sets, highest

NEVER = 1 << 30
WHOLE = 1024
"""Shares are parts of this."""


@step
def _points(memory, move):
    return peek(memory, move + SIDES) >> 32


@kernel
def _index(memory, length, first):
    """BEFORE and WHEN from a place of the line on."""
    for word in range(3):
        left = peek(memory, NOW + word)
        poke(memory, BEFORE + length * 3 + word, left)
        while left:
            poke(memory, WHEN + word * WORD_CELLS + lowest(left), length)
            left &= left - 1
    for place in range(length - 1, first - 1, -1):
        for word in range(3):
            taken = peek(memory, LINE + place * MOVE + TAKEN + word)
            poke(memory, BEFORE + place * 3 + word, peek(memory, BEFORE + place * 3 + 3 + word) | taken)
            while taken:
                poke(memory, WHEN + word * WORD_CELLS + lowest(taken), place)
                taken &= taken - 1


@step
def _leave(memory, m0, m1, m2):
    poke(memory, NOW, m0)
    poke(memory, NOW + 1, m1)
    poke(memory, NOW + 2, m2)


@step
def _keep_best(memory, length, score):
    poke(memory, INFO + BEST_LENGTH, length)
    poke(memory, INFO + BEST_SCORE, score)
    copy_words(memory, BEST, LINE, length * MOVE)


@kernel
def begin(words, noise):
    """A first line for the values of the cells; whatever the memory held before is forgotten."""
    memory = words.ctypes.data
    set_board(memory)
    fill_pool(memory)
    m0, m1, m2 = peek(memory, NOW), peek(memory, NOW + 1), peek(memory, NOW + 2)
    rows = set_rows(memory, m0, m1, m2)
    count = list_rectangles(memory, rows, m0, m1, m2, 0, 0, ROWS - 1, COLS - 1, 0, noise)
    length, m0, m1, m2 = complete(memory, rows, m0, m1, m2, count, LINE, noise)
    _leave(memory, m0, m1, m2)
    score = 0
    for place in range(length):
        score += _points(memory, LINE + place * MOVE)
    poke(memory, INFO + LENGTH, length)
    poke(memory, INFO + ITERATIONS, 0)
    for cell in range(CELLS):
        poke(memory, WHEN + cell, length)
    poke(memory, WHEN + NO_CELL, NEVER)
    _index(memory, length, 0)
    _keep_best(memory, length, score)


@step
def _insertion(memory, length, leftover_share):
    """A pooled move that the line could make room for, and the first move that frees one of its ghosts; -1 if none is.

    It holds a random cell, often one that the line leaves over.
    """
    cell = below(memory, CELLS)
    if (random31(memory) & (WHOLE - 1)) < leftover_share:
        for _ in range(CELLS):
            if peek(memory, WHEN + cell) == length:
                break
            cell = below(memory, CELLS)
    when = peek(memory, WHEN + cell)
    start = peek(memory, LIST_FROM + cell)
    size = peek(memory, LIST_FROM + cell + 1) - start
    if size == 0:
        return -1, 0
    n0, n1, n2 = peek(memory, NOW), peek(memory, NOW + 1), peek(memory, NOW + 2)
    at = below(memory, size)
    for _ in range(size):
        entry = peek(memory, LIST + start + at)
        at += 1
        if at == size:
            at = 0
        one = peek(memory, WHEN + ((entry >> ENTRY_ONE) & 255))
        other = peek(memory, WHEN + ((entry >> ENTRY_OTHER) & 255))
        # The line has to clear the rest of the rectangle.
        stay = (
            popcount(entry_word(memory, entry, 0) & n0)
            + popcount(entry_word(memory, entry, 1) & n1)
            + popcount(entry_word(memory, entry, 2) & n2)
        )
        if stay != (when == length) + (one == length) + (other == length):
            continue
        first = min(when, one, other)
        move = POOL + (entry >> ENTRY_NUMBER) * MOVE
        new = False
        for word in range(3):
            new |= peek(memory, LINE + first * MOVE + TAKEN + word) != peek(memory, move + TAKEN + word)
        if new:
            return move, first
    return -1, 0


@kernel
def _rescue(memory, cell, m0, m1, m2, s0, s1, s2):
    """A pooled move that frees this ghost in a position m, and none of s; -1 when there is none."""
    start = peek(memory, LIST_FROM + cell)
    shelves = (peek(memory, LIST_FROM + cell + 1) - start + LANES - 1) // LANES
    if shelves == 0:
        return -1
    shelf = peek(memory, SHELF_FROM + cell)
    at = below(memory, shelves)
    for _ in range(shelves):
        possible = equal_sets(memory, shelf + at * SHELF_WORDS, m0, m1, m2)
        while possible:
            entry = peek(memory, LIST + start + at * LANES + lowest(possible))
            possible &= possible - 1
            move = POOL + (entry >> ENTRY_NUMBER) * MOVE
            if (
                (peek(memory, move + TAKEN) & s0)
                | (peek(memory, move + TAKEN + 1) & s1)
                | (peek(memory, move + TAKEN + 2) & s2)
            ) == 0:
                return move
        at += 1
        if at == shelves:
            at = 0
    return -1


@step
def _random_box(memory, longest):
    """A set of cells to ruin."""
    height, width = 1 + below(memory, longest), 1 + below(memory, longest)
    top, left = below(memory, ROWS - height + 1), below(memory, COLS - width + 1)
    bottom, right = top + height - 1, left + width - 1
    return (
        rectangle_word(memory, 0, top, left, bottom, right),
        rectangle_word(memory, 1, top, left, bottom, right),
        rectangle_word(memory, 2, top, left, bottom, right),
    )


@step
def _first_in(memory, length, b0, b1, b2):
    """The first move that frees a ghost of these cells; the line's length if there is none."""
    for place in range(length):
        taken = LINE + place * MOVE + TAKEN
        if (peek(memory, taken) & b0) | (peek(memory, taken + 1) & b1) | (peek(memory, taken + 2) & b2):
            return place
    return length


@step
def _changed_rows(memory, m0, m1, m2):
    """The first and the last row in which a position is not the end of the line: only there can a move be possible."""
    top, bottom = ROWS, -1
    for word in range(3):
        changed = (m0 if word == 0 else (m1 if word == 1 else m2)) ^ peek(memory, NOW + word)
        if changed:
            top = min(top, word * WORD_ROWS + lowest(changed) // COLS)
            bottom = max(bottom, word * WORD_ROWS + highest(changed) // COLS)
    return top, bottom


@step
def _take_over(memory, first, made, fresh):
    """The line from TRIAL and FRESH. A move may come from a place that is written to, hence the stage."""
    for place in range(first, made):
        copy_words(memory, STAGE + place * MOVE, peek(memory, TRIAL + place), MOVE)
    copy_words(memory, LINE + first * MOVE, STAGE + first * MOVE, (made - first) * MOVE)
    copy_words(memory, LINE + made * MOVE, FRESH, fresh * MOVE)


@step
def _cost(memory, m0, m1, m2):
    """What a line pays for leaving these ghosts."""
    total = 0
    for word in range(3):
        left = m0 if word == 0 else (m1 if word == 1 else m2)
        while left:
            total += peek(memory, COST + word * WORD_CELLS + lowest(left))
            left &= left - 1
    return total


@kernel
def anneal(words, iterations, temperature, noise, ruin_share, ruin_side, leftover_share, slack):
    """So many changes of the line at one temperature; the best line so far is kept in BEST."""
    memory = words.ctypes.data
    length = peek(memory, INFO + LENGTH)
    if length == 0:
        return
    ghosts = popcount(peek(memory, BEFORE)) + popcount(peek(memory, BEFORE + 1)) + popcount(peek(memory, BEFORE + 2))
    cost = _cost(memory, peek(memory, NOW), peek(memory, NOW + 1), peek(memory, NOW + 2))
    for _ in range(iterations):
        least = temperature * log((random31(memory) + 1) * (1.0 / 2147483649.0))
        # b are the ghosts that no move of the line may free, g the rectangle of a move that is to be inserted.
        b0, b1, b2 = 0, 0, 0
        g0, g1, g2 = 0, 0, 0
        move, pending = 0, False
        gained, lost = 0, 0
        hopeless = least - slack
        ruin = (random31(memory) & (WHOLE - 1)) < ruin_share
        if ruin:
            b0, b1, b2 = _random_box(memory, ruin_side)
            first = _first_in(memory, length, b0, b1, b2)
            if first == length:
                continue
            hopeless = -np.inf
        else:
            move, first = _insertion(memory, length, leftover_share)
            if move < 0:
                continue
            g0, g1, g2 = peek(memory, move + BOX), peek(memory, move + BOX + 1), peek(memory, move + BOX + 2)
            b0, b1, b2 = peek(memory, move + TAKEN), peek(memory, move + TAKEN + 1), peek(memory, move + TAKEN + 2)
            gained = _points(memory, move)
            pending = True
        made = first
        m0 = peek(memory, BEFORE + first * 3)
        m1 = peek(memory, BEFORE + first * 3 + 1)
        m2 = peek(memory, BEFORE + first * 3 + 2)
        # p are ghosts that the line had freed by now and that are still there.
        p0, p1, p2 = 0, 0, 0
        for place in range(first, length):
            if pending and (((g0 & m0) ^ b0) | ((g1 & m1) ^ b1) | ((g2 & m2) ^ b2)) == 0:
                pending = False
                m0 ^= b0
                m1 ^= b1
                m2 ^= b2
                p0 &= m0
                p1 &= m1
                p2 &= m2
                poke(memory, TRIAL + made, move)
                made += 1
            old = LINE + place * MOVE
            s0, s1, s2 = peek(memory, old + TAKEN), peek(memory, old + TAKEN + 1), peek(memory, old + TAKEN + 2)
            if (s0 & ~m0) | (s1 & ~m1) | (s2 & ~m2) | (s0 & b0) | (s1 & b1) | (s2 & b2):
                p0 |= s0 & m0
                p1 |= s1 & m1
                p2 |= s2 & m2
                lost += _points(memory, old)
                if gained - lost < hopeless:
                    break
                continue
            x0 = peek(memory, old + BOX) & p0
            x1 = peek(memory, old + BOX + 1) & p1
            x2 = peek(memory, old + BOX + 2) & p2
            blocked = False
            k0, k1, k2 = (b0, b1, b2) if pending else (0, 0, 0)
            while x0 | x1 | x2:
                cell = lowest(x0) if x0 else (WORD_CELLS + lowest(x1) if x1 else 2 * WORD_CELLS + lowest(x2))
                found = _rescue(memory, cell, m0, m1, m2, s0 | k0, s1 | k1, s2 | k2)
                if found < 0:
                    blocked = True
                    break
                m0 ^= peek(memory, found + TAKEN)
                m1 ^= peek(memory, found + TAKEN + 1)
                m2 ^= peek(memory, found + TAKEN + 2)
                p0 &= m0
                p1 &= m1
                p2 &= m2
                x0 &= p0
                x1 &= p1
                x2 &= p2
                poke(memory, TRIAL + made, found)
                made += 1
                gained += _points(memory, found)
            if blocked:
                p0 |= s0
                p1 |= s1
                p2 |= s2
                lost += _points(memory, old)
                if gained - lost < hopeless:
                    break
                continue
            poke(memory, TRIAL + made, old)
            made += 1
            m0 ^= s0
            m1 ^= s1
            m2 ^= s2
        if gained - lost < hopeless:
            continue
        if pending:
            if ((g0 & m0) ^ b0) | ((g1 & m1) ^ b1) | ((g2 & m2) ^ b2):
                continue
            m0 ^= b0
            m1 ^= b1
            m2 ^= b2
            poke(memory, TRIAL + made, move)
            made += 1
        top, bottom = _changed_rows(memory, m0, m1, m2)
        rows = set_rows(memory, m0, m1, m2)
        count = list_rectangles(memory, rows, m0, m1, m2, top, 0, bottom, COLS - 1, 0, noise)
        fresh, m0, m1, m2 = complete(memory, rows, m0, m1, m2, count, FRESH, noise)
        changed_cost = _cost(memory, m0, m1, m2)
        if cost - changed_cost < least * UNIT:
            continue
        cost = changed_cost
        score = ghosts - popcount(m0) - popcount(m1) - popcount(m2)
        length = made + fresh
        _take_over(memory, first, made, fresh)
        _leave(memory, m0, m1, m2)
        _index(memory, length, first)
        if score > peek(memory, INFO + BEST_SCORE):
            _keep_best(memory, length, score)
    poke(memory, INFO + LENGTH, length)
    poke(memory, INFO + ITERATIONS, peek(memory, INFO + ITERATIONS) + iterations)
