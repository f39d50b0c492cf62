"""A room, its match and the store under any sequence of what people do and what befalls two servers.

The model is a plain list of the entries that were seen: the log may only grow behind them, what was answered stands
where the answer said, and both servers come to know the same.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from parlour.core.replay import verify
from parlour.core.session import Entry
from parlour.games import kits
from parlour.games.dots_and_boxes.rules import DRAWS
from parlour.protocol.messages import Submit
from parlour.server.live.people.seating import seats_of_people
from parlour.server.problems import Problem
from parlour.store.address import Address, DatabaseUrl
from parlour.store.sqlite import SqliteDatabase
from tests.fuzz.house import GAME, PLAYERS, House, both, drawing
from tests.games.test_registry import install
from tests.nim import Take
from tests.postgres import Postgres

EXAMPLES = int(os.environ.get("PARLOUR_MACHINES", "0"))
"""Sequences to try, drawn at random; 0 for the few that are always the same."""
FEW = 2
STEPS = 30
MOST_RESTARTS = 2
"""In a sequence: a server takes half a second to start."""
SERVER = st.integers(0, 1)
PLAYER = st.sampled_from(PLAYERS)
LINE = st.sampled_from(DRAWS)
Databases = Callable[[], AbstractContextManager[Address]]


class RoomMachine(RuleBasedStateMachine):
    """What can happen, one thing after another."""

    @staticmethod
    def databases() -> AbstractContextManager[Address]:
        """Each sequence has a database of its own."""
        raise NotImplementedError

    def __init__(self) -> None:
        super().__init__()
        self._database = self.databases()
        self.house = House(self._database.__enter__())
        self.restarts = 0
        self.sent: list[tuple[int, Submit]] = []
        """Who sent what, over any socket."""
        self.answers: dict[str, tuple[str, Any]] = {}
        """The match and the answer, by ref."""
        self.seen: dict[str, list[Entry[Any]]] = {}
        """The entries of each match as they were read last."""

    def teardown(self) -> None:
        try:
            for match in self.seen:
                stored = self.house.do(self.house.stored(match))
                assert verify(kits()[GAME].game, stored.session).ok
        finally:
            self.house.close()
            self._database.__exit__(None, None, None)

    # What people do

    @rule(server=SERVER, player=PLAYER, seat=st.integers(0, 1))
    def join(self, server: int, player: Any, seat: int) -> None:
        self._try(server, lambda room: room.join(player, seat))

    @rule(server=SERVER, player=st.sampled_from(PLAYERS[1:]))
    def leave(self, server: int, player: Any) -> None:
        """All but Ann: a room that everybody has left is closed."""
        self._try(server, lambda room: room.leave(player))

    @rule(server=SERVER, player=PLAYER)
    def come_back(self, server: int, player: Any) -> None:
        """To a seat that is kept, or to any that is free."""
        self._try(server, lambda room: room.join(player, None))

    @rule(server=SERVER, moves=st.integers(0, 2))
    def throw_a_game_away(self, server: int, moves: int) -> None:
        """Ann plays alone, at either server, and throws the game away at both at once: it is thrown away once."""

        async def thrown() -> None:
            opened = await self.house.opened_alone(server)
            rooms = [opened, await self.house.room(1 - server, opened.code)]
            assert opened.match_host is not None
            for move in range(moves):
                await rooms[move % 2].submit_and_wait(PLAYERS[0], 0, Take(heap=move, count=1))
            outcomes = await both(*(room.discard(PLAYERS[0]) for room in rooms))
            assert sorted(map(type, outcomes), key=str) == sorted((type(None), Problem), key=str)
            for room in rooms:
                with pytest.raises(Problem):
                    await room.refresh()
            stored = await self.house.stored_if_any(opened.match_host.id)
            assert (stored is None) == (moves == 0)
            if stored is not None:
                assert (stored.session.outcome, len(stored.session.entries)) == (None, moves)
                assert stored.session.ended is not None
                assert not stored.listed

        self.house.do(thrown())

    @rule(server=SERVER, player=PLAYER)
    def ask_for_a_rematch(self, server: int, player: Any) -> None:
        self._try(server, lambda room: room.rematch(player))

    @rule(players=st.permutations(PLAYERS[1:]))
    def two_take_a_seat_at_once(self, players: list[Any]) -> None:
        async def race() -> None:
            rooms = [await self.house.room(server) for server in (0, 1)]
            for outcome in await both(*(room.join(player, 1) for room, player in zip(rooms, players, strict=True))):
                assert outcome is None or isinstance(outcome, Problem)

        self.house.do(race())

    @rule(server=SERVER, line=LINE)
    def draw(self, server: int, line: Any) -> None:
        submit = self._drawing(server, line)
        if submit is not None:
            self._send(server, *submit)

    @rule(first=LINE, second=LINE)
    def draw_at_both_at_once(self, first: Any, second: Any) -> None:
        submits = [self._drawing(server, line) for server, line in enumerate((first, second))]
        if None in submits:
            return

        async def race() -> None:
            for outcome in await both(*(self._sent(server, *submit) for server, submit in enumerate(submits))):  # type: ignore[misc]
                assert outcome is None or isinstance(outcome, Problem)

        self.house.do(race())

    # What befalls them

    @precondition(lambda self: self.sent)
    @rule(server=SERVER, which=st.integers(0, 10))
    def send_again(self, server: int, which: int) -> None:
        self._send(server, *self.sent[-1 - which % len(self.sent)])

    @precondition(lambda self: self.restarts < MOST_RESTARTS)
    @rule(server=SERVER, line=LINE)
    def lose_the_answer(self, server: int, line: Any) -> None:
        """The server ends while it writes; whoever asked asks the other one again."""
        submit = self._drawing(server, line)
        if submit is None:
            return
        with suppress(Problem):
            answer = self.house.do(self.house.submit(server, PLAYERS[submit[0]], submit[1]))
            answer.add_done_callback(lambda done: done.cancelled() or done.exception())
        self.restart_one(server)
        self._send(1 - server, *submit)

    @precondition(lambda self: self.restarts < MOST_RESTARTS)
    @rule(server=SERVER)
    def restart_one(self, server: int) -> None:
        self.restarts += 1
        self.house.restart(server)

    # What holds

    @invariant()
    def both_servers_know_the_same(self) -> None:
        assert self.house.do(self.house.now(0)) == self.house.do(self.house.now(1))

    @invariant()
    def what_was_answered_stands_in_the_log_once_and_the_log_only_grows(self) -> None:
        for match, before in self.seen.items():
            stored = self.house.do(self.house.stored(match))
            entries = list(stored.session.entries)
            assert entries[: len(before)] == before
            self.seen[match] = entries
            refs = self.house.do(self.house.refs(stored))
            assert len({seq for _, _, seq in refs}) == len(refs)
            for ref, (of, answer) in self.answers.items():
                if of == match and answer["seq"] is not None:
                    [seq] = [place for _, name, place in refs if name == ref]
                    assert seq == answer["seq"]
                    assert (entries[seq].refused is None) == (answer["refused"] is None)

    # How it is done

    def _try(self, server: int, change: Callable[[Any], Any]) -> None:
        """Do it, or be told why not."""

        async def doing() -> None:
            await change(await self.house.room(server))

        with suppress(Problem):
            self.house.do(doing())

    def _drawing(self, server: int, line: Any) -> tuple[int, Submit] | None:
        """A line by whoever is to move, as that server sees it; None while nobody plays."""
        room = self.house.do(self.house.room(server))
        host = room.match_host
        if host is None:
            return None
        [seat, *_] = host.match.to_move or (0,)
        held = seats_of_people(room.state.holders)
        holding = [number for number, who in enumerate(PLAYERS) if seat in held.get(who.id, ())]
        if not holding:
            return None
        self.seen.setdefault(host.id, [])
        submit = drawing(f"ref-{len(self.sent)}", host.match.header, seat, line)
        self.sent.append((holding[0], submit))
        return holding[0], submit

    def _send(self, server: int, who: int, submit: Submit) -> None:
        with suppress(Problem):
            self.house.do(self._sent(server, who, submit))

    async def _sent(self, server: int, who: int, submit: Submit) -> None:
        """To send it again is to ask for the same answer."""
        answer = await (await self.house.submit(server, PLAYERS[who], submit))
        _, before = self.answers.setdefault(submit.ref, (submit.match, answer))
        assert before["seq"] is None or before == answer


@pytest.fixture(autouse=True)
def nim_for_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A game to play alone, whose rules need no kernels."""
    install(tmp_path, "nim_for_one", "from tests.alone import kit\n", "nim_for_one:kit")
    monkeypatch.syspath_prepend(str(tmp_path))
    kits.cache_clear()
    yield
    monkeypatch.undo()
    kits.cache_clear()


def tried(databases: Databases) -> None:
    """Sequences over new databases."""
    short = settings(max_examples=FEW, derandomize=True, phases=[Phase.generate])
    chosen = settings(max_examples=EXAMPLES) if EXAMPLES else short
    machine = type("RoomMachineHere", (RoomMachine,), {"databases": staticmethod(databases)})
    run_state_machine_as_test(machine, settings=settings(chosen, stateful_step_count=STEPS, database=None))


def test_nothing_that_was_answered_is_lost_or_doubled_on_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither server minds that the other changes the file."""
    monkeypatch.setattr(SqliteDatabase, "watch", lambda _database: None)

    @contextmanager
    def databases() -> Iterator[Address]:
        with TemporaryDirectory() as folder:
            yield Path(folder) / "parlour.db"

    tried(databases)


def test_nothing_that_was_answered_is_lost_or_doubled_on_postgresql(postgres: Postgres) -> None:
    @contextmanager
    def databases() -> Iterator[Address]:
        with postgres.blank() as address:
            yield DatabaseUrl(address)

    tried(databases)
