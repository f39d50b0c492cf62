"""A full disk refuses what changes something, and says so; when there is space again the store goes on."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from parlour.store import players
from parlour.store.address import Address
from parlour.store.failure import StoreFull
from parlour.store.players import Player
from parlour.store.statements import Insertion, Statement
from parlour.store.store import Store
from parlour.store.tables import secrets
from parlour.store.transaction import Insert
from tests.postgres import rows

MUCH = Insert(Insertion(secrets), [("much", bytes(1_000_000))])
LIMIT_PAGES = "PRAGMA max_page_count = {}"
NO_SPACE = """
    CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE disk_full; END';
    CREATE TRIGGER no_space BEFORE INSERT ON secrets EXECUTE FUNCTION no_space()"""
SPACE = "DROP FUNCTION no_space CASCADE"


async def fill(store: Store, database: Address) -> None:
    """A file that may not grow; a server that says what it says when its disk is full."""
    if isinstance(database, Path):
        await store.write(lambda transaction: transaction.many(Statement(text(LIMIT_PAGES.format(1)))))
    else:
        await asyncio.to_thread(rows, database.url, NO_SPACE)


async def empty(store: Store, database: Address) -> None:
    if isinstance(database, Path):
        await store.write(lambda transaction: transaction.many(Statement(text(LIMIT_PAGES.format(2**30)))))
    else:
        await asyncio.to_thread(rows, database.url, SPACE)


def test_a_full_disk_is_told_to_whom_it_concerns_and_passes(
    store: Store, database: Address, caplog: pytest.LogCaptureFixture
) -> None:
    async def check() -> None:
        await fill(store, database)
        try:
            small = players.add(Player("ann", "Ann"), b"ann", 0)
            asked = (store.write(MUCH), store.write(small), store.write(MUCH))
            told = await asyncio.gather(*asked, return_exceptions=True)
            assert [type(one) for one in told[::2]] == [StoreFull, StoreFull]
            assert isinstance(told[1], Player | StoreFull), "SQLite undoes the whole transaction"
        finally:
            await empty(store, database)
        await store.write(MUCH)

    asyncio.run(check())
    assert [record.message for record in caplog.records] == ["the disk of the database is full"]
