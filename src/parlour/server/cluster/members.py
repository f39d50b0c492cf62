"""Which processes serve the same store. Each counts its beats; one whose count stands still for a while has died."""

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
"""A process that was not heard of for so long has died."""


class Heartbeats:
    """For how long the count of each process has stood still, by this process's own clock."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._still_s: dict[StoredProcess, float] = {}
        self._looked = clock()

    def lapsed(self, found: Sequence[StoredProcess]) -> list[StoredProcess]:
        """Those that have stood still for too long. Between two looks no more than a beat counts: if this process
        looks rarely, or did not for a while, the others may have been kept from beating too."""
        now = self._clock()
        since_s, self._looked = min(now - self._looked, BEAT_S), now
        before = self._still_s
        self._still_s = {one: before[one] + since_s if one in before else 0.0 for one in found}
        return [one for one, still_s in self._still_s.items() if still_s >= LAPSE_S]


class Members:
    """This process among the others. Alone on a store, it says only what it was started with."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._heartbeats = Heartbeats()
        name = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._me = StoredProcess(name, version("parlour"), 0)
        self.id = name
        """Under which this process is known to the others."""
        self.others: frozenset[str] = frozenset()
        """Those that are alive, as far as is known."""
        self._said: ProcessSettings | None = None
        """What it was started with, once that has been said."""

    @property
    def is_first(self) -> bool:
        """Whether it does what one of them has to do for all."""
        return all(self.id < other for other in self.others)

    async def beat(self) -> bool:
        """Say that this process is alive, and look who else is; whether the others had thought it dead."""
        self._me = structs.replace(self._me, beat=self._me.beat + 1)
        was_known, found = await self._store.write(processes.beat(self._me))
        lapsed = [one for one in self._heartbeats.lapsed(found) if one.id != self.id]
        for one in lapsed:
            if await self._store.write(processes.lapse(one)):
                logger.warning("a process has died", extra={"facts": {"process": one.id}})
        self.others = frozenset(one.id for one in found if one.id != self.id and one not in lapsed)
        if not was_known:
            await self._say_settings()
        return not was_known

    async def say_settings(self, settings: Mapping[str, str | bool], now: int) -> None:
        """Let hosts read what this process was started with; again whenever it was thought dead."""
        self._said = self._said or ProcessSettings(self.id, self._me.version, now, dict(settings))
        await self._say_settings()

    async def _say_settings(self) -> None:
        if self._said is not None:
            await self._store.write(processes.say_settings(self._said, alone=not self._store.shared))

    async def end(self) -> None:
        """This process stops: what it holds can be taken over at once."""
        await self._store.write(processes.end(self.id))
