"""What can be played here, described for menus, flags and other programs."""

from typing import Any, Literal, get_args, get_origin, get_type_hints

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
    advises: bool
    """Whether a player can ask for a hint."""


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
        advises=kit.adviser is not None,
    )


def _choices(options: Any) -> tuple[Choice, ...]:
    """Name, default and values of each option that a person can write."""
    hints = get_type_hints(options, include_extras=True)
    return tuple(
        Choice(field.name, field.default, values)
        for field in msgspec.structs.fields(options)
        if (values := _values(hints[field.name]))
    )


def _values(kind: Any) -> str:
    """``a | b`` for a choice, ``0 to 9`` for a number with bounds; nothing for what is no word or number."""
    if get_origin(kind) is Literal:
        return " | ".join(map(str, get_args(kind)))
    bare, *notes = get_args(kind) or (kind,)
    bounds = [bound for note in notes for bound in (getattr(note, "ge", None), getattr(note, "le", None))]
    if all(bound is not None for bound in bounds) and bounds:
        return " to ".join(map(str, bounds))
    return bare.__name__ if bare in {bool, int, float, str} else ""
