"""A handshake is by the book or it is none, and nothing of one stream gets into another."""

import asyncio
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.server.access.identity import hashed
from parlour.server.app import Parlour
from parlour.server.live.people.seating import Person
from parlour.server.settings import Settings
from parlour.server.socket.picows_adapter import READ_AT_ONCE, UpgradeRefused, UpgradeRequest
from parlour.store import players
from parlour.store.players import Player
from tests.patience import WAIT_S
from tests.server.hostile.connections.raw import PING, TEXT, Line, frame
from tests.server.table import Guest, Server

PATH = "/api/lobby/socket"


def statuses(answers: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", answers)]


def get(line: Line, path: str = "/health", more: str = "") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: {line.host}\r\n{more}\r\n".encode()


@pytest.mark.parametrize("version", ["8", "7", "0", "", "13, 8"])
def test_sockets_are_of_version_13(server: Server, ann: Guest, version: str) -> None:
    with Line(server.url) as line:
        line.send(line.upgrade(PATH, ann.cookie, version=version))
        answer = line.until_closed().lower()
        assert statuses(answer.upper()) == [426]
        assert b"\r\nsec-websocket-version: 13\r\n" in answer
        assert b"\r\nupgrade: websocket\r\n" in answer


def test_sockets_are_asked_for_by_http_1_1(server: Server, ann: Guest) -> None:
    with Line(server.url) as line:
        line.send(line.upgrade(PATH, ann.cookie, http="1.0"))
        assert statuses(line.until_closed()) == [505]


def test_sockets_are_asked_for_by_get(server: Server, ann: Guest) -> None:
    with Line(server.url) as line:
        line.send(line.upgrade(PATH, ann.cookie).replace(b"GET", b"POST", 1))
        assert statuses(line.until_closed()) == [400]


SMUGGLED = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize("protocol", ["websocket", "h2c"])
@pytest.mark.parametrize("header", [f"Content-Length: {len(SMUGGLED)}\r\n", "Transfer-Encoding: chunked\r\n"])
def test_a_request_for_another_protocol_has_no_body(server: Server, ann: Guest, header: str, protocol: str) -> None:
    with Line(server.url) as line:
        asked = line.upgrade(PATH, ann.cookie, more=header).replace(
            b"Upgrade: websocket", b"Upgrade: " + protocol.encode()
        )
        line.send(asked + SMUGGLED.encode())
        assert statuses(line.until_closed()) == [400]


def test_browsers_that_name_keep_alive_beside_the_upgrade_get_a_socket(server: Server, ann: Guest) -> None:
    with Line(server.url) as line:
        line.send(line.upgrade(PATH, ann.cookie).replace(b"Connection: Upgrade", b"Connection: keep-alive, Upgrade"))
        assert line.status() == 101


def test_a_request_before_the_handshake_is_answered_before_it(server: Server, ann: Guest) -> None:
    with Line(server.url) as line:
        line.send(get(line, "/api/games") * 3 + line.upgrade(PATH, ann.cookie) + frame(PING, b"after all"))
        before = line.until(b"HTTP/1.1 101 ")
        assert statuses(before) == [200, 200, 200, 101]
        after = line.until(b"\x8a\x09after all")
        assert statuses(after) == []


def test_frames_behind_the_handshake_are_read_in_their_order(server: Server, ann: Guest) -> None:
    early = b"".join(frame(PING, f"ping {number};".encode()) for number in range(100))
    with Line(server.url) as line:
        line.send(line.upgrade(PATH, ann.cookie) + early + frame(TEXT, b'{"type":"ping"}'))
        assert line.status() == 101
        answered = line.until(b'{"type":"pong"}')
        assert re.findall(rb"ping (\d+);", answered) == [str(number).encode() for number in range(100)]


def test_a_frame_that_is_cut_by_the_end_of_the_packet_is_whole(server: Server, ann: Guest) -> None:
    with Line(server.url) as line:
        asked = line.upgrade(PATH, ann.cookie) + frame(PING, b"cut in two")
        line.send(asked[:-4])
        assert line.status() == 101
        line.send(asked[-4:])
        line.until(b"\x8a\x0acut in two")


def test_nonsense_in_a_head_is_no_fault_of_the_program(server: Server, ann: Guest) -> None:
    before = server.log.read_text().count('"level":"error"')
    with Line(server.url) as line:
        line.send(line.upgrade(PATH, ann.cookie, more="Origin: http://[nowhere\r\n"))
        assert statuses(line.until_closed()) == [403]
    with Line(server.url) as line:
        line.send(
            f"POST /api/me HTTP/1.1\r\nHost: {line.host}\r\nOrigin: http://[x\r\nConnection: close\r\n\r\n".encode()
        )
        assert statuses(line.until_closed()) == [403]
    with Line(server.url) as line:
        line.send(line.upgrade(PATH, "forged").replace(b"forged", b"\xff\xed\xa0\x80"))
        line.until(b"\r\n\r\n")
        assert b"no-player" in line.frames()[0].payload
    assert server.log.read_text().count('"level":"error"') == before


def test_a_handshake_counts_as_a_request_wherever_it_leads(tmp_path: Path) -> None:
    async def check() -> None:
        parlour = Parlour(Settings(tmp_path / "parlour.db", warm=False, requests_per_second=0.1))
        codes = []
        for path in ("/nowhere", PATH, PATH):
            with pytest.raises(UpgradeRefused) as refused:
                parlour.handshake.accept(UpgradeRequest(path, "http://elsewhere", "here", {}, "here"))
            codes.append(refused.value.code)
        assert codes == ["too-fast"] * 3
        parlour.store.close()

    asyncio.run(check())


def test_a_flood_behind_the_handshake_is_refused(server: Server, ann: Guest) -> None:
    with Line(server.url) as line:
        line.send(line.upgrade(PATH, ann.cookie) + b"\x89\x80\0\0\0\0" * READ_AT_ONCE)
        assert statuses(line.until_closed()) == [400]


def test_another_protocol_than_sockets_is_not_spoken(server: Server) -> None:
    with Line(server.url) as line:
        line.send(get(line, more="Upgrade: h2c\r\nConnection: Upgrade\r\n") + get(line, more="Connection: close\r\n"))
        assert statuses(line.until_closed()) == [200, 200]


def test_nonsense_behind_a_request_does_not_get_before_its_answer(server: Server) -> None:
    with Line(server.url) as line:
        line.send(get(line) + b"nonsense\r\n\r\n")
        assert statuses(line.until_closed()) == [200, 400]


def test_a_request_behind_a_chunked_body_is_not_read(server: Server) -> None:
    with Line(server.url) as line:
        head = f"POST /api/me HTTP/1.1\r\nHost: {line.host}\r\nTransfer-Encoding: chunked\r\n\r\n"
        line.send(head.encode() + b"2\r\n{}\r\n0\r\n\r\n" + get(line))
        assert statuses(line.until_closed()) == [200]


class Opened:
    """A socket that has just been opened."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.closed = asyncio.Event()
        self.close_code = 0
        self.behind = False

    def start_reading(
        self, received: Callable[[bytes], None], counted: Callable[[], bool], closed: Callable[[bool], None]
    ) -> None:
        """Nothing will come."""

    def write(self, texts: Sequence[bytes]) -> None:
        self.sent += map(msgspec.json.decode, texts)

    def close(self, code: int, _reason: str) -> None:
        self.close_code = code
        self.closed.set()


async def sent_away(parlour: Parlour, who: str, path: str) -> tuple[dict[str, Any], int]:
    """What somebody who asks for a socket is told instead, and with which code it is closed."""
    await parlour.store.write(players.add(Player(who, who), hashed(who), 0))
    opened = Opened()
    parlour.handshake.accept(UpgradeRequest(path, None, None, {"parlour": who}, "here"))(opened)
    async with asyncio.timeout(WAIT_S):
        await opened.closed.wait()
    return opened.sent[-1], opened.close_code


def test_whoever_comes_while_the_server_stops_is_told_to_come_back(tmp_path: Path) -> None:
    async def check() -> None:
        parlour = Parlour(Settings(tmp_path / "parlour.db", warm=False))
        async with parlour.app.lifespan():
            await parlour.hub.shut_down()
            bye = {"type": "bye", "code": "restart", "retry_ms": 1000}
            assert await sent_away(parlour, "ann", PATH) == (bye, 1012)

    asyncio.run(check())


def test_nobody_enters_a_room_that_was_closed_while_they_were_let_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        parlour = Parlour(Settings(tmp_path / "parlour.db", warm=False))
        async with parlour.app.lifespan():
            await parlour.store.write(players.add(Player("ann", "Ann"), b"ann", 0))
            holders = (Person("ann", "Ann"),)
            room = await parlour.hub.open(Player("ann", "Ann"), "ten-exorcism", {}, holders, public=True, seed=None)
            look = parlour.handshake._daily.require_sight

            async def look_slowly(*asked: Any) -> None:
                await look(*asked)
                await room.close()

            monkeypatch.setattr(parlour.handshake._daily, "require_sight", look_slowly)
            bye, close_code = await sent_away(parlour, "bob", f"/api/rooms/{room.code}/socket")
            assert (bye["code"], close_code) == ("no-such-room", 4404)
            assert not len(room.live.subscribers)

    asyncio.run(check())
