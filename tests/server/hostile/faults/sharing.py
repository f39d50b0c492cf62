"""What the server does on a store that other processes share."""

import asyncio
import sqlite3

from parlour.server.protocol.messages import Say
from parlour.store import processes
from parlour.store.transaction import Transaction, job
from tests.server.hostile.faults.client import Failed, People, Screen


async def among_others(people: People) -> None:
    """The store is shared: who is there is said, others hear what is said, and what a dead process held is held."""
    people.store.shared = True
    room = await people.hub.find(people.known["room"])
    room.enter(screen := Screen(await people.player("ann")))
    room.receive(screen, Say("hello"))
    try:
        async with asyncio.timeout(2):
            while not await people.store.read(_is_said(room.code)):
                await asyncio.sleep(0.005)
        await people.hub.following.beat()
    except (sqlite3.OperationalError, TimeoutError) as error:
        raise Failed(str(error)) from None  # the next beat comes in a second
    finally:
        room.exit(screen)


@job
def _is_said(transaction: Transaction, code: str) -> bool:
    """Whether this process has said that it holds a room, be it that it has not said yet that it is alive."""
    orphans = {orphan.process for orphan in processes.orphaned(10)(transaction)}
    return not orphans <= {"dead"} or bool(processes.elsewhere("", [code])(transaction))


async def nothing_is_orphaned(people: People) -> bool:
    return not await people.store.read(processes.orphaned(10))
