"""Analyses of finished matches: made one at a time beside everything else, kept for good, taken up after a restart."""

import asyncio
import logging
import threading
from typing import Literal

import msgspec
from msgspec import Raw, Struct

from parlour.core.kit import Analyst
from parlour.core.session import AnySession
from parlour.games import kit_of
from parlour.server.clock import ServerClock
from parlour.server.protocol.problems import Problem, not_found
from parlour.store import analyses, log
from parlour.store.log import StoredMatch
from parlour.store.store import Store

logger = logging.getLogger("parlour")
MOST_WAITING = 16


class AnalysisNow(Struct, frozen=True):
    """How far an analysis has come."""

    state: Literal["working", "ready"]
    done: float
    """From 0 to 1."""
    report: Raw | None
    """The game's own; None until it is ready."""


class Stopped(Exception):
    """The server stops: what was asked for is taken up at the next start."""


class Analyses:
    """One worker with a queue that the store remembers."""

    def __init__(self, store: Store, clock: ServerClock, seconds: float) -> None:
        self._store = store
        self._clock = clock
        self._seconds = seconds
        """For each move, where a game needs time."""
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._done: dict[str, float] = {}
        """How far each match has come that is waiting or being looked at."""
        self._failed: set[str] = set()
        self._stopping = threading.Event()

    @property
    def waiting(self) -> int:
        """How many matches are waiting or being looked at."""
        return len(self._done)

    async def ask(self, stored: StoredMatch) -> AnalysisNow:
        """Have a report made, unless there is one or it is being made."""
        match, version = stored.session.id, stored.session.rules_version
        self._require_analyst(stored)
        found = await self._store.read(analyses.asked(match, version))
        if (found is None or found.report is None) and match not in self._done:
            if len(self._done) >= MOST_WAITING:
                raise Problem(503, "analysts-busy", "too many matches are waiting to be analysed; try again later")
            self._done[match] = 0.0
            await self._store.write(analyses.ask(match, version, self._clock.now_ms()))
            self._queue.put_nowait(match)
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

    async def work(self) -> None:
        """For as long as the server runs: first whatever was asked for before it started."""
        for asked in await self._store.read(analyses.waiting()):
            if asked.match not in self._done:
                self._done[asked.match] = 0.0
                self._queue.put_nowait(asked.match)
        while True:
            match = await self._queue.get()
            try:
                await self._analyse(match)
            finally:
                self._done.pop(match, None)

    def stop(self) -> None:
        """Whoever is thinking stops at the next move."""
        self._stopping.set()

    async def _analyse(self, match: str) -> None:
        try:
            stored = await self._store.read(log.stored(match))
            analyst = None if stored is None else kit_of(stored.session.game).analyst
            if stored is None or analyst is None:
                return
            report = await asyncio.to_thread(self._report, analyst, stored.session)
            await self._store.write(analyses.finish(match, stored.session.rules_version, report))
        except Stopped:
            return
        except Exception as error:
            # An analyst that fails must not stop those that follow.
            logger.exception("analysis failed", exc_info=error, extra={"facts": {"match": match}})
            self._failed.add(match)
            await self._store.write(analyses.abandon(match))

    def _report(self, analyst: Analyst, session: AnySession) -> bytes:
        def progress(part: float) -> None:
            if self._stopping.is_set():
                raise Stopped
            self._done[session.id] = min(1.0, max(0.0, part))

        return msgspec.json.encode(analyst.analyse(session, self._seconds, progress))

    def _require_analyst(self, stored: StoredMatch) -> None:
        kit = kit_of(stored.session.game)
        if kit.analyst is None:
            raise Problem(404, "no-analyst", f"matches of {kit.game.id} are not analysed")
        if stored.session.rules_version != kit.game.rules_version:
            raise Problem(410, "rules-version", "this match was played by rules that are not known any more")
        if stored.session.id in self._failed:
            raise Problem(409, "analysis-failed", "the analysis of this match failed; it has been logged")
