"""What can be played here, described for menus, flags and other programs."""

from typing import Any

import msgspec
from msgspec import Struct

from parlour.core.kit import Kit
from parlour.core.session import OWN_FORMAT
from parlour.games import kits


class Choice(Struct, frozen=True):
    """One option of a game."""

    name: str
    default: str | int | float | bool | None
    values: str
    """What it can be, in words: ``classic | endless``, ``0 to 3600``."""


class Listed(Struct, frozen=True):
    """One game."""

    id: str
    title: str
    summary: str
    rules_version: int
    seats: tuple[int, int]
    """The fewest and the most."""
    options: tuple[Choice, ...]
    bots: tuple[str, ...]
    """From the weakest to the strongest."""
    formats: tuple[str, ...]


def catalogue() -> list[Listed]:
    """Every registered game, our own first."""
    return [_listed(kit) for kit in kits().values()]


def _listed(kit: Kit) -> Listed:
    game = kit.game
    return Listed(
        id=game.id,
        title=kit.title,
        summary=kit.summary,
        rules_version=game.rules_version,
        seats=(game.seats.start, game.seats.stop - 1),
        options=_choices(game.options),
        bots=tuple(bot.level for bot in kit.bots),
        formats=(OWN_FORMAT, *(form.name for form in kit.formats)),
    )


def _choices(options: Any) -> tuple[Choice, ...]:
    """Name, default and values of each option, from its type."""
    schema = msgspec.json.schema(options)
    [fields] = [found["properties"] for found in schema["$defs"].values() if found["title"] == options.__name__]
    return tuple(Choice(name, field.get("default"), _values(field)) for name, field in fields.items())


def _values(field: dict[str, Any]) -> str:
    if "enum" in field:
        return " | ".join(map(str, field["enum"]))
    bounds = [str(field[bound]) for bound in ("minimum", "maximum") if bound in field]
    return " to ".join(bounds) or str(field.get("type", ""))
