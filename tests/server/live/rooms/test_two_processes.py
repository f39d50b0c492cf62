"""One store, two processes: a room that both change stays one room."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest

from parlour.core.game import Ready
from parlour.core.match import AnyMatch
from parlour.core.session import AnySession
from parlour.games.dots_and_boxes.rules import DRAWS
from parlour.games.ten_exorcism.rules import Ask
from parlour.protocol.messages import Bye
from parlour.server.live.matches.match_host import MatchHost
from parlour.server.live.people.seating import BotSeat, Holder, KeptFor, Nobody, Person, people
from parlour.server.live.rooms import life_cycle
from parlour.server.live.rooms.room import Room
from parlour.server.live.services import Services
from parlour.server.problems import Problem
from parlour.server.settings import Settings
from parlour.store import log, players
from parlour.store.failure import StoreAway
from parlour.store.futures import Callback, settling
from parlour.store.players import Player
from parlour.store.sqlite import SqliteDatabase
from parlour.store.store import Store
from parlour.store.transaction import Job
from tests.server.late_parlour import open_parlour
from tests.server.table import Json

ANN, BOB, CLEO = (Player(name.lower(), name) for name in ("Ann", "Bob", "Cleo"))
GAME = "dots-and-boxes"


def in_two_processes(
    folder: Path, seats: int, check: Callable[[Room, Room, Store], Awaitable[None]], game: str = GAME
) -> None:
    """Ann's room with so many seats, as two servers on one file know it. Neither minds that the other changes it."""

    async def body() -> None:
        async with AsyncExitStack() as stack:
            here, there = (open_parlour(Settings(folder / "parlour.db", warm=False)) for _ in range(2))
            for parlour in (here, there):
                await stack.enter_async_context(parlour.app.lifespan())
            for player in (ANN, BOB, CLEO):
                await here.store.write(players.add(player, player.id.encode(), 0))
            holders: tuple[Holder, ...] = (Person(ANN.id, ANN.name), *(Nobody(),) * (seats - 1))
            room = await here.hub.open(ANN, game, {}, holders, public=False, seed=None)
            await check(room, await there.hub.find(room.code), here.store)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SqliteDatabase, "watch", lambda _database: None)
        asyncio.run(body())


def test_two_who_take_the_last_seat_at_once_do_not_both_get_it(tmp_path: Path) -> None:
    async def check(here: Room, there: Room, _store: Store) -> None:
        came = await asyncio.gather(here.join(BOB, 1), there.join(CLEO, 1), return_exceptions=True)
        [refused] = [error for error in came if error is not None]
        assert isinstance(refused, Problem)
        assert refused.code in ("seat-taken", "room-full")
        assert here.state.holders == there.state.holders
        assert here.now().match == there.now().match

    in_two_processes(tmp_path, 2, check)


def test_two_who_take_different_seats_at_once_both_sit(tmp_path: Path) -> None:
    async def check(here: Room, there: Room, _store: Store) -> None:
        await asyncio.gather(here.join(BOB, 1), there.join(CLEO, 2))
        await here.rename(ANN)
        assert people(here.state.holders) == {ANN.id, BOB.id, CLEO.id}
        assert here.phase == "playing"
        await there.rename(CLEO)
        assert there.state.holders == here.state.holders
        assert there.now().match == here.now().match

    in_two_processes(tmp_path, 3, check)


def test_a_room_that_was_closed_elsewhere_is_gone_here_too(tmp_path: Path) -> None:
    async def check(here: Room, there: Room, _store: Store) -> None:
        await there.close()
        with pytest.raises(Problem, match="no-such-room"):
            await here.join(BOB, None)
        assert here.closed

    in_two_processes(tmp_path, 2, check)


def test_a_bot_that_was_seated_elsewhere_unranks_the_match_here_too(tmp_path: Path) -> None:
    async def check(here: Room, there: Room, store: Store) -> None:
        await here.join(BOB, None)
        await there.rename(ANN)
        assert here.now().ranked
        await there.leave(BOB)
        await there.fill(ANN, 1, "novice")
        await here.rename(ANN)
        assert here.state.holders[1] == BotSeat("novice", KeptFor(BOB.id, BOB.name))
        assert (here.now().ranked, there.now().ranked) == (False, False)
        match = here.now().match
        assert match is not None
        stored = await store.read(log.stored(match))
        assert stored is not None
        assert [who.changed for who in stored.seats] == [False, True]

    in_two_processes(tmp_path, 2, check)


def test_who_left_at_one_process_and_came_at_another_has_left(tmp_path: Path) -> None:
    async def check(here: Room, there: Room, _store: Store) -> None:
        await there.join(BOB, None)
        await here.leave(BOB)
        await there.rename(ANN)
        assert people(here.state.holders) == people(there.state.holders) == {ANN.id}

    in_two_processes(tmp_path, 3, check)


def test_a_seat_that_was_freed_elsewhere_can_be_taken_here(tmp_path: Path) -> None:
    async def check(here: Room, there: Room, _store: Store) -> None:
        await here.join(BOB, None)
        await there.leave(BOB)
        await here.join(CLEO, None)
        assert people(here.state.holders) == {ANN.id, CLEO.id}

    in_two_processes(tmp_path, 2, check)


class Screen:
    """A subscriber who keeps what is sent, message by message."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.address = ""
        self.gone = asyncio.Event()
        self.messages: list[Json] = []

    def send(self, text: bytes) -> None:
        self.messages.append(msgspec.json.decode(text))

    def close(self, bye: Bye) -> None:
        """Nothing to close."""

    def of_type(self, wanted: str) -> list[Json]:
        return [message for message in self.messages if message["type"] == wanted]


def test_a_rematch_that_began_elsewhere_is_shown_here(tmp_path: Path) -> None:
    async def check(here: Room, there: Room, _store: Store) -> None:
        await here.join(BOB, None)
        await there.rename(ANN)
        screen = Screen(BOB)
        here.enter(screen)
        first = here.match_host
        assert first is not None
        await play_out(first)
        while first.confirmed is None:
            await asyncio.sleep(0.001)
        await here.rematch(ANN)
        assert here.now().rematch == (ANN.id,)
        assert there.match_host is not None
        await there.match_host.submit_and_wait(0, DRAWS[0])
        await there.rematch(ANN)
        screen.messages.clear()
        await here.rename(ANN)
        second = there.now().match
        assert second not in (None, first.id)
        shown = [(message["type"], message["match"]) for message in screen.messages]
        assert shown[:2] == [("room", second), ("view", second)]
        assert screen.messages[0]["rematch"] == []
        assert first.idle

    in_two_processes(tmp_path, 2, check)


def test_a_match_goes_on_here_when_the_one_that_began_elsewhere_cannot_be_taken_up_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped: list[MatchHost] = []
    stop = MatchHost.stop

    def watched(host: MatchHost) -> None:
        stopped.append(host)
        stop(host)

    async def away(_services: Services, _session: AnySession) -> AnyMatch:
        raise StoreAway

    async def check(here: Room, there: Room, _store: Store) -> None:
        await here.join(BOB, None)
        await there.rename(ANN)
        first = here.match_host
        assert first is not None
        await play_out(first)
        while first.confirmed is None:
            await asyncio.sleep(0.001)
        assert there.match_host is not None
        await there.match_host.submit_and_wait(0, DRAWS[0])
        await there.rematch(ANN)
        with monkeypatch.context() as patched:
            patched.setattr(life_cycle, "resumed", away)
            with pytest.raises(StoreAway):
                await here.rename(ANN)
        assert here.match_host is first
        assert first not in stopped
        await here.rename(ANN)
        assert here.match_host is not first
        assert first in stopped

    monkeypatch.setattr(MatchHost, "stop", watched)
    in_two_processes(tmp_path, 2, check)


def test_help_that_was_given_elsewhere_unranks_the_match_for_those_who_look_on_here(tmp_path: Path) -> None:
    async def check(here: Room, there: Room, _store: Store) -> None:
        screen = Screen(BOB)
        there.enter(screen)
        assert [room["ranked"] for room in screen.of_type("room")] == [True]
        assert here.match_host is not None
        assert there.match_host is not None
        await here.match_host.submit_and_wait(0, Ready())
        await here.match_host.submit_and_wait(0, Ask())
        there.catch_up()
        assert await there.match_host.submit_and_wait(0, Ask(), only_at=0) is None
        assert [room["ranked"] for room in screen.of_type("room")] == [True, False]

    in_two_processes(tmp_path, 1, check, "ten-exorcism")


async def play_out(host: MatchHost) -> None:
    for draw in DRAWS:
        if host.match.outcome is None:
            await host.submit_and_wait(host.match.game.to_move(host.match.state)[0], draw)
    assert host.match.outcome is not None


@pytest.mark.parametrize("change", ["join", "begin", "rematch", "leave"])
def test_what_belongs_together_is_one_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    """A seat and what it means for the ranking, a seat or a rematch and the match that begins, the end of both."""

    async def check(here: Room, _there: Room, store: Store) -> None:
        if change != "begin":
            await here.join(BOB, None)
        if change == "join":
            await here.leave(BOB)
        if change == "rematch":
            assert here.match_host is not None
            await play_out(here.match_host)
        if change == "leave":
            await here.leave(BOB)
        written: list[object] = []
        put = store.put

        def counting(job: Job[object], then: Callback, loop: asyncio.AbstractEventLoop) -> None:
            written.append(job)
            put(job, then, loop)

        async def writing(job: Job[object]) -> object:
            future = asyncio.get_running_loop().create_future()
            counting(job, settling(future), asyncio.get_running_loop())
            return await future

        monkeypatch.setattr(store, "put", counting)
        monkeypatch.setattr(store, "write", writing)
        match change:
            case "join" | "begin":
                await here.join(CLEO, None)
            case "rematch":
                await here.rematch(ANN)
            case _:
                await here.leave(ANN)
        assert len(written) == 1

    in_two_processes(tmp_path, 2, check)
