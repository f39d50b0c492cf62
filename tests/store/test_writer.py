"""The writer: what is answered is on the disk, and whatever arrives meanwhile shares a commit."""

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from parlour.store import log, sqlite
from parlour.store.address import Address
from parlour.store.database import ConnectionLost
from parlour.store.failure import Failure, StoreAway
from parlour.store.log import SeqTaken
from parlour.store.sqlite import BEGIN_WRITING
from parlour.store.store import Store
from parlour.store.transaction import Transaction
from parlour.store.writer import TRIES_TOGETHER, StoreClosed, Writer
from tests.patience import WAIT_S
from tests.store.keeping import migrated
from tests.store.plain_sql import asking, found
from tests.store.tracing import traced
from tests.store.under_way import line, under_way


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


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
    assert found(database, "SELECT COUNT(*) FROM entries") == [(50,)]
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
    assert found(database, "SELECT seq FROM entries ORDER BY seq") == [(seq,) for seq in range(100)]


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
