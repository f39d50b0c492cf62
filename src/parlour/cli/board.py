"""``parlour board``: the first position of a seed."""

from typing import Annotated

import typer

from parlour.cli.common import GameId, Json, Told, console, print_json, random_seed, set_table, told_options
from parlour.cli.common import Seed as SeedOption


def board(
    game: GameId,
    seed: SeedOption = None,
    seats: Annotated[int | None, typer.Option(help="How many play; the fewest when left out.")] = None,
    option: Told = None,
    as_json: Json = False,
) -> None:
    """Show how a game begins.

    \b
    Examples:
      parlour board ten-exorcism --seed 42
      parlour board ten-exorcism --seed 42 --json
    """
    import msgspec

    from parlour.core.errors import MalformedInput
    from parlour.core.match import Match
    from parlour.games import kit_of
    from parlour.games.documents import options_from

    kit = kit_of(game)
    set_table(kit)
    seed = random_seed() if seed is None else seed
    options = options_from(kit.game, told_options(option))
    try:
        match = Match.begin(kit.game, id="board", seed=seed, started=0, options=options, seats=seats)
    except ValueError as error:
        raise MalformedInput(str(error)) from None
    view = kit.game.view(match.state, None)
    if as_json:
        head = {"game": kit.game.id, "seed": seed, "options": options, "seats": match.session.seats}
        print_json(head | msgspec.structs.asdict(view))
        return
    out = console()
    out.print(f"{kit.title}, seed {seed}")
    out.print(kit.text.draw(view))
