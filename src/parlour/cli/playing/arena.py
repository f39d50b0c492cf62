"""``parlour arena``: bots against bots."""

from typing import TYPE_CHECKING

import click

from parlour.cli.batches import BatchFlags, batch_options, run_batch
from parlour.cli.common import (
    budget_option,
    chosen_option,
    console,
    game_argument,
    json_option,
    print_json,
    warm_engine,
)
from parlour.cli.game_flags import GameCommand
from parlour.cli.seeds import check_seed, seed_option

if TYPE_CHECKING:
    from parlour.core.quick_start import OptionValue


@click.command(cls=GameCommand)
@game_argument
@click.option("--bots", metavar="A,B[,C,D]", required=True, help="Levels that play each other.")
@click.option(
    "--games", type=click.IntRange(1, 1_000_000), default=20, show_default=True, help="How many games; seats rotate."
)
@budget_option("each move; each level's own when left out", None)
@seed_option("The first game's seed; the others follow.", default=1)
@batch_options
@chosen_option
@json_option
def arena(
    game: str,
    bots: str,
    games: int,
    budget: float | None,
    seed: int,
    flags: BatchFlags,
    chosen: "dict[str, OptionValue]",
    as_json: bool,
) -> None:
    """Let bots play each other and say how sure the result is. With --output every game's result goes into a file.

    \b
    Examples:
      parlour arena dots-and-boxes --bots novice,expert --games 100
      parlour arena dots-and-boxes --bots expert,casual,casual --games 30 --budget 0.05 --json
      parlour arena dots-and-boxes --bots expert,master --games 5000 --scheduler tcp://10.0.0.5:8786
    """
    from parlour.batch.arena import playing, standings
    from parlour.core.errors import MalformedInput
    from parlour.core.words import number_of
    from parlour.games import bot_of, kit_of
    from parlour.games.documents import options_from

    kit = kit_of(game)
    entrants = [bot_of(kit, level.strip()) for level in bots.split(",")]
    fewest, most = max(2, kit.game.seats.start), kit.game.seats.stop - 1
    if most < fewest:
        raise MalformedInput(f"{game} is a game for one")
    if not fewest <= len(entrants) <= most:
        raise MalformedInput(f"{game} takes {number_of('bot', fewest, most)}, not {len(entrants)}")
    check_seed(seed + games - 1)
    if flags.scheduler is None:
        warm_engine(kit)
    options = options_from(kit, chosen)
    batch = playing(game, entrants, range(seed, seed + games), seconds=budget, options=options)
    played = [result for rows in run_batch(batch, flags, "Playing", games) for result in rows]
    table = standings(entrants, played)
    if as_json:
        print_json({"game": game, "games": games, "budget": budget, "seed": seed, "standings": table})
        return
    for line in table:
        low, high = line.share_interval
        least, most_margin = line.margin_interval
        console().print(
            f"{line.level:<12} {line.points:g} of {line.games} points, {line.share:.1%} ({low:.1%} to {high:.1%}), "
            f"margin {line.margin:+.1f} ({least:+.1f} to {most_margin:+.1f})",
            markup=False,
        )
