"""Growing a search tree: its arrays, its limit, and what the grown tree says."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from parlour.core.arrays import Int64Array, float64_zeros, int64_array_of, int64_zeros
from parlour.core.bot import Stop
from parlour.games.dots_and_boxes.compiled import grow_many, grow_two
from parlour.games.dots_and_boxes.kernels import constants
from parlour.games.dots_and_boxes.slices import MOST_STEPS, Slices

Grow = Callable[..., None]

TREE_NODES = 1 << 20


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search ends: after so many seconds, after so many simulations, or when told to stop.

    Without seconds no clock is read, and the same search gives the same answer.
    """

    seconds: float | None = None
    simulations: int | None = None
    stop: Stop | None = None

    def part(self, share: float) -> "Limit":
        """The limit of a search that does a share of the work."""
        seconds = None if self.seconds is None else self.seconds * share
        simulations = None if self.simulations is None else max(1, int(self.simulations * share))
        return Limit(seconds, simulations, self.stop)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a tree says of its root."""

    line: int
    """The line that was visited most."""
    worth: float
    """What that line is worth to the mover on average."""
    margin: float
    """The mover's mean margin from here on; 0 with more than two players."""
    simulations: int


def grown(grow: Grow, tree: Int64Array, seed: int, limit: Limit) -> SearchResult:
    """Grow a tree whose node 0 is set, until the limit."""
    visits, rewards = int64_zeros(len(tree)), float64_zeros(len(tree))
    counters = int64_array_of((1, 0))
    state = random_state(seed)
    slices = Slices(limit.seconds, limit.stop)
    # One simulation always runs: it opens the root, so that there is a line to answer with.
    grow(1, tree, visits, rewards, counters, state)
    done = 1
    most = MOST_STEPS if limit.simulations is None else limit.simulations
    while done < most and not slices.late and not slices.stopped:
        count = min(slices.steps(done), most - done)
        grow(count, tree, visits, rewards, counters, state)
        done += count
    first, children = int(tree[0, constants.FIRST_CHILD]), int(tree[0, constants.CHILD_COUNT])
    best = max(range(first, first + children), key=lambda child: int(visits[child]))
    worth = float(rewards[best]) / max(int(visits[best]), 1)
    return SearchResult(int(tree[best, constants.LINE]), worth, int(counters[1]) / done, done)


def search_two(quiet: int, lead: int, seed: int, limit: Limit) -> SearchResult:
    """Search a quiet two-player position with safe lines, the side to move lead boxes ahead. Worth is about -1 to 1."""
    tree = int64_zeros(TREE_NODES, constants.NODE)
    tree[0, constants.POSITION] = quiet
    return grown(partial(grow_two, lead), tree, seed, limit)


def search_many(undrawn: int, seat: int, scores: Int64Array, seed: int, limit: Limit) -> SearchResult:
    """Search a position of any number of players; scores has one entry a seat. Worth is 0 to 1."""
    tree = int64_zeros(TREE_NODES, constants.NODE_OF_MANY)
    tree[0, constants.POSITION] = undrawn
    tree[0, constants.SEAT] = seat
    return grown(partial(grow_many, scores), tree, seed, limit)


def random_state(seed: int) -> Int64Array:
    """What the kernels' random numbers begin with, from any integer."""
    mixed = (seed * 0x9E3779B97F4A7C15 + 0x1234567) & 0x7FFFFFFFFFFFFFFF
    return int64_array_of((mixed or 1,))
