"""``parlour deal``: levels from seeds."""

import click

from parlour.cli.common import (
    console,
    game_argument,
    json_option,
    print_json,
    random_seed,
    seed_option,
    told_option,
    warm_rules,
)

MOST_SEEDS = 10_000_000


@click.command()
@game_argument
@seed_option
@click.option("--seeds", metavar="A:B", help="Every seed from A up to but not including B.")
@click.option("--difficulty", help="Short for -o difficulty=...")
@told_option
@json_option
def deal(
    game: str, seed: int | None, seeds: str | None, difficulty: str | None, told: dict[str, str], as_json: bool
) -> None:
    """Deal a level, with the proof that it can be done. With --seeds and --json: JSON Lines.

    \b
    Examples:
      parlour deal stackdoku --seed 7 --difficulty hard
      parlour deal stackdoku --seed 7 --json > level.json
      parlour deal stackdoku --seeds 0:1000 --difficulty medium --json > levels.jsonl
    """
    from rich.progress import track

    from parlour.core.errors import MalformedInput
    from parlour.core.session import LARGEST_SEED
    from parlour.games import kit_of
    from parlour.games.documents import options_from

    kit = kit_of(game)
    if kit.levels is None:
        raise MalformedInput(f"{game} has no levels to deal")
    short = {} if difficulty is None else {"difficulty": difficulty}
    options = options_from(kit.game, told | short)
    wanted = _range(seeds) if seeds is not None else range(one := random_seed() if seed is None else seed, one + 1)
    if max(abs(wanted.start), abs(wanted[-1])) > LARGEST_SEED:
        raise MalformedInput("a seed lies between -2^52 and 2^52")
    out = console(stderr=True)
    warm_rules(kit)
    for number in track(wanted, "Dealing", console=out, transient=True, disable=len(wanted) == 1):
        level = kit.levels.deal(options, number)
        if as_json:
            print_json(level)
        else:
            console().print(kit.levels.tell(level))


def _range(seeds: str) -> range:
    first, colon, last = seeds.partition(":")
    try:
        start, stop = int(first), int(last)
    except ValueError:
        start, stop = 0, 0
    if not colon or not 0 < stop - start <= MOST_SEEDS:
        raise click.BadParameter(f"{seeds!r} is not A:B with A below B", param_hint="--seeds")
    return range(start, stop)
