"""Analyses of finished matches: made by workers, stored for good, continued after a restart."""

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
from parlour.server.problems import Problem, not_found
from parlour.server.work import tasks
from parlour.server.work.asker import asker
from parlour.server.work.pool import Pool, too_much_waits
from parlour.store import analyses, log
from parlour.store.log import StoredMatch
from parlour.store.store import Store
from parlour.store.transaction import Job

logger = logging.getLogger("parlour")
TAKE_UP_S = 10.0
"""How often analyses that dead processes left are looked for."""
MOST_WAITING = 64
MOST_WAITING_EACH = 5
"""Matches of one address whose analysis may wait or be under way."""


class Analyses:
    """Makes analyses. The store remembers each request until it is done."""

    def __init__(
        self, store: Store, clock: ServerClock, background: Background, pool: Pool, seconds: float, process: str
    ) -> None:
        self._store = store
        self._clock = clock
        self._background = background
        self._pool = pool
        self._seconds = seconds
        """Seconds for each move, in games that need time."""
        self._process = process
        """The name of this process among those of the same store."""
        self._done: dict[str, float] = {}
        """The part that is done of each analysis that waits or is under way, by match."""
        self._asked_by: dict[str, str] = {}
        """The address that asked for each of them."""
        self._failed: set[str] = set()

    @property
    def waiting(self) -> int:
        """The number of analyses that wait or are under way."""
        return len(self._done)

    async def ask(self, stored: StoredMatch) -> AnalysisNow:
        """Have an analysis made, unless there is one or it is under way; Problem if the asker has reached its limit."""
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
        """The progress of an analysis, with its report once it is done; Problem if nobody asked for it."""
        match, version = stored.session.id, stored.session.rules_version
        self._require_analyst(stored)
        found = await self._store.read(analyses.asked(match, version))
        if found is None:
            raise not_found("analysis")
        if found.report is None:
            return AnalysisNow("working", self._done.get(match, 0.0), None)
        return AnalysisNow("ready", 1.0, Raw(found.report))

    async def state(self, stored: StoredMatch) -> Literal["none", "possible", "working", "ready"]:
        """Whether a match has an analysis, can have one, or cannot."""
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
        """Continue the analyses of processes that died, for as long as the server runs."""
        while True:
            await asyncio.sleep(TAKE_UP_S)
            await self.take_up()

    async def take_up(self) -> None:
        """Continue all analyses that were asked for and that no process is making."""
        for asked in await self._store.read(analyses.waiting()):
            if asked.match in self._done:
                continue
            if await self._store.write(analyses.take(asked.match, asked.rules_version, self._process)):
                self._done[asked.match] = 0.0
                self._background.keep(partial(self._analyse, asked.match), "analysis")

    async def _analyse(self, match: str) -> None:
        """Make an analysis and store it. If the store fails, all of it is done again after a while."""
        try:
            stored = await self._store.read(log.stored(match))
        except ParlourError as error:
            logger.warning("match not analysed", extra={"facts": {"match": match, "reason": str(error)}})
            stored = None
        if stored is not None:
            await self._store.write(await self._looked_at(stored.session))
        self._forget(match)

    async def _looked_at(self, session: AnySession) -> Job[None]:
        """The job that stores a match's report, or that there will be none."""
        try:
            progress, text = partial(self._done.__setitem__, session.id), encode_session(session)
            report = await self._pool.run_long(progress, tasks.report, session.game, text, self._seconds)
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
