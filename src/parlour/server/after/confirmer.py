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
from parlour.server.protocol.problems import Problem
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
"""For how long a replay keeps everybody else waiting."""
STEPS_AT_ONCE = 16
"""Entries that are replayed before anybody looks at the clock: less than a fifth of that."""
logger = logging.getLogger("parlour")
Waiting: TypeAlias = tuple[str, Callback]
"""A match, and who is to be told of it."""


def is_final(error: BaseException) -> bool:
    """Whether a match that was not confirmed because of this would not be confirmed at a second try either."""
    return isinstance(error, ParlourError | LookupError) or (isinstance(error, Problem) and not error.is_temporary)


class Confirmer:
    """Replays what the store holds; records what the replays said, and what follows from it for the standings."""

    def __init__(self, store: Store, background: Background, levels: Levels, *, mark_fast: bool = True) -> None:
        self._store = store
        self._mark_fast = mark_fast
        self._background = background
        self._levels = levels
        self._asked: list[Waiting] = []

    async def confirm(self, match: str) -> StoredMatch:
        """The match, confirmed or not. By rules that this version does not play nothing is said of it."""
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
        """If something is wrong with one of them, each is tried alone: a bad one spoils nobody else's."""
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

    Nobody else is measured: whoever lost cannot undo that by being fast, and a bot in a seat that was left may be.
    """
    session, kit = stored.session, kit_of(stored.session.game)
    if ranking_of(kit, stored.facts(kit)) != "counts":
        return False
    came_in = places(stored.seats, session.outcome)
    return any(place == 1 and pace_of(session, seat, kit.hand_ms).too_fast for seat, place in enumerate(came_in))


async def _replays(session: AnySession) -> bool:
    """Replay in the loop, a little at a time: a thread of its own would fight with the loop for Python."""
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
