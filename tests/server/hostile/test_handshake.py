"""A handshake is by the book or it is none, and nothing of one stream gets into another."""

import re

import pytest

from parlour.server.socket.picows_adapter import READ_AT_ONCE
from tests.server.hostile.raw import PING, TEXT, Line, frame
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
