"""What a host does, and what players tell hosts."""

from parlour.server.access.identity import hashed
from parlour.store import rooms
from parlour.store.moderation import admin_links, audit, reports, restrictions
from tests.server.hostile.faults.client import People

TOKEN = "the host's"
FOR_EVER = 2**50


async def give_link(people: People) -> None:
    await people.store.write(admin_links.add(hashed(TOKEN), "Mina", 0, FOR_EVER))


async def close_room(people: People) -> None:
    """Asked again, it may have been done."""
    if await people.store.read(audit.last()) < 1:
        await act(people, {"act": "close-room", "room": people.known["room"], "reason": "x"})


async def ban(people: People) -> None:
    await act(people, {"act": "ban", "who": people.known["bob id"], "reason": "x"})


async def rename(people: People) -> None:
    await act(people, {"act": "rename", "who": people.known["ann id"], "name": "Anna", "reason": "x"})


async def act(people: People, body: dict[str, str]) -> None:
    await people.request("host", "POST", "/api/admin/acts", body, authorization=f"Bearer {TOKEN}")


async def is_closed(people: People) -> bool:
    return await people.store.read(rooms.count()) == 0 and await people.store.read(audit.last()) == 1


async def is_banned(people: People) -> bool:
    return len(await people.store.read(restrictions.in_force(0))) == 1


async def report(people: People) -> None:
    await people.post("ann", f"/api/players/{people.known['bob id']}/report", {"what": "name"})


async def is_reported(people: People) -> bool:
    return await people.store.read(reports.count()) == 1
