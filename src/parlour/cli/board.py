"""``parlour board``: the first position of a seed."""

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


@click.command()
@game_argument
@seed_option
@click.option("--seats", type=int, help="How many play; the fewest when left out.")
@told_option
@json_option
def board(game: str, seed: int | None, seats: int | None, told: dict[str, str], as_json: bool) -> None:
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
    warm_rules(kit)
    seed = random_seed() if seed is None else seed
    options = options_from(kit.game, told)
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
    out.print(f"{kit.title.en}, seed {seed}")
    out.print(kit.text.draw(view))
