"""One time for all processes: the first slowly follows the clock of the database, the others follow the first.

So setting the database's clock moves no time at once, and a process that starts has the time of the others.
"""

import asyncio
import time
from collections.abc import Iterable

from parlour.server.clock import ServerClock
from parlour.store import processes
from parlour.store.processes import ClockReading
from parlour.store.store import Store

SYNCHRONISE_EACH_S = 3.0
FRESH_MS = 10_000
"""The time for which a published reading of a process's clock is valid."""


async def join(store: Store, clock: ServerClock) -> None:
    """Set a clock to the time of the other processes, or of the database, before anybody is served."""
    ahead_s = await asyncio.to_thread(store.ahead_s)
    first = first_fresh(await store.read(processes.clocks()), _database_ms(ahead_s))
    clock.go_by(ahead_s if first is None else ahead_s + first.ahead_ms / 1000)


async def keep_time(store: Store, clock: ServerClock, process: str) -> None:
    """Keep the clock with the others for as long as the server runs."""
    while True:
        await asyncio.sleep(SYNCHRONISE_EACH_S)
        await synchronise(store, clock, process)


async def synchronise(store: Store, clock: ServerClock, process: str) -> None:
    """Publish the time of this process and adjust its clock, once."""
    database_ms = _database_ms(await asyncio.to_thread(store.ahead_s))
    mine = ClockReading(process, clock.now_ms() - database_ms, database_ms)
    first = first_fresh(await store.write(processes.publish_clock(mine)), database_ms)
    ahead_ms = 0 if first is None or first.process == process else first.ahead_ms
    clock.slew((ahead_ms - mine.ahead_ms) / 1000)


def first_fresh(readings: Iterable[ClockReading], database_ms: int) -> ClockReading | None:
    """The process whose clock the others follow: the first with a valid published time."""
    return next((one for one in readings if abs(database_ms - one.at_ms) < FRESH_MS), None)


def _database_ms(ahead_s: float) -> int:
    return int((time.time() + ahead_s) * 1000)
