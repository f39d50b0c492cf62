"""Nobody waits at an empty seat for long: a bot plays on, and whoever comes back takes the seat again."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.games.dots_and_boxes.rules import DRAWS
from parlour.protocol.messages import Bye, ChosenOptions, SeatNow
from parlour.server.app import Parlour
from parlour.server.live.people.seating import (
    BotSeat,
    Holder,
    KeptFor,
    Nobody,
    Person,
    bot_instead,
    forgotten,
    kept_seats,
    known_as,
    left_by,
    named,
    people,
    renamed,
    rotated,
    seats_to_take,
)
from parlour.server.live.people.standing_in import awaited_seats
from parlour.server.live.rooms.room import Room
from parlour.server.problems import Problem
from parlour.server.settings import Settings
from parlour.store import log, players
from parlour.store.players import Player
from tests.patience import WAIT_S
from tests.server.hostile.test_time import SetClock
from tests.server.late_parlour import open_parlour
from tests.server.table import Guest, Server, eventually, take

ANN, BEN, EVE = Player("ann", "Ann"), Player("ben", "Ben"), Player("eve", "Eve")
KEPT = KeptFor(BEN.id, BEN.name)
holders = st.lists(
    st.builds(Nobody, st.sampled_from([None, KEPT]))
    | st.builds(BotSeat, st.sampled_from(["weak", "strong"]), st.sampled_from([None, KEPT]))
    | st.sampled_from([Person(who.id, who.name) for who in (ANN, BEN, EVE)]),
    min_size=1,
    max_size=4,
).map(tuple)


# Values


@given(holders, st.sampled_from(["ann", "ben"]))
def test_whoever_leaves_may_come_back_to_the_same_seats(table: tuple[Holder, ...], player: str) -> None:
    mine = [seat for seat, who in enumerate(table) if isinstance(who, Person) and who.player == player]
    left = left_by(table, player, 30_000)
    assert player not in people(left)
    assert set(mine) <= set(kept_seats(left, player))
    bots = tuple(bot_instead(who, "weak") if isinstance(who, Nobody) else who for who in left)
    assert kept_seats(bots, player) == kept_seats(left, player)
    if mine:
        assert set(mine) <= set(seats_to_take(bots, player, None))


@given(holders, st.sampled_from(["ann", "ben"]))
def test_nothing_is_kept_for_whoever_is_forgotten(table: tuple[Holder, ...], player: str) -> None:
    assert player not in named(forgotten(left_by(table, player, None), player))
    assert named(known_as(table, {"eve": "Eve"})) <= {"eve"}


@given(holders)
def test_a_new_name_is_known_wherever_the_player_is(table: tuple[Holder, ...]) -> None:
    after = renamed(table, BEN.id, "Benno")
    assert named(after) == named(table)
    assert "Ben" not in {who.name for who in after if isinstance(who, Person)}
    assert "Ben" not in {who.kept_for.name for who in after if not isinstance(who, Person) and who.kept_for}


@given(holders)
def test_after_as_many_rematches_as_seats_everybody_has_begun_once(table: tuple[Holder, ...]) -> None:
    begins, now = [], table
    for _ in table:
        begins.append(now[0])
        now = rotated(now)
    assert now == table
    assert begins == list(table)


def test_a_bots_seat_is_given_back_to_nobody_else() -> None:
    table = (Person("ann", "Ann"), BotSeat("weak", KEPT))
    assert seats_to_take(table, "ben", None) == (1,)
    assert seats_to_take(table, "ben", 1) == (1,)
    with pytest.raises(Problem, match="room-full"):
        seats_to_take(table, "eve", None)
    with pytest.raises(Problem, match="seat-taken"):
        seats_to_take((*table, Nobody()), "eve", 1)


@pytest.mark.parametrize(
    ("present", "awaited"),
    [({"ann", "ben"}, ()), ({"ben"}, ()), ({"ann"}, (1,)), (set(), ()), ({"eve"}, ())],
    ids=["both", "the one to move", "the one who waits", "nobody", "a watcher"],
)
def test_a_match_waits_for_whoever_is_gone_only_while_somebody_is_there(
    present: set[str], awaited: tuple[int, ...]
) -> None:
    table = (Person("ann", "Ann"), Person("ben", "Ben"))
    assert awaited_seats(table, (1,), present.__contains__) == awaited


# In a server


class Socket:
    """Somebody in a room."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.address = ""
        self.gone = asyncio.Event()

    def send(self, text: bytes) -> None:
        """Nobody reads it."""

    def close(self, bye: Bye) -> None:
        """Nobody reads it."""


class Onlooker(Socket):
    """Somebody who waits for a bot to take Ben's seat."""

    def __init__(self, player: Player) -> None:
        super().__init__(player)
        self.saw_a_bot = asyncio.Event()

    def send(self, text: bytes) -> None:
        message = msgspec.json.decode(text)
        if message["type"] == "room" and message["seats"][1]["held_by"] == "bot":
            self.saw_a_bot.set()


class Machine:
    """A store, a clock that is set, and one server after another."""

    def __init__(self, folder: Path) -> None:
        self.clock = SetClock()
        self._settings = Settings(folder / "parlour.db", warm=False, bot_pause_s=0)
        self.options: ChosenOptions = {}
        self.code = ""

    @asynccontextmanager
    async def running(self) -> AsyncIterator[tuple[Parlour, Room]]:
        """The room of Ann and Ben, each of whom has drawn a line at first: Ann is to move."""
        parlour = open_parlour(self._settings, self.clock)
        async with parlour.app.lifespan():
            if not self.code:
                for player in (ANN, BEN, EVE):
                    await parlour.store.write(players.add(player, player.id.encode(), 0))
                table = (Person(ANN.id, ANN.name), Person(BEN.id, BEN.name))
                room = await parlour.hub.open(ANN, "dots-and-boxes", self.options, table, public=False, seed=None)
                self.code = room.code
                for seat, player in enumerate((ANN, BEN)):
                    self.clock.at += 1000
                    await room.submit_and_wait(player, seat, DRAWS[seat])
            await parlour.hub.resume()
            yield parlour, await parlour.hub.find(self.code)

    async def later(self, room: Room, seconds: float) -> SeatNow:
        """Ben's seat after a while: alarms ring as if it had passed."""
        self.clock.at += int(seconds * 1000)
        await room._stand_in()
        return room.now().seats[1]


Check = Callable[[Machine, Parlour, Room], Awaitable[None]]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def run(machine: Machine, *checks: Check) -> None:
    """Each check in a server of its own, one after another on the same store."""

    async def one(check: Check) -> None:
        async with machine.running() as (parlour, room):
            await check(machine, parlour, room)

    for check in checks:
        asyncio.run(one(check))


def test_a_bot_takes_the_seat_of_whoever_left_after_half_a_minute(machine: Machine) -> None:
    async def check(machine: Machine, _: Parlour, room: Room) -> None:
        await room.leave(BEN)
        seat = room.now().seats[1]
        assert (seat.held_by, seat.kept_for, seat.kept_name) == ("nobody", "ben", "Ben")
        assert seat.bot_due_ms == 2000 + 30_000
        assert not room.idle
        assert (await machine.later(room, 29)).held_by == "nobody"
        seat = await machine.later(room, 1)
        assert (seat.held_by, seat.level, seat.kept_for, seat.bot_due_ms) == ("bot", "skilled", "ben", None)

    run(machine, check)


def test_the_time_runs_on_while_the_server_is_down(machine: Machine) -> None:
    async def leave(_: Machine, _parlour: Parlour, room: Room) -> None:
        await room.leave(BEN)
        machine.clock.at += 20_000

    async def check(machine: Machine, _: Parlour, room: Room) -> None:
        assert room.now().seats[1].bot_due_ms == 2000 + 30_000
        assert not room.idle, "the alarm is set again"
        assert (await machine.later(room, 10)).held_by == "bot"

    run(machine, leave, check)


def test_whoever_comes_back_sits_where_they_sat_and_plays_on(machine: Machine) -> None:
    async def check(machine: Machine, parlour: Parlour, room: Room) -> None:
        await room.leave(BEN)
        assert [mine.room.code for mine in await parlour.hub.rooms_of(BEN)] == [room.code]
        assert (await machine.later(room, 31)).held_by == "bot"
        with pytest.raises(Problem, match="room-full"):
            await room.join(EVE, None)
        await room.join(BEN, None)
        seat = room.now().seats[1]
        assert (seat.held_by, seat.player, seat.kept_for) == ("player", "ben", None)
        await room.submit_and_wait(ANN, 0, DRAWS[2])
        await room.submit_and_wait(BEN, 1, DRAWS[3])

    run(machine, check)


@pytest.mark.parametrize(("seconds", "left"), [(29, False), (31, True)])
def test_coming_back_before_the_bot_undoes_leaving_and_after_it_does_not(
    machine: Machine, seconds: int, left: bool
) -> None:
    async def check(machine: Machine, parlour: Parlour, room: Room) -> None:
        await room.leave(BEN)
        await machine.later(room, seconds)
        await room.join(BEN, None)
        stored = await parlour.store.read(log.stored(room.now().match or ""))
        assert stored is not None
        assert (stored.seats[1].player, stored.seats[1].left is not None) == ("ben", left)

    run(machine, check)


def test_where_a_turn_has_a_time_limit_no_bot_comes_before_it_for_somebody_who_is_gone(machine: Machine) -> None:
    async def check(machine: Machine, _: Parlour, room: Room) -> None:
        ann, ben = Socket(ANN), Socket(BEN)
        room.enter(ann)
        room.enter(ben)
        room.live.subscribers._clock = lambda: machine.clock.at / 1000
        await room.submit_and_wait(ANN, 0, DRAWS[2])
        room.exit(ben)
        assert (await machine.later(room, 100)).held_by == "player"
        assert room.now().seats[1].bot_due_ms is None
        assert room.now().seats[1].bot_from_ms == 2000 + 90_000, "the other may ask for one"
        room.enter(ben)
        assert room.now().seats[1].bot_from_ms is None, "he is there"
        await room.leave(BEN)
        assert (await machine.later(room, 30)).held_by == "bot", "whoever left is not waited for"

    machine.options = {"turn_seconds": 240}
    run(machine, check)


def test_a_bot_plays_for_whoever_is_gone_once_the_other_has_waited(machine: Machine) -> None:
    async def check(machine: Machine, _: Parlour, room: Room) -> None:
        ann, ben = Socket(ANN), Socket(BEN)
        room.enter(ann)
        room.enter(ben)
        room.exit(ben)
        assert (await machine.later(room, 1000)).held_by == "player", "it is not Ben's turn"
        await room.submit_and_wait(ANN, 0, DRAWS[2])
        assert room.now().seats[1].bot_due_ms == 1_002_000 + 90_000
        assert (await machine.later(room, 60)).held_by == "player"
        room.exit(ann)
        assert (await machine.later(room, 60)).bot_due_ms is None, "nobody is there who waits"
        room.enter(ann)
        assert (await machine.later(room, 89)).held_by == "player"
        room.enter(ben)
        assert (await machine.later(room, 60)).bot_due_ms is None, "Ben is back"
        room.exit(ben)
        assert (await machine.later(room, 90)).held_by == "bot"
        assert room.now().seats[1].kept_for == "ben"

    run(machine, check)


def test_an_alarm_rings_by_itself(tmp_path: Path) -> None:
    async def check() -> None:
        parlour = open_parlour(Settings(tmp_path / "parlour.db", warm=False, bot_pause_s=0, left_s=0.05))
        async with parlour.app.lifespan():
            for player in (ANN, BEN):
                await parlour.store.write(players.add(player, player.id.encode(), 0))
            table = (Person(ANN.id, ANN.name), Person(BEN.id, BEN.name))
            room = await parlour.hub.open(ANN, "dots-and-boxes", {}, table, public=False, seed=None)
            ann = Onlooker(ANN)
            room.enter(ann)
            await room.leave(BEN)
            await asyncio.wait_for(ann.saw_a_bot.wait(), WAIT_S)

    asyncio.run(check())


def test_a_bot_comes_half_a_minute_after_a_room_finds_its_player_deleted(machine: Machine) -> None:
    async def forget(machine: Machine, parlour: Parlour, _: Room) -> None:
        await parlour.store.write(players.forget(BEN.id))
        machine.clock.at += 10_000

    async def check(machine: Machine, _: Parlour, room: Room) -> None:
        seat = room.now().seats[1]
        assert (seat.held_by, seat.kept_for, seat.bot_due_ms) == ("nobody", None, 12_000 + 30_000)
        assert (await machine.later(room, 29)).held_by == "nobody"
        assert (await machine.later(room, 1)).held_by == "bot"

    run(machine, forget, check)


def test_nothing_is_kept_for_a_player_who_was_deleted(machine: Machine) -> None:
    async def check(_: Machine, parlour: Parlour, room: Room) -> None:
        await room.leave(BEN)
        await parlour.hub.forget(BEN)
        seat = room.now().seats[1]
        assert (seat.held_by, seat.kept_for, seat.kept_name) == ("nobody", None, "")
        assert seat.bot_due_ms is not None, "the others are not left waiting"

    run(machine, check)


def test_over_the_wire_a_seat_is_kept_and_given_back(server: Server, ann: Guest, bob: Guest) -> None:
    code = ann.open("nim", "me", "anybody")["code"]
    bob.post(f"/api/rooms/{code}/join")
    with ann.enter(code) as table:
        bob.post(f"/api/rooms/{code}/leave")
        gone = table.until(lambda message: message["type"] == "room" and message["seats"][1]["held_by"] == "nobody")
        assert gone["seats"][1]["kept_for"] == bob.me["id"]
        assert gone["seats"][1]["bot_due_ms"] > 0
        assert [mine["room"]["code"] for mine in bob.get("/api/me/rooms")] == [code]
        bob.post(f"/api/rooms/{code}/join")
        assert table.play(0, take(0))["refused"] is None
        with bob.enter(code) as other:
            assert other.play(1, take(1))["refused"] is None
        with Guest(server) as eve:
            assert eve.problem(f"/api/rooms/{code}/join") == (409, "room-full")
        eventually(lambda: not ann.get(f"/api/rooms/{code}")["seats"][1]["present"])
