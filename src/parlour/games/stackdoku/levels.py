"""Dealing levels: certified guess-free by construction, calibrated by bot games.

A level is made in this order, everything from one Mulberry32 seed:
1. a Sudoku with one solution whose least sufficient logic lies in the grade's tiers;
2. a certificate: an order of draws and forced placements that never overflows the tray;
3. a layout, peeled at random; the k-th pair peeled gets the certificate's k-th digit;
4. bot games: the label is kept when the no-guess bot's wins lie in the grade's band.
"""

from functools import lru_cache
from typing import NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from parlour.games.stackdoku.certificate import check_shape
from parlour.games.stackdoku.kernels.chance import U32, below, next_u32, seeded
from parlour.games.stackdoku.kernels.deal import find_puzzle, label
from parlour.games.stackdoku.kernels.logic import BOARD_SIZE, start_board
from parlour.games.stackdoku.kernels.play import (
    DRAW,
    MAX_STEPS,
    bot_in_band,
    certify,
    clears_within,
)
from parlour.games.stackdoku.kernels.stack import NO
from parlour.games.stackdoku.level import Difficulty, Level, Placement, Step, Tile, Why
from parlour.games.stackdoku.stack import NAMES, blocks, layout
from parlour.games.stackdoku.sudoku import parse, solution_count, to_text

GENERATOR = 1
"""Raised whenever an old id would deal another level."""

WHY: tuple[Why, ...] = get_args(Why)
"""Reason code k of the kernels is WHY[k - 1]."""

CALIBRATION_GAMES = 120
PUZZLE_TRIES = 60
CERTIFICATE_DRAWS = 300
TRAY_DRAWS = 100
PATIENCE = 5
"""Sudokus tried before a deal stops asking for a tight tray."""
LAST_ATTEMPT = 24
"""Sudokus tried before a deal takes the next certified level, whatever its bot score."""

Integers = NDArray[np.int64]


class Grade(NamedTuple):
    """What a difficulty asks of a level."""

    fewest_givens: int
    most_givens: int
    easiest_tier: int
    hardest_tier: int
    least_wins: int
    most_wins: int
    """of CALIBRATION_GAMES bot games; inside the published band, to leave room for luck"""
    tight_share: int
    """of 8 levels, how many must need three or more tray slots"""
    tension: int
    """tokens the certificate likes to keep in the tray"""
    labels: int
    """labellings tried for a Sudoku"""


GRADES: dict[Difficulty, Grade] = {
    "easy": Grade(49, 57, 1, 1, 117, 120, 0, 0, 2),
    "medium": Grade(33, 39, 2, 2, 75, 89, 4, 3, 24),
    "hard": Grade(27, 31, 3, 4, 36, 54, 4, 3, 32),
    "expert": Grade(27, 29, 4, 4, 13, 31, 4, 3, 32),
}


class Draft(NamedTuple):
    """A certified level still in arrays."""

    name: str
    tier: int
    solution: Integers
    givens: Integers
    line: Integers
    order: Integers
    digits: Integers


def level_id(difficulty: Difficulty, seed: int) -> str:
    """The name under which this deal can be had again."""
    return f"{difficulty}-{seed}-g{GENERATOR}"


@lru_cache(maxsize=256)
def deal(difficulty: Difficulty, seed: int) -> Level:
    """The level of this difficulty and seed; the same bytes on every machine.

    The seed is taken modulo 2^32. Work is bounded by counts, never by a clock.
    """
    seed &= U32
    draft = _draft(difficulty, seed)
    tiles = layout(draft.name, draft.digits.size)
    return Level(
        id=level_id(difficulty, seed),
        generator=GENERATOR,
        difficulty=difficulty,
        seed=seed,
        layout=draft.name,
        tier=draft.tier,
        givens=to_text(draft.givens),
        solution=to_text(draft.solution),
        tiles=tuple(Tile(i, *at, int(draft.digits[i])) for i, at in enumerate(tiles)),
        certificate=_steps(draft),
    )


def _steps(draft: Draft) -> tuple[Step, ...]:
    pairs = iter(draft.order.tolist())
    steps = []
    for kind, what, why in draft.line.tolist():
        if kind == DRAW:
            first, second = next(pairs)
            steps.append(Step(pair=(first, second)))
        else:
            digit = int(draft.solution[what])
            steps.append(Step(place=Placement(digit, what // 9, what % 9, WHY[why - 1])))
    return tuple(steps)


def _draft(difficulty: Difficulty, seed: int) -> Draft:
    grade = GRADES[difficulty]
    salt = int(next_u32(seeded(list(GRADES).index(difficulty))))
    root = int(next_u32(seeded(seed ^ salt)))
    tight = root % 8 < grade.tight_share
    attempt = 0
    while True:
        # Every attempt has its own seed: streams of one generator that overlap by
        # chance would otherwise deal the same level twice.
        random = seeded((root + attempt * 0x9E3779B1) & U32)
        last_call = attempt >= LAST_ATTEMPT
        draft = _attempt(random, grade, tight and attempt < PATIENCE, last_call)
        if draft is not None:
            return draft
        attempt += 1


def _attempt(random: Integers, grade: Grade, tight: bool, last_call: bool) -> Draft | None:
    """One Sudoku, one certificate, a few labels; None when nothing suits the grade."""
    wanted = grade.fewest_givens + 2 * int(below(random, (grade.most_givens - grade.fewest_givens) // 2 + 1))
    solution = np.empty(81, np.int64)
    givens, tier = find_puzzle(random, wanted, grade.easiest_tier, grade.hardest_tier, PUZZLE_TRIES, solution)
    if tier == 0:
        return None
    line = np.empty((MAX_STEPS, 3), np.int64)
    steps = certify(random, givens, tier, grade.tension, CERTIFICATE_DRAWS, line)
    if steps == 0:
        return None
    opening = np.empty(BOARD_SIZE, np.int64)
    start_board(opening, givens, tier)
    count = 81 - wanted
    order = np.empty((count // 2, 2), np.int64)
    digits = np.empty(count, np.int64)
    for _ in range(grade.labels):
        name = NAMES[below(random, len(NAMES))]
        masks = blocks(layout(name, count))
        if not label(random, masks, line, steps, order, digits):
            continue
        draft = Draft(name, tier, solution, givens, line[:steps], order, digits)
        if last_call:
            return draft
        if tight and within_tray(masks, digits, opening, 2, TRAY_DRAWS) != NO:
            continue
        if bot_in_band(
            random, masks, digits, opening,
            CALIBRATION_GAMES, grade.least_wins, grade.most_wins,
        ):  # fmt: skip
            return draft
    return None


@lru_cache(maxsize=64)
def level_arrays(level: Level) -> tuple[Integers, Integers, Integers]:
    """(blocks, tile digits, opening board) of a level for the kernels, which only read them."""
    digits = np.array([tile.digit for tile in level.tiles], np.int64)
    opening = np.empty(BOARD_SIZE, np.int64)
    start_board(opening, parse(level.givens), level.tier)
    return blocks(level.spots), digits, opening


def check_foreign(level: Level) -> None:
    """ValueError for what is no level: it may come out of a log that somebody else wrote."""
    if [tile.id for tile in level.tiles] != list(range(len(level.tiles))):
        raise ValueError("the tiles of a level are numbered from 0")
    verdict = check_shape(level)
    if not verdict.ok:
        raise ValueError(f"not a level: {verdict.reason}")
    if solution_count(level.givens) != 1:
        raise ValueError("not a level: not-unique")


def certificate_of(level: Level) -> tuple[Step, ...]:
    """The way through a level; none for one that was dealt in another way than levels are dealt now."""
    if level.certificate or level.generator != GENERATOR:
        return level.certificate
    return deal(level.difficulty, level.seed).certificate


def within_tray(masks: Integers, digits: Integers, opening: Integers, slots: int, draws: int) -> int:
    """Whether so many tray slots suffice from the first move: YES, NO or UNKNOWN after `draws`."""
    every_tile = (1 << digits.size) - 1
    nothing_held = np.zeros(9, np.int64)
    first = np.empty(1, np.int64)
    return int(clears_within(masks, digits, opening, nothing_held, every_tile, slots, draws, first))
