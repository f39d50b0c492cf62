"""The system's clock is set back or forward between two runs of a server: no log runs backwards, all matches go on."""

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.core.game import CLOCK, Ready
from parlour.core.replay import verify
from parlour.core.session import AnySession
from parlour.games import kit_of
from parlour.games.ten_exorcism.rules import Select
from parlour.protocol.match_clock import MatchClock
from parlour.server.clock import ServerClock
from parlour.server.live.matches.match_host import MatchHost
from parlour.server.live.people.seating import Person
from parlour.server.live.rooms.room import Room
from parlour.server.settings import Settings
from parlour.store import log, players, rooms
from parlour.store.players import Player
from tests.patience import WAIT_S
from tests.server.late_parlour import open_parlour

ANN = Player("ann", "Ann")
GAME = "ten-exorcism"
LIMIT_MS = 120_000
TRY = Select(0, 0, 0, 0)
"""An attempt that is refused, and logged."""
START = 1_800_000_000_000
HOUR = 3_600_000
YEAR = 365 * 24 * HOUR


class SetClock(ServerClock):
    """Shows what it is set to."""

    def __init__(self) -> None:
        super().__init__()
        self.at = START

    def now_ms(self) -> int:
        return self.at


class Machine:
    """A store, a clock, and one server after another."""

    def __init__(self, folder: Path, *, lit: bool) -> None:
        """Whether the match begins as soon as there is one."""
        self.clock = SetClock()
        self._lit = lit
        self._database = folder / "parlour.db"
        self.code = ""

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Room]:
        """Ann's room for one, in a server that has just been started."""
        parlour = open_parlour(Settings(self._database, warm=False), self.clock)
        async with parlour.app.lifespan():
            if not self.code:
                await parlour.store.write(players.add(ANN, b"token", 0))
                holders = (Person(ANN.id, ANN.name),)
                opened = await parlour.hub.open(ANN, GAME, {}, holders, public=True, seed=None)
                self.code = opened.code
                if self._lit:
                    await host_in(opened).submit_and_wait(0, Ready())
            await parlour.hub.resume()
            self.store = parlour.store
            self.hub = parlour.hub
            yield await parlour.hub.find(self.code)

    async def exported(self, match: str) -> AnySession:
        stored = await self.store.read(log.stored(match))
        assert stored is not None
        return stored.session


def host_in(room: Room) -> MatchHost:
    assert room.match_host is not None
    return room.match_host


def require_sound(session: AnySession) -> None:
    """The log holds, and its times are in order."""
    verdict = verify(kit_of(GAME).game, session)
    assert verdict.ok, verdict
    times = [entry.at_ms for entry in session.entries]
    assert times == sorted(times)
    assert all(at_ms >= 0 for at_ms in times)
    if session.ended is not None:
        assert session.ended - session.started >= max(times, default=0)


def with_machine(check: Callable[[Machine], Coroutine[None, None, None]], *, lit: bool = True) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(check(Machine(Path(folder), lit=lit)))


def test_a_match_without_entries_goes_on_when_the_clock_was_set_back() -> None:
    async def check(machine: Machine) -> None:
        async with machine.running():
            machine.clock.at += 5_000
        machine.clock.at -= HOUR
        async with machine.running() as room:
            machine.clock.at += 1_000
            assert host_in(room).now_ms() == 1_000
            await host_in(room).submit_and_wait(0, Ready())
            match = host_in(room).id
            await room.leave(ANN)
            session = await machine.exported(match)
            assert [entry.at_ms for entry in session.entries] == [1_000]
            require_sound(session)

    with_machine(check, lit=False)


def test_time_runs_on_from_the_last_moment_of_the_log_and_the_limit_is_reached() -> None:
    async def check(machine: Machine) -> None:
        async with machine.running() as room:
            machine.clock.at += 60_000
            await host_in(room).submit_and_wait(0, TRY)
        machine.clock.at -= HOUR
        async with machine.running() as room:
            machine.clock.at += 59_000
            await host_in(room).submit_and_wait(0, TRY)
            assert [entry.at_ms for entry in host_in(room).match.session.entries] == [0, 60_000, 119_000]
            machine.clock.at += 1_000
            submitted = await host_in(room).submit_and_wait(0, TRY)
            assert submitted is not None
            assert submitted.refused is not None
            assert submitted.refused.code == "game-over"
            session = await machine.exported(host_in(room).id)
            assert (session.entries[-1].seat, session.ended) == (CLOCK, session.started + LIMIT_MS)
            require_sound(session)

    with_machine(check)


def test_a_moment_of_a_match_is_as_far_away_by_the_servers_clock_as_by_its_own() -> None:
    clock = SetClock()
    of_match = MatchClock(clock, START + HOUR)
    of_match.reach(20_000)
    assert of_match.now_ms() == 20_000
    assert of_match.unix_ms(LIMIT_MS) - clock.now_ms() == 100_000
    clock.at += 5_000
    of_match.reach(24_000)
    assert of_match.now_ms() == 25_000


def test_rooms_of_a_clock_that_was_wrong_are_forgotten_and_closed_like_others() -> None:
    async def check(machine: Machine) -> None:
        machine.clock.at += YEAR
        async with machine.running() as room:
            machine.clock.at += LIMIT_MS
            await host_in(room).submit_and_wait(0, TRY)
        machine.clock.at -= YEAR
        async with machine.running() as room:
            assert room.live.used_ms <= machine.clock.at
            machine.clock.at += HOUR
            assert not room.can_be_found()
            await machine.hub.tidy(60_000)
            assert machine.hub.count().rooms == 0
            stored = await machine.store.read(rooms.load(machine.code))
            assert stored is not None
            assert stored.touched <= machine.clock.at
            machine.clock.at += 8 * 24 * HOUR
            await machine.hub.tidy(60_000)
            assert await machine.store.read(rooms.load(machine.code)) is None

    with_machine(check)


class Sleep:
    """Seconds since the boot of a machine that can be put to sleep."""

    def __init__(self) -> None:
        self.slept_s = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.slept_s


def test_a_clock_goes_on_while_the_machine_sleeps_and_tells_for_how_long_it_did() -> None:
    sleep = Sleep()
    clock = ServerClock(sleep)
    before = clock.now_ms()
    sleep.slept_s = 3_600.0
    assert clock.now_ms() - before >= HOUR
    assert round(clock.slept_s()) == 3_600
    assert round(clock.slept_s()) == 0
    assert round(clock.behind_s()) == -3_600, "the system's own time did not go on in this test"


def test_a_match_whose_time_ran_out_while_the_machine_slept_ends_when_it_wakes(tmp_path: Path) -> None:
    async def check() -> None:
        sleep = Sleep()
        parlour = open_parlour(Settings(tmp_path / "parlour.db", warm=False), ServerClock(sleep))
        async with parlour.app.lifespan():
            await parlour.store.write(players.add(ANN, b"token", 0))
            room = await parlour.hub.open(ANN, GAME, {}, (Person(ANN.id, ANN.name),), public=False, seed=None)
            await host_in(room).submit_and_wait(0, Ready())
            sleep.slept_s = LIMIT_MS / 1000
            async with asyncio.timeout(WAIT_S):
                while room.phase != "over":
                    await asyncio.sleep(0.05)
            session = host_in(room).match.session
            assert session.entries[-1].seat == CLOCK
            require_sound(session)

    asyncio.run(check())


JUMPS = (0, -5, 30_000, -HOUR, HOUR, -20 * YEAR, 10 * YEAR)
RUNS = st.lists(st.tuples(st.sampled_from(JUMPS), st.lists(st.integers(0, 70_000), max_size=3)), min_size=1, max_size=3)
"""For each run of the server: how the clock was set before it, and the pauses between attempts."""


@settings(max_examples=12)
@given(RUNS, st.booleans())
def test_whatever_the_clock_does_logs_verify_and_times_lie_between_start_and_end(
    runs: list[tuple[int, list[int]]], leave: bool
) -> None:
    async def check(machine: Machine) -> None:
        for number, (jump, pauses) in enumerate(runs, start=1):
            machine.clock.at += jump
            async with machine.running() as room:
                for pause in pauses:
                    machine.clock.at += pause
                    await host_in(room).submit_and_wait(0, TRY)
                if leave and number == len(runs):
                    await room.leave(ANN)
                session = await machine.exported(host_in(room).id)
                require_sound(session)
                played = [entry.at_ms for entry in session.entries if isinstance(entry.action, Select)]
                assert session.outcome is not None or len(played) == sum(len(pauses) for _, pauses in runs[:number])

    with_machine(check)
