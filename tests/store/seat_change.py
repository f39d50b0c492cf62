"""Gives a bot the seat of somebody who is away, in processes that are killed before one of the statements of that.

``python -m tests.store.seat_change FRESH.DB`` changes a copy of the file for each statement: 1.db is that of a process
which was killed before the first. Says how many statements there are; the copy after the last is changed undisturbed.
"""

import asyncio
import os
import shutil
import signal
import sqlite3
import sys
from itertools import count
from pathlib import Path

from parlour.protocol.ranking import Seated
from parlour.store import rooms
from parlour.store.rooms import SeatChange, StoredRoom
from parlour.store.store import Store
from tests.store.tracing import traced

BEFORE = StoredRoom("ROOMXX", "dots-and-boxes", "ann", b"ann and bob", "m", 1)
AFTER = StoredRoom("ROOMXX", "dots-and-boxes", "ann", b"ann and a bot", "m", 2)
BOT = SeatChange("m", 1, Seated("bot strong", bot="strong"))


def change(address: str, last: int) -> int:
    """Count the statements of the change, and die before one of them."""
    counted = -1

    def die_in_time(_statement: str) -> None:
        nonlocal counted
        if counted >= 0:
            counted += 1
            if counted == last:
                os.kill(os.getpid(), signal.SIGKILL)

    sqlite3.connect = traced(die_in_time)  # type: ignore[assignment]
    store = Store(address)
    counted = 0

    async def write() -> None:
        await store.write(rooms.change(AFTER, 0, [BOT]))

    asyncio.run(write())
    return counted


def change_copies(fresh: Path) -> int:
    """One for each statement and one more; how many statements there are. This process has one thread and forks."""
    for number in count(1):
        copy = fresh.with_name(f"{number}.db")
        shutil.copy(fresh, copy)
        child = os.fork()
        if child == 0:
            os._exit(change(str(copy), number) - number + 1)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if ended != -signal.SIGKILL:
            assert ended == 0
            return number - 1
    raise AssertionError("count has no end")


if __name__ == "__main__":
    print(change_copies(Path(sys.argv[1])))
