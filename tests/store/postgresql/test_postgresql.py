"""Several processes on one PostgreSQL: nothing is lost or doubled, whatever is lost on the way."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from msgspec import structs

from parlour.core.errors import MalformedInput
from parlour.games.ten_exorcism.rules import Options, TenExorcism
from parlour.protocol.ranking import Origin, Seated
from parlour.store import log, notifications, players, rooms, secrets, standings, writer
from parlour.store.address import DatabaseUrl, address_of
from parlour.store.databases import database_at
from parlour.store.failure import StoreAway
from parlour.store.group_commit import TRIES_BESIDE_OTHERS, commit
from parlour.store.log import SeqTaken
from parlour.store.players import Player
from parlour.store.postgresql_notifications import LONGEST_PAYLOAD, payloads
from parlour.store.rooms import RoomChanged, StoredRoom
from parlour.store.store import Store, StoreUnusable
from parlour.store.transaction import Transaction
from parlour.testing.players import begin, finished
from tests.patience import WAIT_S
from tests.postgres import Postgres, rows
from tests.store.relay import Lost, Relay
from tests.store.under_way import line, under_way

ROOM = StoredRoom("ROOMXX", "dots-and-boxes", "ann", b"{}", None, 1)
ENTRIES = "SELECT match, seq, convert_from(entry, 'UTF8') FROM entries ORDER BY match, seq"


@pytest.fixture
def address(postgres: Postgres) -> Iterator[str]:
    with postgres.blank() as blank:
        yield blank


@pytest.fixture
def stores(address: str) -> Iterator[tuple[Store, Store]]:
    """Two processes' worth."""
    both = Store(address), Store(address)
    yield both
    for store in both:
        store.close()


class Heard:
    """A listener that remembers."""

    def __init__(self) -> None:
        self.subjects: list[str] = []
        self.times_missed = 0
        self._something = asyncio.Event()

    def notified(self, subjects: Sequence[str]) -> None:
        self.subjects += subjects
        self._something.set()

    def missed(self) -> None:
        self.times_missed += 1
        self._something.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(WAIT_S):
            while not holds():
                self._something.clear()
                await self._something.wait()


# Two writers


def test_two_processes_that_read_before_they_write_lose_and_double_nothing(stores: tuple[Store, Store]) -> None:
    """Names, numbers of matches, secrets: whatever is computed from what is there already."""
    each = 20
    session = begin(TenExorcism(), 1, Options()).session

    async def one(store: Store, who: int) -> tuple[list[str], list[int], bytes]:
        names, numbers = [], []
        for at in range(each):
            same = await store.write(players.add(Player(f"{who}-{at}", "Mina"), f"{who}-{at}".encode(), 0))
            names.append(same.name)
            match = structs.replace(session, id=f"{who}-{at}")
            numbers.append(await store.write(log.begin("ROOM", match, [Seated("Mina")])))
        return names, numbers, await store.write(secrets.obtain("daily"))

    async def both() -> None:
        here, there = await asyncio.gather(one(stores[0], 0), one(stores[1], 1))
        assert sorted(here[0] + there[0]) == sorted(["Mina", *(f"Mina#{number}" for number in range(2, 2 * each + 1))])
        assert len({*here[1], *there[1]}) == 2 * each
        assert here[2] == there[2]

    asyncio.run(both())


def test_who_is_always_forestalled_does_it_alone_at_last(address: str) -> None:
    """Somebody else takes the name whenever it has been looked for, as long as anybody else can write."""
    mine, theirs = (database_at(address) for _ in range(2))
    Store(address).close()
    connection, other = mine.writing(), theirs.writing()
    forestalled = 0

    def add(transaction: Transaction) -> Player:
        nonlocal forestalled
        players.known(["anybody"])(transaction)
        if not connection.alone:
            forestalled += 1
            them = Player(f"them-{forestalled}", "Mina")
            [(_, problem)] = commit(other, [players.add(them, them.id.encode(), 0)])
            assert problem is None
        return players.add(Player("me", "Mina"), b"me", 0)(transaction)

    [(found, problem)] = commit(connection, [add])
    assert problem is None
    assert found.name == f"Mina#{forestalled + 1}"
    assert forestalled == 2 * TRIES_BESIDE_OTHERS
    mine.close()
    theirs.close()


def test_two_processes_that_confirm_at_once_count_every_match_once(stores: tuple[Store, Store], address: str) -> None:
    each = 6

    async def both() -> None:
        await stores[0].write(players.add(Player("a", "A"), b"a", 0))
        played = []
        for seed in range(2 * each):
            session = structs.replace(finished(TenExorcism(), seed, Options()).session, id=f"m{seed}")
            await stores[0].write(log.begin("ROOM", session, [Seated("A", player="a")], Origin(drawn=True)))
            stored = await stores[0].read(log.stored(session.id))
            assert stored is not None
            played.append(stored)
        orders = played, played[each:] + played[:each]
        jobs = [
            store.write(standings.confirm([(stored, True)]))
            for store, order in zip(stores, orders, strict=True)
            for stored in order
        ]
        await asyncio.gather(*jobs)
        derived = [rows(address, f"SELECT * FROM {table} ORDER BY 1, 2, 3, 4") for table in ("results", "bests")]
        await stores[1].write(standings.rebuild)
        again = [rows(address, f"SELECT * FROM {table} ORDER BY 1, 2, 3, 4") for table in ("results", "bests")]
        assert again == derived

    asyncio.run(both())
    confirmed = "SELECT count(*), count(DISTINCT place) FROM matches WHERE confirmed"
    assert rows(address, confirmed) == [(2 * each, 2 * each)]
    assert rows(address, "SELECT count(*) FROM results") == [(2 * each,)]


def test_of_two_processes_that_change_a_room_one_is_refused_and_reads_it_again(stores: tuple[Store, Store]) -> None:
    each = 15

    async def change(store: Store, who: str) -> int:
        refused = 0
        for _ in range(each):
            while True:
                room = await store.read(rooms.load("ROOMXX"))
                assert room is not None
                try:
                    await store.write(rooms.save(structs.replace(room, state=room.state + who.encode()), room.version))
                    break
                except RoomChanged:
                    refused += 1
        return refused

    async def both() -> None:
        await stores[0].write(rooms.save(structs.replace(ROOM, state=b""), None))
        await asyncio.gather(change(stores[0], "a"), change(stores[1], "b"))
        room = await stores[0].read(rooms.load("ROOMXX"))
        assert room is not None
        assert (room.version, sorted(room.state.decode())) == (2 * each, ["a"] * each + ["b"] * each)

    asyncio.run(both())


# What is lost on the way


@pytest.mark.parametrize("loses", ["commit", "answer"])
def test_a_commit_whose_answer_was_lost_is_done_once(postgres: Postgres, address: str, loses: Lost) -> None:
    relay = Relay(postgres.port)
    store = Store(address.replace(f":{postgres.port}", f":{relay.port}"))

    async def check() -> None:
        await store.write(under_way())
        await store.write(log.append(1, 0, [line("before")]))
        for seq in (1, 2, 3):
            relay.loses = loses
            await store.write(log.append(1, seq, [line("during")]))
        with pytest.raises(SeqTaken):
            await store.write(log.append(1, 3, [line("twice")]))

    asyncio.run(check())
    store.close()
    relay.close()
    assert relay.lost == 3
    assert rows(address, ENTRIES) == [(1, 0, "before"), (1, 1, "during"), (1, 2, "during"), (1, 3, "during")]


def test_what_waits_while_the_database_is_away_is_done_when_it_is_back(postgres: Postgres, address: str) -> None:
    store = Store(address)

    async def check() -> None:
        await store.write(under_way())
        await store.write(log.append(1, 0, [line("before")]))
        postgres.kill()
        writing = [asyncio.ensure_future(store.write(log.append(1, seq, [line("during")]))) for seq in (1, 2)]
        reading = asyncio.ensure_future(store.read(players.known(["nobody"])))
        while not store.away:
            await asyncio.sleep(0.01)
        assert not any(one.done() for one in writing)
        await asyncio.to_thread(postgres.start)
        assert await asyncio.gather(*writing) == [None, None]
        assert await reading == []
        assert not store.away

    asyncio.run(check())
    store.close()
    assert [row[1] for row in rows(address, ENTRIES)] == [0, 1, 2]


def test_who_waits_too_long_for_the_database_is_told_and_the_store_goes_on_later(
    postgres: Postgres, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "LONGEST_AWAY_S", 0.2)
    monkeypatch.setattr("parlour.store.store.LONGEST_AWAY_S", 0.2)
    store = Store(address)

    async def check() -> None:
        await store.write(under_way())
        postgres.stop()
        try:
            for _ in range(2):
                with pytest.raises(StoreAway):
                    await store.write(log.append(1, 0, [line("never")]))
                with pytest.raises(StoreAway):
                    await store.read(players.known(["nobody"]))
        finally:
            postgres.start()
        while store.away:
            await asyncio.sleep(0.01)
        await store.write(log.append(1, 0, [line("later")]))

    asyncio.run(check())
    store.close()
    assert rows(address, ENTRIES) == [(1, 0, "later")]


# Notifications


def test_others_hear_what_was_committed_and_nothing_of_what_was_not(stores: tuple[Store, Store]) -> None:
    async def check() -> None:
        here, there = Heard(), Heard()
        await stores[0].write(under_way())
        for store, heard in zip(stores, (here, there), strict=True):
            store.listen(heard, asyncio.get_running_loop())
            await heard.until(lambda heard=heard: heard.times_missed == 1)  # type: ignore[misc]
        await stores[0].write(log.append(1, 0, [line("a")]))
        with pytest.raises(SeqTaken):
            await stores[0].write(log.append(1, 0, [line("b")]))
        await stores[0].write(rooms.save(ROOM, None))
        await stores[0].write(rooms.close("ROOMXX", 0))
        await stores[1].write(log.append(1, 1, [line("c")]))
        await here.until(lambda: bool(here.subjects))
        room = notifications.of_room("ROOMXX")
        await there.until(lambda: len(there.subjects) == 3)
        assert there.subjects == [notifications.of_match(1), room, room]
        assert here.subjects == [notifications.of_match(1)]

    asyncio.run(check())


def test_a_listener_whose_connection_was_lost_is_told_that_it_may_have_missed_something(
    stores: tuple[Store, Store], postgres: Postgres
) -> None:
    async def check() -> None:
        heard = Heard()
        await stores[0].write(under_way())
        stores[1].listen(heard, asyncio.get_running_loop())
        await heard.until(lambda: heard.times_missed == 1)
        postgres.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        await heard.until(lambda: heard.times_missed == 2)
        await stores[0].write(log.append(1, 0, [line("a")]))
        await heard.until(lambda: heard.subjects == [notifications.of_match(1)])

    asyncio.run(check())


def test_hints_are_said_once_each_in_as_few_parts_as_they_fit_into() -> None:
    assert payloads("me", []) == []
    assert payloads("me", ["match 1", "room A", "match 1"]) == ['["me","match 1","room A"]']
    many = payloads("me", [f"match {number} é" for number in range(2000)])
    assert 3 < len(many) < 7
    assert max(len(part.encode()) for part in many) <= LONGEST_PAYLOAD
    with pytest.raises(ValueError, match="too long"):
        payloads("me", ["a" * LONGEST_PAYLOAD])


# Addresses


def test_an_address_is_a_file_or_a_database() -> None:
    assert address_of("games.db") == address_of("sqlite:games.db") == Path("games.db")
    assert address_of("postgresql://host/games") == DatabaseUrl("postgresql://host/games")
    assert address_of(Path("sqlite:odd.db")) == Path("sqlite:odd.db")


def test_an_address_is_shown_without_its_password() -> None:
    address = address_of("postgresql://ann:secret@one:5432,two:5433/games?password=secret&sslmode=require")
    assert str(address) == "postgresql://ann@one:5432,two:5433/games"
    assert "secret" not in repr(address)


@pytest.mark.parametrize("password", ["se/cret", "se#cret", "se?cret", "se@cret", "se[cret"])
def test_no_spelling_of_a_password_is_shown(password: str) -> None:
    assert "cret" not in str(DatabaseUrl(f"postgresql://ann:{password}@one/games"))


@pytest.mark.parametrize(
    "wrong", ["postgresql+psycopg://ann:secret@one/games", "mysql://ann:secret@one/games", "host=one password=secret"]
)
def test_an_address_of_another_kind_is_no_file(wrong: str) -> None:
    with pytest.raises(MalformedInput, match="postgresql://USER@HOST/NAME") as refused:
        address_of(wrong)
    assert "secret" not in str(refused.value)


def test_an_address_may_be_in_capitals() -> None:
    assert isinstance(address_of("POSTGRESQL://ann@one/games"), DatabaseUrl)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("postgresql://ann:secret@127.0.0.1:1/games", "refused"),
        ("postgresql://ann:secret@host:name:5/%zz", "that is no address: postgresql://"),
    ],
)
def test_a_database_that_cannot_be_used_is_named_without_its_password(wrong: str, said: str) -> None:
    with pytest.raises(StoreUnusable, match=said) as refused:
        Store(wrong)
    assert "secret" not in str(refused.value)


def test_a_database_of_another_encoding_is_refused(postgres: Postgres) -> None:
    postgres.execute("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    with pytest.raises(StoreUnusable, match="its encoding is LATIN1"):
        Store(postgres.address("latin"))
