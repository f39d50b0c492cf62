"""Rooms: opened, found, filled, left, and played in again."""

import pytest

from parlour.server.access.identity import read_code
from tests.server.table import Guest, Server, play_out, take


def test_a_room_waits_for_its_seats_and_begins_when_the_last_is_taken(ann: Guest, bob: Guest) -> None:
    room = ann.open("nim", "me", "anybody")
    assert (room["phase"], room["match"]) == ("gathering", None)
    joined = bob.post(f"/api/rooms/{room['code'].lower()}/join")
    assert joined["phase"] == "playing"
    assert [seat["name"] for seat in joined["seats"]] == [ann.me["name"], bob.me["name"]]


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("bcdfgh", "BCDFGH"),
        (" bcd-fgh ", "BCDFGH"),
        ("01IOUY", "QLLQVV"),
        ("2A3E45", "243345"),
        ("BCDFG", None),
        ("BCDFGHJ", None),
        ("BCDFG!", None),
        ("", None),
    ],
)
def test_a_code_is_read_however_it_was_typed(typed: str, code: str | None) -> None:
    assert read_code(typed) == code


def test_a_room_is_found_by_a_code_that_was_misread(ann: Guest, bob: Guest) -> None:
    code = ann.open("nim", "me", "anybody")["code"]
    misread = code.translate(str.maketrans("QLV43", "01UAE")).lower()
    assert bob.get(f"/api/rooms/{misread}")["code"] == code


def test_joining_twice_is_joining_once_and_a_full_room_is_full(server: Server, ann: Guest, bob: Guest) -> None:
    code = ann.open("nim", "me", "anybody", "anybody")["code"]
    assert bob.problem(f"/api/rooms/{code}/join", {"seat": 0}) == (409, "seat-taken")
    bob.post(f"/api/rooms/{code}/join", {"seat": 2})
    assert bob.post(f"/api/rooms/{code}/join")["phase"] == "gathering"
    bob.post(f"/api/rooms/{code}/join", {"seat": 1})
    with Guest(server) as carl:
        assert carl.problem(f"/api/rooms/{code}/join") == (409, "room-full")


def test_public_rooms_are_listed_while_somebody_waits(ann: Guest, bob: Guest) -> None:
    seen = ann.open("nim", "me", "anybody", public=True)["code"]
    unlisted = ann.open("nim", "me", "anybody")["code"]
    codes = {room["code"] for room in bob.get("/api/rooms?game=nim")}
    assert seen in codes
    assert unlisted not in codes
    assert seen not in {room["code"] for room in bob.get("/api/rooms?game=dots-and-boxes")}
    bob.post(f"/api/rooms/{seen}/join")
    assert seen not in {room["code"] for room in bob.get("/api/rooms")}


def test_quick_match_joins_a_fitting_room_or_opens_one(ann: Guest, bob: Guest) -> None:
    wanted = {"game": "nim", "options": {"heaps": 4}}
    opened = ann.post("/api/rooms/quick", wanted)
    assert opened["phase"] == "gathering"
    other = bob.post("/api/rooms/quick", {"game": "nim", "options": {"heaps": 2}})
    assert other["code"] != opened["code"]
    assert bob.post("/api/rooms/quick", wanted)["code"] == opened["code"]
    solo = ann.post("/api/rooms/quick", {"game": "ten-exorcism"})
    assert solo["phase"] == "playing"


def test_leaving_frees_the_seat_and_the_last_to_leave_closes_the_room(ann: Guest, bob: Guest) -> None:
    code = ann.open("nim", "me", "anybody", "anybody")["code"]
    bob.post(f"/api/rooms/{code}/join")
    left = ann.post(f"/api/rooms/{code}/leave")
    assert [seat["held_by"] for seat in left["seats"]] == ["nobody", "player", "nobody"]
    with bob.enter(code) as table:
        bob.post(f"/api/rooms/{code}/leave")
        assert table.hear("bye") == {"type": "bye", "code": "room-closed", "retry_ms": None}
    assert bob.http.get(f"/api/rooms/{code}").status_code == 404


def test_leaving_a_match_lets_somebody_else_play_on(server: Server, ann: Guest, bob: Guest) -> None:
    code = ann.open("nim", "me", "anybody", seed=5)["code"]
    bob.post(f"/api/rooms/{code}/join")
    with ann.enter(code) as table:
        table.play(0, take(0))
        bob.post(f"/api/rooms/{code}/leave")
        table.hear("room", phase="playing")
        with Guest(server) as carl:
            carl.post(f"/api/rooms/{code}/join")
            with carl.enter(code) as other:
                assert other.play(1, take(0))["refused"] is None


def test_a_match_that_everybody_left_ends_without_an_outcome(ann: Guest) -> None:
    room = ann.open("nim", "me", "me")
    with ann.enter(room["code"]) as table:
        table.play(0, take(0))
    ann.post(f"/api/rooms/{room['code']}/leave")
    match = ann.get(f"/api/matches/{room['match']}")
    assert match["ended"] is not None
    assert match["outcome"] is None
    assert ann.post("/api/verdicts", ann.get(f"/api/matches/{room['match']}/session"))["ok"]


def test_a_free_seat_can_be_given_to_a_bot_by_those_who_sit(ann: Guest, bob: Guest) -> None:
    code = ann.open("nim", "me", "anybody")["code"]
    fill = f"/api/rooms/{code}/fill"
    assert bob.problem(fill, {"seat": 1, "level": "first"}) == (403, "not-seated")
    assert ann.problem(fill, {"seat": 1, "level": "genius"}) == (400, "malformed")
    assert ann.problem(fill, {"seat": 9, "level": "first"}) == (404, "no-such-seat")
    assert ann.post(fill, {"seat": 1, "level": "first"})["phase"] == "playing"
    assert ann.problem(fill, {"seat": 1, "level": "first"}) == (409, "seat-taken")


def test_the_seat_of_somebody_present_or_just_gone_is_not_given_away(ann: Guest, bob: Guest) -> None:
    code = ann.open("nim", "me", "anybody")["code"]
    bob.post(f"/api/rooms/{code}/join")
    assert ann.problem(f"/api/rooms/{code}/fill", {"seat": 1, "level": "first"}) == (409, "not-away")


def test_seats_and_spectators_follow_into_the_rematch(server: Server, ann: Guest, bob: Guest) -> None:
    code = ann.open("nim", "me", "anybody", options={"heaps": 1})["code"]
    bob.post(f"/api/rooms/{code}/join")
    with Guest(server) as carl, ann.enter(code) as one, bob.enter(code) as two, carl.enter(code) as watcher:
        assert ann.problem(f"/api/rooms/{code}/rematch") == (409, "match-not-over")
        play_out(one, two)
        first = one.view["match"]
        assert carl.problem(f"/api/rooms/{code}/rematch") == (403, "not-seated")
        assert ann.post(f"/api/rooms/{code}/rematch")["rematch"] == [ann.me["id"]]
        bob.post(f"/api/rooms/{code}/rematch")
        for table in (one, two, watcher):
            table.until(lambda message: message["type"] == "view" and message["match"] != first)
            assert table.view["seq"] == 0
            assert table.room["played"] == 2
        assert (one.view["seat"], two.view["seat"], watcher.view["seat"]) == (1, 0, None), "whoever was second begins"
        assert two.play(0, take(0))["refused"] is None
        one.send({"type": "submit", "ref": "late", "match": first, "seat": 1, "action": take(0)})
        assert one.hear("fault", ref="late")["code"] == "other-match"


@pytest.mark.parametrize(
    "body",
    [
        {"game": "chess", "seats": [{"for": "me"}]},
        {"game": "nim", "seats": [{"for": "me"}]},
        {"game": "nim", "seats": [{"for": "me"}] * 9},
        {"game": "nim", "seats": [{"for": "anybody"}] * 2},
        {"game": "nim", "seats": [{"for": "me"}, {"for": "bot", "level": "genius"}]},
        {"game": "nim", "seats": [{"for": "me"}, {"for": "you"}]},
        {"game": "nim", "seats": [{"for": "me"}] * 2, "options": {"heaps": 99}},
        {"game": "nim", "seats": [{"for": "me"}] * 2, "options": {"heap": 1}},
        {"game": "nim", "seats": [{"for": "me"}] * 2, "options": {"heaps": "3"}},
        {"game": "nim", "seats": [{"for": "me"}] * 2, "seed": 2**60},
        {"game": "nim", "seats": [{"for": "me"}] * 2, "extra": 1},
        {"game": "nim"},
        {},
    ],
    ids=range(13),
)
def test_a_room_that_cannot_be_is_refused_with_a_reason(ann: Guest, body: dict[str, object]) -> None:
    response = ann.http.post("/api/rooms", json=body)
    assert response.status_code == 400, response.text
    assert response.json()["detail"]


def test_one_player_keeps_a_bounded_number_of_rooms(ann: Guest) -> None:
    """Rooms in which nobody is make place for new ones; rooms in use do not."""
    codes = [ann.open("nim", "me", "me")["code"] for _ in range(20)]
    ann.open("nim", "me", "me")
    assert ann.http.get(f"/api/rooms/{codes[0]}").status_code == 404
    assert ann.http.get(f"/api/rooms/{codes[1]}").status_code == 200
