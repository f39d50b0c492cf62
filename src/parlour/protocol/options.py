"""A game's options as somebody chose them, and as they are said."""

import msgspec
from msgspec import Struct

from parlour.core.errors import MalformedInput
from parlour.core.kit import Kit
from parlour.protocol.messages import ChosenOptions


def read_options(kit: Kit, chosen: ChosenOptions) -> Struct:
    """A game's options as somebody chose them, or MalformedInput."""
    try:
        options: Struct = msgspec.convert(chosen, kit.game.options)
    except msgspec.ValidationError as error:
        raise MalformedInput(f"options of {kit.game.id}: {error}") from None
    return options


def plain_options(options: Struct) -> ChosenOptions:
    """Options as somebody would choose them: words, numbers, yes or no, or empty."""
    plain: dict[str, object] = msgspec.to_builtins(options)
    return {name: value for name, value in plain.items() if isinstance(value, str | int | float | None)}
