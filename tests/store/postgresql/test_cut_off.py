"""A job that is silent for longer than PostgreSQL lets a transaction be fails, and nobody else with it."""

import asyncio
import threading
import time
from collections.abc import Iterator

import pytest
from sqlalchemy import func, select, text

from parlour.store import log
from parlour.store.address import DatabaseUrl
from parlour.store.databases import database_at
from parlour.store.failure import StoreCutOff
from parlour.store.log import Line
from parlour.store.statements import Statement
from parlour.store.store import Store
from parlour.store.transaction import Transaction
from tests.patience import WAIT_S
from tests.postgres import Postgres, rows
from tests.store.under_way import under_way

SOON_CUT_OFF = Statement(text("SET LOCAL idle_in_transaction_session_timeout = 50"))
MINE = Statement(select(func.pg_backend_pid()))
BOUND = Statement(select(func.current_setting("idle_in_transaction_session_timeout").label("silent")))
ENTRIES = "SELECT match, convert_from(entry, 'UTF8') FROM entries ORDER BY match"


@pytest.fixture
def address(postgres: Postgres) -> Iterator[str]:
    with postgres.blank() as blank:
        yield blank


def test_who_shares_a_commit_with_a_job_that_is_cut_off_each_time_is_answered(address: str) -> None:
    store = Store(address)
    gathered = threading.Event()
    tried = 0

    def hold_the_writer(_: Transaction) -> None:
        assert gathered.wait(WAIT_S)

    def silent(transaction: Transaction) -> None:
        """Says nothing until the server has ended the connection."""
        nonlocal tried
        tried += 1
        transaction.run(SOON_CUT_OFF)
        [[process]] = transaction.many(MINE)
        until = time.monotonic() + WAIT_S
        while rows(address, f"SELECT 1 FROM pg_stat_activity WHERE pid = {process}"):
            assert time.monotonic() < until
        transaction.many(MINE)

    async def check() -> None:
        await store.write(under_way(2))
        held = asyncio.ensure_future(store.write(hold_the_writer))
        before = asyncio.ensure_future(store.write(log.append(1, 0, [Line(0, b"before")])))
        cut_off = asyncio.ensure_future(store.write(silent))
        after = asyncio.ensure_future(store.write(log.append(2, 0, [Line(0, b"after")])))
        await asyncio.sleep(0)
        gathered.set()
        async with asyncio.timeout(WAIT_S):
            told = await asyncio.gather(held, before, cut_off, after, return_exceptions=True)
        assert [type(one) for one in told] == [type(None), type(None), StoreCutOff, type(None)]
        assert "ended the connection each time" in str(told[2])
        assert not store.away

    asyncio.run(check())
    store.close()
    assert rows(address, ENTRIES) == [(1, "before"), (2, "after")]
    assert tried == 3, "twice beside the others, once alone"


def test_only_whoever_fills_a_database_that_nobody_uses_yet_may_be_silent_for_long(address: str) -> None:
    database = database_at(DatabaseUrl(address))
    silent = []
    for connection in (database.writing(), database.filling()):
        connection.begin_alone()
        silent += [row.silent for row in connection.many(BOUND)]
        connection.rollback()
    database.close()
    assert silent == ["3s", "0"]
