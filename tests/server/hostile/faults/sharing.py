"""What the server does on a store that other processes share."""

import asyncio

from sqlalchemy import bindparam, select

from parlour.protocol.messages import Say
from parlour.server.access.authentication import Authentication
from parlour.server.access.device_cookie import DeviceCookie
from parlour.server.clock import ServerClock
from parlour.server.cluster import shared_clock
from parlour.store import processes
from parlour.store.failure import StoreFull
from parlour.store.statements import Statement
from parlour.store.tables import presence
from parlour.store.transaction import Transaction, job
from tests.server.hostile.faults.client import Failed, People, Screen

_HOLDER = Statement(select(presence.c.process).where(presence.c.room == bindparam("of"), presence.c.process != "dead"))


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
        [alive, *_] = await people.store.read(processes.alive())
        await shared_clock.synchronise(people.store, ServerClock(), alive.id)
        await people.hub.following.take_over()
        connected = Authentication(people.store, ServerClock(), DeviceCookie())
        connected.devices.enter(b"ann's").player = screen.player.id
        await connected.saw_connected()
    except (StoreFull, TimeoutError) as error:
        raise Failed(str(error)) from None  # the next beat comes in a second
    finally:
        room.exit(screen)
    if not await nothing_is_orphaned(people):
        raise Failed("a room could not be taken over")  # the next beat comes in a second


@job
def _is_said(transaction: Transaction, code: str) -> bool:
    """Whether this process has said that it holds a room, be it that it has not said yet that it is alive."""
    return transaction.one(_HOLDER, of=code) is not None


async def nothing_is_orphaned(people: People) -> bool:
    return await people.store.read(processes.orphan()) is None
