"""A PostgreSQL that hangs: it keeps every connection open and answers nobody."""

import asyncio
from collections.abc import Iterator, Sequence

import pytest
from sqlalchemy import func, select

from parlour.store import log, players, postgresql_driver, writer
from parlour.store.failure import StoreAway, StoreBusy
from parlour.store.statements import Statement
from parlour.store.store import Store
from parlour.store.transaction import Transaction
from tests.patience import WAIT_S
from tests.postgres import Postgres, rows
from tests.store.relay import Relay
from tests.store.under_way import line, under_way

ANSWER_S, AWAY_S = 0.3, 0.5
QUICKLY = "?connect_timeout=2"
ENTRIES = "SELECT seq, convert_from(entry, 'UTF8') FROM entries ORDER BY match, seq"


@pytest.fixture
def address(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(postgresql_driver, "LONGEST_ANSWER_S", ANSWER_S)
    monkeypatch.setattr(writer, "LONGEST_AWAY_S", AWAY_S)
    monkeypatch.setattr("parlour.store.store.LONGEST_AWAY_S", AWAY_S)
    with postgres.blank() as blank:
        yield blank


class Heard:
    """Counts how often it begins to hear."""

    def __init__(self) -> None:
        self.times = asyncio.Queue[None]()

    def notified(self, subjects: Sequence[str]) -> None:
        """Nobody says anything."""

    def missed(self) -> None:
        self.times.put_nowait(None)


async def back(store: Store) -> None:
    while store.away:
        await asyncio.sleep(0.01)


def test_who_waits_for_a_database_that_hangs_is_told_and_the_store_goes_on_with_it(
    postgres: Postgres, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.store.postgresql_notifications.LOOKS_A_PROOF", 1)
    store = Store(address + QUICKLY)

    async def check() -> None:
        heard = Heard()
        store.listen(heard, asyncio.get_running_loop())
        await heard.times.get()
        await store.write(under_way())
        await store.read(players.known(["nobody"]))
        postgres.pause()
        try:
            asked = [store.write(log.append(1, 0, [line("never")])), *(store.read(players.known([])) for _ in range(9))]
            told = await asyncio.gather(*asked, return_exceptions=True)
            assert [type(one) for one in told] == [StoreAway] * len(asked)
            assert store.away
            with pytest.raises(StoreAway):
                await store.read_at_once(players.known([]))
        finally:
            postgres.resume()
        await back(store)
        await store.write(log.append(1, 0, [line("later")]))
        assert await store.read(players.known([])) == []
        await heard.times.get()

    async def in_time() -> None:
        async with asyncio.timeout(WAIT_S):
            await check()

    asyncio.run(in_time())
    store.close()
    assert rows(address, ENTRIES) == [(0, "later")]


def test_a_commit_that_was_under_way_when_the_database_hung_is_done_once(postgres: Postgres, address: str) -> None:
    """It is not refused: whether it was made is known when the database goes on."""
    relay = Relay(postgres.port)
    store = Store(address.replace(f":{postgres.port}", f":{relay.port}") + QUICKLY)

    async def check() -> None:
        await store.write(under_way())
        relay.before_commit = postgres.pause
        try:
            writing = asyncio.ensure_future(store.write(log.append(1, 0, [line("once")])))
            while not store.away:
                await asyncio.sleep(0.01)
            with pytest.raises(StoreAway):
                await store.write(log.append(1, 1, [line("never")]))
            assert not writing.done()
        finally:
            postgres.resume()
        await asyncio.wait_for(writing, WAIT_S)

    asyncio.run(check())
    store.close()
    relay.close()
    assert rows(address, ENTRIES) == [(0, "once")]


def test_a_statement_that_takes_too_long_is_refused_and_its_connection_stays(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql_driver, "LONGEST_WRITE_MS", 100)
    monkeypatch.setattr(postgresql_driver, "LONGEST_ANSWER_S", WAIT_S)
    store = Store(address)
    mine = Statement(select(func.pg_backend_pid()))
    slow = Statement(select(func.pg_sleep(WAIT_S)))

    def sleeps(transaction: Transaction) -> None:
        transaction.many(slow)

    def which(transaction: Transaction) -> int:
        [[process]] = transaction.many(mine)
        return int(process)

    async def check() -> None:
        before = await store.write(which)
        with pytest.raises(StoreBusy):
            await store.write(sleeps)
        assert await store.write(which) == before

    asyncio.run(check())
    store.close()
