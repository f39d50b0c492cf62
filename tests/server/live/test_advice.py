"""Advice is asked for through the log, so that everybody can tell who had it."""

import pytest

from tests.server.table import Guest, take


def test_advice_is_given_and_that_it_was_asked_for_is_logged(ann: Guest) -> None:
    room = ann.open("nim-alone", "me", options={"heaps": 2})
    with ann.enter(room["code"]) as table:
        table.play(0, take(0, 3))
        advice = ann.post(f"/api/rooms/{room['code']}/advice", {"seat": 0})
        assert advice == {"match": room["match"], "seq": 2, "advice": {"do": "take", "heap": 1, "count": 1}}
        table.until(lambda message: message["type"] == "view" and message["seq"] == 2)
        assert table.view["last"]["action"] == {"do": "ask"}
        table.until(lambda message: message["type"] == "room" and not message["ranked"])
        table.play(0, take(1, 1))
        table.play(0, take(1, 2))
    entries = ann.get(f"/api/matches/{room['match']}/session")["entries"]
    assert [entry["action"]["do"] for entry in entries] == ["take", "ask", "take", "take"]


def test_advice_is_for_those_who_are_to_move_in_a_match_that_is_played(ann: Guest, bob: Guest) -> None:
    room = ann.open("nim-alone", "me", options={"heaps": 1}, seed=1)
    path = f"/api/rooms/{room['code']}/advice"
    assert bob.problem(path, {"seat": 0}) == (403, "not-your-seat")
    assert ann.problem(path, {"seat": 5}) == (403, "not-your-seat")
    ann.play_alone(room, 1)
    assert ann.problem(path, {"seat": 0}) == (409, "game-over")
    assert ann.problem("/api/rooms/BBBBBB/advice", {"seat": 0}) == (404, "no-such-room")
    other = ann.open("nim", "me", "anybody")
    assert ann.problem(f"/api/rooms/{other['code']}/advice", {"seat": 0}) == (404, "no-adviser")


@pytest.mark.parametrize("body", [{}, {"seat": -1}, {"seat": "x"}, {"seat": 64}, {"seat": 0, "x": 1}, {"seat": None}])
def test_a_malformed_request_for_advice_is_refused(ann: Guest, body: dict[str, object]) -> None:
    room = ann.open("nim-alone", "me")
    assert ann.problem(f"/api/rooms/{room['code']}/advice", body)[0] == 400
    assert ann.get(f"/api/matches/{room['match']}")["entries"] == 0
