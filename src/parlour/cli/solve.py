"""``parlour solve``: the best line that can be found."""

import click

from parlour.cli.common import (
    budget_option,
    console,
    game_argument,
    json_option,
    print_json,
    told_option,
    warm_engine,
    workers_option,
)

MOST_SEEDS = 10_000_000


@click.command()
@game_argument
@click.option("--seed", type=int, help="The board to solve.")
@click.option("--seeds", metavar="A:B", help="Boards A to B - 1 instead, as JSON Lines.")
@budget_option("each board", 1.0)
@click.option("--iterations", type=click.IntRange(min=0), help="Steps instead of time: the same number, the same line.")
@workers_option
@told_option
@json_option
def solve(
    game: str,
    seed: int | None,
    seeds: str | None,
    budget: float,
    iterations: int | None,
    workers: int,
    told: dict[str, str],
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
    if (seed is None) == (seeds is None):
        raise click.UsageError("give either --seed or --seeds")
    options = options_from(kit.game, told) if told else None
    seconds = budget if iterations is None else None
    warm_engine(kit)
    if seeds is not None:
        chosen = _read_seeds(seeds)
        solved = solve_seeds(game, options, Effort(seconds=seconds, iterations=iterations), chosen, workers)
        for line in track(solved, "Solving", total=len(chosen), console=console(stderr=True), transient=True):
            print_json(line)
        return
    assert seed is not None  # noqa: S101
    _check_seed(seed)
    effort = Effort(seconds=seconds, iterations=iterations, threads=workers)
    with console(stderr=True).status("Solving…"):
        found = solve_seed(game, options, effort, seed)
    if as_json:
        print_json(found)
        return
    part = f"{found.score / found.bound:.1%} of the most there can be" if found.bound else "all there is"
    console().print(
        f"score [bold]{found.score}[/bold] of at most {found.bound} ({part}), "
        f"{len(found.moves)} moves, {found.seconds:.2f} s"
    )
    [action] = kit.game.actions[:1]
    console().print("  ".join(kit.text.write(action(*move)) for move in found.moves), markup=False)


def _read_seeds(text: str) -> range:
    from parlour.core.errors import MalformedInput

    first, colon, end = text.partition(":")
    try:
        seeds = range(int(first), int(end))
    except ValueError:
        colon = ""
    if not colon:
        raise MalformedInput(f"{text[:40]!r} is no range of seeds; write for example 5000:5100")
    if not 0 < len(seeds) <= MOST_SEEDS:
        raise MalformedInput(f"a range holds 1 to {MOST_SEEDS:,} seeds; {text[:40]!r} does not")
    _check_seed(seeds.start)
    _check_seed(seeds.stop)
    return seeds


def _check_seed(seed: int) -> None:
    from parlour.core.errors import MalformedInput
    from parlour.core.session import LARGEST_SEED

    if abs(seed) > LARGEST_SEED:
        raise MalformedInput("a seed lies between -2^52 and 2^52")
