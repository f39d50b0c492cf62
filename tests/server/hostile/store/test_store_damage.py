"""A database that is damaged is not used without a word, and one that changes under a running server is noticed."""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from parlour.store import checkpointer, players
from parlour.store.failure import StoreFailed
from parlour.store.players import Player
from parlour.store.sqlite_commit_log import damage_in
from parlour.store.statements import Statement
from parlour.store.store import Store, StoreUnusable
from parlour.store.tables import entries
from parlour.store.transaction import Job, T
from parlour.store.watching import Unwatched
from tests.cli.program import Program
from tests.server.table import Guest, Server, eventually, take
from tests.store.damage import DAMAGES, PAGE, full_store, with_commits_beside

ENDED_BY_ITSELF = 3
EVERYTHING = Statement(select(entries))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "parlour.db"
    full_store(path)
    return path


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    (tmp_path / "own").mkdir()
    return Path(shutil.copy(whole, tmp_path / "own" / "parlour.db"))


@pytest.fixture
def program(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capsys, monkeypatch)


# Before it is used


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_store_is_not_opened_and_stays_as_it_was(copy: Path, damage: Callable[[Path], None]) -> None:
    damage(copy)
    log = copy.with_name("parlour.db-wal")
    before = [file.read_bytes() if file.exists() else b"" for file in (copy, log)]
    with pytest.raises(StoreUnusable, match="is damaged: "):
        Store(copy)
    assert [file.read_bytes() if file.exists() else b"" for file in (copy, log)] == before


@pytest.mark.parametrize("name", ["a page of an index is zeroed", "the log beside it has garbage in its middle"])
def test_a_damaged_store_is_neither_served_nor_copied_and_the_doctor_says_so(
    program: Program, copy: Path, name: str
) -> None:
    DAMAGES[name](copy)
    served = program("serve", "--port", "0", "--database", copy)
    assert (served.code, "is damaged: " in served.err) == (2, True)
    backup = program("backup", copy.with_name("copy.db"), "--quick", "--database", copy)
    assert (backup.code, "is damaged: " in backup.err) == (2, True)
    assert not list(copy.parent.glob("copy.db*"))
    told = program("doctor", "--json", "--database", copy)
    assert told.code == 1
    assert [check["name"] for check in told.json["checks"] if check["level"] == "error"] == ["integrity"]


def test_an_index_that_misses_a_row_is_found_by_the_doctor_and_not_copied(program: Program, copy: Path) -> None:
    """Everything is where it should be, so the quick look at the start finds nothing."""
    index = "FROM sqlite_master WHERE name = 'ix_rooms_touched'"
    connection = sqlite3.connect(copy)
    kept = connection.execute(f"SELECT * {index}").fetchone()
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute(f"DELETE {index}")
    connection.commit()
    connection.close()
    connection = sqlite3.connect(copy)
    connection.execute("INSERT INTO rooms (code, game, host, state, touched) VALUES ('AAAAAA', 'nim', 'ann', x'', 1)")
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", kept)
    connection.commit()
    connection.close()
    Store(copy).close()
    assert program("doctor", "--database", copy).code == 1
    assert program("backup", copy.with_name("copy.db"), "--database", copy).code == 2


def test_commits_that_a_killed_server_left_in_the_log_are_no_damage(copy: Path) -> None:
    with_commits_beside(copy)
    Store(copy).close()
    connection = sqlite3.connect(copy)
    assert connection.execute("SELECT COUNT(*) FROM secrets WHERE name LIKE 'late%'").fetchone() == (20,)
    connection.close()


@pytest.mark.parametrize("lost", [1, 100, PAGE, PAGE + 100])
def test_a_last_commit_that_a_power_cut_left_half_written_is_no_damage(copy: Path, lost: int) -> None:
    with_commits_beside(copy)
    log = copy.with_name("parlour.db-wal")
    content = log.read_bytes()
    log.write_bytes(content[:-lost] + bytes(lost))
    assert damage_in(log) is None
    log.write_bytes(content[:-lost])
    assert damage_in(log) is None
    Store(copy).close()


def test_the_doctor_finds_a_log_that_does_not_hold_and_entries_that_are_missing(program: Program, copy: Path) -> None:
    assert program("doctor", "--database", copy).code == 1  # entries of no match
    connection = sqlite3.connect(copy)
    connection.execute("DELETE FROM entries WHERE match = 1000000")
    connection.commit()
    whole = program("doctor", "--json", "--database", copy)
    assert (whole.code, whole.json["wrong"]) == (0, [])
    assert [check["name"] for check in whole.json["checks"]] == [
        "database",
        "integrity",
        "disk space",
        "version",
        "logs",
        "strays",
        "open files",
    ]
    [first, second, third] = [row[0] for row in connection.execute("SELECT id FROM matches ORDER BY number")]
    connection.execute("UPDATE entries SET entry = x'7b7b' WHERE match = 1 AND seq = 3")
    connection.execute("DELETE FROM entries WHERE match = 2 AND seq = 3")
    connection.execute("UPDATE matches SET outcome = replace(outcome, 'scores\":[', 'scores\":[9') WHERE number = 3")
    connection.commit()
    connection.close()
    told = program("doctor", "--json", "--database", copy)
    assert told.code == 1
    found = {(wrong["match"], wrong["code"]) for wrong in told.json["wrong"]}
    assert {(first, "unreadable"), (second, "gap"), (third, "score-differs")} <= found
    assert program("backup", copy.with_name("copy.db"), "--database", copy).code == 1


def test_where_there_is_no_store_the_doctor_says_so(program: Program, tmp_path: Path) -> None:
    assert program("doctor", "--database", tmp_path / "nothing.db").code == 2
    assert not list(tmp_path.iterdir())


# While it is used


@pytest.fixture
def store(copy: Path) -> Iterator[Store]:
    opened = Store(copy)
    yield opened
    opened.close()


def write(store: Store, job: Job[T]) -> T:
    async def ask() -> T:
        return await store.write(job)

    return asyncio.run(ask())


def read(store: Store, job: Job[T]) -> T:
    async def ask() -> T:
        return await store.read(job)

    return asyncio.run(ask())


def add(name: str) -> Job[Player]:
    return players.add(Player(name, name), name.encode(), 0)


def _replace(path: Path) -> None:
    shutil.copy(path, path.with_name("other.db"))
    path.with_name("other.db").replace(path)


def _copy_over(path: Path) -> None:
    """As who restores a backup without stopping the server."""
    content = path.read_bytes()
    path.write_bytes(content)
    os.utime(path, ns=(0, 0))


def _cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _folder_gone(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


CHANGES: dict[str, Callable[[Path], None]] = {
    "deleted": Path.unlink,
    "replaced": _replace,
    "written over": _copy_over,
    "cut short": _cut,
    "its folder is gone": _folder_gone,
    "its log is deleted": lambda path: path.with_name("parlour.db-wal").unlink(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_nothing_is_acknowledged_into_a_file_that_changed_under_the_server(
    store: Store, copy: Path, change: Callable[[Path], None]
) -> None:
    write(store, add("before"))
    change(copy)
    for _ in range(2):
        with pytest.raises(StoreFailed, match="while the server ran"):
            write(store, add("after"))
    with pytest.raises(StoreFailed):
        read(store, players.by_token(b"before"))


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_change_is_noticed_when_nobody_writes(
    copy: Path, change: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpointer, "LOOK_EACH_S", 0.01)
    store = Store(copy)
    change(copy)
    eventually(lambda: store.failure.reason is not None)
    store.close()


def test_commits_are_moved_into_the_file_and_its_own_changes_are_no_surprise(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpointer, "LOOK_EACH_S", 0.001)
    moves: list[tuple[int, float]] = []

    class Watcher(Unwatched):
        def checkpointed(self, pages: int, seconds: float) -> None:
            moves.append((pages, seconds))

    store = Store(copy, Watcher())
    before = copy.stat().st_mtime_ns
    for number in range(200):
        write(store, add(f"n{number}"))
    eventually(lambda: bool(moves) and copy.stat().st_mtime_ns != before)
    write(store, add("last"))
    assert store.failure.reason is None
    store.close()


@pytest.mark.parametrize("ask", [read, write], ids=["read", "write"])
def test_damage_that_is_met_on_the_way_ends_everything(
    store: Store, copy: Path, ask: Callable[[Store, Job[object]], object]
) -> None:
    DAMAGES["a page of rows is zeroed"](copy)
    with pytest.raises(StoreFailed, match="damaged"):
        ask(store, lambda transaction: transaction.many(EVERYTHING))
    with pytest.raises(StoreFailed, match="damaged"):
        write(store, add("after"))


def test_a_server_whose_database_is_deleted_answers_nothing_more_and_ends_with_the_reason(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with Guest(server) as ann, ann.enter(ann.open("nim", "me", "me", seed=5)["code"]) as table:
        assert table.play(0, take(0))["refused"] is None
        server.database.unlink()
        table.submit(1, take(0))
        assert table.until(lambda message: message["type"] in ("answer", "bye"))["type"] == "bye"
    assert server.wait() == ENDED_BY_ITSELF
    assert (
        "parlour: the database file, or the log beside it, was deleted while the server ran" in server.log.read_text()
    )
    assert not server.database.exists()


def test_two_stores_of_one_process_do_not_take_each_other_for_strangers(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpointer, "LOOK_EACH_S", 0.001)
    before = copy.stat().st_mtime_ns
    one, other = Store(copy), Store(copy)
    for number in range(20):
        write(one, add(f"one{number}"))
        write(other, add(f"other{number}"))
    eventually(lambda: copy.stat().st_mtime_ns != before)
    one.close()
    write(other, add("last"))
    assert other.failure.reason is None
    other.close()
