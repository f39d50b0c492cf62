"""``parlour solve``: the best line that can be found."""

from typing import TYPE_CHECKING, Any

import click

from parlour.cli.common import (
    budget_option,
    chosen_option,
    console,
    game_argument,
    json_option,
    print_json,
    warm_engine,
    workers_option,
)
from parlour.cli.game_flags import GameCommand
from parlour.cli.seeds import seed_option, seeds_option

if TYPE_CHECKING:
    from parlour.batch.solving import Solved
    from parlour.core.kit import Kit
    from parlour.core.quick_start import OptionValue


@click.command(cls=GameCommand)
@game_argument
@seed_option("The board to solve.")
@seeds_option("Boards A to B - 1 instead, as JSON Lines.")
@budget_option("each board", 1.0)
@click.option("--iterations", type=click.IntRange(min=0), help="Steps instead of time: the same number, the same line.")
@workers_option
@chosen_option
@json_option
def solve(
    game: str,
    seed: int | None,
    seeds: range | None,
    budget: float,
    iterations: int | None,
    workers: int,
    chosen: "dict[str, OptionValue]",
    as_json: bool,
) -> None:
    """Find the best line from the start of a game for one, and a bound that no line can exceed.

    With --seed several workers think about the same board; with --seeds each has a board of its own.

    \b
    Examples:
      parlour solve ten-exorcism --seed 42 --budget 10
      parlour solve ten-exorcism --seed 42 --budget 1 --json
      parlour solve ten-exorcism --seeds 5000:5100 --budget 1 --workers 2 > solved.jsonl
    """
    from rich.progress import track

    from parlour.batch.solving import solve_seed, solve_seeds
    from parlour.core.errors import MalformedInput
    from parlour.core.solver import Effort
    from parlour.games import kit_of
    from parlour.games.documents import options_from

    kit = kit_of(game)
    if kit.solver is None:
        raise MalformedInput(f"{game} has no solver")
    options = options_from(kit.game, chosen)
    seconds = budget if iterations is None else None
    if seeds is not None and seed is None:
        warm_engine(kit)
        solved = solve_seeds(game, options, Effort(seconds=seconds, iterations=iterations), seeds, workers)
        for line in track(solved, "Solving", total=len(seeds), console=console(stderr=True), transient=True):
            print_json(_as_json(kit, line))
    elif seed is not None and seeds is None:
        warm_engine(kit)
        effort = Effort(seconds=seconds, iterations=iterations, threads=workers)
        with console(stderr=True).status("Solving…"):
            found = solve_seed(game, options, effort, seed)
        if as_json:
            print_json(_as_json(kit, found))
        else:
            _print(kit, found)
    else:
        raise click.UsageError("give either --seed or --seeds")


def _print(kit: "Kit", found: "Solved") -> None:
    part = f"{found.score / found.bound:.1%} of the most there can be" if found.bound else "all there is"
    console().print(
        f"score [bold]{found.score}[/bold] of at most {found.bound} ({part}), "
        f"{len(found.actions)} moves, {found.seconds:.2f} s"
    )
    console().print("  ".join(kit.text.write(action) for action in found.actions), markup=False)


def _as_json(kit: "Kit", found: "Solved") -> dict[str, Any]:
    """A move is the list of its fields if its type is the first of the game's actions; any other names its type."""
    from msgspec import structs

    usual = kit.game.actions[0]
    moves = [structs.astuple(action) if type(action) is usual else action for action in found.actions]
    return {
        "seed": found.seed,
        "score": found.score,
        "bound": found.bound,
        "moves": moves,
        "seconds": found.seconds,
    }
