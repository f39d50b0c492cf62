"""The processes that serve the same store. Each counts its heartbeats; one whose count stands still for long has
died."""

import logging
import os
import secrets
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version

from msgspec import structs

from parlour.store import processes
from parlour.store.processes import ProcessSettings, StoredProcess
from parlour.store.store import Store

logger = logging.getLogger("parlour")
BEAT_S = 1.0
LAPSE_S = 4.0
"""A process without a heartbeat for so long is taken for dead."""


class Heartbeats:
    """The time for which the count of each process has stood still, by this process's own clock."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._still_s: dict[StoredProcess, float] = {}
        self._looked = clock()

    def lapsed(self, found: Sequence[StoredProcess]) -> list[StoredProcess]:
        """The processes that are taken for dead. The time between two calls counts as one beat at most: if this
        process was held up, the others may have been as well."""
        now = self._clock()
        since_s, self._looked = min(now - self._looked, BEAT_S), now
        before = self._still_s
        self._still_s = {one: before[one] + since_s if one in before else 0.0 for one in found}
        return [one for one, still_s in self._still_s.items() if still_s >= LAPSE_S]


class Members:
    """This process among the others. Alone on a store, it publishes its settings only."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._heartbeats = Heartbeats()
        name = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._me = StoredProcess(name, version("parlour"), 0)
        self.id = name
        """The name of this process in the store."""
        self.others: frozenset[str] = frozenset()
        """The processes that are alive, as far as is known."""
        self._knows_others = not store.shared
        self._published: ProcessSettings | None = None
        """The settings that were published."""

    @property
    def is_first(self) -> bool:
        """Whether this process does the work that one process does for all; not before its first heartbeat."""
        return self._knows_others and all(self.id < other for other in self.others)

    async def beat(self) -> bool:
        """Count a heartbeat and see which processes are alive; whether the others had taken this one for dead."""
        self._me = structs.replace(self._me, beat=self._me.beat + 1)
        was_known, found = await self._store.write(processes.beat(self._me))
        lapsed = [one for one in self._heartbeats.lapsed(found) if one.id != self.id]
        for one in lapsed:
            if await self._store.write(processes.lapse(one)):
                logger.warning("a process has died", extra={"facts": {"process": one.id}})
        self.others = frozenset(one.id for one in found if one.id != self.id and one not in lapsed)
        self._knows_others = True
        if not was_known:
            await self._publish_settings()
        return not was_known

    async def publish_settings(self, settings: Mapping[str, str | bool], now: int) -> None:
        """Publish the settings of this process for hosts; again whenever it was taken for dead."""
        self._published = self._published or ProcessSettings(self.id, self._me.version, now, dict(settings))
        await self._publish_settings()

    async def _publish_settings(self) -> None:
        if self._published is not None:
            publish = processes.publish_settings if self._store.shared else processes.publish_settings_alone
            await self._store.write(publish(self._published))

    async def end(self) -> None:
        """Leave the store: others may take over the rooms of this process at once."""
        await self._store.write(processes.end(self.id))
