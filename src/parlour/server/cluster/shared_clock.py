"""The time of all processes: each goes by the clock of the database that they share."""

import asyncio

from parlour.server.clock import ServerClock
from parlour.store.store import Store

LOOK_EACH_S = 10.0


async def keep_time(store: Store, clock: ServerClock) -> None:
    """For as long as the server runs: what clocks drift apart is taken back."""
    while True:
        await asyncio.sleep(LOOK_EACH_S)
        clock.follow(await asyncio.to_thread(store.ahead_s))
