"""Whoever asks for too much is refused, and sent away if they go on; nobody else notices."""

import re
import socket
import time
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from parlour.server.access.limits.rate_limits import BAN_S
from tests.patience import WAIT_S
from tests.server.table import Guest, Server, eventually, take


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
