"""``parlour board``: the first position of a seed."""

from typing import TYPE_CHECKING

import click

from parlour.cli.common import (
    chosen_option,
    console,
    game_argument,
    json_option,
    print_json,
    warm_rules,
)
from parlour.cli.game_flags import GameCommand
from parlour.cli.seeds import random_seed, start_seed_option

if TYPE_CHECKING:
    from parlour.core.quick_start import OptionValue


@click.command(cls=GameCommand)
@game_argument
@start_seed_option()
@click.option("--seats", type=int, help="How many play; the fewest when left out.")
@chosen_option
@json_option
def board(game: str, seed: int | None, seats: int | None, chosen: "dict[str, OptionValue]", as_json: bool) -> None:
    """Show how a game begins.

    \b
    Examples:
      parlour board ten-exorcism --seed 42
      parlour board ten-exorcism --seed 42 --json
      parlour board stackdoku --difficulty hard
    """
    import msgspec

    from parlour.games import kit_of
    from parlour.games.documents import options_from
    from parlour.protocol.beginning import new_match

    kit = kit_of(game)
    warm_rules(kit)
    seed = random_seed() if seed is None else seed
    options = options_from(kit, chosen)
    match = new_match(kit, "board", seed=seed, options=options, seats=seats)
    view = kit.game.view(match.state, None)
    if as_json:
        head = {"game": kit.game.id, "seed": seed, "options": options, "seats": match.session.seats}
        print_json(head | msgspec.structs.asdict(view))
        return
    out = console()
    out.print(kit.title["en"] + (f", seed {seed}" if kit.seeded else ""))
    out.print(kit.text.draw(view))
