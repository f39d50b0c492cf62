"""Two-player games with a blunder in a place that brute force knows."""

import random
from dataclasses import dataclass

from parlour.core.match import AnyMatch
from parlour.games.dots_and_boxes.rules import DotsAndBoxes, Options, dots_of
from parlour.testing.players import begin
from tests.games.dots_and_boxes import oracle

GAME = DotsAndBoxes()


@dataclass(frozen=True)
class Blundered:
    match: AnyMatch
    number: int
    """The blunder's move, from 1."""
    seat: int
    lost: int
    best: tuple[int, ...]


def play(match: AnyMatch, line: int) -> AnyMatch:
    """The match after the side to move drew this line."""
    match, refusal = match.submit(match.state.turn, dots_of(line), match.last_ms + 1000)
    assert refusal is None
    return match


def undrawn(match: AnyMatch) -> int:
    return sum(1 << line for line, owner in enumerate(match.state.lines) if owner is None)


def scripted(lines: list[int], seats: int = 2, options: Options | None = None) -> AnyMatch:
    match = begin(GAME, 1, options, seats)
    for line in lines:
        match = play(match, line)
    return match


def blundered_game(seed: int) -> Blundered:
    """Careful play down to 18 lines, then best play but for the first line that gives a won game away."""
    rng = random.Random(seed)
    while True:
        match, blunder = begin(GAME, seed, seats=2), None
        while match.outcome is None:
            left = undrawn(match)
            if left.bit_count() > 18:
                lines = list(oracle.lines_in(left))
                match = play(match, rng.choice([line for line in lines if not oracle.gives(left, line)] or lines))
                continue
            value, best = oracle.solve(left)
            if blunder is None:
                blunder = _way_to_lose(match, left, value, best)
                if blunder is not None:
                    line, lost = blunder
                    found = (len(match.session.entries) + 1, match.state.turn, lost, best)
                    match = play(match, line)
                    continue
            match = play(match, rng.choice(best))
        if blunder is not None:
            return Blundered(match, *found)


def _way_to_lose(match: AnyMatch, left: int, value: int, best: tuple[int, ...]) -> tuple[int, int] | None:
    scores = GAME.scores(match.state)
    lead = scores[match.state.turn] - scores[1 - match.state.turn]
    for line in set(oracle.lines_in(left)) - set(best):
        boxes = oracle.completes(left, line)
        after, _ = oracle.solve(left & ~(1 << line))
        kept = boxes + after if boxes else -after
        if lead + value > 0 > lead + kept:
            return line, value - kept
    return None
