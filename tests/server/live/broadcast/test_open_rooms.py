"""Whoever is in the lobby sees open rooms come and go."""

import asyncio

import pytest

from parlour.protocol.messages import Bye
from parlour.server.live.broadcast.open_rooms import OpenRooms
from parlour.store.players import Player
from tests.server.table import Guest, Json, Seat


def lobby(guest: Guest) -> Seat:
    return Seat(f"{guest.server.url}/api/lobby/socket", guest.cookie)


def listed(code: str, message: Json) -> bool:
    return code in {room["code"] for room in message.get("rooms", ())}


def test_the_whole_list_comes_on_entering_and_on_every_change(ann: Guest, bob: Guest) -> None:
    before = ann.open("nim", "me", "anybody", public=True)["code"]
    with lobby(bob) as door:
        first = door.receive()
        assert first["type"] == "lobby"
        assert listed(before, first)
        assert first["waiting"] >= 1
        hidden = ann.open("nim", "me", "anybody")["code"]
        public = ann.open("nim", "me", "anybody", public=True)["code"]
        news = door.until(lambda message: listed(public, message))
        assert not listed(hidden, news)
        assert news["rooms"][0]["code"] == public, "the newest first"
        bob.post(f"/api/rooms/{public}/join")
        door.until(lambda message: not listed(public, message))
        ann.post(f"/api/rooms/{before}/leave")
        door.until(lambda message: not listed(before, message))


def test_there_is_nothing_to_do_in_the_lobby_but_look(ann: Guest) -> None:
    with lobby(ann) as door:
        door.hear("lobby")
        door.send({"type": "ping"})
        door.hear("pong")
        door.send({"type": "say", "phrase": "hello"})
        assert door.hear("fault")["code"] == "not-in-a-room"
        door.send({"type": "submit", "ref": "a", "match": "m", "seat": 0, "action": {}})
        assert door.hear("fault")["ref"] == "a"
        door.send("nonsense")
        assert door.hear("fault")["code"] == "malformed"


def test_the_lobby_is_for_players_and_counts_among_their_windows(ann: Guest) -> None:
    with Seat(f"{ann.server.url}/api/lobby/socket", "forged too") as door:
        assert door.receive() == {"type": "bye", "code": "no-player", "retry_ms": None}
    doors = [lobby(ann) for _ in range(20)]
    for door in doors:
        door.hear("lobby")
    with lobby(ann) as one_more:
        assert one_more.receive()["code"] == "too-many-sockets"
    for door in doors:
        door.close()


class Visitor:
    """Somebody who looks at the list."""

    player = Player("ann", "Ann")
    address = "here"

    def __init__(self) -> None:
        self.gone = asyncio.Event()

    def send(self, text: bytes) -> None:
        """It is of no interest."""

    def close(self, bye: Bye) -> None:
        """It is of no interest."""


def test_the_list_is_refreshed_by_one_timer_however_many_come_and_by_none_when_all_have_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def check() -> None:
        loop = asyncio.get_running_loop()
        timers: list[asyncio.TimerHandle] = []
        call_later = loop.call_later

        def counting(*args: object, **kwargs: object) -> asyncio.TimerHandle:
            timers.append(call_later(*args, **kwargs))  # type: ignore[arg-type]
            return timers[-1]

        monkeypatch.setattr(loop, "call_later", counting)
        open_rooms, visitors = OpenRooms({}), [Visitor() for _ in range(50)]
        for visitor in visitors:
            open_rooms.enter(visitor)
            open_rooms.changed()
        assert sum(not timer.cancelled() for timer in timers) == 1
        for visitor in visitors:
            open_rooms.exit(visitor)
        assert all(timer.cancelled() for timer in timers)

    asyncio.run(check())
