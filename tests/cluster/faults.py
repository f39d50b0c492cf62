"""What happens to a cluster while people play: each fault does its harm, waits, and leaves everything running again."""

import asyncio
import random
import signal
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from tests.cluster.cluster import Cluster
from tests.cluster.processes import ParlourServer
from tests.postgres import rows

Fault: TypeAlias = Callable[[Cluster, random.Random], Awaitable[None]]
LISTENERS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE query IN ('LISTEN parlour', 'SELECT 1') AND pid <> pg_backend_pid()"""
"""What a connection that listens last said; now and then it asks whether anybody is there."""


def _one_of(cluster: Cluster, chance: random.Random) -> ParlourServer:
    return chance.choice(cluster.servers)


async def kill_server(cluster: Cluster, chance: random.Random) -> None:
    """``kill -9``, and a start a moment later."""
    server = _one_of(cluster, chance)
    await asyncio.to_thread(server.end, signal.SIGKILL)
    await asyncio.sleep(chance.uniform(0, 2))
    await asyncio.to_thread(server.start)


async def pause_server(cluster: Cluster, chance: random.Random) -> None:
    """A process that stands still and does not know it: what it holds open stays open."""
    server = _one_of(cluster, chance)
    server.send(signal.SIGSTOP)
    try:
        await asyncio.sleep(chance.choice((0.2, 1.0, 4.0)))
    finally:
        server.send(signal.SIGCONT)


async def cut_listeners(cluster: Cluster, chance: random.Random) -> None:
    """The connections over which servers hear of each other are gone, a few times."""
    for _ in range(chance.randint(1, 4)):
        await asyncio.to_thread(rows, cluster.address, LISTENERS)
        await asyncio.sleep(chance.uniform(0, 0.5))


async def restart_database(cluster: Cluster, chance: random.Random) -> None:
    """As an operator restarts it, with a moment in which there is none."""
    await asyncio.to_thread(cluster.database.stop)
    await asyncio.sleep(chance.uniform(0, 1))
    await asyncio.to_thread(cluster.database.start)


async def kill_database(cluster: Cluster, chance: random.Random) -> None:
    """``kill -9``: commits whose answers were under way may be there or not."""
    await asyncio.to_thread(cluster.database.kill)
    await asyncio.sleep(chance.uniform(0, 1))
    await asyncio.to_thread(cluster.database.start)


async def pause_database(cluster: Cluster, chance: random.Random) -> None:
    """A database that keeps every connection open and answers nobody: for a moment, or until it is given up."""
    await asyncio.to_thread(cluster.database.pause)
    try:
        await asyncio.sleep(chance.choice((0.5, 3.0, 8.0)))
    finally:
        await asyncio.to_thread(cluster.database.resume)


async def cut_connections(cluster: Cluster, chance: random.Random) -> None:
    """The proxy drops everybody who is at one server, or at all of them."""
    chosen = [_one_of(cluster, chance)] if chance.random() < 0.5 else cluster.servers
    for server in chosen:
        for backend in ("parlour", "anywhere"):
            await asyncio.to_thread(cluster.proxy.tell, f"shutdown sessions server {backend}/{server.name}")


async def kill_proxy(cluster: Cluster, chance: random.Random) -> None:
    """Nobody reaches anybody for a moment."""
    await asyncio.to_thread(cluster.proxy.end, signal.SIGKILL)
    await asyncio.sleep(chance.uniform(0, 1))
    await asyncio.to_thread(cluster.proxy.start)


async def fill_disk(cluster: Cluster, chance: random.Random) -> None:
    """The database has no space for a while."""
    disk = cluster.disk
    assert disk is not None, "this cluster has no disk that can be filled"
    await asyncio.to_thread(disk.fill)
    try:
        await asyncio.sleep(chance.uniform(0.5, 3))
    finally:
        await asyncio.to_thread(disk.empty)


async def jump_clock(cluster: Cluster, chance: random.Random) -> None:
    """One server's time is wrong for a while: it comes up with it, it changes, and it comes up without it."""
    server = _one_of(cluster, chance)
    offset = cluster.folder / f"{server.name}.offset"
    jumps = [chance.choice((-3600, -30, -2, 2, 30, 3600)) for _ in range(2)]
    offset.write_text(str(jumps[0]))
    server.offset = offset
    await cluster.restart(server, signal.SIGTERM)
    await asyncio.sleep(chance.uniform(0.5, 1.5))
    offset.write_text(str(jumps[1]))
    await asyncio.sleep(chance.uniform(0.5, 1.5))
    server.offset = None
    await cluster.restart(server, signal.SIGTERM)


async def upgrade(cluster: Cluster, chance: random.Random) -> None:
    """One server after another is replaced by a later version, whose migration the others have to live with.

    As docs/OPERATIONS.md has it: SIGTERM, wait until it has ended, start the new one, wait until it is ready.
    """
    source = await asyncio.to_thread(cluster.later_version)
    for server in chance.sample(cluster.servers, len(cluster.servers)):
        await asyncio.to_thread(server.end, signal.SIGTERM)
        server.source = source
        await asyncio.to_thread(server.start)
        await asyncio.to_thread(server.wait_until_ready)


PARTS: Mapping[str, Mapping[str, Fault]] = {
    "servers": {
        "kill-server": kill_server,
        "pause-server": pause_server,
        "jump-clock": jump_clock,
        "upgrade": upgrade,
    },
    "database": {
        "cut-listeners": cut_listeners,
        "restart-database": restart_database,
        "kill-database": kill_database,
        "pause-database": pause_database,
        "fill-disk": fill_disk,
    },
    "proxy": {"cut-connections": cut_connections, "kill-proxy": kill_proxy},
}
"""One part has one fault at a time; those of different parts may meet."""
FAULTS = tuple(name for faults in PARTS.values() for name in faults)


class Harm:
    """Faults that are under way in a cluster."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._turns = {part: asyncio.Lock() for part in PARTS}
        self._under_way: list[asyncio.Task[None]] = []

    def begin(self, name: str, chance: random.Random) -> None:
        """Let a fault happen as soon as its part has no other one."""
        part = next(part for part, faults in PARTS.items() if name in faults)
        self._under_way.append(asyncio.create_task(self._do(part, name, chance)))

    async def over(self) -> None:
        """Everything runs again."""
        await asyncio.gather(*self._under_way)

    async def _do(self, part: str, name: str, chance: random.Random) -> None:
        async with self._turns[part]:
            await PARTS[part][name](self._cluster, chance)
