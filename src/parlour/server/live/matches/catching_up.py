"""A match that goes on in another process as well: what was written there is played on from where it stands here."""

import asyncio
from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from parlour.core.match import AnyMatch
from parlour.core.replay import follow
from parlour.core.session import Entry
from parlour.protocol.refs import Refs
from parlour.server.live.matches.beginning import REPLAYED_AT_ONCE
from parlour.store import log
from parlour.store.store import Store


class CaughtUp(Struct, frozen=True):
    """A match as the store holds it, and what is new there."""

    match: AnyMatch
    entries: Sequence[Entry[Any]]
    """The entries that were added."""
    refs: Refs
    """The refs of these entries."""
    listed: bool
    """Whether it is a game: a person has begun it."""
    confirmed: bool
    """Whether it has been confirmed, with whatever result."""


async def caught_up(store: Store, number: int, match: AnyMatch, now: int) -> CaughtUp:
    """The match after what was added to its log; SessionRejected if the rules do not bear that out.

    A match that nobody had begun is removed when it is closed: then it ended now, in Unix time.
    """
    update = await store.read(log.update_since(number, match.count))
    if update is None:
        update = log.MatchUpdate((), Refs(), now, None, listed=False)
    after = await _followed(match, update.entries)
    if update.ended is not None and after.header.ended is None:
        after = structs.replace(after, header=structs.replace(after.header, ended=update.ended), due_ms=None)
    return CaughtUp(after, update.entries, update.refs, update.listed, update.confirmed is not None)


async def _followed(match: AnyMatch, entries: Sequence[Entry[Any]]) -> AnyMatch:
    for index, after in enumerate(follow(match, entries, None)):
        match = after
        if index % REPLAYED_AT_ONCE == REPLAYED_AT_ONCE - 1:
            await asyncio.sleep(0)
    return match
