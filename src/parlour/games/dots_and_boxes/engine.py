"""The Dots and Boxes engine: exact values where they can be had in time, tree search before that.

A position is the set of undrawn lines as an integer, a line is a bit number as the rules count them. Two-player values
are box margins for the side to move, from here to the end. Times are seconds by the clock; None reads no clock.
"""

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from parlour.core.arrays import Int64Array, aligned_int64_zeros, int64_array_of, int64_zeros
from parlour.core.bot import Stop
from parlour.core.mulberry32 import mulberry32
from parlour.games.dots_and_boxes.compiled import (
    best_lines,
    boxes_at,
    captured,
    chains_margin,
    cheapest_line,
    completed,
    connected,
    giving_cost,
    lines_of,
    narrow,
    two_sided,
    unsafe_lines,
)
from parlour.games.dots_and_boxes.kernels.constants import (
    CACHE_LINE,
    FULL,
    LIMIT,
    MIN_BUCKET_BITS,
    NODES,
    STOPPED,
    WAYS,
    WORK,
)
from parlour.games.dots_and_boxes.slices import Slices
from parlour.games.dots_and_boxes.tree import Limit, SearchResult, search_many, search_two

TABLE_MEGABYTES = 32 if sys.platform == "emscripten" else 256
"""Phones have little memory. A small table costs time and changes no value."""
EXACT_SHARE = 0.7
"""Part of a choice's time that is spent on an exact answer before the tree search gets the rest."""
LATE_LINES = 40
LATE_SHARE = 0.9
"""With so few undrawn lines the exact answer is mostly near, and a tree says less."""
SURE_LINES = 36
SURE_NODES = 100_000
"""With so few undrawn lines so many nodes (some 30 ms) are searched even though time is up. They nearly always suffice,
so that a busy machine, whose clock runs on while nothing is computed, never makes an endgame go wrong."""
ENDLESS = float("inf")
PAGE_WORDS = 512
TRAP_LINES = 32
"""Up to this many undrawn lines the replies to a move can be judged as well, mostly in a millisecond each."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What is proven of a two-player position."""

    low: int
    high: int
    """The margin lies between these; it is known when they are equal."""
    best: tuple[int, ...]
    """Lines proven best."""
    complete: bool
    """Whether best holds all of them."""
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Choice:
    """A line to draw and what it rests on."""

    line: int
    exact: bool
    """Whether it is proven best."""
    margin: float
    """The margin that is proven or, if not exact, expected; 0 with more than two players."""
    simulations: int
    seconds: float


def lines_in(undrawn: int) -> tuple[int, ...]:
    """The lines of a position, lowest first."""
    return tuple(line for line in range(undrawn.bit_length()) if undrawn >> line & 1)


def free_boxes(undrawn: int) -> int:
    """How many boxes nobody owns yet."""
    return boxes_at(undrawn).bit_count()


def captures_in(undrawn: int) -> tuple[int, ...]:
    """The lines that complete a box."""
    return tuple(line for line in lines_in(undrawn) if completed(undrawn, line))


def offered_by(undrawn: int, line: int) -> int:
    """How many boxes the next player can take at once when this line ends the turn."""
    rest = undrawn & ~(1 << line)
    return free_boxes(rest) - free_boxes(captured(rest))


def least_gifts(undrawn: int) -> tuple[int, ...]:
    """The lines that offer the next player the fewest boxes."""
    offers = {line: offered_by(undrawn, line) for line in lines_in(undrawn)}
    least = min(offers.values())
    return tuple(line for line, boxes in offers.items() if boxes == least)


def is_quiet(undrawn: int) -> bool:
    """Whether no box can be taken."""
    return captured(undrawn) == undrawn


def safe_lines(quiet: int) -> tuple[int, ...]:
    """The lines of a quiet position that offer nothing."""
    return lines_in(quiet & ~unsafe_lines(quiet))


def chains_and_loops(undrawn: int) -> list[tuple[bool, int, int]]:
    """Each chain or loop: whether it is closed, how many boxes it has, and its lines. What can be taken is left out."""
    found = []
    rest = captured(undrawn)
    links = two_sided(rest)
    while links:
        boxes = connected(links & -links, rest, links)
        lines = lines_of(boxes) & rest
        links &= ~boxes
        found.append((lines.bit_count() == boxes.bit_count(), boxes.bit_count(), lines))
    return found


def new_table(megabytes: int) -> Int64Array:
    """An empty table of the largest power of two that fits, at least 32 MB, with no bucket across two cache lines."""
    bits = MIN_BUCKET_BITS
    while (WAYS * 8) << (bits + 1) <= megabytes << 20:
        bits += 1
    table = aligned_int64_zeros(WAYS << bits, CACHE_LINE)
    for place in range(0, len(table), PAGE_WORDS):
        table[place] = 0  # Touches every page now, so that no search pays for it.
    return table


@cache
def shared_engine() -> "Engine":
    """The engine that all bots of this process share."""
    return Engine()


class Engine:
    """A solver and its table. Calls from several threads may run at once: they share the table and nothing else."""

    def __init__(self, megabytes: int = TABLE_MEGABYTES) -> None:
        self._table = new_table(megabytes)

    def warm(self) -> None:
        """Compile, or load from the cache, everything a game needs."""
        self.evaluate(0b111, None)
        few = Limit(simulations=8)
        self.choose(FULL, 0, seed=1, limit=few, exact_lines=0)
        self.choose(0b111, 0, seed=1, limit=few, exact_lines=0)
        self.choose_many(FULL, 0, (0, 0, 0), seed=1, limit=few)

    def evaluate(
        self, undrawn: int, seconds: float | None, stop: Stop | None = None, sure_nodes: int = 0
    ) -> Evaluation:
        """The margin and all best lines of a two-player position, as far as the time or the sure nodes allow."""
        began = time.perf_counter()
        slices = Slices(seconds, stop)
        work, bounds = int64_zeros(WORK), int64_zeros(2)
        best, complete, nodes = 0, False, 0
        while not complete:
            # The table remembers what the slices before have proven, so that each goes on where the last one ended.
            work[LIMIT], work[STOPPED] = nodes + slices.steps(nodes), 0
            narrow(undrawn, 0, bounds, self._table, work)
            low, high = int(bounds[0]), int(bounds[1])
            if low == high:
                best |= best_lines(undrawn, low, self._table, work)
            complete, nodes = not work[STOPPED], int(work[NODES])
            if slices.stopped or (slices.late and nodes >= sure_nodes):
                break
        return Evaluation(low, high, lines_in(best), complete, nodes, time.perf_counter() - began)

    def choose(self, undrawn: int, lead: int, *, seed: int, limit: Limit, exact_lines: int = 60) -> Choice:
        """A line for the side to move of two players, lead boxes ahead.

        An exact answer is sought with up to exact_lines undrawn lines, for a part of the time; then the tree grows.
        """
        began = time.perf_counter()
        if undrawn.bit_count() <= exact_lines:
            share = LATE_SHARE if undrawn.bit_count() <= LATE_LINES else EXACT_SHARE
            exact_seconds = None if limit.seconds is None else limit.seconds * share
            sure = SURE_NODES if undrawn.bit_count() <= SURE_LINES else 0
            known = self.evaluate(undrawn, exact_seconds, limit.stop, sure)
            if known.best:
                deadline = ENDLESS if limit.seconds is None else began + limit.seconds
                line = self._hardest(undrawn, lead, known, seed, deadline, limit.stop)
                return Choice(line, True, known.low, 0, time.perf_counter() - began)
        left = None if limit.seconds is None else max(0.0, limit.seconds - (time.perf_counter() - began))
        found = _search(undrawn, lead, seed, Limit(left, limit.simulations, limit.stop))
        return Choice(found.line, False, found.margin, found.simulations, time.perf_counter() - began)

    def choose_many(self, undrawn: int, seat: int, scores: Sequence[int], *, seed: int, limit: Limit) -> Choice:
        """A line for this seat of three or four, given everyone's boxes so far."""
        began = time.perf_counter()
        found = search_many(undrawn, seat, int64_array_of(scores), seed, limit)
        return Choice(found.line, False, 0.0, found.simulations, time.perf_counter() - began)

    def _hardest(
        self, undrawn: int, lead: int, known: Evaluation, seed: int, deadline: float, stop: Stop | None
    ) -> int:
        """One of the best lines; when losing, one after which the smallest part of the replies is right."""
        numbers = mulberry32(seed)
        shuffled = sorted(known.best, key=lambda _: next(numbers))
        if lead + known.low > 0 or undrawn.bit_count() > TRAP_LINES:
            return shuffled[0]
        return min(shuffled, key=lambda line: self._ease(undrawn, line, deadline, stop))

    def _ease(self, undrawn: int, line: int, deadline: float, stop: Stop | None) -> float:
        """The part of the opponent's replies that are right; 1 when unknown in time or when there is no reply."""
        rest = undrawn & ~(1 << line)
        left = deadline - time.perf_counter()
        if rest == 0 or completed(undrawn, line) or left <= 0:
            return 1.0
        replies = self.evaluate(rest, None if deadline == ENDLESS else left, stop)
        return len(replies.best) / rest.bit_count() if replies.complete else 1.0


def _search(undrawn: int, lead: int, seed: int, limit: Limit) -> SearchResult:
    """A line by tree search. With boxes to capture, taking all is compared with giving the last ones back."""
    rest = captured(undrawn)
    if rest == undrawn:
        return _search_quiet(rest, lead, seed, limit)
    gain = free_boxes(undrawn) - free_boxes(rest)
    cost = giving_cost(undrawn, rest)
    if rest == 0 or cost == 0:
        take = _search_quiet(rest, lead + gain, seed, limit) if rest else SearchResult(0, 0.0, 0.0, 0)
        return SearchResult(_capture(undrawn, rest, cost), take.worth, gain + take.margin, take.simulations)
    take = _search_quiet(rest, lead + gain, seed, limit.part(0.5))
    give = _search_quiet(rest, cost - gain - lead, seed + 1, limit.part(0.5))
    done = take.simulations + give.simulations
    if take.worth >= -give.worth:
        return SearchResult(_capture(undrawn, rest, cost), take.worth, gain + take.margin, done)
    return SearchResult(_give_back(undrawn, rest, cost), -give.worth, gain - cost - give.margin, done)


def _search_quiet(quiet: int, lead: int, seed: int, limit: Limit) -> SearchResult:
    """By a tree while safe lines are left; then by opening the cheapest chain, which needs no tree."""
    if quiet & ~unsafe_lines(quiet):
        return search_two(quiet, lead, seed, limit)
    margin = chains_margin(quiet)
    return SearchResult(cheapest_line(quiet), float(lead + margin), float(margin), 0)


def _capture(undrawn: int, rest: int, cost: int) -> int:
    """A capturing line, one that keeps the choice of giving back if there is one."""
    captures = [line for line in lines_in(undrawn & ~rest) if completed(undrawn, line)]
    keeping = [line for line in captures if giving_cost(undrawn & ~(1 << line), rest) == cost]
    return (keeping or captures)[0]


def _give_back(undrawn: int, rest: int, cost: int) -> int:
    """The next line on the way to giving back cost / 2 boxes: captures until only those are left."""
    if free_boxes(undrawn) - free_boxes(rest) > cost // 2:
        return _capture(undrawn, rest, cost)
    return next(line for line in lines_in(undrawn & ~rest) if not completed(undrawn, line))
