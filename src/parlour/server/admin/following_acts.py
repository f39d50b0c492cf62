"""A running server checks every second whether a host has acted, and then reads bans, mutes and announcements again.

So a command can change the database from another process, on a SQLite file too. Where processes share a database, a
notification lets them check at once.
"""

import asyncio

from parlour.protocol.messages import Bye
from parlour.server.access.access import Access
from parlour.server.clock import ServerClock
from parlour.server.live.hub import Hub
from parlour.store.failure import StoreUnavailable
from parlour.store.moderation import announcements, audit, restrictions
from parlour.store.moderation.announcements import Announcement
from parlour.store.store import Store
from parlour.store.transaction import together

POLL_EACH_S = 1.0


class FollowingActs:
    """Applies the acts of hosts to this process."""

    def __init__(self, store: Store, clock: ServerClock, access: Access, hub: Hub) -> None:
        self._store = store
        self._clock = clock
        self._access = access
        self._hub = hub
        self._seen: int | None = None
        """The number of the last act that this process knows."""
        self._in_turn = asyncio.Lock()
        self._announced: Announcement | None = None

    @property
    def announcement(self) -> Announcement | None:
        """The announcement that is shown now."""
        one = self._announced
        return None if one is None or (one.until is not None and one.until <= self._clock.now_ms()) else one

    async def run(self) -> None:
        """Follow acts for as long as the server runs."""
        while True:
            await asyncio.sleep(POLL_EACH_S)
            try:
                await self.poll()
            except StoreUnavailable:
                continue  # others say so

    async def poll(self) -> None:
        """Check once: if a host has acted, apply it and tell the people whom it concerns."""
        async with self._in_turn:
            if self._seen != await self._store.read(audit.last()):
                await self._read()

    async def _read(self) -> None:
        standing = together(restrictions.in_force(self._clock.now_ms()), announcements.current(self._clock.now_ms()))
        news = together(audit.since(self._seen or 0), audit.last())
        (in_force, self._announced), (acts, last) = await self._store.read(together(standing, news))
        self._access.restrictions.put(in_force)
        self._access.authentication.devices.close_where(self._is_banned, Bye("banned", None))
        if self._seen is not None:
            deleted = {act.about for act in acts if act.act == audit.DELETE_PLAYER}
            self._access.authentication.devices.close_where(lambda who, _: who in deleted, Bye("no-player", None))
            for act in acts:
                if act.act == audit.CLOSE_ROOM:
                    await self._hub.refresh(act.about)
            self._hub.following.look_again()
        self._hub.open_rooms.changed()
        self._seen = acts[-1].number if acts and self._seen is not None else last

    def _is_banned(self, player: str, address: str) -> bool:
        return self._access.ban_of(player, address) is not None
