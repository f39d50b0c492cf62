"""Finding a room by its code, for those who know it and for those who may only be guessing."""

from http import HTTPStatus

from parlour.server.access.limits.rate_limits import RateLimits
from parlour.server.live.hub import Hub
from parlour.server.live.rooms.room import Room
from parlour.server.problems import Problem
from parlour.store.players import Player


async def room_of(hub: Hub, rate_limits: RateLimits, code: str, visitor: Player | None, address: str) -> Room:
    """The room of a code. Every code that belongs to none is counted against the visitor, then against the address.

    Once both have tried too many, nothing is told of rooms that could have been guessed: those that are not public
    and in which the visitor neither holds a seat nor has one to come back to.
    """
    try:
        room = await hub.find(code)
    except Problem as problem:
        if problem.status == HTTPStatus.NOT_FOUND:
            rate_limits.count_wrong_code(visitor, address)
        raise
    inside = visitor is not None and room.knows(visitor)
    if not (inside or room.state.public):
        rate_limits.require_codes_left(visitor, address)
    return room
