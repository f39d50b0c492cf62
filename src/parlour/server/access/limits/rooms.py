"""How many rooms an address may have open."""

ROOMS_OF_A_PERSON = 6
"""Rooms that may be open for each of the people who may share an address; one player may have more."""
FEW_ROOMS = 3
"""An address with fewer rooms may open one as long as there is any place."""
ADDRESSES_SERVED = 10
"""An address may hold this part of the free places: when so many addresses fill the server, half is still free."""


def rooms_allowed(free: int, most: int) -> int:
    """The number of rooms that an address may have, at most `most`, while so many places are free on the server.

    The fuller the server, the fewer: places are left for people who have none.
    """
    return min(most, max(FEW_ROOMS, free // ADDRESSES_SERVED)) if free > 0 else 0
