"""The first moment of a match that somebody asks for: what cannot begin is malformed input."""

import secrets

from msgspec import Struct

from parlour.core.errors import MalformedInput
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch, Match, check_seats
from parlour.core.session import SEEDS


def new_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbelow(SEEDS)


def require_seats(kit: Kit, seats: int) -> None:
    """MalformedInput if no match of the game has so many seats."""
    try:
        check_seats(kit.game, seats)
    except ValueError as error:
        raise MalformedInput(str(error)) from None


def new_match(kit: Kit, id: str, *, seed: int, options: Struct, seats: int | None) -> AnyMatch:  # noqa: A002
    """A match that waits if it should (parlour.core.waiting), and whose first moment is still to come (`begun_at`). It
    has the fewest seats if no number is given."""
    try:
        match = Match.begin(kit.game, id=id, seed=seed, started=0, options=options, seats=seats)
    except ValueError as error:
        raise MalformedInput(str(error)) from None
    return match.waiting_if_needed()
