"""Group commit: what is answered is on the disk, and one bad job spoils nobody else's."""

import asyncio
import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Column, Integer, MetaData, String, Table, create_engine, text
from sqlalchemy.schema import CreateTable

from parlour.store import log, sqlite
from parlour.store.address import Address
from parlour.store.columns import Whole
from parlour.store.database import ConnectionLost, Database
from parlour.store.databases import database_at
from parlour.store.failure import Failure, StoreAway
from parlour.store.group_commit import DONE, commit
from parlour.store.log import Ending, Line, SeqTaken
from parlour.store.sqlite import BEGIN_WRITING
from parlour.store.sqlite_dialect import DIALECT
from parlour.store.statements import Insertion, Owner, Row, Statement
from parlour.store.store import Store
from parlour.store.tables import entries
from parlour.store.transaction import Job, Transaction
from parlour.store.writer import TRIES_TOGETHER, StoreClosed, Writer
from tests.patience import WAIT_S
from tests.store.tracing import traced
from tests.store.under_way import under_way

INDEXES = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'index'",
    "postgresql": "SELECT indexname AS name, replace(indexdef, 'public.', '') AS sql FROM pg_indexes",
}
SAID_TOO = (" USING btree", "")


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def asking(sql: str) -> Job[list[Row]]:
    statement = Statement(text(sql))
    return lambda transaction: transaction.many(statement)


def line(said: str, ref: str | None = None) -> Line:
    return Line(0, said.encode(), ref)


def migrated(address: Address) -> Database:
    made = database_at(address)
    made.migrate()
    return made


def kept(address: Address, sql: str) -> list[tuple[object, ...]]:
    """What a statement finds, read by somebody else."""
    reading = database_at(address).reading()
    reading.begin()
    try:
        return [tuple(row) for row in reading.many(Statement(text(sql)))]
    finally:
        reading.close()


def test_the_file_is_durable_before_the_answer(tmp_path: Path) -> None:
    store = Store(tmp_path / "parlour.db")

    async def check() -> None:
        await store.write(under_way())
        await store.write(log.append(1, 0, [line("a"), line("b")]))
        assert rows(tmp_path / "parlour.db", "SELECT match, seq, entry FROM entries ORDER BY seq") == [
            (1, 0, b"a"),
            (1, 1, b"b"),
        ]
        assert [tuple(row) for row in await store.read(asking("PRAGMA journal_mode"))] == [("wal",)]
        assert [tuple(row) for row in await store.write(asking("PRAGMA synchronous"))] == [(2,)]

    asyncio.run(check())
    store.close()
    assert not (tmp_path / "parlour.db-wal").exists()


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
        assert kept(tmp_path / "parlour.db", "SELECT count(*) FROM entries") == [(number,)]
    assert kept(tmp_path / "parlour.db", "SELECT count(*) FROM matches") == [(2,)]
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
    assert kept(tmp_path / "parlour.db", "SELECT id FROM matches") == []
    writing.close()


def test_many_jobs_share_one_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commits = 0

    def counted(statement: str) -> None:
        nonlocal commits
        commits += statement == "COMMIT"

    async def check() -> None:
        await writer.write(under_way())
        writing_one, others_wait = threading.Event(), threading.Event()

        def long_job(_transaction: Transaction) -> None:
            writing_one.set()
            assert others_wait.wait(WAIT_S)

        first = writer.write(long_job)
        assert await asyncio.to_thread(writing_one.wait, WAIT_S)
        others = [writer.write(log.append(1, seq, [line(str(seq))])) for seq in range(200)]
        others_wait.set()
        await asyncio.gather(first, *others)

    store = migrated(tmp_path / "parlour.db")
    monkeypatch.setattr(sqlite3, "connect", traced(counted))
    writer = Writer(store.writing(), store, Failure())
    asyncio.run(check())
    assert commits == 3, "one for the match, one for the long job, one for all that arrived meanwhile"
    writer.close()
    store.close()
    assert rows(tmp_path / "parlour.db", "SELECT seq, entry FROM entries ORDER BY seq") == [
        (seq, str(seq).encode()) for seq in range(200)
    ]


def test_closing_commits_what_was_accepted_and_accepts_no_more(database: Address) -> None:
    store = migrated(database)
    writer = Writer(store.writing(), store, Failure(), window_s=0.01)

    async def check() -> None:
        await writer.write(under_way())
        futures = [writer.write(log.append(1, seq, [line(str(seq))])) for seq in range(50)]
        writer.close()
        assert await asyncio.gather(*futures) == [None] * 50
        with pytest.raises(StoreClosed):
            writer.write(log.append(1, 50, [line("late")]))

    asyncio.run(check())
    assert kept(database, "SELECT COUNT(*) FROM entries") == [(50,)]
    store.close()


def test_jobs_that_are_tried_one_by_one_wait_once_for_a_database_that_goes_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.store.writer.LONGEST_AWAY_S", 0)
    database = migrated(tmp_path / "parlour.db")
    connection = database.writing()
    held, gathered, cut_off, over = (threading.Event() for _ in range(4))
    restored: list[str] = []

    def hold_the_writer(_: Transaction) -> None:
        held.set()
        assert gathered.wait(WAIT_S)
        cut_off.set()

    def restore() -> bool:
        """Come back after each try of all jobs together, and then no more until all is over."""
        if over.is_set():
            cut_off.clear()
            return False
        if writing._in_hand:
            restored.append(threading.current_thread().name)
        if len(restored) > TRIES_TOGETHER:
            raise ConnectionLost
        return False

    begin = connection.begin

    def begin_or_lose() -> None:
        if cut_off.is_set():
            raise ConnectionLost
        begin()

    monkeypatch.setattr(connection, "begin", begin_or_lose)
    monkeypatch.setattr(connection, "restore", restore)
    writing = Writer(connection, database, Failure())

    async def check() -> None:
        holding = writing.write(hold_the_writer)
        assert await asyncio.to_thread(held.wait, WAIT_S)
        others = [writing.write(asking("SELECT 1")) for _ in range(5)]
        gathered.set()
        async with asyncio.timeout(WAIT_S):
            await holding
            told = await asyncio.gather(*others, return_exceptions=True)
        assert [type(one) for one in told] == [StoreAway] * 5

    asyncio.run(check())
    over.set()
    writing.close()
    database.close()
    assert len(restored) == TRIES_TOGETHER + 1


def test_two_stores_on_one_database_agree_on_one_order(database: Address) -> None:
    """Two processes' worth: each tries every place, and exactly one of them gets it."""
    won: list[int] = []

    def play(name: str) -> None:
        store = Store(database)

        async def all_places() -> None:
            for seq in range(100):
                try:
                    await store.write(log.append(1, seq, [line(name)]))
                    won.append(seq)
                except SeqTaken:
                    pass

        asyncio.run(all_places())
        store.close()

    with closing(Store(database)) as store:
        asyncio.run(_begun(store))
    threads = [threading.Thread(target=play, args=(name,)) for name in ("one", "two")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won) == list(range(100))
    assert kept(database, "SELECT seq FROM entries ORDER BY seq") == [(seq,) for seq in range(100)]


async def _begun(store: Store) -> None:
    await store.write(under_way())


def test_commits_wait_for_another_process_that_writes_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one ends once the writer has begun; its connection says how long it would wait."""
    begins = threading.Event()
    monkeypatch.setattr(sqlite, "BUSY_MS", 0)
    monkeypatch.setattr(sqlite3, "connect", traced(lambda sql: begins.set() if sql == BEGIN_WRITING else None))
    store = Store(tmp_path / "parlour.db")

    async def check() -> None:
        with closing(sqlite3.connect(tmp_path / "parlour.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            begins.clear()
            writing = asyncio.ensure_future(store.write(asking("SELECT 1")))
            assert await asyncio.to_thread(begins.wait, WAIT_S)
            assert not writing.done()
            other.execute("ROLLBACK")
            await writing
        [(waits_ms,)] = await store.write(asking("PRAGMA busy_timeout"))
        assert waits_ms == sqlite.WRITER_BUSY_MS

    asyncio.run(check())
    store.close()


def test_readers_change_nothing(store: Store) -> None:
    with pytest.raises((sqlite3.OperationalError, psycopg.errors.ReadOnlySqlTransaction), match=r"read-?only"):
        asyncio.run(store.read(asking("DELETE FROM entries")))


def test_migrations_give_exactly_the_tables_that_the_code_uses(database: Address) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from sqlalchemy import Column
    from sqlalchemy.schema import CreateIndex

    from parlour.store.tables import metadata

    migrated(database).migrate()
    engine = create_engine(_engine_url(database))
    # Alembic cannot compare the direction of an index, so those that go down are compared as SQL.
    down = {
        index.name: str(CreateIndex(index))
        for table in metadata.tables.values()
        for index in table.indexes
        if not all(isinstance(part, Column) for part in index.expressions)
    }

    def comparable(_object: object, name: str | None, _kind: str, _reflected: bool, _other: object) -> bool:
        return name not in down

    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"include_object": comparable})
        assert compare_metadata(context, metadata) == []
        made = connection.execute(text(INDEXES[engine.name]))
        assert {row.name: row.sql.replace(*SAID_TOO) for row in made if row.name in down} == down
    engine.dispose()


def _engine_url(address: Address) -> str:
    if isinstance(address, Path):
        return f"sqlite:///{address}"
    return address.url.replace("postgresql:", "postgresql+psycopg:")
