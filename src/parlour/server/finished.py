"""A finished match: its outcome counts once a replay of the stored log has borne it out."""

import asyncio
import logging
from time import perf_counter

from msgspec import structs
from sqlalchemy import Connection

from parlour.core.errors import SessionRejected
from parlour.core.replay import replay
from parlour.core.session import AnySession
from parlour.games import kit_of
from parlour.server.dealing import load_rules
from parlour.store import log, standings
from parlour.store.log import StoredMatch
from parlour.store.store import Store
from parlour.store.writer import Job

SLICE_S = 0.001
"""For how long a replay keeps everybody else waiting."""
logger = logging.getLogger("parlour")


async def confirm(store: Store, match: str) -> StoredMatch:
    """Replay what the store holds; record what the replay said, and what follows from it for the standings.

    Of a match by rules that this version does not play nothing can be said: it stays unconfirmed.
    """
    stored = await store.read(_replayable(match))
    if stored.session.rules_version != kit_of(stored.session.game).game.rules_version:
        logger.warning("outcome not confirmed", extra={"facts": {"match": match, "reason": "other rules version"}})
        return stored
    holds = await _holds(stored.session)
    await store.write(standings.confirm(stored, holds))
    return structs.replace(stored, confirmed=holds)


def _replayable(match: str) -> Job[StoredMatch]:
    """A match, and whatever its rules need is loaded."""

    def run(connection: Connection) -> StoredMatch:
        stored = log.stored(match)(connection)
        if stored is None:
            raise LookupError(f"match {match} is not in the store")
        load_rules(kit_of(stored.session.game))
        return stored

    return run


async def _holds(session: AnySession) -> bool:
    """Replay in the loop, a little at a time: a thread of its own would fight with the loop for Python."""
    until = perf_counter() + SLICE_S
    try:
        for _ in replay(kit_of(session.game).game, session):
            if perf_counter() > until:
                await asyncio.sleep(0)
                until = perf_counter() + SLICE_S
    except SessionRejected as wrong:
        logger.error("outcome not borne out", extra={"facts": {"match": session.id, "reason": wrong.reason}})
        return False
    return True
