"""The first moment of a match, and the moment at which a stored one is taken up."""

import msgspec
from msgspec import Struct

from parlour.core.errors import MalformedInput
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch, Match
from parlour.core.replay import resume
from parlour.core.session import AnySession
from parlour.games import kit_of
from parlour.server.access.identity import new_id
from parlour.server.loading import load_rules
from parlour.server.protocol.messages import ChosenOptions


def read_options(kit: Kit, chosen: ChosenOptions) -> Struct:
    """A game's options as somebody chose them, or MalformedInput."""
    try:
        options: Struct = msgspec.convert(chosen, kit.game.options)
    except msgspec.ValidationError as error:
        raise MalformedInput(f"options of {kit.game.id}: {error}") from None
    return options


def plain_options(options: Struct) -> ChosenOptions:
    """Options as somebody would choose them: words, numbers, yes or no."""
    plain: dict[str, object] = msgspec.to_builtins(options)
    return {name: value for name, value in plain.items() if isinstance(value, str | int | float)}


def new_match(kit: Kit, seed: int, chosen: ChosenOptions, seats: int) -> AnyMatch:
    """A match whose first moment is still to come, or MalformedInput. May take a while: not for the event loop."""
    load_rules(kit)
    options = read_options(kit, chosen)
    try:
        return Match.begin(kit.game, id=new_id(), seed=seed, started=0, options=options, seats=seats)
    except ValueError as error:
        raise MalformedInput(str(error)) from None


def resumed(session: AnySession) -> AnyMatch:
    """The match of a stored log. May take a while: not for the event loop."""
    kit = kit_of(session.game)
    load_rules(kit)
    return resume(kit.game, session)
