"""The slow, obvious Dots and Boxes: one line at a time, every line tried. The judge of the compiled solver."""

import random
from collections.abc import Callable, Iterator

import numba  # noqa: TID251
import numpy as np
from numpy.typing import NDArray

from parlour.games.dots_and_boxes.rules import BOXES, Draw, dots_of, line_between, sides_of

BOX_MASKS = tuple(sum(1 << line for line in sides_of(box)) for box in range(BOXES))
BOXES_BY_LINE = tuple(tuple(mask for mask in BOX_MASKS if mask >> line & 1) for line in range(60))
FULL = (1 << 60) - 1
Kind = Callable[[int, random.Random], int]


def lines_in(undrawn: int) -> Iterator[int]:
    """The undrawn lines, lowest first."""
    return (line for line in range(60) if undrawn >> line & 1)


def completes(undrawn: int, line: int) -> int:
    """How many boxes this line completes."""
    return sum(undrawn & mask == 1 << line for mask in BOXES_BY_LINE[line])


def gives(undrawn: int, line: int) -> bool:
    """Whether this line leaves a box with one undrawn side."""
    rest = undrawn & ~(1 << line)
    return any((rest & mask).bit_count() == 1 for mask in BOXES_BY_LINE[line])


@numba.njit(cache=True)
def all_values(count: int, box_masks: NDArray[np.int64]) -> NDArray[np.int8]:
    """The value of every subset of so many lines, by the two boxes beside each, smallest subsets first."""
    values = np.zeros(1 << count, dtype=np.int8)
    for subset in range(1, 1 << count):
        best = -99
        for i in range(count):
            if subset >> i & 1:
                boxes = 0
                for mask in box_masks[i]:
                    boxes += subset & mask == 1 << i
                rest = values[subset ^ (1 << i)]
                best = max(best, boxes + rest if boxes else -rest)
        values[subset] = best
    return values


def solve(undrawn: int) -> tuple[int, tuple[int, ...]]:
    """Box margin of the side to move under best play, and every line that keeps it: one line at a time, all tried."""
    lines = list(lines_in(undrawn))
    if not lines:
        return 0, ()
    masks = np.zeros((len(lines), 2), dtype=np.int64)
    for i, line in enumerate(lines):
        for k, mask in enumerate(BOXES_BY_LINE[line]):
            masks[i, k] = sum(1 << j for j, other in enumerate(lines) if mask >> other & 1)
    values = all_values(len(lines), masks)
    whole = (1 << len(lines)) - 1
    by_line = {}
    for i, line in enumerate(lines):
        boxes = completes(undrawn, line)
        rest = int(values[whole ^ (1 << i)])
        by_line[line] = boxes + rest if boxes else -rest
    best = max(by_line.values())
    return best, tuple(line for line in lines if by_line[line] == best)


def random_position(undrawn_lines: int, rng: random.Random) -> int:
    """Uniformly random lines drawn: full of captures left lying about."""
    lines = rng.sample(range(60), undrawn_lines)
    return sum(1 << line for line in lines)


def careful_position(undrawn_lines: int, rng: random.Random) -> int:
    """Random lines drawn, each safe while there is a safe one: chains, loops and, at the end, opened ones."""
    undrawn = FULL
    while undrawn.bit_count() > undrawn_lines:
        lines = list(lines_in(undrawn))
        safe = [line for line in lines if not gives(undrawn, line)]
        undrawn &= ~(1 << rng.choice(safe or lines))
    return undrawn


def greedy_position(undrawn_lines: int, rng: random.Random) -> int:
    """As careful play, but captures are taken half of the time: positions in the middle of a capture."""
    undrawn = FULL
    while undrawn.bit_count() > undrawn_lines:
        lines = list(lines_in(undrawn))
        captures = [line for line in lines if completes(undrawn, line)]
        safe = [line for line in lines if not gives(undrawn, line)]
        undrawn &= ~(1 << rng.choice((captures if rng.random() < 0.5 else safe) or safe or lines))
    return undrawn


def safe_position(undrawn_lines: int, rng: random.Random) -> int:
    """Random safe lines only, begun again when none is left: the positions of the benchmark."""
    while True:
        undrawn = FULL
        while undrawn.bit_count() > undrawn_lines:
            safe = [line for line in lines_in(undrawn) if not gives(undrawn, line)]
            if not safe:
                break
            undrawn &= ~(1 << rng.choice(safe))
        else:
            return undrawn


def loop_position(undrawn_lines: int, rng: random.Random) -> int:
    """A quiet or half-open 2x2 loop somewhere, isolated from the random lines around it."""
    r, c = rng.randrange(4), rng.randrange(4)
    inner = [r * 11 + c + 6, r * 11 + c + 17, r * 11 + c + 11, r * 11 + c + 12]
    corner_boxes = [BOX_MASKS[(r + i) * 5 + c + j] for i in (0, 1) for j in (0, 1)]
    fence = 0
    for mask in corner_boxes:
        fence |= mask
    loop = sum(1 << line for line in inner)
    others = list(lines_in(FULL & ~fence))
    undrawn = loop | sum(1 << line for line in rng.sample(others, max(0, undrawn_lines - 4)))
    return undrawn & ~(1 << rng.choice(inner)) if rng.random() < 0.5 else undrawn


KINDS: tuple[Kind, ...] = (
    random_position,
    careful_position,
    greedy_position,
    loop_position,
)


def line_map(turn: Callable[[int, int], tuple[int, int]]) -> tuple[int, ...]:
    """Where each line goes when the dots move by turn, a symmetry of the 6 x 6 dots."""
    ends = [dots_of(line) for line in range(60)]
    return tuple(line_between(Draw(*turn(end.r0, end.c0), *turn(end.r1, end.c1))) for end in ends)


SYMMETRIES = tuple(
    line_map(turn)
    for turn in (
        lambda r, c: (r, c),
        lambda r, c: (c, 5 - r),
        lambda r, c: (5 - r, 5 - c),
        lambda r, c: (5 - c, r),
        lambda r, c: (r, 5 - c),
        lambda r, c: (5 - r, c),
        lambda r, c: (c, r),
        lambda r, c: (5 - c, 5 - r),
    )
)


def moved(undrawn: int, symmetry: tuple[int, ...]) -> int:
    """A position turned or mirrored."""
    return sum(1 << symmetry[line] for line in lines_in(undrawn))
