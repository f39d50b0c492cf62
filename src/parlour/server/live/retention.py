"""What the server removes when its time has come: a little at a time, so that nobody waits for it."""

import asyncio
import logging
from collections.abc import Container

from parlour.protocol.days import DAY_MS, HOUR_MS
from parlour.server.live.services import Services
from parlour.store import retention as stored
from parlour.store.moderation import bounds
from parlour.store.retention import AbsentGuest

logger = logging.getLogger("parlour")
MINUTE_MS = 60_000
ROOMS_AT_ONCE = 20
ENTRIES_AT_ONCE = 500
GUESTS_AT_ONCE = 50
"""How much one job removes: a few milliseconds of the writer's time."""
MOST_MATCHES = 500
"""How many matches are removed in one hour's turn; the next turn has the rest."""
PAUSE_S = 0.05
"""Seconds between two jobs, which are left to those who play."""


class Retention:
    """Removes what nobody needs: rooms every minute; matches, guests and what hosts need no longer every hour."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._settings = services.settings
        self._store = services.store
        self._started_ms = services.clock.now_ms()
        self._next_ms = 0

    async def sweep(self, present: Container[str]) -> list[str]:
        """Remove once what nobody needs. Rooms that are present stay; gives the codes of those that went."""
        now = self._services.clock.now_ms()
        gone = await self._remove_rooms(now, present)
        if now >= self._next_ms:
            self._next_ms = now + HOUR_MS
            matches = await self._remove_matches(now - int(self._settings.keep_unfinished_days * DAY_MS))
            guests = await self._forget_guests(now - int(self._settings.keep_guests_days * DAY_MS))
            moderation = await self._tidy_moderation(now)
            addresses_before = now - int(self._settings.keep_addresses_days * DAY_MS)
            addresses = await self._store.write(stored.forget_addresses(addresses_before))
            if matches or guests or moderation or addresses:
                facts = {"matches": matches, "guests": guests, "moderation": moderation, "addresses": addresses}
                logger.info("retention", extra={"facts": facts})
        return gone

    async def _remove_rooms(self, now: int, present: Container[str]) -> list[str]:
        """Remove rooms. Whoever was in one when the server stopped has as long as anybody to come back to it."""
        before = now - int(self._settings.keep_empty_rooms_minutes * MINUTE_MS)
        if before < self._started_ms:
            return []
        gone: list[str] = []
        empty = await self._store.read(stored.empty_rooms(before))
        for start in range(0, len(empty), ROOMS_AT_ONCE):
            codes = [code for code in empty[start : start + ROOMS_AT_ONCE] if code not in present]
            gone += await self._store.write(stored.remove_rooms(codes, before))
            await asyncio.sleep(PAUSE_S)
        return gone

    async def _remove_matches(self, before: int) -> int:
        """A long log goes from its end on, in parts; what is left of it meanwhile replays as ever."""
        left = await self._store.read(stored.left_matches(before, MOST_MATCHES))
        for match in left:
            for keep in range(match.entries - ENTRIES_AT_ONCE, 0, -ENTRIES_AT_ONCE):
                await self._store.write(stored.shorten(match.number, keep))
                await asyncio.sleep(PAUSE_S)
            await self._store.write(stored.remove_match(match.id))
            await asyncio.sleep(PAUSE_S)
        return len(left)

    async def _tidy_moderation(self, now: int) -> int:
        """Remove old acts and reports, and what has lapsed."""
        acts_before = now - int(self._settings.keep_acts_days * DAY_MS)
        reports_before = now - int(self._settings.keep_reports_days * DAY_MS)
        return await self._store.write(bounds.tidy(now, acts_before, reports_before))

    async def _forget_guests(self, before: int) -> int:
        last, gone = AbsentGuest("", 0), 0
        while page := await self._store.read(stored.absent(before, last, GUESTS_AT_ONCE)):
            last = page[-1]
            who = await self._store.read(stored.forgettable([one.id for one in page], before))
            if who:
                gone += await self._store.write(stored.forget(who, before))
            await asyncio.sleep(PAUSE_S)
        return gone
