"""A short round on a real cluster: whatever dies while people play, nothing that was acknowledged is lost."""

import asyncio
from pathlib import Path

import httpx
import pytest

from tests.cluster.cluster import running_cluster
from tests.cluster.processes import START_S, ParlourServer
from tests.cluster.rounds import RoundPlan, play_round

SPREAD = 2
"""By this seed everybody goes to a process of their own choice; by others a table may be at one."""
QUICK = ("kill-server", "cut-listeners", "kill-database", "cut-connections")


def entries_written(server: ParlourServer) -> float:
    """How many entries a process has committed since it started."""
    metrics = httpx.get(f"{server.url}/metrics", trust_env=False, verify=False, timeout=START_S).text.splitlines()
    return sum(float(line.split()[1]) for line in metrics if line.startswith("parlour_entries_total "))


@pytest.mark.long
def test_nothing_acknowledged_is_lost_whatever_dies(tmp_path: Path) -> None:
    async def body() -> None:
        async with running_cluster(tmp_path) as cluster:
            faults = tuple((name, 20 + 30 * number) for number, name in enumerate(QUICK))
            plan = RoundPlan(SPREAD, faults, ("duel", "timed"))
            played = await play_round(cluster, plan, tmp_path)
            busy = [server for server in cluster.servers if entries_written(server)]
        assert played.violations == (), f"histories and logs are in {tmp_path}"
        assert played.finished == played.matches == 3
        assert played.acknowledged > 100
        assert len(busy) > 1, "people of one match were to be at different processes"

    asyncio.run(body())
