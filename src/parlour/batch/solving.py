"""Many boards of a game for one, solved."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from msgspec import Struct

from parlour.batch.pool import in_order
from parlour.core.solver import Effort
from parlour.games import kit_of


class Solved(Struct, frozen=True):
    """The best line that was found for a seed."""

    seed: int
    score: int
    bound: int
    actions: tuple[Any, ...]
    seconds: float


def solve_seed(game_id: str, options: Struct, effort: Effort, seed: int) -> Solved:
    """Solve the start of one seed. The seed is also the solver's chance, so the answer does not depend on who asks."""
    kit = kit_of(game_id)
    assert kit.solver is not None  # noqa: S101
    game = kit.game
    found = kit.solver.solve(game.start(game.settled(options, seed), seed, 1), replace(effort, seed=seed))
    return Solved(seed, found.score, found.bound, found.actions, round(found.seconds, 6))


def solve_seeds(game_id: str, options: Struct, effort: Effort, seeds: Iterable[int], workers: int) -> Iterator[Solved]:
    """Solve each seed, in order, by so many processes."""
    return in_order(partial(solve_seed, game_id, options, effort), seeds, workers)
