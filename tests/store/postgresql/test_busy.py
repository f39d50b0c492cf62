"""Something that takes long in one process refuses what needs the same rows, and nothing else."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from secrets import token_hex

import psycopg
import pytest
from sqlalchemy import Engine

from parlour.games.ten_exorcism.rules import Options, TenExorcism
from parlour.protocol.ranking import Origin, Seated
from parlour.store import log, migrating, players, postgresql, postgresql_driver, postgresql_migration, standings
from parlour.store.database import Connection
from parlour.store.databases import database_at
from parlour.store.failure import StoreBusy
from parlour.store.group_commit import Result, commit
from parlour.store.log import StoredMatch
from parlour.store.players import Player
from parlour.store.postgresql import PostgresqlWriter
from parlour.store.store import Store
from parlour.store.transaction import Transaction
from parlour.testing.players import finished
from tests.patience import WAIT_S
from tests.postgres import Postgres, rows

LOCKED_MS = 50
BESTS = "SELECT * FROM bests ORDER BY period"
DERIVING = "LOCK TABLE derivations IN SHARE ROW EXCLUSIVE MODE"
DERIVED = "SELECT version FROM derivations WHERE name = 'standings'"


@pytest.fixture
def address(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    for module in (postgresql, postgresql_migration):
        monkeypatch.setattr(module, "LOCKED_MS", LOCKED_MS)
    monkeypatch.setattr(postgresql_migration, "PAUSE_S", 0)
    with postgres.blank() as blank:
        yield blank


@contextmanager
def under_way(address: str, statement: str) -> Iterator[psycopg.Connection]:
    """Somebody has done this, and has not committed it."""
    with psycopg.connect(address) as other:
        other.execute(statement.encode())
        yield other


def test_while_everything_is_derived_again_others_write_on(address: str) -> None:
    async def write(store: Store) -> None:
        with under_way(address, DERIVING):
            confirming = store.write(standings.confirm([]))
            adding = store.write(players.add(Player("ann", "Ann"), b"ann", 0))
            confirmed, added = await asyncio.gather(confirming, adding, return_exceptions=True)
            assert isinstance(confirmed, StoreBusy)
            assert added == Player("ann", "Ann")
        await store.write(standings.confirm([]))

    store = Store(address)
    asyncio.run(write(store))
    store.close()


def test_in_the_middle_of_deriving_everything_another_process_writes_and_nobody_waits(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever would wait for a lock would wait for longer than this test."""
    monkeypatch.setattr(postgresql, "LOCKED_MS", 600_000)
    monkeypatch.setattr(postgresql, "SILENT_MS", 0)
    monkeypatch.setattr(postgresql_driver, "LONGEST_WRITE_MS", 0)
    monkeypatch.setattr(postgresql_driver, "LONGEST_ANSWER_S", 600)
    reached, go_on = threading.Event(), threading.Event()

    def pausing(transaction: Transaction, confirmed: Sequence[StoredMatch]) -> None:
        derive(transaction, confirmed)
        if confirmed and threading.current_thread() is rebuilding:
            reached.set()
            assert go_on.wait(WAIT_S)

    async def played(store: Store) -> StoredMatch:
        await store.write(players.add(Player("a", "A"), b"a", 0))
        session = finished(TenExorcism(), 1, Options()).session
        await store.write(log.begin("ROOM", session, [Seated("A", player="a")], Origin(drawn=True)))
        stored = await store.read(log.stored(session.id))
        assert stored is not None
        await store.write(standings.confirm([(stored, True)]))
        return stored

    async def meanwhile(store: Store, stored: StoredMatch) -> None:
        async with asyncio.timeout(WAIT_S):
            for refused in (standings.confirm([(stored, True)]), players.forget("a")):
                name = token_hex(4)
                adding = asyncio.ensure_future(store.write(players.add(Player(name, "Ann"), name.encode(), 0)))
                with pytest.raises(StoreBusy):
                    await store.write(refused)
                await adding

    derive = standings._derive
    with postgres.blank() as address:
        store = Store(address)
        stored = asyncio.run(played(store))
        before = rows(address, BESTS)
        monkeypatch.setattr(standings, "_derive", pausing)
        monkeypatch.setattr(standings, "VERSION", standings.VERSION + 1)
        rebuilding = threading.Thread(target=lambda: Store(address).close())
        rebuilding.start()
        try:
            assert reached.wait(WAIT_S)
            asyncio.run(meanwhile(store, stored))
            assert rows(address, BESTS) == before, "until it is done everybody sees what was there"
        finally:
            go_on.set()
            rebuilding.join()
        store.close()
        assert rows(address, BESTS) == before
        assert rows(address, DERIVED) == [(standings.VERSION,)]


def test_whoever_derives_everything_waits_for_others_then_looks_and_nobody_is_in_its_way(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = PostgresqlWriter.begin
    begun: list[Connection] = []
    done: list[Result] = []

    def counted(writer: PostgresqlWriter) -> None:
        begun.append(writer)
        begin(writer)

    Store(address).close()
    monkeypatch.setattr(PostgresqlWriter, "begin", counted)
    monkeypatch.setattr(postgresql, "LOCKED_MS", 10_000)
    monkeypatch.setattr(postgresql, "SILENT_MS", 0)
    place = database_at(address)
    rebuilds, confirms, comes_later = (place.writing() for _ in range(3))
    rebuilding = threading.Thread(target=lambda: done.extend(commit(rebuilds, [standings.rebuild])))
    confirms.begin()
    standings.confirm([])(confirms)
    rebuilding.start()
    while not rows(address, "SELECT pid FROM pg_locks WHERE NOT granted"):
        rebuilding.join(0.01)
    [(_, refused)] = commit(comes_later, [standings.confirm([])])
    confirms.commit()
    rebuilding.join()
    place.close()
    assert isinstance(refused, StoreBusy)
    assert done == [(None, None)]
    assert begun.count(rebuilds) == 1


def test_a_store_is_not_opened_before_there_is_something_to_be_held_by_whoever_derives_everything(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "parlour")
    with under_way(address, "INSERT INTO derivations (name, version) VALUES ('everything', 0)") as other:
        started = threading.Thread(target=lambda: Store(address).close())
        started.start()
        while not caplog.records:
            started.join(0.01)
        other.rollback()
        started.join()
    assert len(rows(address, "SELECT name FROM derivations")) == 2


def test_what_was_committed_is_answered_so_although_earlier_commits_cannot_be_forgotten(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = 0

    def add(transaction: Transaction) -> Player:
        nonlocal times
        times += 1
        return players.add(Player(str(times), "Ann"), str(times).encode(), 0)(transaction)

    async def write(store: Store) -> Player:
        return await store.write(add)

    store = Store(address)
    rows(address, "UPDATE commits SET at = 0")
    monkeypatch.setattr(postgresql, "KEEP_COMMITS", 1)
    with under_way(address, "SELECT FROM commits FOR UPDATE"):
        assert asyncio.run(write(store)) == Player("1", "Ann")
        store.close()
        Store(address).close()
    assert rows(address, "SELECT id FROM players") == [("1",)]


def test_who_was_kept_from_writing_writes_when_nobody_keeps_it_from_it_any_more(address: str) -> None:
    async def write(store: Store) -> None:
        with under_way(address, "LOCK TABLE commits IN EXCLUSIVE MODE"):
            for _ in range(2):
                with pytest.raises(StoreBusy):
                    await store.write(players.add(Player("ann", "Ann"), b"ann", 0))
        await store.write(players.add(Player("ann", "Ann"), b"ann", 0))

    store = Store(address)
    asyncio.run(write(store))
    store.close()
    assert rows(address, "SELECT id FROM players") == [("ann",)]


def test_what_a_later_version_derived_is_left_to_it(address: str) -> None:
    Store(address).close()
    with psycopg.connect(address) as other:
        other.execute(b"UPDATE derivations SET version = version + 1 WHERE name = 'standings'")
    Store(address).close()
    assert rows(address, DERIVED) == [(standings.VERSION + 1,)]


def test_two_processes_that_are_upgraded_at_once_both_start(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    Store(address).close()
    monkeypatch.setattr(standings, "VERSION", standings.VERSION + 1)
    caplog.set_level("INFO", "parlour")
    with under_way(address, DERIVING) as other:
        started = threading.Thread(target=lambda: Store(address).close())
        started.start()
        while not caplog.records:
            started.join(0.01)
        other.rollback()
        started.join()
    assert rows(address, DERIVED) == [(standings.VERSION,)]


@pytest.mark.usefixtures("address")
def test_a_migration_asks_again_for_what_others_use(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    empty, tries = postgres.create(), 0

    def counted(engine: Engine) -> None:
        nonlocal tries
        tries += 1
        if tries == 3:
            other.rollback()
        migrate(engine)

    migrate = migrating.migrate
    monkeypatch.setattr(migrating, "migrate", counted)
    with under_way(empty, "CREATE TABLE alembic_version (version_num varchar)") as other:
        Store(empty).close()
    assert tries == 3
    assert rows(empty, DERIVED) == [(standings.VERSION,)]
    postgres.drop(empty)
