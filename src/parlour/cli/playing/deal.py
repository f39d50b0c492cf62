"""``parlour deal``: levels from seeds."""

from typing import TYPE_CHECKING

import click

from parlour.cli.batches import BatchFlags, batch_options, print_written, run_batch
from parlour.cli.common import (
    chosen_option,
    console,
    game_argument,
    json_option,
    print_json_lines,
    warm_rules,
)
from parlour.cli.game_flags import GameCommand
from parlour.cli.seeds import random_seed, seeds_option, start_seed_option

if TYPE_CHECKING:
    from parlour.core.quick_start import OptionValue


@click.command(cls=GameCommand)
@game_argument
@start_seed_option()
@seeds_option("Every seed from A up to but not including B.")
@batch_options
@chosen_option
@json_option
def deal(
    game: str,
    seed: int | None,
    seeds: range | None,
    flags: BatchFlags,
    chosen: "dict[str, OptionValue]",
    as_json: bool,
) -> None:
    """Deal a level, with the proof that it can be done. With --seeds and --json: JSON Lines.

    \b
    Examples:
      parlour deal stackdoku --seed 7 --difficulty hard
      parlour deal stackdoku --seed 7 --json > level.json
      parlour deal stackdoku --seeds 0:1000 --difficulty medium --json --workers 2 > levels.jsonl
      parlour deal stackdoku --seeds 0:100000 --scheduler tcp://10.0.0.5:8786 --output levels.parquet
    """
    from parlour.batch.dealing import dealing
    from parlour.core.errors import MalformedInput
    from parlour.games import kit_of
    from parlour.games.documents import options_from

    kit = kit_of(game)
    if kit.levels is None:
        raise MalformedInput(f"{game} has no levels to deal")
    options = options_from(kit, chosen)
    if seeds is None:
        first = random_seed() if seed is None else seed
        seeds = range(first, first + 1)
    if flags.scheduler is None:
        warm_rules(kit)
    for levels in run_batch(dealing(game, options, seeds), flags, "Dealing", len(seeds)):
        if flags.output is not None:
            continue
        if as_json:
            print_json_lines(levels)
        else:
            for level in levels:
                console().print(kit.levels.describe(level))
    if flags.output is not None:
        print_written(flags, "levels", len(seeds), as_json)
