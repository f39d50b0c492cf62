"""Whoever got hold of a device or a phrase is out as soon as its owner says so, sockets and all."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from parlour.protocol.messages import Bye
from parlour.server.access.devices import DeviceSockets
from tests.patience import WAIT_S
from tests.server.table import Guest, Seat, Server, take

OUT = Bye("signed-out", None)


@contextmanager
def second_device(server: Server, phrase: str) -> Iterator[Guest]:
    """Somebody who has the phrase, on a device of their own."""
    with Guest(server) as guest:
        guest.post("/api/me/recover", {"phrase": phrase})
        yield guest


def gone(guest: Guest) -> bool:
    """Whether the token of a device is nobody's any more, for whatever is asked with it."""
    statuses = {guest.http.get(path).status_code for path in ("/api/me", "/api/me/rooms", "/api/me/devices")}
    statuses.add(guest.http.post("/api/me/phrase").status_code)
    statuses.add(guest.http.patch("/api/me", json={"name": "Thief"}).status_code)
    return statuses == {HTTPStatus.UNAUTHORIZED}


def assert_sent_away(seat: Seat, code: str = "signed-out") -> None:
    assert seat.hear("bye") == {"type": "bye", "code": code, "retry_ms": None}
    with pytest.raises(ConnectionClosed) as closed:
        seat.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401


def test_other_devices_are_signed_out_and_this_one_stays(server: Server, ann: Guest) -> None:
    phrase = ann.post("/api/me/phrase")["phrase"]
    assert ann.get("/api/me/devices")["signed_in"] == 1
    with second_device(server, phrase) as lost, second_device(server, phrase) as other:
        assert ann.get("/api/me/devices")["signed_in"] == lost.get("/api/me/devices")["signed_in"] == 3
        assert ann.post("/api/me/devices/sign-out-others") == {"signed_in": 1, "signed_out": 2}
        assert gone(lost)
        assert gone(other)
        assert ann.get("/api/me")["id"] == ann.me["id"]
        assert ann.post("/api/me/devices/sign-out-others") == {"signed_in": 1, "signed_out": 0}
        lost.http.cookies.clear()
        assert lost.post("/api/me")["id"] != ann.me["id"]
        assert lost.post("/api/me/recover", {"phrase": phrase})["id"] == ann.me["id"]


def test_a_device_that_was_signed_out_is_told_so_once_and_then_becomes_a_guest(server: Server, ann: Guest) -> None:
    with second_device(server, ann.post("/api/me/phrase")["phrase"]) as lost:
        ann.post("/api/me/devices/sign-out-others")
        assert lost.problem("/api/me") == (401, "signed-out")
        assert "parlour" not in lost.http.cookies
        guest = lost.post("/api/me")
        assert guest["id"] != ann.me["id"]
        assert lost.post("/api/me") == guest


def test_a_device_whose_player_is_no_more_is_told_so_once(server: Server, ann: Guest) -> None:
    with second_device(server, ann.post("/api/me/phrase")["phrase"]) as other:
        assert ann.http.delete("/api/me").status_code == HTTPStatus.NO_CONTENT
        assert ann.post("/api/me")["id"] != ann.me["id"]
        assert other.problem("/api/me") == (401, "signed-out")
        assert other.http.post("/api/me").status_code == HTTPStatus.OK


def test_a_device_that_was_signed_out_comes_back_with_the_phrase_at_once(server: Server, ann: Guest) -> None:
    phrase = ann.post("/api/me/phrase")["phrase"]
    with second_device(server, phrase) as lost:
        ann.post("/api/me/devices/sign-out-others")
        assert lost.post("/api/me/recover", {"phrase": phrase})["id"] == ann.me["id"]
        assert lost.post("/api/me")["id"] == ann.me["id"]


def test_a_socket_from_before_a_device_signed_in_again_is_closed_with_the_device(server: Server, ann: Guest) -> None:
    phrase = ann.post("/api/me/phrase")["phrase"]
    code = ann.open("nim", "me", "anybody")["code"]
    with second_device(server, phrase) as thief, thief.enter(code) as seat:
        thief.post("/api/me/recover", {"phrase": phrase})
        seat.send({"type": "ping"})
        seat.hear("pong")
        assert ann.post("/api/me/devices/sign-out-others")["signed_out"] == 1
        assert_sent_away(seat)


def test_a_new_phrase_ends_the_old_one_and_all_that_came_by_it(server: Server, ann: Guest) -> None:
    old = ann.post("/api/me/phrase")["phrase"]
    with second_device(server, old) as thief:
        answer = ann.post("/api/me/phrase")
        assert answer["signed_out"] == 1
        assert gone(thief)
        thief.http.cookies.clear()
        assert thief.problem("/api/me/recover", {"phrase": old}) == (403, "unknown-phrase")
        with second_device(server, answer["phrase"]) as mine:
            assert mine.get("/api/me")["id"] == ann.me["id"]
            assert ann.get("/api/me/devices")["signed_in"] == 2


def test_open_sockets_of_a_device_that_is_signed_out_are_closed_and_mine_play_on(server: Server, ann: Guest) -> None:
    code = ann.open("nim", "me", "me")["code"]
    with second_device(server, ann.post("/api/me/phrase")["phrase"]) as lost:
        lobby = Seat(f"{server.url}/api/lobby/socket", lost.cookie)
        with ann.enter(code) as mine, lost.enter(code) as theirs, lobby:
            ann.post("/api/me/devices/sign-out-others")
            assert_sent_away(theirs)
            assert_sent_away(lobby)
            assert mine.play(0, take(0))["refused"] is None
        with lost.socket(code) as again:
            assert again.receive()["code"] == "no-player"


def test_whoever_is_deleted_has_no_open_socket_anywhere(server: Server, ann: Guest, bob: Guest) -> None:
    code = bob.open("nim", "me", "anybody")["code"]
    with second_device(server, ann.post("/api/me/phrase")["phrase"]) as other, other.enter(code) as watching:
        assert ann.http.delete("/api/me").status_code == HTTPStatus.NO_CONTENT
        assert_sent_away(watching, "no-player")


def test_a_stranger_signs_nobody_out(server: Server, ann: Guest) -> None:
    answer = httpx.post(f"{server.url}/api/me/devices/sign-out-others", verify=False, timeout=WAIT_S)
    assert (answer.status_code, answer.json()["code"]) == (401, "no-player")
    elsewhere = ann.http.post("/api/me/devices/sign-out-others", headers={"Origin": "https://elsewhere.example"})
    assert elsewhere.json()["code"] == "origin-not-allowed"


def test_the_same_phrase_on_the_same_device_is_one_device(server: Server, ann: Guest) -> None:
    phrase = ann.post("/api/me/phrase")["phrase"]
    with second_device(server, phrase) as other:
        other.post("/api/me/recover", {"phrase": phrase})
        assert ann.get("/api/me/devices")["signed_in"] == 2


def test_a_socket_that_is_being_opened_while_its_device_is_signed_out_is_not_let_in() -> None:
    devices, byes = DeviceSockets(), list[Bye]()
    opening, open_one, elsewhere = devices.enter(b"lost"), devices.enter(b"lost"), devices.enter(b"mine")
    open_one.close = elsewhere.close = byes.append
    devices.close([b"lost", b"unknown"], OUT)
    assert (opening.signed_out, open_one.signed_out, elsewhere.signed_out) == (True, True, False)
    assert byes == [OUT]
    for socket in (opening, open_one):
        devices.exit(socket)
    devices.close([b"lost"], OUT)
    assert byes == [OUT]
