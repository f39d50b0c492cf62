"""``parlour games``: what can be played here."""

from typing import TYPE_CHECKING, Any

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
    """Name, default and values of each option, from its type."""
    import msgspec

    schema = msgspec.json.schema(options)
    [fields] = [found["properties"] for found in schema["$defs"].values() if found["title"] == options.__name__]
    return [{"name": name, "default": field.get("default"), "values": _values(field)} for name, field in fields.items()]


def _values(field: dict[str, Any]) -> str:
    if "enum" in field:
        return " | ".join(map(str, field["enum"]))
    bounds = [str(field[bound]) for bound in ("minimum", "maximum") if bound in field]
    return " to ".join(bounds) or str(field.get("type", ""))
