"""Ratings that a host's decision has outdated are derived again, by whichever process finds them first."""

import asyncio
import logging
from contextlib import suppress

from parlour.games import kits
from parlour.store.derivation import outdated_ratings
from parlour.store.failure import StoreAway, StoreBusy, StoreFailed, StoreFull
from parlour.store.rerating import rate_again
from parlour.store.store import Store

LOOK_EACH_S = 30.0
"""How often a process looks for ratings that another one, or a command, has left outdated."""
OF_THE_STORE = (StoreAway, StoreBusy, StoreFull, StoreFailed)
"""Errors that have nothing to do with the game whose ratings are derived."""
logger = logging.getLogger("parlour")


class OutdatedRatings:
    """Derives them again in one process, at its start and whenever it is asked to look."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._asked = asyncio.Event()

    def look(self) -> None:
        """Look now: this process may just have outdated some."""
        self._asked.set()

    async def run(self) -> None:
        """For as long as the server runs."""
        while True:
            self._asked.clear()
            await self.derive()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), LOOK_EACH_S)

    async def derive(self) -> None:
        """Once, for all games that are installed here. An error of one game is logged, and the others are derived."""
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
