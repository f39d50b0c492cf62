"""Confirmation: an outcome counts once a replay of the stored log has borne it out; one played too fast is marked."""

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from itertools import islice
from time import perf_counter
from typing import TypeAlias

from msgspec import structs

from parlour.core.errors import ParlourError, SessionRejected
from parlour.core.pace import pace_of
from parlour.core.replay import replay
from parlour.core.session import AnySession
from parlour.games import kit_of
from parlour.protocol.ranking import Mark, places, ranking_of
from parlour.server.background import Background
from parlour.server.loading import rules_loaded
from parlour.server.problems import Problem
from parlour.server.work.asker import SERVER, asking
from parlour.server.work.levels import Levels
from parlour.store import log, standings
from parlour.store.futures import Callback, settling
from parlour.store.log import StoredMatch
from parlour.store.store import Store
from parlour.store.transaction import Transaction, job

MOMENT_S = 0.05
"""Matches that end within this time are read, replayed and written down together."""
MOST_AT_ONCE = 50
SLICE_S = 0.001
"""The seconds for which a replay may hold up the event loop at a time."""
STEPS_AT_ONCE = 16
"""Entries that are replayed between two looks at the clock: they take less than a fifth of SLICE_S."""
logger = logging.getLogger("parlour")
Waiting: TypeAlias = tuple[str, Callback]
"""A match that is to be confirmed, and the future that gets the result."""


def is_final(error: BaseException) -> bool:
    """Whether an error is for good: a second try to confirm the match would fail as well."""
    return isinstance(error, ParlourError | LookupError) or (isinstance(error, Problem) and not error.is_temporary)


class Confirmer:
    """Replays stored matches; records the verdicts, and what follows from them for the standings."""

    def __init__(self, store: Store, background: Background, levels: Levels, *, mark_fast: bool = True) -> None:
        self._store = store
        self._mark_fast = mark_fast
        self._background = background
        self._levels = levels
        self._asked: list[Waiting] = []

    async def confirm(self, match: str) -> StoredMatch:
        """Confirm a match, or find that it does not hold. A match of rules that this version does not have is left as
        it is."""
        future: asyncio.Future[StoredMatch] = asyncio.get_running_loop().create_future()
        self._asked.append((match, settling(future)))
        if len(self._asked) == 1:
            self._background.start(self._confirm_soon(), "confirm batch")
        return await future

    async def _confirm_soon(self) -> None:
        await asyncio.sleep(MOMENT_S)
        asked, self._asked = self._asked, []
        for start in range(0, len(asked), MOST_AT_ONCE):
            await self._confirm_or_say_why(asked[start : start + MOST_AT_ONCE])

    async def _confirm_or_say_why(self, asked: Sequence[Waiting]) -> None:
        """Confirm several matches; if one of them fails, each is confirmed by itself."""
        try:
            await self._confirm(asked)
        except Exception as error:  # noqa: BLE001
            if len(asked) > 1:
                for one in asked:
                    await self._confirm_or_say_why([one])
            else:
                [(_, then)] = asked
                then(None, error)

    async def _confirm(self, asked: Sequence[Waiting]) -> None:
        judged: list[tuple[StoredMatch, bool]] = []
        waiting: list[Callback] = []
        found = await self._store.read(_replayable([match for match, _ in asked]))
        for (match, then), stored in zip(asked, found, strict=True):
            if isinstance(stored, ParlourError | LookupError):
                then(None, stored)
            elif stored.session.rules_version != kit_of(stored.session.game).game.rules_version:
                facts = {"match": match, "reason": "other rules version"}
                logger.warning("outcome not confirmed", extra={"facts": facts})
                then(stored, None)
            else:
                await asyncio.sleep(0)
                judged.append((stored, await self._holds(stored.session)))
                waiting.append(then)
        judged = [(structs.replace(stored, confirmed=holds), holds) for stored, holds in judged]
        fast = {stored.session.id for stored, _ in judged if self._mark_fast and _is_marked(stored)}
        if judged:
            await self._store.write(standings.confirm(judged, fast))
        for then, (stored, _) in zip(waiting, judged, strict=True):
            then(structs.replace(stored, mark=Mark()) if stored.session.id in fast else stored, None)

    async def _holds(self, session: AnySession) -> bool:
        """Whether a replay bears out the session; its level is dealt again first, by a worker."""
        kit = kit_of(session.game)
        await rules_loaded(kit)
        with asking(SERVER):
            await self._levels.prepare(kit, session.options, session.seed)
        return await _replays(session)


@job
def _replayable(transaction: Transaction, matches: Sequence[str]) -> list[StoredMatch | ParlourError | LookupError]:
    """Each match, or the error for one that cannot be read."""
    return [_stored_or_error(transaction, match) for match in matches]


def _stored_or_error(transaction: Transaction, match: str) -> StoredMatch | ParlourError | LookupError:
    try:
        stored = log.stored(match)(transaction)
    except ParlourError as error:
        return error
    if stored is None:
        return LookupError(f"match {match} is not in the store")
    return stored


def _is_marked(stored: StoredMatch) -> bool:
    """Whether a match would count and somebody came first faster than a hand can.

    Only winners are measured: speed gained a loser nothing, and a bot may have played on for somebody who left.
    """
    session, kit = stored.session, kit_of(stored.session.game)
    if ranking_of(kit, stored.facts(kit)) != "counts":
        return False
    came_in = places(stored.seats, session.outcome)
    return any(place == 1 and pace_of(session, seat, kit.hand_ms).too_fast for seat, place in enumerate(came_in))


async def _replays(session: AnySession) -> bool:
    """Replay in the event loop, a slice at a time: a thread would compete with the loop for the interpreter."""
    steps, until = replay(kit_of(session.game).game, session), perf_counter() + SLICE_S
    try:
        while deque(islice(steps, STEPS_AT_ONCE), maxlen=1):
            if perf_counter() > until:
                await asyncio.sleep(0)
                until = perf_counter() + SLICE_S
    except SessionRejected as wrong:
        logger.error("outcome not borne out", extra={"facts": {"match": session.id, "reason": wrong.reason}})
        return False
    return True
