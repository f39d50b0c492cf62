"""``parlour solve``: the best line that can be found."""

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from parlour.cli.batches import BatchFlags, batch_options, print_written, run_batch
from parlour.cli.common import (
    budget_option,
    chosen_option,
    console,
    game_argument,
    json_option,
    print_json,
    print_json_lines,
    warm_engine,
)
from parlour.cli.game_flags import GameCommand
from parlour.cli.seeds import seed_option, seeds_option

if TYPE_CHECKING:
    from msgspec import Struct

    from parlour.core.kit import Kit
    from parlour.core.quick_start import OptionValue
    from parlour.core.solver import Effort, Solution


@click.command(cls=GameCommand)
@game_argument
@seed_option("The board to solve.")
@seeds_option("Boards A to B - 1 instead, as JSON Lines.")
@budget_option("each board", 1.0)
@click.option("--iterations", type=click.IntRange(min=0), help="Steps instead of time: the same number, the same line.")
@batch_options
@chosen_option
@json_option
def solve(
    game: str,
    seed: int | None,
    seeds: range | None,
    budget: float,
    iterations: int | None,
    flags: BatchFlags,
    chosen: "dict[str, OptionValue]",
    as_json: bool,
) -> None:
    """Find the best line from the start of a game for one, and a bound that no line can exceed.

    With --seed several workers think about the same board; with --seeds each has boards of its own. With --iterations
    the lines are the same whoever finds them.

    \b
    Examples:
      parlour solve ten-exorcism --seed 42 --budget 10
      parlour solve ten-exorcism --seed 42 --budget 1 --json
      parlour solve ten-exorcism --seeds 5000:5100 --budget 1 --workers 2 > solved.jsonl
      parlour solve ten-exorcism --seeds 0:100000 --scheduler tcp://10.0.0.5:8786 --output lines.parquet
    """
    from parlour.core.errors import MalformedInput
    from parlour.core.solver import Effort
    from parlour.games import kit_of
    from parlour.games.documents import options_from

    kit = kit_of(game)
    if kit.solver is None:
        raise MalformedInput(f"{game} has no solver")
    options = options_from(kit, chosen)
    effort = Effort(seconds=budget if iterations is None else None, iterations=iterations)
    if seeds is not None and seed is None:
        _solve_many(kit, options, effort, seeds, flags, as_json)
    elif seed is not None and seeds is None:
        if not flags.plain:
            raise click.UsageError("--scheduler and --output go with --seeds")
        _solve_one(kit, options, replace(effort, threads=flags.workers), seed, as_json)
    else:
        raise click.UsageError("give either --seed or --seeds")


def _solve_many(
    kit: "Kit", options: "Struct", effort: "Effort", seeds: range, flags: BatchFlags, as_json: bool
) -> None:
    from parlour.batch.solving import solving

    if flags.scheduler is None:
        warm_engine(kit)
    for boards in run_batch(solving(kit.game.id, options, effort, seeds), flags, "Solving", len(seeds)):
        if flags.output is None:
            print_json_lines(boards)
    if flags.output is not None:
        print_written(flags, "lines", len(seeds), as_json)


def _solve_one(kit: "Kit", options: "Struct", effort: "Effort", seed: int, as_json: bool) -> None:
    from parlour.batch.solving import moves_of, solve_seed

    warm_engine(kit)
    with console(stderr=True).status("Solving…"):
        found = solve_seed(kit, options, effort, seed)
    if as_json:
        line = {"seed": seed, "score": found.score, "bound": found.bound, "moves": moves_of(kit, found)}
        print_json(line | {"seconds": round(found.seconds, 6)})
    else:
        _print(kit, found)


def _print(kit: "Kit", found: "Solution") -> None:
    part = f"{found.score / found.bound:.1%} of the most there can be" if found.bound else "all there is"
    console().print(
        f"score [bold]{found.score}[/bold] of at most {found.bound} ({part}), "
        f"{len(found.actions)} moves, {found.seconds:.2f} s"
    )
    console().print("  ".join(kit.text.write(action) for action in found.actions), markup=False)
