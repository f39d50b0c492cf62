"""A match that goes on in another process as well: what was written there is played on from where it stands here."""

import asyncio

from msgspec import structs

from parlour.core.match import AnyMatch
from parlour.core.replay import follow
from parlour.server.live.matches.beginning import REPLAYED_AT_ONCE
from parlour.store.log import Added


async def caught_up(match: AnyMatch, added: Added) -> AnyMatch:
    """The match after what was added to its log; SessionRejected if the rules do not bear that out."""
    for index, after in enumerate(follow(match, added.entries, None)):
        match = after
        if index % REPLAYED_AT_ONCE == REPLAYED_AT_ONCE - 1:
            await asyncio.sleep(0)
    opening = match.opening
    if added.ended is None or opening.ended is not None:
        return match
    return structs.replace(match, opening=structs.replace(opening, ended=added.ended), due_ms=None)
