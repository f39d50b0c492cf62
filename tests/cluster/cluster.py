"""A cluster on one machine: PostgreSQL, server processes that share it, and HAProxy before them."""

import asyncio
import shutil
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from tests.cluster.disk import SmallDisk
from tests.cluster.processes import ROOT, ParlourServer, free_ports
from tests.cluster.proxy import Proxy
from tests.postgres import Postgres

MIGRATION = '''"""A column that only a later version of the program knows."""

import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = "{before}"


def upgrade() -> None:
    op.add_column("players", sa.Column("later_{revision}", sa.Integer))
'''


@asynccontextmanager
async def running_cluster(
    folder: Path, *, small_disk: bool = False, before: Path | None = None
) -> AsyncIterator["Cluster"]:
    """A cluster for as long as it is needed."""
    cluster = Cluster(folder, small_disk=small_disk, before=before)
    try:
        await cluster.start()
        yield cluster
    finally:
        await asyncio.to_thread(cluster.close)


class Cluster:
    """Everything ends with ``close``, and what it said stays in the folder."""

    def __init__(self, folder: Path, servers: int = 3, *, small_disk: bool = False, before: Path | None = None) -> None:
        """With a disk of its own for the database, small enough to be filled, if asked for; that needs root.

        ``before`` is where the program lies that it begins with, if that is an earlier version.
        """
        self.folder = folder
        self.database = Postgres()
        self.disk = SmallDisk() if small_disk else None
        front, other_front, self.database.port, *ports = free_ports(3 + servers)
        self.address = ""
        self._ports = ports
        self.servers: Sequence[ParlourServer] = ()
        self.proxy = Proxy(folder, front, other_front, ports)
        self._before = before
        self._versions = 0

    async def start(self) -> None:
        """Returns when HAProxy has found every server ready."""
        await asyncio.to_thread(self.database.start)
        self.address = await asyncio.to_thread(self._create)
        names = ("one", "two", "three", "four")
        self.servers = [
            ParlourServer(name, self.folder, port, self.address) for name, port in zip(names, self._ports, strict=False)
        ]
        for server in self.servers:
            server.source = self._before
        await asyncio.gather(*(asyncio.to_thread(server.start) for server in self.servers))
        await asyncio.to_thread(self.proxy.start)

    def _create(self) -> str:
        if self.disk is None:
            return self.database.create()
        self.database.execute(f"CREATE TABLESPACE small LOCATION '{self.disk.tablespace}'")
        self.database.execute("CREATE DATABASE parlour TABLESPACE small")
        return self.database.address("parlour")

    async def restart(self, server: ParlourServer, how: signal.Signals) -> None:
        """End one server and start it again."""
        await asyncio.to_thread(server.end, how)
        await asyncio.to_thread(server.start)

    def later_version(self) -> Path | None:
        """Where the next version lies; None for the one that runs the tests, which follows an earlier one.

        After that each is a copy that is one version on: it brings a migration that older processes can live with.
        """
        if self._before is not None:
            self._before = None
            return None
        self._versions += 1
        source = self.folder / f"version-{self._versions}"
        shutil.copytree(ROOT / "src" / "parlour", source / "parlour", ignore=shutil.ignore_patterns("client"))
        migrations = source / "parlour" / "store" / "migrations" / "versions"
        before = max(file.name[:4] for file in migrations.glob("0*.py"))
        for _ in range(self._versions):
            revision = f"{int(before) + 1:04}"
            (migrations / f"{revision}_later.py").write_text(MIGRATION.format(revision=revision, before=before))
            before = revision
        return source

    def close(self) -> None:
        """Nothing of it runs any more."""
        for program in (self.proxy, *self.servers):
            program.end(signal.SIGKILL)
        log = self.database.log
        if log.exists():
            shutil.copy(log, self.folder / "postgresql.log")
        self.database.remove()
        if self.disk is not None:
            self.disk.remove()
