"""Many v1 sessions at once, from their text to what is wrong with them.

Only the text that every writer of v1 without frills produces is read here: compact, the keys in their order, plain
ASCII in the id, integers inside their bounds. Whatever else there is gets UNUSUAL and is for the strict decoder.
A block of text is an array of bytes; a session is the bytes between two offsets.
"""

import numpy as np

from parlour.core.kernels import kernel, step
from parlour.games.ten_exorcism.kernels.constants import (
    COLS,
    ROWS,
    TEN,
)
from parlour.games.ten_exorcism.kernels.rectangles import any_rectangle
from parlour.games.ten_exorcism.kernels.words import byte_at

LARGEST_WHOLE = 2**53
LARGEST_SEED = 2**52
LARGEST_COORDINATE = 2**31
LONGEST_ID = 200

# What is found of a session.
UNUSUAL, HOLDS, ENDS_BEFORE_START, BEFORE_START, OUT_OF_ORDER, AFTER_END, GAME_OVER, TIME_WAS_UP = range(8)
RESULT, POINTS, SCORE = range(8, 11)

# Columns of the answer: what was found, at which entry, two numbers that say more (what is claimed or when it was, and
# what is right), the score, whether the game came to its end, and where the id lies in the block.
FOUND, ENTRY, FIRST, SECOND, TOTAL, COMPLETE, ID_FROM, ID_TO, COLUMNS = range(9)

# Columns of an action.
AT, R0, C0, R1, C1, RESULT_CLAIM, POINTS_CLAIM, ACTION = range(8)

# Numbers of a head.
SEED, START, END, SCORE_CLAIM, HEAD = range(5)

BAD = -1

OPENING = b'{"v":1,"id":"'
SEED_KEY = b'","seed":'
START_KEY = b',"start":'
END_KEY = b',"end":'
ACTIONS_KEY = b',"actions":['
T_KEY = b'{"t":'
S_KEY = b',"s":['
R_KEY = b'],"r":'
P_KEY = b',"p":'
SCORE_KEY = b'],"score":'

LONGEST_TOKEN = 32
"""More than the reader ever looks ahead: so many bytes follow a block."""

QUOTE, BACKSLASH, COMMA, MINUS, ZERO, NINE, OPEN_MAP, CLOSE_MAP = 34, 92, 44, 45, 48, 57, 123, 125
SPACE, TILDE = 32, 126


@step
def _after(text, at, expected):
    """Behind the expected bytes, or BAD; BAD stays BAD."""
    if at < 0:
        return BAD
    for k in range(len(expected)):
        if byte_at(text, at + k) != expected[k]:
            return BAD
    return at + len(expected)


@step
def _whole(text, at, largest):
    """Behind an integer of JSON and its value; BAD if there is none or it is out of bounds."""
    if at < 0:
        return BAD, 0
    negative = byte_at(text, at) == MINUS
    if negative:
        at += 1
    first = at
    value = 0
    digit = byte_at(text, at) - ZERO
    while 0 <= digit <= 9 and at - first < 17:
        value = value * 10 + digit
        at += 1
        digit = byte_at(text, at) - ZERO
    digits = at - first
    if digits == 0 or value > largest or (digits > 1 and byte_at(text, first) == ZERO):
        return BAD, 0
    return at, -value if negative else value


@step
def _read_action(text, at, action):
    """Behind an action, whose numbers are filled in; or BAD."""
    at, action[AT] = _whole(text, _after(text, at, T_KEY), LARGEST_WHOLE)
    at = _after(text, at, S_KEY)
    at, action[R0] = _whole(text, at, LARGEST_COORDINATE)
    at, action[C0] = _whole(text, _after(text, at, b","), LARGEST_COORDINATE)
    at, action[R1] = _whole(text, _after(text, at, b","), LARGEST_COORDINATE)
    at, action[C1] = _whole(text, _after(text, at, b","), LARGEST_COORDINATE)
    at, action[RESULT_CLAIM] = _whole(text, _after(text, at, R_KEY), 1)
    at, action[POINTS_CLAIM] = _whole(text, _after(text, at, P_KEY), LARGEST_WHOLE)
    if action[RESULT_CLAIM] < 0:
        return BAD
    return _after(text, at, b"}")


@kernel
def read_session(text, at, to, head, actions):
    """Fill head and actions: how many actions there are and where the id begins and ends; BAD for an unusual text."""
    id_from = _after(text, at, OPENING)
    if id_from < 0:
        return BAD, 0, 0
    id_to = id_from
    while SPACE <= byte_at(text, id_to) <= TILDE and byte_at(text, id_to) not in (QUOTE, BACKSLASH):
        id_to += 1
    if not 1 <= id_to - id_from <= LONGEST_ID:
        return BAD, 0, 0
    at, head[SEED] = _whole(text, _after(text, id_to, SEED_KEY), LARGEST_SEED)
    at, head[START] = _whole(text, _after(text, at, START_KEY), LARGEST_WHOLE)
    at, head[END] = _whole(text, _after(text, at, END_KEY), LARGEST_WHOLE)
    at = _after(text, at, ACTIONS_KEY)
    count = 0
    if at >= 0 and byte_at(text, at) == OPEN_MAP:
        while at >= 0:
            if count == actions.shape[0]:
                return BAD, 0, 0
            at = _read_action(text, at, actions[count])
            count += 1
            if at < 0 or byte_at(text, at) != COMMA:
                break
            at += 1
    at, head[SCORE_CLAIM] = _whole(text, _after(text, at, SCORE_KEY), LARGEST_WHOLE)
    if _after(text, at, b"}") != to:
        return BAD, 0, 0
    return count, id_from, id_to


@step
def deal(seed, board):
    """The board of a seed: Mulberry32 in integers."""
    state = seed & 0xFFFFFFFF
    for cell in range(ROWS * COLS):
        state = (state + 0x6D2B79F5) & 0xFFFFFFFF
        t = ((state ^ (state >> 15)) * (state | 1)) & 0xFFFFFFFF
        t ^= (t + (((t ^ (t >> 7)) * (t | 61)) & 0xFFFFFFFF)) & 0xFFFFFFFF
        board[cell] = (((t ^ (t >> 14)) * 9) >> 32) + 1


@step
def _clamped(coordinate, size):
    return min(max(coordinate, 0), size - 1)


@step
def _cleared(board, top, left, bottom, right):
    """Take the ghosts of a rectangle off the board."""
    for row in range(top, bottom + 1):
        for cell in range(row * COLS + left, row * COLS + right + 1):
            board[cell] = 0


@kernel
def replay(head, actions, count, limit, board, answer):
    """Play a session's actions and compare what is claimed; limit is the mode's in milliseconds, or BAD for none.

    The game is over when no rectangle is left. A selection that sums to ten proves that it was not over before, so the
    search is run once, for the first of the selections after the last clearance; none of those changes the board.
    """
    length = head[END] - head[START]
    if length < 0:
        answer[FOUND] = ENDS_BEFORE_START
        return
    deal(head[SEED], board)
    last = 0
    score = 0
    found = HOLDS
    unproven = BAD
    for index in range(count):
        action = actions[index]
        at = action[AT]
        answer[ENTRY] = index
        answer[FIRST] = at
        if at < 0:
            found = BEFORE_START
            break
        if at < last:
            found = OUT_OF_ORDER
            answer[SECOND] = last
            break
        if at > length:
            found = AFTER_END
            answer[SECOND] = length
            break
        last = at
        top, bottom = _clamped(action[R0], ROWS), _clamped(action[R1], ROWS)
        left, right = _clamped(action[C0], COLS), _clamped(action[C1], COLS)
        if top > bottom:
            top, bottom = bottom, top
        if left > right:
            left, right = right, left
        total = 0
        ghosts = 0
        for row in range(top, bottom + 1):
            for cell in range(row * COLS + left, row * COLS + right + 1):
                power = np.int64(board[cell])
                total += power
                ghosts += power != 0
        valid = total == TEN
        if valid:
            unproven = BAD
        elif unproven < 0:
            unproven = index
        if limit >= 0 and at >= limit:
            found = TIME_WAS_UP
            answer[SECOND] = limit
            break
        if valid != (action[RESULT_CLAIM] == 1):
            found = RESULT
            answer[FIRST] = action[RESULT_CLAIM]
            answer[SECOND] = total
            break
        gained = ghosts if valid else 0
        if gained != action[POINTS_CLAIM]:
            found = POINTS
            answer[FIRST] = action[POINTS_CLAIM]
            answer[SECOND] = gained
            break
        if valid:
            _cleared(board, top, left, bottom, right)
            score += gained
    over = False
    if found == HOLDS or unproven >= 0:
        over = not any_rectangle(board)
    if over and unproven >= 0:
        answer[FOUND] = GAME_OVER
        answer[ENTRY] = unproven
        return
    if found == HOLDS:
        answer[TOTAL] = score
        answer[COMPLETE] = over or (limit >= 0 and limit <= length)
        answer[FIRST] = head[SCORE_CLAIM]
        answer[SECOND] = score
        if score != head[SCORE_CLAIM]:
            found = SCORE
    answer[FOUND] = found


@kernel
def judge_block(text, offsets, limit, actions):
    """An answer for each session: the text between offsets[i] and offsets[i + 1], less the line's end between them.

    The text is given by its address; LONGEST_TOKEN bytes follow it that belong to no token.
    """
    sessions = offsets.size - 1
    answers = np.zeros((sessions, COLUMNS), np.int64)
    head = np.zeros(HEAD, np.int64)
    board = np.zeros(ROWS * COLS, np.uint8)
    for index in range(sessions):
        answer = answers[index]
        count, answer[ID_FROM], answer[ID_TO] = read_session(
            text, offsets[index], offsets[index + 1] - 1, head, actions
        )
        if count >= 0:
            replay(head, actions, count, limit, board, answer)
    return answers


@kernel
def judge_packed(heads, actions, firsts, limit):
    """The same for sessions that are arrays already: session i has the actions from firsts[i] to firsts[i + 1]."""
    sessions = heads.shape[0]
    answers = np.zeros((sessions, COLUMNS), np.int64)
    board = np.zeros(ROWS * COLS, np.uint8)
    for index in range(sessions):
        first = firsts[index]
        replay(
            heads[index], actions[first : firsts[index + 1]], firsts[index + 1] - first, limit, board, answers[index]
        )
    return answers
