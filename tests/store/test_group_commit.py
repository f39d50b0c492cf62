"""Jobs and rows that share a commit: each is whole or not there, and one at fault spoils nobody else's."""

import asyncio
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, Integer, MetaData, String, Table
from sqlalchemy.schema import CreateTable

from parlour.store import log, sqlite
from parlour.store.columns import Whole
from parlour.store.group_commit import DONE, commit
from parlour.store.log import Ending, Line, SeqTaken
from parlour.store.sqlite_dialect import DIALECT
from parlour.store.statements import Insertion, Owner
from parlour.store.store import Store
from parlour.store.tables import entries
from parlour.store.transaction import Job
from tests.store.keeping import migrated
from tests.store.plain_sql import asking, found
from tests.store.tracing import traced
from tests.store.under_way import line, under_way


def test_the_second_writer_of_a_seq_is_refused_and_nothing_of_it_stays(store: Store) -> None:
    async def check() -> int:
        await store.write(under_way(2))
        first = store.write(log.append(1, 0, [line("first")]))
        second = store.write(log.append(1, 0, [line("second"), line("third")]))
        other = store.write(log.append(2, 0, [line("other")]))
        results = await asyncio.gather(first, second, other, return_exceptions=True)
        assert [type(result) for result in results] == [type(None), SeqTaken, type(None)]
        return len(await store.read(asking("SELECT seq FROM entries")))

    assert asyncio.run(check()) == 2


def test_of_many_appends_in_one_commit_those_to_a_match_that_is_over_are_refused_whole(store: Store) -> None:
    many = [line(str(number)) for number in range(3 * sqlite.ROWS_AT_ONCE)]

    async def check() -> list[tuple[object, ...]]:
        await store.write(under_way(3))
        await store.write(log.close(2, 0, 0))
        asked = [store.write(log.append(number, 0, many)) for number in (1, 2, 3, 4)]
        results = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(result) for result in results] == [type(None), SeqTaken, type(None), SeqTaken]
        counted = await store.read(asking("SELECT match, count(*) FROM entries GROUP BY match ORDER BY match"))
        return [tuple(row) for row in counted]

    assert asyncio.run(check()) == [(1, len(many)), (3, len(many))]


def test_a_row_at_fault_is_told_to_whoever_gave_it_and_to_nobody_who_shares_the_commit(store: Store) -> None:
    async def check() -> list[type[object]]:
        await store.write(under_way(3))
        asked = [
            log.append(1, 0, [line("first")]),
            log.append(2, 0, [line("second", ref="\ud800")]),
            log.append(3, 0, [line("third")]),
        ]
        told = await asyncio.gather(*map(store.write, asked), return_exceptions=True)
        return [type(one) for one in told]

    first, second, third = asyncio.run(check())
    assert (first, third) == (type(None), type(None))
    assert issubclass(second, UnicodeError)


def test_no_row_without_a_seat_is_taken_for_one_of_a_match_that_is_over(tmp_path: Path) -> None:
    store = Store(tmp_path / "parlour.db")
    nobody: Any = None

    async def check() -> None:
        await store.write(under_way())
        with pytest.raises(sqlite3.IntegrityError, match="seat"):
            await store.write(log.append(1, 0, [Line(nobody, b"x")]))

    asyncio.run(check())
    store.close()


def test_only_rows_whose_first_column_is_never_empty_have_an_owner() -> None:
    there = Table("there", MetaData(), Column("id", Integer, primary_key=True))
    loose = Table("loose", MetaData(), Column("of", Integer), Column("said", Integer))
    with pytest.raises(ValueError, match="loose"):
        Insertion(loose, owner=Owner(there.c.id, there.c.id > 0))


def test_a_key_that_sqlite_fills_in_itself_names_no_owner() -> None:
    """An INTEGER PRIMARY KEY that is left empty gets the next number; every other key is refused."""
    there = Table("there", MetaData(), Column("id", Integer, primary_key=True))
    filled_in = Table("filled_in", MetaData(), Column("of", Whole, primary_key=True), Column("said", Integer))
    by_name = Table("by_name", MetaData(), Column("of", String, primary_key=True), Column("said", Integer))
    for table in (filled_in, by_name):
        with closing(sqlite3.connect(":memory:")) as driver:
            driver.execute(str(CreateTable(table).compile(dialect=DIALECT)))
            with suppress(sqlite3.IntegrityError):
                driver.execute(f"INSERT INTO {table.name} VALUES (NULL, 1)")
            [(rows,)] = driver.execute(f"SELECT count(*) FROM {table.name}")
        assert rows == (table is filled_in)
    with pytest.raises(ValueError, match="filled_in"):
        Insertion(filled_in, owner=Owner(there.c.id, there.c.id > 0))
    Insertion(by_name, owner=Owner(there.c.id, there.c.id > 0))


def test_rows_are_not_committed_alone_while_a_transaction_is_open(tmp_path: Path) -> None:
    writing = migrated(tmp_path / "parlour.db").writing()
    writing.begin()
    with pytest.raises(AssertionError, match="open already"):
        writing.commit_rows(Insertion(entries), [(1, 0, 0, None, b"x")])
    writing.rollback()
    writing.close()


def test_a_transaction_that_was_left_open_is_undone_and_what_comes_next_is_committed(tmp_path: Path) -> None:
    writing = migrated(tmp_path / "parlour.db").writing()
    commit(writing, [under_way(2)])
    added = [log.append(1, 0, [line("rows alone")]), log.append(2, 0, [line("and a job")], Ending(5, None))]
    for number, add in enumerate(added, 1):
        writing.begin()
        under_way()(writing)
        [(_, problem)] = commit(writing, [add])
        assert isinstance(problem, AssertionError)
        assert commit(writing, [add]) == [DONE]
        assert found(tmp_path / "parlour.db", "SELECT count(*) FROM entries") == [(number,)]
    assert found(tmp_path / "parlour.db", "SELECT count(*) FROM matches") == [(2,)]
    writing.close()


def test_rows_alone_are_committed_by_one_statement_as_long_as_they_fit_into_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    monkeypatch.setattr(sqlite3, "connect", traced(lambda sql: seen.append(sql.split()[0])))
    writing = migrated(tmp_path / "parlour.db").writing()
    commit(writing, [under_way(4)])
    fit = [line(str(number)) for number in range(sqlite.ROWS_AT_ONCE)]

    def statements(*jobs: Job[None]) -> list[str]:
        seen.clear()
        assert commit(writing, jobs) == [DONE] * len(jobs)
        return list(seen)

    in_a_transaction = ["BEGIN", "INSERT", "INSERT", "COMMIT"]
    assert statements(*(log.append(number, 0, fit[:3]) for number in (1, 2, 3))) == ["INSERT"]
    assert statements(log.append(1, 3, fit)) == ["INSERT"]
    assert statements(log.append(2, 3, [*fit, line("one more")])) == in_a_transaction
    assert statements(log.append(3, 3, fit[1:]), log.append(4, 0, fit[:2])) == in_a_transaction
    writing.close()


def test_a_transaction_that_is_open_is_not_begun_again(tmp_path: Path) -> None:
    writing = migrated(tmp_path / "parlour.db").writing()
    writing.begin()
    under_way()(writing)
    with pytest.raises(AssertionError, match="open already"):
        writing.begin()
    writing.rollback()
    assert found(tmp_path / "parlour.db", "SELECT id FROM matches") == []
    writing.close()
