"""``parlour games``: what can be played here."""

from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

import click

from parlour.cli.common import console, json_option, print_json

if TYPE_CHECKING:
    from parlour.core.kit import Kit


@click.command()
@json_option
def games(as_json: bool) -> None:
    """List the games with their seats, options and formats.

    \b
    Examples:
      parlour games
      parlour games --json
    """
    from parlour.games import kits

    listed = [_describe(kit) for kit in kits().values()]
    if as_json:
        print_json(listed)
        return
    out = console()
    for game in listed:
        fewest, most = game["seats"]
        seats = "solo" if most == 1 else f"{fewest} to {most} players"
        out.print(f"[bold]{game['id']}[/bold]  {game['title']}, {seats}. {game['summary']}")
        if game["bots"]:
            out.print(f"    bots: {', '.join(game['bots'])}")
        for option in game["options"]:
            out.print(f"    -o {option['name']}={option['default']}   {option['values']}", markup=False)


def _describe(kit: "Kit") -> dict[str, Any]:
    game = kit.game
    return {
        "id": game.id,
        "title": kit.title,
        "summary": kit.summary,
        "rules_version": game.rules_version,
        "seats": [game.seats.start, game.seats.stop - 1],
        "options": _options(game.options),
        "bots": [bot.level for bot in kit.bots],
        "formats": ["parlour", *(form.name for form in kit.formats)],
    }


def _options(options: Any) -> list[dict[str, Any]]:
    """Name, default and values of each option that a person can write."""
    import msgspec

    hints = get_type_hints(options, include_extras=True)
    return [
        {"name": field.name, "default": field.default, "values": values}
        for field in msgspec.structs.fields(options)
        if (values := _values(hints[field.name]))
    ]


def _values(kind: Any) -> str:
    """``a | b`` for a choice, ``0 to 9`` for a number with bounds; nothing for what is no word or number."""
    if get_origin(kind) is Literal:
        return " | ".join(map(str, get_args(kind)))
    bare, *notes = get_args(kind) or (kind,)
    bounds = [bound for note in notes for bound in (getattr(note, "ge", None), getattr(note, "le", None))]
    if all(bound is not None for bound in bounds) and bounds:
        return " to ".join(map(str, bounds))
    return bare.__name__ if bare in {bool, int, float, str} else ""
