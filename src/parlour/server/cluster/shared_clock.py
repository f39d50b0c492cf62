"""The time of all processes: the first of them goes slowly after the clock of the database, the others after the first.

A database's clock that is set moves nobody's time at once, and a process that starts tells the time of the others.
"""

import asyncio
import time
from collections.abc import Iterable

from parlour.server.clock import ServerClock
from parlour.store import processes
from parlour.store.processes import ToldTime
from parlour.store.store import Store

SYNCHRONISE_EACH_S = 3.0
FRESH_MS = 10_000
"""For so long what a process said of its clock stands."""


async def join(store: Store, clock: ServerClock) -> None:
    """Before anybody is served: from now on a clock tells the time of the other processes, or the database's."""
    ahead_s = await asyncio.to_thread(store.ahead_s)
    first = first_fresh(await store.read(processes.times()), _database_ms(ahead_s))
    clock.go_by(ahead_s if first is None else ahead_s + first.ahead_ms / 1000)


async def keep_time(store: Store, clock: ServerClock, process: str) -> None:
    """For as long as the server runs: what clocks drift apart is taken back."""
    while True:
        await asyncio.sleep(SYNCHRONISE_EACH_S)
        await synchronise(store, clock, process)


async def synchronise(store: Store, clock: ServerClock, process: str) -> None:
    """Once: say what time it is here, and go after what it should be."""
    database_ms = _database_ms(await asyncio.to_thread(store.ahead_s))
    mine = ToldTime(process, clock.now_ms() - database_ms, database_ms)
    first = first_fresh(await store.write(processes.tell_time(mine)), database_ms)
    ahead_ms = 0 if first is None or first.process == process else first.ahead_ms
    clock.slew((ahead_ms - mine.ahead_ms) / 1000)


def first_fresh(told: Iterable[ToldTime], database_ms: int) -> ToldTime | None:
    """Whose clock the others go after: the first that has said a moment ago what time it is."""
    return next((one for one in told if abs(database_ms - one.at_ms) < FRESH_MS), None)


def _database_ms(ahead_s: float) -> int:
    return int((time.time() + ahead_s) * 1000)
