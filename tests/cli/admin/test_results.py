"""``parlour results``: the host looks and decides."""

import asyncio
import sqlite3
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import select

from parlour.games.dots_and_boxes.rules import DotsAndBoxes
from parlour.protocol.ranking import Origin, Seated
from parlour.store import log, offline, players, standings
from parlour.store.database import Conflict, ConnectionLost
from parlour.store.derivation import outdated_ratings
from parlour.store.failure import StoreAway
from parlour.store.players import Player
from parlour.store.rerating import Rerating
from parlour.store.sqlite import SqliteConnection, SqliteDatabase
from parlour.store.statements import Row, Statement
from parlour.store.store import Store
from parlour.store.tables import ratings
from parlour.store.transaction import Transaction, job
from parlour.testing.players import finished
from tests.cli.program import Program


@job
def _marked(transaction: Transaction) -> str:
    session = finished(DotsAndBoxes(), 1).session
    for name in "ab":
        players.add(Player(name, name.upper()), name.encode(), 0)(transaction)
    sitting = [Seated(f"[bold]{name}", player=name) for name in "ab"]
    log.begin("ROOM", session, sitting, Origin(drawn=True))(transaction)
    stored = log.stored(session.id)(transaction)
    assert stored is not None
    standings.confirm([(stored, True)], {session.id})(transaction)
    return session.id


@pytest.fixture
def database(tmp_path: Path) -> Path:
    store = Store(tmp_path / "parlour.db")
    asyncio.run(store.write(_marked()))
    store.close()
    return tmp_path / "parlour.db"


def rated_and_outdated(database: Path) -> tuple[list[Row], dict[str, int]]:
    with offline.opened(database) as store:
        return store.many(Statement(select(ratings).order_by(ratings.c.player))), outdated_ratings(store)


def locked() -> sqlite3.OperationalError:
    """What SQLite says while another process keeps the file locked."""
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return error


def test_marked_results_are_listed_and_decided(program: Program, database: Path) -> None:
    listed = program("results", "marked", "--database", database)
    assert (listed.code, listed.err) == (0, "")
    assert listed.out.startswith("test-1  2023-11-14 22:13 UTC  dots-and-boxes 2-players: [bold]a ")
    [line] = program("results", "marked", "--database", database, "--json").json_lines
    assert (line["match"], line["ranking"], line["decision"]) == ("test-1", "held", None)
    accepted = program("results", "accept", "test-1", "--reason", "  I  saw it ", "--database", database)
    assert accepted.code == 0
    assert accepted.out.endswith("; accepted: I saw it\n")
    assert program("results", "marked", "--database", database).out == "no result waits for a decision\n"
    assert [row.player for row in rated_and_outdated(database)[0]] == ["a", "b"]
    rejected = program("results", "reject", "test-1", "--reason", "a script", "--database", database, "--json")
    assert rejected.json["ranking"] == "does-not-count"
    assert rated_and_outdated(database) == ([], {}), "when the command has ended, all is done"
    [line] = program("results", "marked", "--decided", "--database", database, "--json").json_lines
    assert (line["decision"], line["reason"]) == ("rejected", "a script")


def test_what_cannot_be_decided_is_said(program: Program, database: Path, tmp_path: Path) -> None:
    ran = program("results", "accept", "nothing", "--reason", "x", "--database", database)
    assert (ran.code, ran.err) == (2, "parlour: there is no match nothing that is over and confirmed\n")
    for reason in ("", "   ", "x" * 501, "a\x1b[2Jb"):
        assert program("results", "accept", "test-1", "--reason", reason, "--database", database).code == 2
    assert program("results", "accept", "test-1", "--database", database).code == 2
    missing = program("results", "marked", "--database", tmp_path / "none.db")
    assert (missing.code, missing.out) == (2, "")


@pytest.mark.parametrize("problem", [ConnectionLost(), Conflict(), locked()])
@pytest.mark.parametrize(
    ("of", "step", "before"), [(SqliteDatabase, "reading", 0), (SqliteDatabase, "writing", 1), (Rerating, "finish", 0)]
)
def test_a_decision_is_told_also_when_the_ratings_cannot_be_derived(
    program: Program,
    database: Path,
    monkeypatch: pytest.MonkeyPatch,
    problem: Exception,
    of: type[SqliteDatabase] | type[Rerating],
    step: str,
    before: int,
) -> None:
    """The step fails after so many times that it succeeds: the decision itself is written before."""
    succeed, times = getattr(of, step), count()

    def fail(*values: object) -> object:
        if next(times) < before:
            return succeed(*values)
        raise problem

    assert program("results", "accept", "test-1", "--reason", "I saw it", "--database", database).code == 0
    with monkeypatch.context() as failing:
        failing.setattr(of, step, fail)
        rejected = program("results", "reject", "test-1", "--reason", "a script", "--database", database, "--json")
    assert (rejected.code, rejected.json["ranking"]) == (0, "does-not-count")
    assert rejected.err == "the decision is made; the ratings are not derived yet: a server does it\n"
    assert list(rated_and_outdated(database)[1]) == ["dots-and-boxes"]


def test_no_connection_beside_servers_stays_open_when_the_second_fails(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[SqliteConnection] = []
    read = SqliteDatabase.reading

    def reading(self: SqliteDatabase) -> SqliteConnection:
        opened.append(read(self))
        return opened[-1]

    def writing(_self: SqliteDatabase) -> SqliteConnection:
        raise ConnectionLost

    monkeypatch.setattr(SqliteDatabase, "reading", reading)
    monkeypatch.setattr(SqliteDatabase, "writing", writing)
    with pytest.raises(StoreAway), offline.beside_servers(database):
        raise AssertionError("it cannot be opened")
    [connection] = opened
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.begin()
