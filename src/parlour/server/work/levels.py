"""Levels are dealt by workers; a server that needs one is brought it and keeps it for a while."""

from collections import OrderedDict

import msgspec
from msgspec import Struct

from parlour.core.kit import Kit
from parlour.server.work import jobs
from parlour.server.work.pool import Pool

MOST_KNOWN = 512
"""Levels that need not be asked for again; games remember at least as many."""


class Levels:
    """What keeps the event loop from dealing."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._known: OrderedDict[tuple[str, bytes, int], None] = OrderedDict()

    async def prepare(self, kit: Kit, options: Struct, seed: int) -> None:
        """From now on the game need not deal the level of this seed, if it deals levels at all; Problem if it must."""
        if kit.levels is None:
            return
        key = (kit.game.id, msgspec.json.encode(options), seed)
        if key not in self._known:
            kit.levels.remember(await self._pool.run(jobs.dealt, kit.game.id, options, seed))
            self._known[key] = None
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
