"""A cache of the levels that workers have dealt for this process."""

from collections import OrderedDict

import msgspec
from msgspec import Struct

from parlour.core.kit import Kit
from parlour.server.work import tasks
from parlour.server.work.pool import Pool

MOST_KNOWN = 512
"""The size of the cache; games remember at least as many levels."""


class Levels:
    """Has levels dealt by workers, so that the event loop never deals one."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._known: OrderedDict[tuple[str, bytes, int], None] = OrderedDict()

    async def prepare(self, kit: Kit, options: Struct, seed: int) -> None:
        """Make the game know the level of this seed, if it deals levels at all; Problem if no worker can deal it."""
        if kit.levels is None:
            return
        key = (kit.game.id, msgspec.json.encode(options), seed)
        if key not in self._known:
            kit.levels.remember(await self._pool.run(tasks.dealt, kit.game.id, options, seed))
            self._known[key] = None
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
