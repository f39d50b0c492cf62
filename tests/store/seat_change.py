"""Gives a bot the seat of somebody who is away, and is killed before the statement whose number it is given.

Says how many statements there were if it outlives them.
"""

import asyncio
import os
import signal
import sqlite3
import sys
from pathlib import Path

from parlour.store import rooms
from parlour.store.ranking import Seated
from parlour.store.rooms import SeatChange, StoredRoom
from parlour.store.store import Store
from tests.store.tracing import traced

BEFORE = StoredRoom("ROOMXX", "dots-and-boxes", "ann", b"ann and bob", "m", 1)
AFTER = StoredRoom("ROOMXX", "dots-and-boxes", "ann", b"ann and a bot", "m", 2)
BOT = SeatChange("m", 1, Seated("bot strong", bot="strong"))


def change(path: Path, last: int) -> int:
    """Count the statements of the change, and die before one of them."""
    counted = -1

    def die_in_time(_statement: str) -> None:
        nonlocal counted
        if counted >= 0:
            counted += 1
            if counted == last:
                os.kill(os.getpid(), signal.SIGKILL)

    sqlite3.connect = traced(die_in_time)  # type: ignore[assignment]
    store = Store(path)
    counted = 0

    async def write() -> None:
        await store.write(rooms.change(AFTER, 0, [BOT]))

    asyncio.run(write())
    return counted


if __name__ == "__main__":
    print(change(Path(sys.argv[1]), int(sys.argv[2])))
