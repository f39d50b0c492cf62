"""The store out of a server and into another: backup, export, import."""

import asyncio
import sqlite3
from pathlib import Path

import msgspec
import pytest

from parlour.core.session import AnySession, encode_session
from parlour.games import kits
from parlour.protocol.ranking import Seated
from parlour.store import log, players, sqlite
from parlour.store.players import Player
from parlour.store.store import Store
from parlour.store.transaction import Job, T
from parlour.testing.players import begin, finished
from tests.cli.program import Program

GAME = kits()["dots-and-boxes"].game


def keep(store: Store, match: str, session: AnySession, player: str | None = None) -> None:
    sitting = [Seated("Ann", player), Seated("bot x", bot="x")]
    asyncio.run(_write(store, log.begin("ROOMXX", msgspec.structs.replace(session, id=match), sitting)))


async def _write(store: Store, job: Job[T]) -> T:
    return await store.write(job)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Two matches that are over and one under way."""
    store = Store(tmp_path / "parlour.db")
    asyncio.run(_write(store, players.add(Player("p1", "Ann"), b"hash", 0)))
    keep(store, "first", finished(GAME, 1).session, "p1")
    keep(store, "second", finished(GAME, 2).session, "p1")
    keep(store, "under way", begin(GAME, 3).session)
    store.close()
    return tmp_path / "parlour.db"


def rows(file: Path, sql: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(file)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def test_a_backup_is_whole_replayed_and_never_written_over_another_file(
    program: Program, database: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    open_store = Store(database)
    ran = program("backup", copy, "--database", database, "--json")
    open_store.close()
    assert ran.code == 0
    assert (ran.json["matches"], ran.json["replayed"], ran.json["wrong"]) == (3, 2, [])
    for table in ("matches", "entries", "players", "tokens", "seats"):
        assert rows(copy, f"SELECT * FROM {table}") == rows(database, f"SELECT * FROM {table}")
    again = program("backup", copy, "--database", database)
    assert again.code == 2
    assert "not overwritten" in again.err
    assert sorted(path.name for path in tmp_path.glob("copy*")) == ["copy.db"]


def test_a_backup_says_which_match_does_not_hold_unless_it_is_to_be_quick(
    program: Program, database: Path, tmp_path: Path
) -> None:
    connection = sqlite3.connect(database)
    connection.execute(
        """UPDATE matches SET outcome = '{"reason":"x","scores":[9,9],"winners":[]}' WHERE id = 'first'"""
    )
    connection.commit()
    connection.close()
    ran = program("backup", tmp_path / "copy.db", "--database", database)
    assert ran.code == 1
    assert "✗ first: " in ran.out
    assert program("backup", tmp_path / "quick.db", "--database", database, "--quick").code == 0


@pytest.mark.parametrize("command", ["backup", "export"])
def test_what_is_no_store_is_told_so(program: Program, tmp_path: Path, command: str) -> None:
    ran = program(command, tmp_path / "out", "--database", tmp_path / "nothing.db")
    assert (ran.code, "there is no store at" in ran.err) == (2, True)
    (tmp_path / "text.db").write_text("no database at all, but long enough to be looked at" * 20)
    assert program(command, tmp_path / "other", "--database", tmp_path / "text.db").code == 2
    assert not (tmp_path / "nothing.db").exists()


def test_an_export_verifies_and_is_imported_elsewhere_once(program: Program, database: Path, tmp_path: Path) -> None:
    lines, other = tmp_path / "games.jsonl", tmp_path / "other.db"
    assert program("export", lines, "--database", database, "--json").json == {"file": str(lines), "matches": 2}
    assert program("export", lines, "--database", database).code == 2
    assert program("verify", lines).code == 0
    assert program("import", lines, "--database", other, "--json").json == {"added": 2, "known": 0, "refused": 0}
    assert program("import", lines, "--database", other, "--json").json == {"added": 0, "known": 2, "refused": 0}
    for column in ("id, ended, outcome", "id, header"):
        wanted = rows(database, f"SELECT {column} FROM matches WHERE id != 'under way' ORDER BY id")
        assert rows(other, f"SELECT {column} FROM matches ORDER BY id") == wanted
    entries = "SELECT id, seq, seat, entry FROM entries JOIN matches ON number = match ORDER BY id, seq"
    assert rows(other, entries) == rows(database, entries)
    assert rows(other, "SELECT DISTINCT confirmed FROM matches") == [(1,)]
    assert rows(other, "SELECT DISTINCT name, player, bot FROM seats") == [("Ann", None, None), ("bot x", None, "x")]


def test_seats_go_to_players_of_this_store_when_asked_for(program: Program, database: Path, tmp_path: Path) -> None:
    lines, other = tmp_path / "games.jsonl", tmp_path / "other.db"
    program("export", lines, "--database", database)
    store = Store(other)
    asyncio.run(_write(store, players.add(Player("p1", "Ann"), b"hash", 0)))
    store.close()
    assert program("import", lines, "--database", other, "--players").code == 0
    assert rows(other, "SELECT DISTINCT player FROM seats WHERE seat = 0") == [("p1",)]


def test_what_does_not_hold_is_refused_with_the_reason_and_the_rest_is_taken(program: Program, tmp_path: Path) -> None:
    good = encode_session(finished(GAME, 1).session)
    forged = good.replace(b'"scores":[', b'"scores":[9')
    unfinished = encode_session(begin(GAME, 3).session)
    crowded = b'{"seated":[{"name":"a"}],"session":' + encode_session(finished(GAME, 4).session) + b"}"
    lines = b"\n".join([forged, good, b'{"game":"no such game"}', unfinished, crowded, b"{"])
    (tmp_path / "mixed.jsonl").write_bytes(lines)
    ran = program("import", tmp_path / "mixed.jsonl", "--database", tmp_path / "parlour.db", "--json")
    assert ran.code == 2
    *refused, told = ran.json_lines
    assert [(line["line"], line["code"]) for line in refused] == [
        (1, "score-differs"),
        (3, "unreadable"),
        (4, "not-over"),
        (5, "unreadable"),
        (6, "unreadable"),
    ]
    assert told == {"added": 1, "known": 0, "refused": 5}
    assert len(rows(tmp_path / "parlour.db", "SELECT id FROM matches")) == 1


@pytest.mark.parametrize("command", ["doctor", "backup"])
def test_a_store_that_is_locked_is_not_called_damaged(
    program: Program, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(sqlite, "BUSY_MS", 0)
    words = [command, *([tmp_path / "copy.db"] if command == "backup" else []), "--database", database]
    holder = sqlite3.connect(database, isolation_level=None)
    holder.execute("PRAGMA locking_mode=EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    ran = program(*words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"parlour: {database} is locked by another process; try again when it is done\n"
    holder.execute("ROLLBACK")
    holder.close()
    assert program(*words).code == 0
