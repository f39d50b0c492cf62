"""An upgrade without downtime, as docs/OPERATIONS.md has it: the version before and this one serve one store.

``make chaos`` plays it before its rounds. The version before is the project's own: as it was before the migration that
came last, or at a revision that is named (``--from``). People play while one process after another is ended by SIGTERM
and started anew; both versions play the same matches meanwhile.
"""

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.cluster.cluster import Cluster, running_cluster
from tests.cluster.processes import ROOT, START_S, ParlourServer
from tests.cluster.rounds import Played, RoundPlan, play_round

MIGRATIONS = "src/parlour/store/migrations/versions"
TABLES = ("duel", "timed", "crowd", "quick")
"""Games whose rules need no kernels: those of another version would have to be compiled first."""
REFUSED = 2
"""The status of a process that cannot start with this database."""


def before_the_last_migration() -> str:
    """The revision that is one migration behind."""
    last = _git("log", "-1", "--format=%H", "--diff-filter=A", "--", f"{MIGRATIONS}/*.py").decode().strip()
    assert last, "the history of the project does not say when its last migration came"
    return f"{last}^"


def checked_out(revision: str, folder: Path) -> Path:
    """The program as it was at a revision; gives where it lies."""
    folder.mkdir()
    subprocess.run(["tar", "-x", "-C", str(folder)], input=_git("archive", revision, "src/parlour"), check=True)
    return folder / "src"


def _git(*words: str) -> bytes:
    said = subprocess.run(["git", "-C", str(ROOT), *words], check=False, capture_output=True)
    assert said.returncode == 0, f"the version before comes from the project's history: {said.stderr.decode()}"
    return said.stdout


async def play(revision: str, seed: int, folder: Path) -> Played:
    """A round at whose beginning everything is of the version before, and at whose end everything is of this one."""
    before = await asyncio.to_thread(checked_out, revision, folder / "before")
    async with running_cluster(folder, before=before) as cluster:
        played = await play_round(cluster, RoundPlan(seed, (("upgrade", 30),), TABLES), folder)
        assert all(server.source is None for server in cluster.servers)
        await asyncio.to_thread(_start_again, cluster.servers[0], before)
        await asyncio.to_thread(_doctor, cluster)
    return played


def _start_again(server: ParlourServer, before: Path) -> None:
    """A process of the version before does not start on the newer tables."""
    server.end(signal.SIGTERM)
    server.source = before
    refused = subprocess.run(
        server.command(), env=os.environ | server.environment(), capture_output=True, text=True, timeout=START_S
    )
    assert refused.returncode == REFUSED, f"the version before ended with {refused.returncode}: {refused.stderr}"
    server.source = None
    server.start()
    server.wait_until_ready()


def _doctor(cluster: Cluster) -> None:
    asked = [part for server in cluster.servers for part in ("--process", server.url)]
    command = [sys.executable, "-m", "parlour", "doctor", "--database", cluster.address, *asked]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout + said.stderr


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="revision", help="the version before; that of the last migration if left out")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    revision = options.revision or before_the_last_migration()
    folder = Path(tempfile.mkdtemp(prefix="parlour-upgrade-"))
    played = asyncio.run(play(revision, options.seed, folder))
    for violation in played.violations:
        print(f"{violation.kind} in {violation.where}: {violation.what}", file=sys.stderr)
    print(
        f"upgraded from {revision} while {played.acknowledged} actions were acknowledged, "
        f"{played.finished} of {played.matches} matches finished, {len(played.violations)} violations; see {folder}"
    )
    sys.exit(1 if played.violations else 0)


if __name__ == "__main__":
    main()
