"""What a server takes up when it starts: the clocks and bots of matches under way, and confirmations."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from parlour.server.after.confirmer import is_final
from parlour.server.live.services import Services
from parlour.server.problems import Problem
from parlour.store import log, processes
from parlour.store import retention as stored_retention
from parlour.store.transaction import together

logger = logging.getLogger("parlour")


class Resuming:
    """Resumes what is stored, once for each start of a process. What another process holds is left to it."""

    def __init__(self, services: Services, find: Callable[[str], Awaitable[object]]) -> None:
        self._services = services
        self._find = find
        """Takes a room up; Problem if it cannot."""

    async def resume(self) -> None:
        """Resume all that nobody holds."""
        store, background = self._services.store, self._services.background
        for match in await store.read(log.orphans()):
            logger.warning("match without a room ended", extra={"facts": {"match": match}})
            await store.write(stored_retention.give_up(match))
        live, held = await store.read(together(log.live_rooms(), processes.held()))
        for code in live:
            if code in held:
                continue
            try:
                await self._resume(code)
            except Exception:
                # One room that cannot be taken up now must not keep the others waiting.
                logger.exception("room not resumed yet", extra={"facts": {"room": code}})
                background.keep(partial(self._resume, code), "resume a room")
        unconfirmed = await store.read(log.unconfirmed())
        done = await asyncio.gather(*map(self._services.confirmer.confirm, unconfirmed), return_exceptions=True)
        for match, confirmed in zip(unconfirmed, done, strict=True):
            if isinstance(confirmed, BaseException):
                logger.warning("match not confirmed", extra={"facts": {"match": match, "reason": str(confirmed)}})
            if isinstance(confirmed, BaseException) and not is_final(confirmed):
                background.keep(partial(self._confirm, match), "confirm outcome")

    async def _confirm(self, match: str) -> None:
        try:
            await self._services.confirmer.confirm(match)
        except Exception as error:
            if not is_final(error):
                raise
            logger.warning("match not confirmed", extra={"facts": {"match": match, "reason": str(error)}})

    async def _resume(self, code: str) -> None:
        try:
            await self._find(code)
        except Problem as error:
            if error.is_temporary:
                raise
            logger.warning("room not resumed", extra={"facts": {"room": code, "reason": str(error)}})
