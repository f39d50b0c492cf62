"""Many boards of a game for one, solved."""

from dataclasses import replace
from functools import partial
from typing import Any

from msgspec import Struct, structs

from parlour.batch.running import Batch
from parlour.batch.seeds import SeedRange, seed_parts
from parlour.core.kit import Kit
from parlour.core.solver import Effort, Solution
from parlour.games import kit_of

PART_SECONDS = 8.0
"""The time that a part takes one worker where boards are solved by the clock."""
MOST_BOARDS = 16
"""The most boards in a part."""


class SolvedBoard(Struct, frozen=True):
    """The best line that was found for a seed: nothing in it depends on when or where, but for the clock's budget."""

    seed: int
    score: int
    bound: int
    moves: tuple[Any, ...]
    """A move is the list of its fields if its type is the first of the game's actions; any other names its type."""


def solve_seed(kit: Kit, options: Struct, effort: Effort, seed: int) -> Solution:
    """Solve the start of one seed. The seed is also the solver's chance, so the answer does not depend on who asks."""
    assert kit.solver is not None  # noqa: S101
    game = kit.game
    return kit.solver.solve(game.start(game.settled(options, seed), seed, 1), replace(effort, seed=seed))


def moves_of(kit: Kit, found: Solution) -> tuple[Any, ...]:
    """The actions of a line as SolvedBoard has them."""
    usual = kit.game.actions[0]
    return tuple(structs.astuple(action) if type(action) is usual else action for action in found.actions)


def solving(game_id: str, options: Struct, effort: Effort, seeds: range) -> Batch[SeedRange, SolvedBoard]:
    """Solve each of these seeds."""
    boards = MOST_BOARDS
    if effort.seconds:
        boards = max(1, min(boards, round(PART_SECONDS / effort.seconds)))
    return Batch(
        asked={
            "command": "solve",
            "game": game_id,
            "rules": kit_of(game_id).game.rules_version,
            "options": options,
            "seconds": effort.seconds,
            "iterations": effort.iterations,
            "seeds": [seeds.start, seeds.stop],
        },
        row=SolvedBoard,
        work=partial(_solve, game_id, options, effort),
        parts=seed_parts(seeds, boards),
    )


def _solve(game_id: str, options: Struct, effort: Effort, seeds: SeedRange) -> list[SolvedBoard]:
    kit = kit_of(game_id)
    rows = []
    for seed in seeds:
        found = solve_seed(kit, options, effort, seed)
        rows.append(SolvedBoard(seed, found.score, found.bound, moves_of(kit, found)))
    return rows
