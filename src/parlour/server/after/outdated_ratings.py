"""Ratings that a host's decision has outdated are derived again, by whichever process finds them first."""

import asyncio
from contextlib import suppress

from parlour.games import kits
from parlour.store.derivation import outdated_ratings
from parlour.store.rerating import rate_again
from parlour.store.store import Store

LOOK_EACH_S = 30.0
"""How often a process looks for ratings that another one, or a command, has left outdated."""


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
        """Once, for all games that are installed here."""
        for game in await self._store.read(outdated_ratings):
            if game in kits():
                await rate_again(self._store, game)
