"""Something that takes long in one process refuses what needs the same rows, and nothing else."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from sqlalchemy import Engine

from parlour.store import database, players, postgresql, postgresql_migration, standings
from parlour.store.failure import StoreBusy
from parlour.store.players import Player
from parlour.store.store import Store
from tests.postgres import Postgres, rows

LOCKED_MS = 50
DERIVED = "SELECT version FROM derivations"


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
        with under_way(address, "UPDATE derivations SET version = version"):
            confirming = store.write(standings.confirm([]))
            adding = store.write(players.add(Player("ann", "Ann"), b"ann", 0))
            confirmed, added = await asyncio.gather(confirming, adding, return_exceptions=True)
            assert isinstance(confirmed, StoreBusy)
            assert added == Player("ann", "Ann")
        await store.write(standings.confirm([]))

    store = Store(address)
    asyncio.run(write(store))
    store.close()


def test_what_a_later_version_derived_is_left_to_it(address: str) -> None:
    Store(address).close()
    with psycopg.connect(address) as other:
        other.execute(b"UPDATE derivations SET version = version + 1")
    Store(address).close()
    assert rows(address, DERIVED) == [(standings.VERSION + 1,)]


def test_two_processes_that_are_upgraded_at_once_both_start(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    Store(address).close()
    monkeypatch.setattr(standings, "VERSION", standings.VERSION + 1)
    caplog.set_level("INFO", "parlour")
    with under_way(address, "UPDATE derivations SET version = version") as other:
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

    migrate = database.migrate
    monkeypatch.setattr(database, "migrate", counted)
    with under_way(empty, "CREATE TABLE alembic_version (version_num varchar)") as other:
        Store(empty).close()
    assert tries == 3
    assert rows(empty, DERIVED) == [(standings.VERSION,)]
    postgres.drop(empty)
