"""The first moment of a match, and the moment at which a stored one is taken up."""

import logging

from parlour.core.kit import Kit
from parlour.core.match import AnyMatch, Match
from parlour.core.replay import reopened
from parlour.core.session import AnySession, encode_session
from parlour.games import kit_of
from parlour.protocol import beginning, trying
from parlour.protocol.messages import ChosenOptions
from parlour.protocol.options import read_options
from parlour.protocol.trying import CannotTry
from parlour.server.access.identity import new_id
from parlour.server.live.services import Services
from parlour.server.loading import rules_loaded
from parlour.server.problems import Problem
from parlour.server.work import tasks

logger = logging.getLogger("parlour")
REPLAYED_AT_ONCE = 100
"""Entries that are replayed in the event loop, in a few milliseconds; a longer log is a worker's."""


async def new_match(services: Services, kit: Kit, seed: int, chosen: ChosenOptions, seats: int) -> AnyMatch:
    """A match whose first moment is still to come; MalformedInput, or Problem if its level cannot be dealt now.

    It waits if it should (parlour.core.waiting).
    """
    options = read_options(kit, chosen)
    await rules_loaded(kit)
    await services.levels.prepare(kit, options, seed)
    return beginning.new_match(kit, new_id(), seed=seed, options=options, seats=seats)


async def branch(services: Services, session: AnySession, seq: int) -> AnyMatch:
    """A match of its own that goes on from a moment of another, and whose first moment is still to come.

    It waits if it should (parlour.core.waiting).
    """
    return (await resumed(services, branched(session, seq))).waiting_if_needed()


def branched(session: AnySession, seq: int) -> AnySession:
    """A session of its own with what was played first in another; MalformedInput or Problem if it cannot be tried."""
    try:
        return trying.branched(session, seq, new_id())
    except CannotTry as refused:
        raise Problem(409, refused.code, str(refused)) from None


async def resumed(services: Services, session: AnySession) -> AnyMatch:
    """The match of a stored log. What was dealt for it stands in the log; whether rightly, its confirmation says."""
    kit = kit_of(session.game)
    await rules_loaded(kit)
    if session.ended is None and kit.levels is not None:
        services.background.start(_prepare_level(services, kit, session), "prepare level")
    if len(session.entries) <= REPLAYED_AT_ONCE:
        return reopened(kit.game, session)
    state = await services.pool.run(tasks.replayed, kit.game.id, encode_session(session))
    return Match.taken_up(kit.game, session, state)


async def _prepare_level(services: Services, kit: Kit, session: AnySession) -> None:
    """Prepare the level with its proof: hints and the confirmation will need it; nobody waits for it now."""
    try:
        await services.levels.prepare(kit, session.options, session.seed)
    except Problem as problem:
        logger.info("level not prepared", extra={"facts": {"match": session.id, "reason": problem.code}})
