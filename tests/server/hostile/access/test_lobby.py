"""Whoever opens many rooms, or says much, pushes nobody else off the list or out of the talk."""

import asyncio
from collections import Counter
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.protocol.messages import Bye, RoomNow
from parlour.server.live.broadcast.open_rooms import (
    FEW_ROOMS,
    KEPT_S,
    MOST_LISTED,
    MOST_LISTED_OF_AN_OWNER,
    OpenRooms,
    in_turns,
)
from parlour.server.live.broadcast.phrase_limits import (
    ALL_WATCHERS_AT_ONCE,
    PLAYERS_AT_ONCE,
    WATCHERS_AT_ONCE,
    WATCHERS_EACH_S,
    PhraseLimits,
)
from parlour.server.problems import Problem
from tests.server.live.broadcast.test_open_rooms import Visitor, lobby
from tests.server.table import Guest


@dataclass(eq=False)
class Opened:
    """A room as far as the list asks who opened it."""

    opened_by: tuple[str, str]
    number: int
    game: str = "nim"
    asked: int = 0

    def can_be_found(self) -> bool:
        self.asked += 1
        return True

    def now(self) -> RoomNow:
        return RoomNow(
            code=f"{self.number}",
            game=self.game,
            options={},
            public=True,
            host=self.opened_by[1],
            phase="gathering",
            seats=(),
            watchers=0,
            match=None,
            played=0,
            confirmed=None,
            ranked=False,
            held=False,
            daily=None,
            rematch=(),
        )


def test_many_rooms_of_one_address_come_after_everybody_elses_first() -> None:
    attackers = [Opened(("attacker", f"guest {number}"), number) for number in range(125)]
    honest = [Opened((f"home {number}", f"player {number}"), number) for number in range(20)]
    shown = in_turns([*attackers, *honest], most_of_an_address=30)[:MOST_LISTED]
    assert set(honest) <= set(shown[:21])
    assert shown[0] is attackers[0], "the newest first"
    assert len(shown) == 30 + 20


def test_the_rooms_of_a_class_behind_one_address_are_all_shown() -> None:
    rooms = [Opened(("school", f"pupil {number}"), number) for number in range(30)]
    assert in_turns(rooms, most_of_an_address=30) == rooms


@given(st.lists(st.tuples(st.sampled_from(["", "a", "b", "c"]), st.sampled_from("wxyz"))))
def test_nobody_has_a_second_turn_before_everybody_has_had_the_first(opened: list[tuple[str, str]]) -> None:
    rooms = [Opened(by, number) for number, by in enumerate(opened)]
    shown = in_turns(rooms)
    had: Counter[str] = Counter()
    turns = []
    for room in shown:
        address, owner = room.opened_by
        had[address or owner] += 1
        turns.append(had[address or owner])
    assert turns == sorted(turns)
    assert max(Counter(room.opened_by for room in shown).values(), default=0) <= MOST_LISTED_OF_AN_OWNER


def test_somebody_with_many_rooms_shows_a_few_in_the_lobby(ann: Guest, bob: Guest) -> None:
    codes = {ann.open("nim", "me", "anybody", public=True)["code"] for _ in range(10)}
    waiting = bob.open("nim", "me", "anybody", public=True)["code"]
    with lobby(bob) as door:
        shown = [room["code"] for room in door.receive()["rooms"]]
    assert len(codes.intersection(shown)) == MOST_LISTED_OF_AN_OWNER
    assert waiting in shown
    assert len(codes.intersection(room["code"] for room in bob.get("/api/rooms"))) == MOST_LISTED_OF_AN_OWNER


def opened(count: int) -> dict[str, Opened]:
    return {f"{number}": Opened((f"home {number}", f"{number}"), number) for number in range(count)}


def test_however_often_the_list_is_asked_for_it_is_made_once() -> None:
    now, rooms = 0.0, opened(FEW_ROOMS + 1)
    listed = OpenRooms(rooms, clock=lambda: now)

    async def check() -> None:
        nonlocal now
        first = listed.listed()
        for _ in range(50):
            listed.changed()
            assert listed.listed() == first
            assert listed.listed("nim") == first
            assert listed.listed("nonsense") == []
            listed.enter(Visitor())
        assert {room.asked for room in rooms.values()} == {1}
        del rooms[first[0].code]
        now += KEPT_S
        assert first[0] not in listed.listed()
        assert {room.asked for room in rooms.values()} == {2}
        listed.close(Bye("restart", None))

    asyncio.run(check())


def test_among_few_rooms_a_change_is_shown_at_once() -> None:
    rooms = opened(FEW_ROOMS - 1)
    listed = OpenRooms(rooms, clock=lambda: 0.0)
    for _ in range(10):
        assert listed.listed()[0].code == f"{FEW_ROOMS - 2}"
    assert {room.asked for room in rooms.values()} == {1}
    rooms["new"] = Opened(("school", "pupil"), 1000)
    listed.changed()
    assert listed.listed()[0].code == "1000"


def said(talk: PhraseLimits, *, watching: int = 0, at: str = "here") -> int:
    """How many of so many phrases of watchers are let through."""
    through = 0
    for _ in range(watching):
        try:
            talk.admit_watcher(at)
        except Problem:
            continue
        through += 1
    return through


def test_those_who_watch_say_less_than_those_who_play() -> None:
    now = 0.0
    talk = PhraseLimits(lambda: now)
    assert said(talk, watching=96) == WATCHERS_AT_ONCE
    assert said(talk, watching=96, at="elsewhere") == WATCHERS_AT_ONCE
    assert sum(said(talk, watching=10, at=f"{number}") for number in range(20)) == (
        ALL_WATCHERS_AT_ONCE - 2 * WATCHERS_AT_ONCE
    )
    for _ in range(PLAYERS_AT_ONCE):
        talk.admit_player("ann")
    with pytest.raises(Problem, match="too-fast"):
        talk.admit_player("ann")
    talk.admit_player("bob")
    now = 1 / WATCHERS_EACH_S
    assert said(talk, watching=96) == 1


def test_a_spectators_phrases_are_refused_before_the_players_grow_tired(ann: Guest, bob: Guest) -> None:
    code = ann.open("nim", "me", "me")["code"]
    with ann.enter(code) as table, bob.enter(code) as watcher:
        for _ in range(10):
            watcher.send({"type": "say", "phrase": "hello"})
        for _ in range(10 - WATCHERS_AT_ONCE):
            assert watcher.hear("fault")["code"] == "too-fast"
        table.send({"type": "say", "phrase": "thanks"})
        heard = [table.hear("said")["phrase"] for _ in range(WATCHERS_AT_ONCE + 1)]
        assert heard == ["hello"] * WATCHERS_AT_ONCE + ["thanks"]
