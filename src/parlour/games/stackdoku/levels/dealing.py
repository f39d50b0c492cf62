"""Dealing levels: certified guess-free by construction, calibrated by bot games.

A level is made in this order, everything from one Mulberry32 seed:
1. a Sudoku with one solution whose least sufficient logic lies in the grade's tiers;
2. a certificate: an order of draws and forced placements that never overflows the tray;
3. a layout, peeled at random; the k-th pair peeled gets the certificate's k-th digit;
4. bot games: the label is kept when the no-guess bot's wins lie in the grade's band.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, get_args

from parlour.core.arrays import Int64Array, int64_array_of, int64_zeros
from parlour.games.stackdoku.compiled import (
    below,
    certify,
    clears_within,
    find_puzzle,
    games_on_course,
    label,
    next_u32,
    start_board,
)
from parlour.games.stackdoku.kernels.constants import BOARD_SIZE, DRAW, MAX_STEPS, NO, U32
from parlour.games.stackdoku.levels.certificate import check_shape
from parlour.games.stackdoku.levels.level import Difficulty, Level, Placement, PlacementReason, Step, Tile
from parlour.games.stackdoku.levels.sudoku import parse, solution_count, to_text
from parlour.games.stackdoku.stack import NAMES, blocks, layout

GENERATOR = 1
"""Raised whenever an old id would deal another level."""
RETIRED: frozenset[int] = frozenset()
"""Earlier values of GENERATOR, whose levels live on in logs."""

REASONS: tuple[PlacementReason, ...] = get_args(PlacementReason)
"""Reason code k of the kernels is REASONS[k - 1]."""

SPREAD = 0x9E3779B1
"""Odd, so that products modulo 2^32 of different seeds differ; they do so in their high bits, which count."""
CALIBRATION_GAMES = 160
PUZZLE_TRIES = 10
CERTIFICATE_DRAWS = 300
TRAY_DRAWS = 100
TIGHT_SUDOKUS = 2
"""Sudokus tried before a deal stops asking for a tight tray."""
MOST_SUDOKUS = 4
"""Sudokus tried before a deal takes the draft that came nearest to its band."""


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
    patience: int
    """bot games, in all, after which the draft that came nearest is taken; harder Sudokus make slower games"""


GRADES: dict[Difficulty, Grade] = {
    "easy": Grade(49, 57, 1, 1, 156, 160, 0, 0, 2, 2400),
    "medium": Grade(33, 39, 2, 2, 99, 116, 4, 3, 24, 1800),
    "hard": Grade(27, 31, 3, 4, 47, 68, 3, 3, 32, 900),
    "expert": Grade(27, 29, 4, 4, 17, 42, 2, 3, 32, 550),
}


class Draft(NamedTuple):
    """A certified level still in numbers."""

    name: str
    tier: int
    solution: Int64Array
    givens: Int64Array
    line: list[list[int]]
    order: Int64Array
    digits: Int64Array
    on_course: int
    """Bot games after which the score had not strayed from its band; CALIBRATION_GAMES of them are proof enough."""


def level_id(difficulty: Difficulty, seed: int, generator: int = GENERATOR) -> str:
    """The name under which this deal can be had again."""
    return f"{difficulty}-{seed}-g{generator}"


def deal(difficulty: Difficulty, seed: int) -> Level:
    """The level of this difficulty and seed; the same bytes on every machine.

    The seed is taken modulo 2^32. Work is bounded by counts, never by a clock.
    """
    return _known(difficulty, seed & U32)


def remember(level: Level) -> None:
    """Let deal know a level that another process has dealt."""
    key = (level.difficulty, level.seed)
    _brought[key] = level
    _known(*key)
    _brought.pop(key, None)


_brought: dict[tuple[Difficulty, int], Level] = {}
"""Levels that another process has dealt, on their way into the cache."""


@lru_cache(maxsize=1024)
def _known(difficulty: Difficulty, seed: int) -> Level:
    return _brought.get((difficulty, seed)) or fresh_deal(difficulty, seed)


def fresh_deal(difficulty: Difficulty, seed: int) -> Level:
    """The level of a seed that is reduced already, dealt anew even if it is cached."""
    draft = draft_of(difficulty, seed)
    tiles = layout(draft.name, len(draft.digits))
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
    for kind, what, why in draft.line:
        if kind == DRAW:
            first, second = next(pairs)
            steps.append(Step(pair=(first, second)))
        else:
            digit = int(draft.solution[what])
            steps.append(Step(place=Placement(digit, what // 9, what % 9, REASONS[why - 1])))
    return tuple(steps)


def draft_of(difficulty: Difficulty, seed: int) -> Draft:
    """The first draft in its band; the one that came nearest when patience runs out before."""
    grade = GRADES[difficulty]
    salt = next_u32(seeded(list(GRADES).index(difficulty)))
    root = next_u32(seeded(seed ^ salt))
    tight = root % 8 < grade.tight_share
    name = NAMES[root // 8 % len(NAMES)]
    nearest: Draft | None = None
    sudokus = games = 0
    while nearest is None or (sudokus < MOST_SUDOKUS and games < grade.patience):
        random = seeded((root + sudokus * SPREAD) & U32, (seed * SPREAD) & U32)
        for draft in _drafts(random, grade, name, tight and sudokus < TIGHT_SUDOKUS):
            if draft.on_course == CALIBRATION_GAMES:
                return draft
            if nearest is None or draft.on_course > nearest.on_course:
                nearest = draft
            games += draft.on_course
            if games >= grade.patience:
                break
        sudokus += 1
    return nearest


def _drafts(random: Int64Array, grade: Grade, name: str, tight: bool) -> Iterator[Draft]:
    """One Sudoku and one certificate of it, labelled in several ways; none where either fails."""
    wanted = grade.fewest_givens + 2 * below(random, (grade.most_givens - grade.fewest_givens) // 2 + 1)
    solution, givens = int64_zeros(81), int64_zeros(81)
    tier = find_puzzle(random, wanted, grade.easiest_tier, grade.hardest_tier, PUZZLE_TRIES, solution, givens)
    if tier == 0:
        return
    line = int64_zeros(MAX_STEPS, 3)
    steps = certify(random, givens, tier, grade.tension, CERTIFICATE_DRAWS, line)
    if steps == 0:
        return
    opening = int64_zeros(BOARD_SIZE)
    start_board(opening, givens, tier)
    count = 81 - wanted
    masks = blocks(layout(name, count))
    for _ in range(grade.labels):
        order = int64_zeros(count // 2, 2)
        digits = int64_zeros(count)
        if not label(random, masks, line, steps, order, digits):
            continue
        if tight and within_tray(masks, digits, opening, 2, TRAY_DRAWS) != NO:
            continue
        on_course = games_on_course(
            random, masks, digits, opening, CALIBRATION_GAMES, grade.least_wins, grade.most_wins
        )
        yield Draft(name, tier, solution, givens, line.tolist()[:steps], order, digits, on_course)


def seeded(seed: int, key: int = 0) -> Int64Array:
    """The kernels' random numbers that start at `seed` modulo 2^32; plain Mulberry32 without a key."""
    return int64_array_of((seed & U32, key & U32))


@lru_cache(maxsize=64)
def level_arrays(level: Level) -> tuple[Int64Array, Int64Array, Int64Array]:
    """(blocks, tile digits, opening board) of a level for the kernels, which only read them."""
    digits = int64_array_of(tile.digit for tile in level.tiles)
    opening = int64_zeros(BOARD_SIZE)
    start_board(opening, parse(level.givens), level.tier)
    return blocks(level.spots), digits, opening


def check_retired(level: Level, difficulty: Difficulty, seed: int) -> None:
    """ValueError for what no earlier version can have dealt: it may come out of a log that somebody else wrote."""
    if level.generator not in RETIRED:
        raise ValueError(f"no version of this program deals levels of generation {level.generator}")
    if (level.difficulty, level.seed) != (difficulty, seed & U32):
        raise ValueError(f"a level of {level.difficulty} and seed {level.seed}, not of {difficulty} and seed {seed}")
    if level.id != level_id(difficulty, level.seed, level.generator) or level.certificate:
        raise ValueError("not a level: its id is another one's, or it brings a certificate into the log")
    shape = check_shape(level)
    if not shape.ok:
        raise ValueError(f"not a level: {shape.reason}")
    if solution_count(level.givens) != 1:
        raise ValueError("not a level: not-unique")
    grade, givens = GRADES[difficulty], 81 - len(level.tiles)
    if not (
        grade.fewest_givens <= givens <= grade.most_givens and grade.easiest_tier <= level.tier <= grade.hardest_tier
    ):
        raise ValueError(f"not a level of {difficulty}: {givens} givens, tier {level.tier}")


def certificate_of(level: Level) -> tuple[Step, ...]:
    """The way through a level; none for one that was dealt in another way than levels are dealt now."""
    if level.generator != GENERATOR:
        return ()
    return deal(level.difficulty, level.seed).certificate


def within_tray(masks: Int64Array, digits: Int64Array, opening: Int64Array, slots: int, draws: int) -> int:
    """Whether so many tray slots suffice from the first move: YES, NO or UNKNOWN after `draws`."""
    every_tile = (1 << len(digits)) - 1
    nothing_held = int64_zeros(9)
    first = int64_zeros(1)
    return clears_within(masks, digits, opening, nothing_held, every_tile, slots, draws, first)
