"""A whole store from SQLite to PostgreSQL and back: every row, or nothing."""

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Boolean, Column, Float, LargeBinary, String, Table

from parlour.games import kits
from parlour.protocol.ranking import Seated
from parlour.store import log, moving, players, processes, standings
from parlour.store.address import address_of
from parlour.store.copying import OF_PROCESSES, PAGE, TABLES
from parlour.store.offline import NoStore
from parlour.store.players import Player
from parlour.store.processes import StoredProcess
from parlour.store.statements import Insertion
from parlour.store.store import Store
from parlour.store.tables import entries, metadata
from parlour.store.transaction import Job, T, Transaction
from parlour.testing.players import begin, finished
from tests.cli.program import Program
from tests.postgres import Postgres
from tests.postgres import rows as rows_of_postgres
from tests.store.relay import Lost, Relay
from tests.store.test_file_lock import held_elsewhere

GAME = kits()["dots-and-boxes"].game
REAL, OTHER = "a real match", "another match"


def made_up(column: Column[Any]) -> object:
    """A value that a column may have and that is easily changed on the way."""
    for key in column.foreign_keys:
        return {"players": "p1", "matches": OTHER}[key.column.table.name]
    kinds: dict[type, object] = {
        Boolean: True,
        Float: 0.1,
        LargeBinary: bytes(range(256)),
        String: OTHER if (column.table.name, column.name) == ("matches", "id") else "한글 'é' \\ \"x\" %s",
    }
    return next((value for kind, value in kinds.items() if isinstance(column.type, kind)), 2**53)


def made_up_row(table: Table) -> tuple[Any, ...]:
    return tuple(made_up(column) for column in table.c)


def fill(transaction: Transaction) -> None:
    """Real matches, a row in every table, and a log of several pages."""
    players.add(Player("p1", "Ann"), b"token", 0)(transaction)
    session = finished(GAME, 1).session
    log.begin("", session, [Seated("Ann", "p1"), Seated("Bob")])(transaction)
    stored = log.stored(session.id)(transaction)
    assert stored is not None
    standings.confirm([(stored, True)])(transaction)
    log.begin("ROOMXX", begin(GAME, 2).session, [Seated("Ann", "p1"), Seated("Bob")])(transaction)
    for table in TABLES:
        transaction.insert(Insertion(table, existing="keep"), [made_up_row(table)])
    many = [(10, seq, 0, None, b"x") for seq in range(2 * PAGE + 7)]
    transaction.insert(Insertion(entries, [column.name for column in entries.c]), many)


def run(address: object, job: Job[T]) -> T:
    async def body() -> T:
        return await store.write(job)

    store = Store(address)  # type: ignore[arg-type]
    try:
        return asyncio.run(body())
    finally:
        store.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    run(tmp_path / "parlour.db", fill)
    return tmp_path / "parlour.db"


@pytest.fixture
def empty(postgres: Postgres) -> Iterator[str]:
    """The address of a new database."""
    address = postgres.create()
    yield address
    postgres.drop(address)


def content(file: Path) -> dict[str, set[tuple[object, ...]]]:
    connection = sqlite3.connect(file)
    try:
        return {table.name: set(connection.execute(f'SELECT * FROM "{table.name}"')) for table in TABLES}
    finally:
        connection.close()


def count(address: str, table: str) -> int:
    [[found]] = rows_of_postgres(address, f"SELECT COUNT(*) FROM {table}")
    assert isinstance(found, int)
    return found


def test_a_store_goes_to_postgresql_and_comes_back_the_same(
    program: Program, file: Path, empty: str, tmp_path: Path
) -> None:
    before, back = content(file), tmp_path / "back.db"
    assert all(before.values()), "every table has something in it"
    there = program("migrate", "--from", f"sqlite:{file}", "--to", empty, "--json")
    assert there.code == 0, there.err
    assert there.json["moved"]["rows"] == {name: len(rows) for name, rows in before.items()}
    assert (there.json["moved"]["matches"], there.json["moved"]["replayed"]) == (3, 2)
    again = program("migrate", "--from", empty, "--to", f"sqlite:{back}")
    assert (again.code, content(back)) == (0, before), again.err
    assert content(file) == before
    saved = program("backup", tmp_path / "saved.db", "--database", empty, "--json")
    assert (saved.code, saved.json["matches"], content(tmp_path / "saved.db")) == (0, 3, before), saved.err
    assert sorted(path.name for path in tmp_path.glob("*.db*")) == ["back.db", "parlour.db", "saved.db"]


def test_matches_that_begin_afterwards_have_numbers_of_their_own(program: Program, file: Path, empty: str) -> None:
    assert program("migrate", "--from", file, "--to", empty).code == 0
    number = run(empty, log.begin("", finished(GAME, 5).session, [Seated("Ann"), Seated("Bob")]))
    assert number > 2**53


def test_a_target_that_is_not_empty_is_refused_and_stays_as_it_is(
    program: Program, file: Path, empty: str, tmp_path: Path
) -> None:
    run(empty, players.add(Player("p2", "Bob"), b"bob", 0))
    ran = program("migrate", "--from", file, "--to", empty)
    assert (ran.code, "the target is not empty" in ran.err) == (2, True)
    assert (count(empty, "players"), count(empty, "matches")) == (1, 0)
    (tmp_path / "there.db").write_bytes(b"something")
    ran = program("migrate", "--from", file, "--to", tmp_path / "there.db")
    assert (ran.code, "not overwritten" in ran.err, (tmp_path / "there.db").read_bytes()) == (2, True, b"something")


def test_a_store_that_a_server_uses_or_that_is_not_there_is_not_moved(
    program: Program, file: Path, empty: str, tmp_path: Path
) -> None:
    with held_elsewhere(file):
        ran = program("migrate", "--from", file, "--to", empty)
    assert (ran.code, "is in use by" in ran.err) == (2, True)
    ran = program("migrate", "--from", tmp_path / "nothing.db", "--to", empty)
    assert (ran.code, "there is no store" in ran.err) == (2, True)
    ran = program("migrate", "--from", empty, "--to", tmp_path / "new.db")
    assert (ran.code, "is no store" in ran.err, (tmp_path / "new.db").exists()) == (2, True, False)


def test_a_shared_store_that_servers_use_is_not_moved_and_what_a_killed_one_left_is_no_server(
    program: Program, empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def say(count: int) -> None:
        run(empty, processes.beat(StoredProcess("a", "1", count)))

    say(1)
    monkeypatch.setattr(moving, "sleep", lambda _seconds: say(2))
    ran = program("migrate", "--from", empty, "--to", tmp_path / "new.db")
    assert (ran.code, "is in use by 1 processes" in ran.err, (tmp_path / "new.db").exists()) == (2, True, False)
    monkeypatch.setattr(moving, "sleep", lambda _seconds: None)
    assert program("migrate", "--from", empty, "--to", tmp_path / "new.db").code == 0


def test_what_the_target_cannot_hold_leaves_nothing_in_it(program: Program, file: Path, empty: str) -> None:
    connection = sqlite3.connect(file)
    connection.execute("UPDATE quotas SET key = 'a' || char(0)")
    connection.commit()
    ran = program("migrate", "--from", file, "--to", empty)
    assert (ran.code, "cannot be kept" in ran.err) == (2, True), ran.err
    assert [count(empty, table.name) for table in TABLES] == [0] * len(TABLES)
    connection.execute("UPDATE quotas SET key = 'a'")
    connection.commit()
    connection.close()
    assert program("migrate", "--from", file, "--to", empty).code == 0, "it can be tried again"


def test_a_target_that_changes_what_it_is_given_is_found_out(program: Program, file: Path, empty: str) -> None:
    Store(empty).close()
    changing = (
        "CREATE FUNCTION change() RETURNS trigger AS $$ BEGIN NEW.touched := 7; RETURN NEW; END $$ LANGUAGE plpgsql"
    )
    rows_of_postgres(empty, changing)
    rows_of_postgres(empty, "CREATE TRIGGER change BEFORE INSERT ON rooms FOR EACH ROW EXECUTE FUNCTION change()")
    ran = program("migrate", "--from", file, "--to", empty)
    assert (ran.code, "does not hold what was written to rooms" in ran.err) == (2, True)
    assert [count(empty, table) for table in ("players", "rooms", "entries")] == [0, 0, 0]


def test_a_match_that_does_not_hold_is_named_and_copied_all_the_same(program: Program, file: Path, empty: str) -> None:
    connection = sqlite3.connect(file)
    changed = "CAST(replace(outcome, 'scores\":[', 'scores\":[9') AS BLOB)"
    connection.execute(f"UPDATE matches SET outcome = {changed} WHERE number = 1")
    connection.commit()
    connection.close()
    ran = program("migrate", "--from", file, "--to", empty)
    assert (ran.code, "✗ " in ran.out, count(empty, "matches")) == (1, True, 3), ran.err


def test_a_password_is_shown_to_nobody(program: Program, file: Path, empty: str) -> None:
    secret = empty.replace("parlour@", "parlour:very-secret@")
    for ran in (program("migrate", "--from", file, "--to", secret), program("migrate", "--from", file, "--to", secret)):
        assert "very-secret" not in ran.out + ran.err


def test_what_belongs_to_running_processes_is_all_that_is_left_out() -> None:
    assert {table.name for table in TABLES} | OF_PROCESSES == set(metadata.tables)


@pytest.mark.parametrize("loses", ["answer", "commit"])
def test_a_last_commit_whose_answer_was_lost_is_asked_after(
    file: Path, empty: str, postgres: Postgres, loses: Lost
) -> None:
    """It is reported as what it is: everything done, or nothing."""
    relay = Relay(postgres.port)
    target = address_of(empty.replace(f":{postgres.port}", f":{relay.port}"))

    def progress(part: float) -> None:
        relay.loses = loses if part == 1 else "nothing"

    try:
        if loses == "answer":
            assert moving.move(file, target, progress).matches == 3
        else:
            with pytest.raises(NoStore, match="the target cannot take the store"):
                moving.move(file, target, progress)
    finally:
        relay.close()
    assert relay.lost == 1
    assert count(empty, "matches") == (3 if loses == "answer" else 0)
