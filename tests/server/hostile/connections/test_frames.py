"""Frames that are malformed, too large or against the protocol of sockets are answered, or end the socket."""

import random

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.table import Guest, take

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
    "a zero in a ref": '{"type":"submit","ref":"a\\u0000b","match":"m","seat":0,"action":{}}',
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
