"""A game's options as plain values: reading those that somebody chose, and writing them."""

import msgspec
from msgspec import Struct

from parlour.core.errors import MalformedInput
from parlour.core.kit import Kit
from parlour.core.session import checked_options
from parlour.protocol.messages import ChosenOptions


def read_options(kit: Kit, chosen: ChosenOptions) -> Struct:
    """The options of a game from the values that somebody chose; MalformedInput if they do not fit."""
    try:
        options: Struct = msgspec.convert(chosen, kit.game.options)
    except msgspec.ValidationError as error:
        raise MalformedInput(f"options of {kit.game.id}: {error}") from None
    return checked_options(options)


def plain_options(options: Struct) -> ChosenOptions:
    """The options as plain values: texts, numbers, booleans or None."""
    plain: dict[str, object] = msgspec.to_builtins(options)
    return {name: value for name, value in plain.items() if isinstance(value, str | int | float | None)}
