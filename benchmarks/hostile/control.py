"""No attack: as much of the processor as an attacker takes, and nothing sent."""

import os
import time

from benchmarks.hostile.attack import Field

SHARE = "ATTACKER_SHARE"
"""In the environment: the part of a core that is taken."""


async def control(field: Field) -> None:
    """Nobody is attacked: a process beside the server that uses as much processor as the busiest attacker."""
    share = float(os.environ.get(SHARE, "0.5"))
    field.begin()
    began, used = time.monotonic(), time.thread_time()
    async for _ in field.ticks():
        while time.thread_time() - used < share * (time.monotonic() - began):
            pass
