"""Clients that mean harm are refused clearly, and nobody else notices."""

import random
import re
import socket
import time
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from parlour.server.access.limits import BAN_S
from tests.server.table import WAIT_S, Guest, Seat, Server, eventually, take


def test_a_page_from_elsewhere_opens_no_socket_and_changes_nothing(ann: Guest) -> None:
    code = ann.open("nim", "me", "me")["code"]
    with pytest.raises(InvalidStatus) as refused:
        ann.socket(code, Origin="https://elsewhere.example")
    assert refused.value.response.status_code == 403
    ann.enter(code, Origin=ann.server.url).close()
    response = ann.http.post("/api/me/phrase", headers={"Origin": "https://elsewhere.example"})
    assert (response.status_code, response.json()["code"]) == (403, "origin-not-allowed")
    assert ann.http.post("/api/me/phrase", headers={"Origin": "null"}).status_code == 403


def test_a_forged_cookie_gets_no_seat(ann: Guest) -> None:
    code = ann.open("nim", "me", "me")["code"]
    with Seat(f"{ann.server.url}/api/rooms/{code}/socket", "forged") as stranger:
        assert stranger.receive() == {"type": "bye", "code": "no-player", "retry_ms": None}
        with pytest.raises(ConnectionClosed) as closed:
            stranger.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401


@pytest.mark.parametrize("code", ["BBBBBB", "nothing", "'; DROP TABLE rooms", "%00", "é"])
def test_a_room_that_does_not_exist_is_told_so(ann: Guest, code: str) -> None:
    with ann.socket(httpx.URL(path=f"/{code}").raw_path.decode()[1:]) as seat:
        assert seat.receive()["code"] == "no-such-room"


def test_others_seats_cannot_be_played(ann: Guest, bob: Guest) -> None:
    code = ann.open("nim", "me", "anybody")["code"]
    bob.post(f"/api/rooms/{code}/join")
    with ann.enter(code) as table, bob.enter(code) as other:
        other.submit(0, take(0))
        assert other.hear("fault")["code"] == "not-your-seat"
        other.submit(63, take(0))
        assert other.hear("fault")["code"] == "not-your-seat"
        table.submit(-1, {"do": "time-up"})
        assert table.hear("fault")["code"] == "malformed"
        table.submit(0, {"do": "time-up"})
        assert table.hear("fault")["code"] == "malformed-action"
        assert table.play(0, take(0))["seq"] == 0


FRAMES: dict[str, str | bytes] = {
    "nothing": "",
    "a letter": "x",
    "no type": "{}",
    "null": "null",
    "unknown type": '{"type":"become-host"}',
    "fields missing": '{"type":"submit"}',
    "other phrase": '{"type":"say","phrase":"buy my things"}',
    "extra field": '{"type":"ping","extra":1}',
    "brackets": "[" * 4000,
    "empty ref": '{"type":"submit","ref":"","match":"m","seat":0,"action":{}}',
    "nested action": '{"type":"submit","ref":"r","match":"m","seat":0,"action":' + "[" * 3000,
    "random bytes": random.Random(1).randbytes(500),
    "a message in a binary frame": b'{"type":"ping"}',
}


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES.keys())
def test_a_malformed_frame_is_answered_and_the_socket_stays(ann: Guest, frame: str | bytes) -> None:
    code = ann.open("nim", "me", "me")["code"]
    with ann.enter(code) as table:
        table.send(frame)
        assert table.hear("fault")["code"] == "malformed"
        assert table.play(0, take(0))["seq"] == 0


def test_a_giant_frame_closes_the_socket(ann: Guest) -> None:
    code = ann.open("nim", "me", "me")["code"]
    with ann.enter(code) as table:
        table.send("x" * 5000)
        with pytest.raises(ConnectionClosed) as closed:
            table.hear("fault")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


def test_a_message_in_several_frames_is_one(ann: Guest) -> None:
    code = ann.open("nim", "me", "me")["code"]
    with ann.enter(code) as table:
        table.socket.send(iter(['{"ty', "", 'pe":"pi', 'ng"}']))
        assert table.receive() == {"type": "pong"}
        table.socket.send(iter([b'{"type"', b':"ping"}']))
        assert table.hear("fault")["code"] == "malformed"
        assert table.play(0, take(0))["seq"] == 0


def test_a_message_of_too_many_frames_closes_the_socket(ann: Guest) -> None:
    code = ann.open("nim", "me", "me")["code"]
    with ann.enter(code) as table:
        with pytest.raises(ConnectionClosed):
            table.socket.send("x" * 1000 for _ in range(10_000))
        with pytest.raises(ConnectionClosed):
            table.hear("fault")
        assert table.socket.close_code == 1009


RAW: dict[str, bytes] = {
    "a part of nothing": b"\x80\x81\0\0\0\0x",
    "a new message within another": b"\x01\x81\0\0\0\0x\x01\x81\0\0\0\0x",
    "an unmasked frame": b"\x81\x01x",
    "an unknown kind": b"\x83\x80\0\0\0\0",
    "a ping in parts": b"\x09\x80\0\0\0\0",
    "a ping too long": b"\x89\xfe\x01\0\0\0\0\0" + b"x" * 256,
}


@pytest.mark.parametrize("sent", RAW.values(), ids=RAW.keys())
def test_frames_that_break_the_protocol_of_sockets_close_it(ann: Guest, sent: bytes) -> None:
    code = ann.open("nim", "me", "me")["code"]
    with ann.enter(code) as table:
        table.socket.socket.sendall(sent)
        with pytest.raises(ConnectionClosed):
            table.hear("fault")
        assert table.socket.close_code == 1002


def test_a_close_without_a_code_is_answered_with_one(ann: Guest) -> None:
    code = ann.open("nim", "me", "me")["code"]
    with ann.enter(code) as table:
        table.socket.socket.sendall(b"\x88\x80\0\0\0\0")
        with pytest.raises(ConnectionClosed):
            table.hear("fault")
        assert table.socket.close_code == 1000


@pytest.mark.parametrize("path", ["/api/rooms/socket", "/api/elsewhere", "/"])
def test_there_are_no_sockets_elsewhere(ann: Guest, path: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        Seat(f"{ann.server.url}{path}", ann.cookie)
    assert refused.value.response.status_code == 404


def test_a_giant_body_is_not_read(ann: Guest) -> None:
    response = ann.http.post("/api/rooms", content=b" " * 20_000, headers={"Content-Type": "application/json"})
    assert response.status_code == 413


def test_whoever_only_sends_nonsense_is_sent_away(ann: Guest) -> None:
    code = ann.open("nim", "me", "me")["code"]
    with ann.enter(code) as table:
        for _ in range(120):
            try:
                table.send("nonsense")
            except ConnectionClosed:
                break
        assert table.hear("bye")["code"] == "malformed"


def test_whoever_was_sent_away_waits_before_the_next_socket(ann: Guest, bob: Guest) -> None:
    code = ann.open("nim", "me", "anybody")["code"]

    def refused_in_time() -> bool:
        """Whether it was; one who comes back too late, on a busy machine, is let in and sent away again."""
        began = time.monotonic()
        with ann.enter(code) as table:
            table.send("x" * 5000)
            with pytest.raises(ConnectionClosed):
                table.hear("fault")
            assert table.socket.close_code == 1009
        try:
            ann.socket(code).close()
        except InvalidStatus as refused:
            return refused.response.status_code == 429
        assert time.monotonic() - began > BAN_S, "let in at once"
        return False

    eventually(refused_in_time)
    bob.enter(code).close()


def test_a_player_has_a_bounded_number_of_windows(ann: Guest) -> None:
    code = ann.open("nim", "me", "me")["code"]
    tables = [ann.enter(code) for _ in range(20)]
    with ann.socket(code) as extra:
        assert extra.receive()["code"] == "too-many-sockets"
    tables.pop().close()

    def let_in() -> bool:
        with ann.socket(code) as again:
            return bool(again.receive()["type"] == "room")

    eventually(let_in)
    for table in tables:
        table.close()


def at_once(url: str, path: str, count: int) -> list[int]:
    """The statuses of so many requests that are all sent before the first is answered."""
    address = httpx.URL(url)
    asked = f"GET {path} HTTP/1.1\r\nHost: {address.netloc.decode()}\r\n\r\n".encode()
    last = asked.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    with socket.create_connection((address.host, address.port or 0), timeout=WAIT_S) as line:
        line.sendall(asked * (count - 1) + last)
        answers = b"".join(iter(lambda: line.recv(65_536), b""))
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", answers)]


def test_a_flood_is_refused_while_others_play_on(tmp_path: Path) -> None:
    server = Server(tmp_path, "--rate", "5")
    try:
        with Guest(server) as ann, Guest(server) as mallory:
            code = ann.open("nim", "me", "me", options={"heaps": 5})["code"]
            with ann.enter(code) as table, mallory.enter(code) as flood:
                for _ in range(3000):
                    try:
                        flood.send({"type": "ping"})
                    except ConnectionClosed:
                        break
                assert table.play(0, take(0))["seq"] == 0
                assert flood.hear("fault")["code"] == "too-fast"
            assert at_once(server.url, "/health", 200).count(429) > 100
            # Whoever opens the page with all its files is no flood.
            assert set(at_once(server.url, "/", 60)) == {200}
            # A proxy on this machine is believed about whom it speaks for, and nobody there has asked too much.
            ann.socket(code, **{"X-Forwarded-For": "192.0.2.7"}).close()
    finally:
        server.stop()
