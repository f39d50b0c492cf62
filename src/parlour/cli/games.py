"""``parlour games``: what can be played here."""

import click

from parlour.cli.common import console, json_option, print_json
from parlour.cli.game_flags import flag_names


@click.command()
@json_option
def games(as_json: bool) -> None:
    """List the games with their seats, options and formats.

    \b
    Examples:
      parlour games
      parlour games --json
    """
    from parlour.core.options import value_text, values_text
    from parlour.core.words import number_of
    from parlour.games.catalogue import catalogue

    listed = catalogue()
    if as_json:
        print_json(listed)
        return
    out = console()
    for game in listed:
        fewest, most = game.seats
        seats = "solo" if most == 1 else number_of("player", fewest, most)
        out.print(f"[bold]{game.id}[/bold]  {game.title['en']}, {seats}. {game.summary['en']}")
        if game.bots:
            out.print(f"    bots: {', '.join(game.bots)}")
        for option in game.options:
            values = "" if option.kind == "bool" else f" {values_text(option)}"
            out.print(f"    {flag_names(option)}{values}  [default: {value_text(option.default)}]", markup=False)
