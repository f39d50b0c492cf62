"""Whoever is not who they say, or plays what is not theirs, is refused."""

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.table import Guest, Seat, take


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


def test_an_action_that_is_no_text_is_refused_by_its_ref(ann: Guest) -> None:
    code = ann.open("nim", "me", "me")["code"]
    with ann.enter(code) as table:
        action = b'{"do":"\xd0\xdd"}'
        message = b'{"type":"submit","match":"%s","seat":0,"action":%s,"ref":"odd"}'
        table.socket.send(message % (table.room["match"].encode(), action), text=True)
        fault = table.hear("fault")
        assert (fault["code"], fault["ref"]) == ("malformed-action", "odd")


@pytest.mark.parametrize("path", ["/api/rooms/socket", "/api/elsewhere", "/"])
def test_an_address_that_has_no_socket_is_answered_with_404(ann: Guest, path: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        Seat(f"{ann.server.url}{path}", ann.cookie)
    assert refused.value.response.status_code == 404
