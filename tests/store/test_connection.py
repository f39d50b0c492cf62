"""What a job can do, on a real database of each kind."""

import asyncio
import sqlite3
from collections.abc import Iterator

import psycopg
import pytest
from sqlalchemy import bindparam, select, update

from parlour.store import analyses, players
from parlour.store.address import Address
from parlour.store.database import Connection
from parlour.store.databases import database_at
from parlour.store.players import Player
from parlour.store.sqlite import ROWS_AT_ONCE
from parlour.store.statements import Insertion, Statement, each_of, incoming
from parlour.store.store import Store
from parlour.store.tables import derivations, entries
from parlour.store.transaction import AlreadyThere, Transaction

ALL = Statement(select(derivations).order_by(derivations.c.name))
ADD = Insertion(derivations)


@pytest.fixture
def connection(database: Address) -> Iterator[Connection]:
    there = database_at(database)
    there.migrate()
    yield there.writing()
    there.close()


def kept(connection: Connection) -> list[tuple[str, int]]:
    return [(row.name, row.version) for row in connection.many(ALL)]


def test_rows_have_the_names_of_their_columns_and_their_order(connection: Connection) -> None:
    connection.insert(ADD, [("a", 1), ("b", 2)])
    first = connection.one(ALL)
    assert first is not None
    name, version = first
    assert (name, version) == (first.name, first.version) == ("a", 1)
    assert connection.one(Statement(select(derivations).where(derivations.c.name == "none"))) is None


def test_a_list_is_one_value_of_a_statement_however_long_and_whatever_is_in_it(connection: Connection) -> None:
    names = ['"', "[", "é", *(f"n{number}" for number in range(3 * ROWS_AT_ONCE))]
    connection.insert(ADD, [(name, place) for place, name in enumerate(names)])
    wanted = each_of("wanted")
    found = Statement(select(wanted.c.key, derivations.c.version).join(wanted, wanted.c.value == derivations.c.name))
    assert {row.key: row.version for row in connection.many(found, wanted=names)} == dict(enumerate(range(len(names))))
    assert connection.many(found, wanted=[]) == []


def test_a_row_whose_key_is_there_is_refused_or_the_old_one_kept_or_replaced(connection: Connection) -> None:
    connection.insert(ADD, [("a", 5)])
    with pytest.raises(AlreadyThere):
        connection.insert(ADD, [("b", 1), ("a", 6)])
    assert kept(connection) == [("a", 5)]
    connection.insert(Insertion(derivations, existing="keep"), [("a", 6), ("b", 6)])
    assert kept(connection) == [("a", 5), ("b", 6)]
    connection.insert(Insertion(derivations, existing="replace"), [("a", 7)])
    assert kept(connection) == [("a", 7), ("b", 6)]
    higher = derivations.c.version < incoming(derivations).c.version
    connection.insert(Insertion(derivations, existing="replace", only_where=higher), [("a", 1), ("b", 9)])
    assert kept(connection) == [("a", 7), ("b", 9)]


def test_a_change_that_gives_a_row_the_key_of_another_is_refused(connection: Connection) -> None:
    connection.insert(ADD, [("a", 1), ("b", 2)])
    rename = Statement(update(derivations).where(derivations.c.name == bindparam("old")).values(name=bindparam("new")))
    with pytest.raises(AlreadyThere):
        connection.run(rename, old="a", new="b")
    assert connection.run(rename, old="a", new="c") == 1
    assert connection.run(rename, old="a", new="d") == 0


def test_what_breaks_another_rule_of_a_table_is_a_fault_of_the_program(connection: Connection) -> None:
    with pytest.raises((sqlite3.IntegrityError, psycopg.errors.InvalidTextRepresentation), match=r"by_number|bigint"):
        connection.insert(Insertion(entries, ("match", "seq", "seat", "entry")), [("no number", 0, 0, b"{}")])


def test_a_job_that_fails_in_the_middle_leaves_nothing_and_the_jobs_around_it_stay(store: Store) -> None:
    def fails(transaction: Transaction) -> None:
        players.add(Player("nobody", "Nobody"), b"nobody", 0)(transaction)
        raise ZeroDivisionError

    async def check(store: Store) -> None:
        jobs = [players.add(Player(name, name), name.encode(), 0) for name in "ab"]
        done = await asyncio.gather(*map(store.write, [jobs[0], fails, jobs[1]]), return_exceptions=True)
        assert [type(one) for one in done] == [Player, ZeroDivisionError, Player]
        found = [await store.read(players.by_token(token)) for token in (b"a", b"nobody", b"b")]
        assert [None if player is None else player.id for player in found] == ["a", None, "b"]

    asyncio.run(check(store))


def test_a_job_that_refers_to_a_match_that_is_not_there_is_refused(store: Store) -> None:
    async def check(store: Store) -> None:
        with pytest.raises((sqlite3.IntegrityError, psycopg.errors.ForeignKeyViolation), match=r"(?i)foreign key"):
            await store.write(analyses.ask("nowhere", 1, 0, ""))

    asyncio.run(check(store))
