"""A finished match: its outcome counts once a replay of the stored log has borne it out."""

import logging

from msgspec import structs
from sqlalchemy import Connection

from parlour.core.errors import SessionRejected
from parlour.core.replay import resume
from parlour.core.session import AnySession
from parlour.games import kit_of
from parlour.store import log, standings
from parlour.store.log import StoredMatch
from parlour.store.store import Store
from parlour.store.writer import Job

logger = logging.getLogger("parlour")


async def confirm(store: Store, match: str) -> StoredMatch:
    """Replay what the store holds; record what the replay said, and what follows from it for the standings.

    Of a match by rules that this version does not play nothing can be said: it stays unconfirmed.
    """
    stored, holds = await store.read(_replayed(match))
    if holds is None:
        logger.warning("outcome not confirmed", extra={"facts": {"match": match, "reason": "other rules version"}})
        return stored
    await store.write(standings.confirm(stored, holds))
    return structs.replace(stored, confirmed=holds)


def _replayed(match: str) -> Job[tuple[StoredMatch, bool | None]]:
    """A match and whether a replay bears it out, both in the one thread that reads it; None for other rules."""

    def run(connection: Connection) -> tuple[StoredMatch, bool | None]:
        stored = log.stored(match)(connection)
        if stored is None:
            raise LookupError(f"match {match} is not in the store")
        session = stored.session
        same_rules = session.rules_version == kit_of(session.game).game.rules_version
        return stored, _holds(session) if same_rules else None

    return run


def _holds(session: AnySession) -> bool:
    try:
        resume(kit_of(session.game).game, session)
    except SessionRejected as wrong:
        logger.error("outcome not borne out", extra={"facts": {"match": session.id, "reason": wrong.reason}})
        return False
    return True
