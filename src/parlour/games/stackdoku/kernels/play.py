"""Guess-free play: certificates, the calibration bot, and how many slots a level needs.

Guess-free means that a token is placed only where the logic of the level's tier forces
its digit at that moment. A forced token is always placed at once: it frees a slot and adds
knowledge. Where more cells are forced than tokens held, the first cells in reading order
are taken, so that lines differ in their draws alone.

A line is an array of steps (kind, what, why): DRAW with a digit, or PLACE with a cell
and a reason code of kernels.logic.
"""

import numpy as np

from parlour.core.kernels import lowest, njit
from parlour.games.stackdoku.kernels.chance import below, next_u32
from parlour.games.stackdoku.kernels.constants import (
    BOARD_SIZE,
    CAPACITY,
    DRAW,
    FORCED,
    MAX_DRAWS,
    MAX_STEPS,
    NO,
    PLACE,
    READY,
    UNKNOWN,
    WHY,
    YES,
)
from parlour.games.stackdoku.kernels.logic import eliminate, put, start_board
from parlour.games.stackdoku.kernels.stack import digit_masks, free_tiles, is_free

MAX_CHOICES = 96
MEMO_BITS = 14
CORRIDOR = 3
"""Games by which a bot score may stray from its band on the way."""


@njit()
def settle(board, held, line, steps):
    """Place held tokens while any is forced; returns the new number of steps."""
    moved = True
    while moved:
        moved = False
        placeable = False
        for d in range(9):
            if held[d] and board[READY + d]:
                placeable = True
        if not placeable:
            return steps
        for cell in range(81):
            why = board[WHY + cell]
            if why == 0:
                continue
            digit = board[FORCED + cell]
            if held[digit - 1]:
                put(board, cell, digit)
                eliminate(board)
                held[digit - 1] -= 1
                line[steps, 0] = PLACE
                line[steps, 1] = cell
                line[steps, 2] = why
                steps += 1
                moved = True
    return steps


@njit()
def missing_pairs(givens):
    """For each digit, how many pairs the stack must hold: (9 - givens of it) / 2."""
    pairs = np.full(9, 9)
    for cell in range(81):
        if givens[cell]:
            pairs[givens[cell] - 1] -= 1
    return pairs // 2


@njit()
def _draw_order(random, board, left, held, tension, order):
    """Digits left to draw, the ones to try first in front; returns how many.

    While fewer than `tension` tokens are held, digits with one forced cell come first,
    so that a token stays in the tray; after that, digits that can be placed at once.
    """
    keys = np.empty(9, np.int64)
    n = 0
    holding = held.sum()
    for d in range(9):
        ready = min(2, board[READY + d])
        if left[d] == 0 or (ready == 0 and holding + 2 > CAPACITY - 2):
            continue
        rank = 2 - ready
        if holding < tension:
            rank = 2 if ready == 0 else ready - 1
        key = rank << 32 | next_u32(random)
        i = n
        while i and keys[i - 1] > key:
            keys[i] = keys[i - 1]
            order[i] = order[i - 1]
            i -= 1
        keys[i] = key
        order[i] = d
        n += 1
    return n


@njit()
def certify(random, givens, tier, tension, budget, line):
    """Search a guess-free order of draws and placements on a stack with every pair free.

    Fills `line` and returns its number of steps, or 0 after `budget` draws without success.
    """
    boards = np.empty((MAX_DRAWS, BOARD_SIZE), np.int64)
    left = np.zeros((MAX_DRAWS, 9), np.int64)
    held = np.zeros((MAX_DRAWS, 9), np.int64)
    order = np.empty((MAX_DRAWS, 9), np.int64)
    choices = np.empty(MAX_DRAWS, np.int64)
    tried = np.zeros(MAX_DRAWS, np.int64)
    length = np.zeros(MAX_DRAWS, np.int64)
    start_board(boards[0], givens, tier)
    left[0] = missing_pairs(givens)
    choices[0] = _draw_order(random, boards[0], left[0], held[0], tension, order[0])
    depth = 0
    for _ in range(budget):
        while depth >= 0 and tried[depth] == choices[depth]:
            depth -= 1
        if depth < 0:
            return 0
        d = order[depth, tried[depth]]
        tried[depth] += 1
        deeper = depth + 1
        boards[deeper] = boards[depth]
        left[deeper] = left[depth]
        held[deeper] = held[depth]
        left[deeper, d] -= 1
        held[deeper, d] += 2
        steps = length[depth]
        line[steps, 0] = DRAW
        line[steps, 1] = d + 1
        line[steps, 2] = 0
        steps = settle(boards[deeper], held[deeper], line, steps + 1)
        holding = held[deeper].sum()
        drawn_all = left[deeper].sum() == 0
        if drawn_all and holding == 0:
            return steps
        if drawn_all or holding > CAPACITY - 2:
            continue
        depth = deeper
        length[depth] = steps
        tried[depth] = 0
        choices[depth] = _draw_order(random, boards[depth], left[depth], held[depth], tension, order[depth])
    return 0


@njit()
def _opens(blocks, alive, free, tile):
    """How many tiles become free when `tile` (a bit) goes: only those it blocked can."""
    rest = alive ^ tile
    held_back = blocks[lowest(tile), 3] & rest & ~free
    n = 0
    while held_back:
        bit = held_back & -held_back
        held_back ^= bit
        if is_free(blocks, rest, lowest(bit)):
            n += 1
    return n


@njit()
def _bot_pair(random, blocks, of_digit, alive, board):
    """The bot's pair as a mask, 0 for none: first what it can place, then what opens most."""
    free = free_tiles(blocks, alive)
    best = 0
    best_key = -1
    for d in range(9):
        mine = of_digit[d] & free
        if mine & (mine - 1) == 0:
            continue
        one = 0
        one_key = -1
        two = 0
        two_key = -1
        while mine:
            tile = mine & -mine
            mine ^= tile
            key = _opens(blocks, alive, free, tile) << 16 | below(random, 1 << 16)
            if key > one_key:
                two, two_key = one, one_key
                one, one_key = tile, key
            elif key > two_key:
                two, two_key = tile, key
        opened = (one_key >> 16) + (two_key >> 16)
        key = (min(2, board[READY + d]) << 8 | opened) << 16 | below(random, 1 << 16)
        if key > best_key:
            best, best_key = one | two, key
    return best


@njit()
def bot_wins(random, blocks, digits, opening):
    """One game of the no-guess bot, without undo or life: True when it clears everything.

    The bot places every forced token, then removes the free pair it can place most of,
    among those the one that opens most tiles, else at random. It knows no solution and
    looks no move ahead. It loses when no pair is free or fewer than two slots are.
    """
    board = opening.copy()
    of_digit = digit_masks(digits)
    alive = (1 << digits.size) - 1
    held = np.zeros(9, np.int64)
    line = np.empty((MAX_STEPS, 3), np.int64)
    settle(board, held, line, 0)
    while alive:
        if held.sum() > CAPACITY - 2:
            return False
        pair = _bot_pair(random, blocks, of_digit, alive, board)
        if pair == 0:
            return False
        alive ^= pair
        held[digits[lowest(pair & -pair)] - 1] += 2
        settle(board, held, line, 0)
    return held.sum() == 0


@njit()
def bot_score(random, blocks, digits, opening, games):
    """How many of `games` games the bot wins from the board `opening`."""
    wins = 0
    for _ in range(games):
        if bot_wins(random, blocks, digits, opening):
            wins += 1
    return wins


@njit()
def games_on_course(random, blocks, digits, opening, games, least, most):
    """After how many of `games` the bot's score could still be least..most of them; all when it is.

    After k games the wins must lie within CORRIDOR of the band scaled to k games: most
    labels outside the band cost a few games only, and the more, the nearer they come.
    """
    wins = 0
    for played in range(1, games + 1):
        if bot_wins(random, blocks, digits, opening):
            wins += 1
        strayed = wins > most or wins + games - played < least
        too_many = wins * games > most * played + CORRIDOR * games
        too_few = wins * games < least * played - CORRIDOR * games
        if strayed or too_many or too_few:
            return played - 1
    return games


@njit()
def _pair_choices(of_digit, free, board, holding, cap, choice):
    """Free pairs whose draw leaves room for a next one, as masks; returns how many."""
    n = 0
    for rank in range(3):
        for d in range(9):
            if min(2, board[READY + d]) != rank or (rank == 0 and holding + 2 > cap - 2):
                continue
            a = of_digit[d] & free
            while a:
                one = a & -a
                a ^= one
                b = a
                while b and n < MAX_CHOICES:
                    two = b & -b
                    b ^= two
                    choice[n] = one | two
                    n += 1
    return n


@njit()
def clears_within(blocks, digits, opening, tokens, tiles, cap, budget, first):
    """Is there a guess-free line from here that never holds more than `cap` tokens?

    From the board `opening`, the held `tokens` and the mask `tiles`: depth-first over tile
    sets, each visited once; UNKNOWN after `budget` draws. On YES, first[0] is the first
    pair to remove, as a mask.
    """
    boards = np.empty((MAX_DRAWS, BOARD_SIZE), np.int64)
    held = np.zeros((MAX_DRAWS, 9), np.int64)
    alive = np.zeros(MAX_DRAWS, np.int64)
    choice = np.empty((MAX_DRAWS, MAX_CHOICES), np.int64)
    choices = np.zeros(MAX_DRAWS, np.int64)
    memo = np.zeros(1 << MEMO_BITS, np.int64)
    line = np.empty((MAX_STEPS, 3), np.int64)
    of_digit = digit_masks(digits)
    boards[0] = opening
    held[0] = tokens
    alive[0] = tiles
    first[0] = 0
    settle(boards[0], held[0], line, 0)
    holding = held[0].sum()
    if tiles == 0:
        return YES if holding == 0 else NO
    if holding > cap - 2:
        return NO
    free = free_tiles(blocks, tiles)
    choices[0] = _pair_choices(of_digit, free, boards[0], holding, cap, choice[0])
    depth = 0
    visited = 0
    while True:
        while depth >= 0 and choices[depth] == 0:
            depth -= 1
        if depth < 0:
            return NO
        choices[depth] -= 1
        pair = choice[depth, choices[depth]]
        if depth == 0:
            first[0] = pair
        rest = alive[depth] ^ pair
        slot = ((rest ^ (rest >> 29)) * 0x9E3779B97F4A7C1) >> 20 & ((1 << MEMO_BITS) - 1)
        if rest and memo[slot] == rest:
            continue
        memo[slot] = rest
        visited += 1
        if visited > budget:
            return UNKNOWN
        deeper = depth + 1
        boards[deeper] = boards[depth]
        held[deeper] = held[depth]
        held[deeper, digits[lowest(pair & -pair)] - 1] += 2
        settle(boards[deeper], held[deeper], line, 0)
        holding = held[deeper].sum()
        if rest == 0:
            if holding == 0:
                return YES
            continue
        if holding > cap - 2:
            continue
        depth = deeper
        alive[depth] = rest
        free = free_tiles(blocks, rest)
        choices[depth] = _pair_choices(of_digit, free, boards[depth], holding, cap, choice[depth])
