"""Ratings that a host's decision has outdated are derived again, by one process for all."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from parlour.games import kits
from parlour.server.background import PASSES
from parlour.store.derivation import outdated_ratings
from parlour.store.failure import StoreFailed
from parlour.store.rerating import rate_again
from parlour.store.store import Store

LOOK_EACH_S = 30.0
"""How often the first process looks for ratings that a command, or a process that has ended, left outdated."""
OF_THE_STORE = (*PASSES, StoreFailed)
"""Errors that have nothing to do with the game whose ratings are derived."""
logger = logging.getLogger("parlour")


class OutdatedRatings:
    """Derives them again at the start and whenever asked to look, if this process is the first of all."""

    def __init__(self, store: Store, is_first: Callable[[], bool]) -> None:
        self._store = store
        self._is_first = is_first
        self._asked = asyncio.Event()

    def look(self) -> None:
        """Look now: this process, or another one that has told of it, may just have outdated some."""
        self._asked.set()

    async def look_again(self) -> None:
        """Look now: notifications may have been lost."""
        self.look()

    async def run(self) -> None:
        """Derive what is outdated, for as long as the server runs."""
        while True:
            self._asked.clear()
            if self._is_first():
                await self.derive()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), LOOK_EACH_S)

    async def derive(self) -> None:
        """Derive once what is outdated in the games that are installed here. An error of one game is logged, and the
        others are derived."""
        for game in await self._store.read(outdated_ratings):
            if game in kits():
                await self._derive(game)

    async def _derive(self, game: str) -> None:
        facts = {"game": game}
        try:
            if not await rate_again(self._store, game, asyncio.sleep):
                logger.warning("ratings not derived yet", extra={"facts": facts})
        except OF_THE_STORE:
            raise
        except Exception as error:
            logger.error("ratings not derived", exc_info=error, extra={"facts": facts})
