"""A finished match: its outcome counts once a replay of the stored log has borne it out."""

import asyncio
import logging

from msgspec import structs

from parlour.core.errors import SessionRejected
from parlour.core.replay import resume
from parlour.core.session import AnySession
from parlour.games import kit_of
from parlour.store import log, standings
from parlour.store.log import StoredMatch
from parlour.store.store import Store

logger = logging.getLogger("parlour")


async def confirm(store: Store, match: str) -> StoredMatch:
    """Replay what the store holds; record what the replay said, and what follows from it for the standings.

    Of a match by rules that this version does not play nothing can be said: it stays unconfirmed.
    """
    stored = await store.read(log.stored(match))
    if stored is None:
        raise LookupError(f"match {match} is not in the store")
    if stored.session.rules_version != kit_of(stored.session.game).game.rules_version:
        logger.warning("outcome not confirmed", extra={"facts": {"match": match, "reason": "other rules version"}})
        return stored
    holds = await asyncio.to_thread(_holds, stored.session)
    await store.write(standings.confirm(stored, holds))
    return structs.replace(stored, confirmed=holds)


def _holds(session: AnySession) -> bool:
    try:
        resume(kit_of(session.game).game, session)
    except SessionRejected as wrong:
        logger.error("outcome not borne out", extra={"facts": {"match": session.id, "reason": wrong.reason}})
        return False
    return True
