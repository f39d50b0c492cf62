"""The host of a match: one change after another, whoever else writes and whatever fails."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from weakref import WeakValueDictionary

import pytest
from msgspec import structs

from parlour.core.errors import Refusal
from parlour.core.game import Ready
from parlour.core.match import AnyMatch, Match
from parlour.core.replay import verify
from parlour.core.session import encode_entry
from parlour.games import kits
from parlour.protocol.ranking import CHOSEN, Seated, all_moved
from parlour.protocol.refs import Refs
from parlour.protocol.submission import MOST_ENTRIES_LIVE
from parlour.server import background
from parlour.server.access.restrictions import Restrictions
from parlour.server.after.confirmer import Confirmer
from parlour.server.background import Background
from parlour.server.clock import ServerClock
from parlour.server.cluster.members import Members
from parlour.server.cluster.presence import Presence
from parlour.server.live.bots import BotPlayers
from parlour.server.live.broadcast.feed import Feed
from parlour.server.live.broadcast.open_rooms import OpenRooms
from parlour.server.live.matches import clock_and_bots
from parlour.server.live.matches.beginning import resumed
from parlour.server.live.matches.match_host import MatchHost
from parlour.server.live.people.seating import BotSeat, RoomFacts, RoomState
from parlour.server.live.people.standing_in import StandIns
from parlour.server.live.rooms.live_room import LiveRoom
from parlour.server.live.services import Services
from parlour.server.metrics import Metrics
from parlour.server.problems import Problem
from parlour.server.settings import Settings
from parlour.server.work.levels import Levels
from parlour.store import log, rooms
from parlour.store.futures import Callback
from parlour.store.rooms import RoomChanged, StoredRoom
from parlour.store.store import Store
from parlour.store.transaction import Job
from parlour.store.writer import StoreClosed
from parlour.testing.players import begin
from tests.server.workers import pool_here

KIT = kits()["dots-and-boxes"]
GAME = KIT.game
STATE = RoomState(options={}, public=False, holders=(BotSeat("novice"), BotSeat("novice")))


class Seen(Feed):
    """A feed that remembers how long the log was at each view that was sent."""

    def __init__(self) -> None:
        clock = ServerClock()
        stand_ins = StandIns(Settings(Path("nowhere")), clock, KIT, lambda: None)
        self.room = LiveRoom(KIT, RoomFacts("ROOM", "ann", STATE), stand_ins, clock)
        super().__init__(KIT, self.room, OpenRooms({}))
        self.counts: list[int] = []

    def send_view(self) -> None:
        assert self.room.match_host is not None
        self.counts.append(self.room.match_host.match.count)


def services_of(store: Store, clock: ServerClock) -> Services:
    """What a host needs."""
    tasks, metrics = Background(), Metrics()
    pool = pool_here()
    levels = Levels(pool)
    members = Members(store)
    return Services(
        settings=Settings(Path("unused")),
        store=store,
        clock=clock,
        bots=BotPlayers(0, metrics),
        background=tasks,
        metrics=metrics,
        confirmer=Confirmer(store, tasks, levels),
        pool=pool,
        levels=levels,
        members=members,
        presence=Presence(store, members.id, tasks),
        restrictions=Restrictions(clock),
        match_hosts=WeakValueDictionary(),
    )


def host_of(
    store: Store, clock: ServerClock, match: AnyMatch, feed: Seen | None = None, bot: str | None = None
) -> MatchHost:
    """A match of the store, hosted by a process that has seen nothing of it yet."""
    services = services_of(store, clock)
    seats = (Seated("a", bot=bot), Seated("b"))
    stored = log.StoredMatch(1, "ROOM", CHOSEN, match.session, seats, None)
    feed = feed or Seen()
    feed.room.match_host = host = MatchHost(services, KIT, feed, stored, match, Refs())
    return host


def test_whoever_is_second_to_write_reads_again_and_plays_after(tmp_path: Path) -> None:
    async def check() -> None:
        here, elsewhere = Store(tmp_path / "parlour.db"), Store(tmp_path / "parlour.db")
        clock = ServerClock()
        match = begin(GAME, 1)
        match = match.taken_up(GAME, structs.replace(match.session, started=clock.now_ms()), match.state)
        number = await here.write(log.begin("ROOM", match.session, [Seated("a"), Seated("b")]))
        seen = Seen()
        host = host_of(here, clock, match, seen)

        lines = GAME.legal_actions(match.state, 0)
        after, _ = match.submit(0, lines[0], 0)
        entry = after.session.entries[-1]
        await elsewhere.write(log.append(number, 0, [log.Line(0, encode_entry(entry), "theirs")]))

        submitted = await host.submit_and_wait(0, lines[1], "mine")
        assert submitted is not None
        assert (submitted.seq, submitted.refused) == (1, Refusal("not-your-turn"))
        known = await host.submit_and_wait(0, lines[5], "theirs")
        assert known is not None
        assert (known.seq, known.refused) == (0, None)
        assert await host.submit_and_wait(1, lines[2], only_at=0) is None
        assert seen.counts == [1, 2]
        stored = await here.read(log.stored(match.session.id))
        assert stored is not None
        assert stored.session.entries == host.match.session.entries
        assert list(await here.read(log.refs(stored.number))) == [(0, "theirs", 0), (0, "mine", 1)]
        here.close()
        elsewhere.close()

    asyncio.run(check())


def test_a_log_that_is_full_takes_no_more(tmp_path: Path) -> None:
    async def check() -> None:
        store = Store(tmp_path / "parlour.db")
        match = begin(GAME, 1)
        action = GAME.legal_actions(match.state, 0)[0]
        refused, _ = match.submit(1, action, 0)
        entries = refused.session.entries * MOST_ENTRIES_LIVE
        full = match.taken_up(GAME, structs.replace(match.header, entries=entries), match.state)
        submitted = await host_of(store, ServerClock(), full).submit_and_wait(0, action)
        assert submitted is not None
        assert submitted.seq is None
        assert submitted.refused == Refusal("log-full", {"entries": MOST_ENTRIES_LIVE})
        store.close()

    asyncio.run(check())


async def two_processes(folder: Path) -> tuple[list[Store], ServerClock, AnyMatch]:
    """Two stores on one file, and a match that both know."""
    stores, clock, match = [Store(folder / "parlour.db") for _ in range(2)], ServerClock(), begin(GAME, 1)
    match = match.taken_up(GAME, structs.replace(match.session, started=clock.now_ms()), match.state)
    await stores[0].write(log.begin("ROOM", match.session, [Seated("a"), Seated("b")]))
    return stores, clock, match


def test_two_processes_that_submit_to_one_match_at_once_agree_on_one_order(tmp_path: Path) -> None:
    """Each tries the same lines for both seats: no line is drawn twice, whoever drew it, and nothing is missing."""

    async def check() -> None:
        stores, clock, match = await two_processes(tmp_path)
        lines = GAME.legal_actions(match.state, 0)[:20]

        async def play(store: Store, name: str) -> list[int]:
            host = host_of(store, clock, match)
            places = []
            for number, line in enumerate(lines):
                for seat in (0, 1):
                    submitted = await host.submit_and_wait(seat, line, f"{name}{number}")
                    assert submitted is not None
                    if submitted.seq is not None:
                        places.append(submitted.seq)
            return places

        here, there = await asyncio.gather(*(play(store, name) for store, name in zip(stores, "xy", strict=True)))
        stored = await stores[0].read(log.stored(match.session.id))
        assert stored is not None
        entries = stored.session.entries
        assert sorted(here + there) == list(range(len(entries)))
        drawn = [entry.action for entry in entries if entry.refused is None]
        assert len(drawn) == len(set(drawn)) == len(lines)
        assert (await resumed(services_of(stores[0], ServerClock()), stored.session)).count == len(entries)
        for store in stores:
            store.close()

    asyncio.run(check())


def test_an_action_that_is_sent_to_two_processes_at_once_is_played_once(tmp_path: Path) -> None:
    async def check() -> None:
        stores, clock, match = await two_processes(tmp_path)
        hosts = [host_of(store, clock, match) for store in stores]
        for number, line in enumerate(GAME.legal_actions(match.state, 0)[:10]):
            seat = GAME.to_move(hosts[0].match.state)[0]
            answers = await asyncio.gather(*(host.submit_and_wait(seat, line, f"r{number}") for host in hosts))
            assert [answer and answer.seq for answer in answers] == [number, number]
            assert hosts[0].match.session.entries == hosts[1].match.session.entries
        for store in stores:
            store.close()

    asyncio.run(check())


class FailingStore(Store):
    """A store whose entries cannot be written; it tells when that is tried."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._path = path
        self.tried: asyncio.Queue[float] = asyncio.Queue()
        """When, by the event loop's clock."""
        self.put = self._try_to_put

    async def begin_and_fail(self, match: AnyMatch) -> None:
        """Write a match down, and from then on nothing more of it."""
        await self.write(log.begin("ROOM", match.session, [Seated("a"), Seated("b")]))
        with closing(sqlite3.connect(self._path)) as connection:
            connection.execute("DROP TABLE entries")

    def _try_to_put(self, job: Job[object], then: Callback, loop: asyncio.AbstractEventLoop) -> None:
        self.tried.put_nowait(loop.time())
        self._writer.put(job, then, loop)


def test_what_cannot_be_written_is_answered_and_the_next_change_takes_its_turn(tmp_path: Path) -> None:
    async def check() -> None:
        store, match = FailingStore(tmp_path / "parlour.db"), begin(GAME, 1)
        await store.begin_and_fail(match)
        host, action = host_of(store, ServerClock(), match), GAME.legal_actions(match.state, 0)[0]
        tries = [host.submit_and_wait(0, action, f"r{number}") for number in range(3)]
        for error in await asyncio.gather(*tries, return_exceptions=True):
            assert isinstance(error, sqlite3.OperationalError)
        assert host.match == match
        store.close()
        for _ in range(2):
            with pytest.raises(StoreClosed):
                await host.submit_and_wait(0, action)

    asyncio.run(check())


def test_a_clock_that_cannot_be_written_waits_before_it_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock_and_bots, "RETRY_MS", 300)

    async def check() -> None:
        store, match = FailingStore(tmp_path / "parlour.db"), begin(GAME, 1, GAME.options(turn_seconds=5))
        await store.begin_and_fail(match)
        host = host_of(store, ServerClock(), match)
        host.wake()
        first, second = [await store.tried.get() for _ in range(2)]
        assert second - first >= 0.3
        host.stop()
        store.close()

    asyncio.run(check())


def test_bots_are_ready_by_themselves_and_people_are_waited_for(tmp_path: Path) -> None:
    async def check() -> None:
        store, clock = Store(tmp_path / "parlour.db"), ServerClock()
        match = Match.begin(GAME, id="race", seed=1, started=clock.now_ms(), waits=True)
        await store.write(log.begin("ROOM", match.session, [Seated("a", bot="novice"), Seated("b")]))
        host = host_of(store, clock, match, bot="novice")
        host.wake()
        while host.match.to_move != (1,):
            await asyncio.sleep(0)
        assert host.match.covered
        assert [(entry.seat, entry.action) for entry in host.match.session.entries] == [(0, Ready())]
        begun_by_a_bot = host.listed
        await host.submit_and_wait(1, Ready())
        assert (begun_by_a_bot, host.listed) == (False, True)
        assert not all_moved(host.match.session), "to be ready is no move"
        while host.match.count < 3:
            await asyncio.sleep(0)
        assert host.match.began_ms == host.match.session.entries[1].at_ms
        assert all_moved(structs.replace(host.match.session, seats=1)), "the bot has moved"
        host.stop()
        store.close()

    asyncio.run(check())


def test_a_match_that_was_closed_is_not_played_on(tmp_path: Path) -> None:
    async def check() -> None:
        store, clock = Store(tmp_path / "parlour.db"), ServerClock()
        match = begin(GAME, 1).begun_at(clock.now_ms())
        await store.write(log.begin("ROOM", match.session, [Seated("a"), Seated("b")]))
        host, (action, other, *_) = host_of(store, clock, match), GAME.legal_actions(match.state, 0)
        await host.submit_and_wait(0, action)
        await host.close(lambda _transaction: None)
        submitted = await host.submit_and_wait(1, other)
        assert submitted is not None
        assert (submitted.seq, submitted.refused) == (None, Refusal("game-over"))
        stored = await store.read(log.stored(match.session.id))
        assert stored is not None
        assert stored.session.ended is not None
        assert verify(GAME, stored.session).ok
        store.close()

    asyncio.run(check())


def test_a_match_is_not_closed_without_what_belongs_to_it(tmp_path: Path) -> None:
    async def check() -> None:
        store, clock = Store(tmp_path / "parlour.db"), ServerClock()
        match = begin(GAME, 1).begun_at(clock.now_ms())
        await store.write(log.begin("ROOM", match.session, [Seated("a"), Seated("b")]))
        host = host_of(store, clock, match)
        await store.write(rooms.save(StoredRoom("ROOM", GAME.id, "ann", b"{}", match.session.id, 0), None))
        stale = rooms.close("ROOM", 7)
        with pytest.raises(RoomChanged):
            await host.close(stale)
        stored = await store.read(log.stored(match.session.id))
        assert stored is not None
        assert stored.session.ended is None
        submitted = await host.submit_and_wait(0, GAME.legal_actions(match.state, 0)[0])
        assert submitted is not None
        assert submitted.seq == 0
        store.close()

    asyncio.run(check())


def test_neither_clock_nor_bots_play_into_a_full_log(tmp_path: Path) -> None:
    async def check() -> None:
        store, clock = Store(tmp_path / "parlour.db"), ServerClock()
        match = begin(GAME, 1, GAME.options(turn_seconds=5)).begun_at(clock.now_ms())
        refused, _ = match.submit(1, GAME.legal_actions(match.state, 0)[0], 0)
        entries = refused.session.entries * MOST_ENTRIES_LIVE
        full = match.taken_up(GAME, structs.replace(match.header, entries=entries), match.state)
        assert full.due_ms is not None
        host = host_of(store, clock, full, bot="novice")
        host.wake()
        assert host.idle
        store.close()

    asyncio.run(check())


@pytest.mark.parametrize(("problem", "tries"), [(Problem(422, "work-too-long", ""), 1), (Problem(503, "busy", ""), 3)])
def test_a_confirmation_that_can_never_be_is_tried_once(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    problem: Problem,
    tries: int,
) -> None:
    monkeypatch.setattr(background, "FIRST_WAIT_S", 0.0)

    async def check() -> None:
        store, match, tried = Store(tmp_path / "parlour.db"), begin(GAME, 1), []
        services = services_of(store, ServerClock())
        done = asyncio.Event()

        async def failing(name: str) -> log.StoredMatch:
            tried.append(name)
            if len(tried) == tries:
                done.set()
            if len(tried) == 3:
                raise LookupError(name)
            raise problem

        monkeypatch.setattr(services.confirmer, "confirm", failing)
        stored = log.StoredMatch(1, "ROOM", CHOSEN, match.session, (Seated("a"), Seated("b")), None)
        host = MatchHost(services, KIT, Seen(), stored, match, Refs())
        services.background.keep(host._confirm, "confirm outcome")
        await done.wait()
        for _ in range(10):
            await asyncio.sleep(0)
        assert len(tried) == tries
        assert [record.message for record in caplog.records].count("outcome not confirmed") == 1
        await services.background.stop()
        store.close()

    asyncio.run(check())
