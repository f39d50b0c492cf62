"""The stack as bit masks: free tiles, peeling, and whether the rest can be cleared.

A stack has at most 62 tiles, one bit each in an int64. Row i of `blocks` holds four
masks: the tiles on top of tile i, those touching its left and its right side, and the
tiles that i itself lies on or touches.
"""

import numpy as np

from parlour.core.kernels import lowest, njit, popcount
from parlour.games.stackdoku.kernels.chance import below
from parlour.games.stackdoku.kernels.constants import NO, UNKNOWN, YES

MEMO_BITS = 16


@njit(inline="always")
def is_free(blocks, alive, i):
    """Whether tile i has nothing of `alive` on top and an open left or right side."""
    if blocks[i, 0] & alive:
        return False
    return not blocks[i, 1] & alive or not blocks[i, 2] & alive


@njit()
def free_tiles(blocks, alive):
    """Mask of the free tiles in `alive`."""
    free = 0
    for i in range(blocks.shape[0]):
        if alive >> i & 1 and is_free(blocks, alive, i):
            free |= 1 << i
    return free


@njit()
def pick_bit(random, mask):
    """A random set bit of a non-empty mask, as a mask."""
    for _ in range(below(random, popcount(mask))):
        mask &= mask - 1
    return mask & -mask


@njit()
def peel(random, blocks, order):
    """Take random free pairs off a blank stack; order[k] becomes the k-th pair.

    False when fewer than two tiles are free with tiles left; the caller tries again.
    """
    alive = (1 << blocks.shape[0]) - 1
    k = 0
    while alive:
        free = free_tiles(blocks, alive)
        first = pick_bit(random, free)
        if free == first:
            return False
        second = pick_bit(random, free ^ first)
        order[k, 0] = lowest(first)
        order[k, 1] = lowest(second)
        alive ^= first | second
        k += 1
    return True


@njit()
def digit_masks(digits):
    """For each digit 1..9 the mask of its tiles, at index digit-1."""
    masks = np.zeros(9, np.int64)
    for i in range(digits.size):
        masks[digits[i] - 1] |= 1 << i
    return masks


@njit()
def _hopeless(blocks, of_digit, alive):
    """True when tiles stay even if every free tile of a digit went once two were free.

    Any real play removes no more than that, so True is proof.
    """
    going = 0
    moved = True
    while alive and moved:
        moved = False
        free = free_tiles(blocks, alive)
        for d in range(9):
            mine = of_digit[d] & free
            if mine & (mine - 1):
                going |= of_digit[d]
            mine &= going
            if mine:
                alive &= ~mine
                moved = True
    return alive != 0


@njit()
def _take_safe(blocks, of_digit, alive):
    """Remove every digit all of whose tiles are free: that can never hurt."""
    moved = True
    while alive and moved:
        moved = False
        free = free_tiles(blocks, alive)
        for d in range(9):
            mine = of_digit[d] & alive
            if mine and mine & ~free == 0:
                alive &= ~mine
                moved = True
    return alive


@njit()
def clearable(blocks, digits, alive, budget, line):
    """YES, NO, or UNKNOWN after `budget` positions: can `alive` be cleared in pairs?

    Memoised depth-first search over tile sets. On YES, line[0] holds the first pair to
    take (as a mask; 0 on an empty stack).
    """
    of_digit = digit_masks(digits)
    memo = np.zeros(1 << MEMO_BITS, np.int64)
    stack = np.empty(4096, np.int64)
    start = np.empty(4096, np.int64)
    line[0] = 0
    stack[0] = alive
    start[0] = 0
    size = 1
    visited = 0
    while size:
        size -= 1
        now = stack[size]
        first = start[size]
        rest = _take_safe(blocks, of_digit, now)
        if first == 0 and rest != now:
            first = _safe_pair(blocks, of_digit, now)
        if rest == 0:
            line[0] = first
            return YES
        slot = ((rest ^ (rest >> 29)) * 0x9E3779B97F4A7C1) >> 20 & ((1 << MEMO_BITS) - 1)
        if memo[slot] == rest:
            continue
        visited += 1
        if visited > budget or size > 4000:
            return UNKNOWN
        memo[slot] = rest
        if _hopeless(blocks, of_digit, rest):
            continue
        free = free_tiles(blocks, rest)
        for d in range(9):
            mine = of_digit[d] & free
            a = mine
            while a:
                one = a & -a
                a ^= one
                b = a
                while b:
                    two = b & -b
                    b ^= two
                    stack[size] = rest ^ one ^ two
                    start[size] = first or one | two
                    size += 1
    return NO


@njit()
def _safe_pair(blocks, of_digit, alive):
    """Two tiles of a digit all of whose tiles are free; 0 when there is none."""
    free = free_tiles(blocks, alive)
    for d in range(9):
        mine = of_digit[d] & alive
        if mine and mine & ~free == 0:
            one = mine & -mine
            rest = mine ^ one
            return one | (rest & -rest)
    return 0
