"""Analyses of finished matches: made by workers beside everything else, kept for good, taken up after a restart."""

import asyncio
import logging
from functools import partial
from typing import Literal

from msgspec import Raw

from parlour.core.errors import ParlourError
from parlour.core.session import AnySession, encode_session
from parlour.games import kit_of
from parlour.protocol.analysis import AnalysisNow
from parlour.server.background import Background
from parlour.server.clock import ServerClock
from parlour.server.protocol.problems import Problem, not_found
from parlour.server.work import tasks
from parlour.server.work.asker import asker
from parlour.server.work.pool import Pool, too_much_waits
from parlour.store import analyses, log
from parlour.store.log import StoredMatch
from parlour.store.store import Store
from parlour.store.transaction import Job

logger = logging.getLogger("parlour")
TAKE_UP_S = 10.0
"""How often what dead processes left is looked for."""
MOST_WAITING = 64
MOST_WAITING_EACH = 5
"""Matches of one address that may wait or be looked at."""


class Analyses:
    """What was asked for is remembered by the store until it is done."""

    def __init__(
        self, store: Store, clock: ServerClock, background: Background, pool: Pool, seconds: float, process: str
    ) -> None:
        self._store = store
        self._clock = clock
        self._background = background
        self._pool = pool
        self._seconds = seconds
        """For each move, where a game needs time."""
        self._process = process
        """As other processes of the same store know this one."""
        self._done: dict[str, float] = {}
        """How far each match has come that is waiting or being looked at."""
        self._asked_by: dict[str, str] = {}
        """Which address asked for each of them."""
        self._failed: set[str] = set()

    @property
    def waiting(self) -> int:
        """How many matches are waiting or being looked at."""
        return len(self._done)

    async def ask(self, stored: StoredMatch) -> AnalysisNow:
        """Have a report made, unless there is one or it is being made; Problem if whoever asks has asked for enough."""
        match, version = stored.session.id, stored.session.rules_version
        self._require_analyst(stored)
        found = await self._store.read(analyses.asked(match, version))
        if (found is None or found.report is None) and match not in self._done:
            self._pool.require_long()
            if list(self._asked_by.values()).count(asker()) >= MOST_WAITING_EACH:
                raise too_much_waits(MOST_WAITING_EACH)
            if len(self._done) >= MOST_WAITING:
                raise Problem(503, "analysts-busy", "too many matches are waiting to be analysed; try again later")
            self._done[match], self._asked_by[match] = 0.0, asker()
            try:
                mine = await self._store.write(analyses.ask(match, version, self._clock.now_ms(), self._process))
            except BaseException:
                self._forget(match)
                raise
            if mine:
                self._background.keep(partial(self._analyse, match), "analysis")
            else:
                self._forget(match)
        return await self.now(stored)

    async def now(self, stored: StoredMatch) -> AnalysisNow:
        """How far it has come; a problem if nobody asked for it."""
        match, version = stored.session.id, stored.session.rules_version
        self._require_analyst(stored)
        found = await self._store.read(analyses.asked(match, version))
        if found is None:
            raise not_found("analysis")
        if found.report is None:
            return AnalysisNow("working", self._done.get(match, 0.0), None)
        return AnalysisNow("ready", 1.0, Raw(found.report))

    async def state(self, stored: StoredMatch) -> Literal["none", "possible", "working", "ready"]:
        """What can be had."""
        try:
            self._require_analyst(stored)
        except Problem:
            return "none"
        if stored.session.ended is None:
            return "none"
        found = await self._store.read(analyses.asked(stored.session.id, stored.session.rules_version))
        if found is None:
            return "possible"
        return "working" if found.report is None else "ready"

    async def take_up_from_others(self) -> None:
        """For as long as the server runs: what processes that died were asked for."""
        while True:
            await asyncio.sleep(TAKE_UP_S)
            await self.take_up()

    async def take_up(self) -> None:
        """Whatever was asked for, and nobody is about."""
        for asked in await self._store.read(analyses.waiting()):
            if asked.match in self._done:
                continue
            if await self._store.write(analyses.take(asked.match, asked.rules_version, self._process)):
                self._done[asked.match] = 0.0
                self._background.keep(partial(self._analyse, asked.match), "analysis")

    async def _analyse(self, match: str) -> None:
        """If the store cannot take what came of it, all of it is done again after a while."""
        try:
            stored = await self._store.read(log.stored(match))
        except ParlourError as error:
            logger.warning("match not analysed", extra={"facts": {"match": match, "reason": str(error)}})
            stored = None
        if stored is not None:
            await self._store.write(await self._looked_at(stored.session))
        self._forget(match)

    async def _looked_at(self, session: AnySession) -> Job[None]:
        """What is to be written of a match: a report, or that there will be none."""
        try:
            told = partial(self._done.__setitem__, session.id)
            report = await self._pool.run_long(told, tasks.report, session.game, encode_session(session), self._seconds)
        except Exception as error:
            # What cannot be analysed is not tried again at every start; if a worker was lost, somebody may ask again.
            logger.exception("analysis failed", exc_info=error, extra={"facts": {"match": session.id}})
            if not (isinstance(error, Problem) and error.status == 503):
                self._failed.add(session.id)
            return analyses.abandon(session.id)
        return analyses.finish(session.id, session.rules_version, report)

    def _forget(self, match: str) -> None:
        self._done.pop(match, None)
        self._asked_by.pop(match, None)

    def _require_analyst(self, stored: StoredMatch) -> None:
        kit = kit_of(stored.session.game)
        if kit.analyst is None:
            raise Problem(404, "no-analyst", f"matches of {kit.game.id} are not analysed")
        if stored.session.rules_version != kit.game.rules_version:
            raise Problem(410, "rules-version", "this match was played by rules that are not known any more")
        if stored.session.id in self._failed:
            raise Problem(409, "analysis-failed", "the analysis of this match failed; it has been logged")
