"""``parlour deal``: levels from seeds."""

from typing import Annotated

import typer

from parlour.cli.common import GameId, Json, Seed, Told, console, print_json, random_seed, set_table, told_options

Seeds = Annotated[str | None, typer.Option(metavar="A:B", help="Every seed from A up to but not including B.")]
Difficulty = Annotated[str | None, typer.Option(help="Short for -o difficulty=…")]

MOST_SEEDS = 10_000_000


def deal(
    game: GameId,
    seed: Seed = None,
    seeds: Seeds = None,
    difficulty: Difficulty = None,
    option: Told = None,
    as_json: Json = False,
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
    told = told_options(option) | ({"difficulty": difficulty} if difficulty is not None else {})
    options = options_from(kit.game, told)
    wanted = _range(seeds) if seeds is not None else range(one := random_seed() if seed is None else seed, one + 1)
    if max(abs(wanted.start), abs(wanted.stop)) > LARGEST_SEED:
        raise MalformedInput("a seed lies between -2^52 and 2^52")
    out = console(stderr=True)
    set_table(kit)
    for number in track(wanted, "Dealing", console=out, transient=True, disable=len(wanted) == 1):
        level = kit.levels.deal(options, number)
        if as_json:
            print_json(level)
        else:
            console().print(kit.levels.tell(level))


def _range(seeds: str) -> range:
    first, colon, last = seeds.partition(":")
    try:
        found = range(int(first), int(last))
    except ValueError:
        found = range(0)
    if not colon or not 0 < len(found) <= MOST_SEEDS:
        raise typer.BadParameter(f"{seeds!r} is not A:B with A below B", param_hint="--seeds")
    return found
