"""A writer that dies takes nobody's answer with it in silence: everybody is told, and the process ends."""

import asyncio
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from litestar.testing import TestClient

from parlour.server import background
from parlour.server.app import Parlour
from parlour.server.background import Background
from parlour.server.settings import Settings
from parlour.store import players
from parlour.store.failure import Failure, StoreFailed
from parlour.store.players import Player
from parlour.store.sqlite import SqliteConnection, SqliteDatabase
from parlour.store.transaction import Job, Transaction
from parlour.store.watching import Unwatched
from parlour.store.writer import Writer
from tests.patience import WAIT_S
from tests.server.table import Guest, Server, eventually

ENDED_BY_ITSELF = 3
PLANTED = """
import os
from pathlib import Path
from parlour.cli.app import main
from parlour.server.metrics import Metrics

def fail(self, jobs, rows, seconds):
    if Path(os.environ["PYTHONPATH"].split(os.pathsep)[0], "fail now").exists():
        raise MemoryError
Metrics.committed = fail
main()
"""


class Mortal(Unwatched):
    """Ends the thread that tells it of a commit."""

    def __init__(self, end: BaseException) -> None:
        self._end = end

    def committed(self, jobs: int, rows: int, seconds: float) -> None:  # noqa: ARG002
        raise self._end


def add(name: str) -> Job[Player]:
    return players.add(Player(name, name), name.encode(), 0)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[SqliteDatabase]:
    made = SqliteDatabase(tmp_path / "parlour.db")
    made.migrate()
    yield made
    made.close()


@pytest.mark.parametrize("end", [MemoryError(), SystemExit(), KeyboardInterrupt(), ZeroDivisionError()], ids=repr)
def test_who_comes_after_the_writer_died_is_told_at_once(database: SqliteDatabase, end: BaseException) -> None:
    failure = Failure()
    writer = Writer(database.writing(), database, failure, Mortal(end))

    async def check() -> None:
        await writer.write(add("in time"))
        with pytest.raises(StoreFailed, match="the thread that writes has ended"):
            await writer.write(add("late"))

    asyncio.run(check())
    assert failure.reason == "the thread that writes has ended"
    writer.close()


class Breaking(SqliteConnection):
    """Can neither commit nor take back."""

    def __init__(self, whole: SqliteConnection, waiting: threading.Event) -> None:
        self.__dict__.update(whole.__dict__)
        self.commit = self._break
        self.rollback = self._break
        self._waiting = waiting

    def _break(self) -> None:
        assert self._waiting.wait(WAIT_S)
        raise MemoryError


def test_who_waits_when_the_writer_dies_is_told_at_once(database: SqliteDatabase) -> None:
    all_wait = threading.Event()
    began = threading.Event()
    writer = Writer(Breaking(database.writing(), all_wait), database, Failure())

    def first(transaction: Transaction) -> Player:
        added = add("in hand")(transaction)
        began.set()
        return added

    async def check() -> None:
        waiting = [writer.write(first)]
        assert await asyncio.to_thread(began.wait, WAIT_S)
        waiting += [writer.write(add(f"in line {number}")) for number in range(5)]
        all_wait.set()
        told = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(error) for error in told] == [StoreFailed] * 6

    asyncio.run(check())
    writer.close()


def test_a_store_that_has_failed_is_said_to_be_so_by_ready_and_by_every_answer(tmp_path: Path) -> None:
    parlour = Parlour(Settings(tmp_path / "parlour.db", warm=False, requests_per_second=100_000))
    with TestClient(parlour.app) as client:
        eventually(lambda: client.get("/ready").status_code == 200)
        parlour.store.failure.report("the thread that writes has ended")
        for asked in (client.get("/ready"), client.post("/api/me"), client.get("/api/ratings/dots-and-boxes")):
            assert (asked.status_code, asked.json()["code"]) == (503, "store-failed")
            assert asked.json()["detail"].startswith("the thread that writes has ended; ")
        assert client.get("/health").status_code == 200


def test_a_server_that_cannot_keep_its_quotas_at_the_end_closes_the_store_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "parlour.db"
    parlour = Parlour(Settings(file, warm=False))
    with TestClient(parlour.app) as client, closing(sqlite3.connect(file)) as other:
        eventually(lambda: client.get("/ready").status_code == 200)
        other.execute("DROP TABLE quotas")
    assert not file.with_name("parlour.db-wal").exists()


def test_a_server_that_cannot_write_at_its_start_starts_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "parlour.db"
    parlour = Parlour(Settings(file, warm=False))
    with closing(sqlite3.connect(file)) as other:
        for table in ("secrets", "process_settings"):
            full = "BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
            other.execute(f"CREATE TRIGGER full_{table} BEFORE INSERT ON {table} {full}")
    with TestClient(parlour.app) as client:
        eventually(lambda: client.get("/ready").status_code == 200)


UNABLE_TO_START = """
from parlour.server import app

class Broken:
    def __init__(self, *_):
        raise OSError("no space left")

app.LoopWatch = Broken
from parlour.cli.app import main
main()
"""


def test_a_server_that_cannot_start_ends_with_the_reason(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-c",
        UNABLE_TO_START,
        "serve",
        "--port",
        "0",
        "--database",
        str(tmp_path / "parlour.db"),
    ]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S, check=False)
    assert (ran.returncode, ran.stdout) == (3, "")
    assert "no space left" in ran.stderr


def test_a_server_whose_writer_dies_ends_with_the_reason(tmp_path: Path) -> None:
    server = Server(tmp_path, program=("-c", PLANTED))
    with Guest(server) as ann:
        ann.open("nim", "me", "anybody")
        (tmp_path / "fail now").touch()
        ann.open("nim", "me", "anybody")
        assert ann.problem("/api/rooms", {"game": "nim", "seats": [{"for": "me"}, {"for": "anybody"}]}) == (
            503,
            "store-failed",
        )
    assert server.wait() == ENDED_BY_ITSELF
    said = server.log.read_text()
    assert "parlour: the thread that writes has ended; " in said.splitlines()[-1]
    assert "MemoryError" in said


def test_what_the_server_cannot_do_without_is_begun_again_when_it_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "FIRST_WAIT_S", 0.0)
    tries = 0

    async def check() -> None:
        done = asyncio.Event()
        tasks = Background()

        async def work() -> None:
            nonlocal tries
            tries += 1
            if tries < 4:
                raise OSError("not yet")
            done.set()

        tasks.keep(work, "work")
        await asyncio.wait_for(done.wait(), WAIT_S)
        await tasks.stop()

    asyncio.run(check())
    assert tries == 4
