"""A finished match: its outcome counts once a replay of the stored log has borne it out."""

import asyncio
import logging

from parlour.core.replay import verify
from parlour.games import kit_of
from parlour.store import log
from parlour.store.store import Store

logger = logging.getLogger("parlour")


async def confirm(store: Store, match: str) -> bool:
    """Replay what the store holds, and record what the replay said."""
    stored = await store.read(log.stored(match))
    if stored is None:
        raise LookupError(f"match {match} is not in the store")
    verdict = await asyncio.to_thread(verify, kit_of(stored.session.game).game, stored.session)
    if not verdict.ok:
        logger.error("outcome not borne out", extra={"facts": {"match": match, "reason": verdict.reason}})
    await store.write(log.confirm(match, verdict.ok))
    return verdict.ok
