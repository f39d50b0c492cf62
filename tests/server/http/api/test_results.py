"""What a match that is over means to whoever played it, asked over HTTP."""

import pytest

from tests.server.table import Guest, Json, play_out

pytestmark = pytest.mark.usefixtures("within_one_day")


def result(guest: Guest, match: str) -> Json:
    found: Json = guest.get(f"/api/matches/{match}/result")
    return found


def test_a_match_alone_tells_best_place_and_difference(ann: Guest) -> None:
    first = ann.play_alone(ann.open("nim-alone", "me", options={"heaps": 5}), 2)
    second = ann.play_alone(ann.open("nim-alone", "me", options={"heaps": 5}), 4)
    assert (result(ann, first)["best_before"], result(ann, first)["place"]) == (None, None), "better came later"
    found = result(ann, second)
    assert (found["score"], found["best_before"], found["not_counted"], found["confirmed"]) == (4, 2, None, True)
    table = ann.get("/api/leaderboards/nim-alone/5-heaps?span=all")
    place = found["place"]
    assert (place["span"], place["rank"], place["players"]) == ("all", table["mine"]["rank"], table["players"])
    helped = ann.play_alone(ann.open("nim-alone", "me", options={"heaps": 5}), 6, ask=True)
    assert (result(ann, helped)["not_counted"], result(ann, helped)["place"]) == ("helped", None)


def test_a_match_of_two_tells_each_their_rating_and_how_they_stand(ann: Guest, bob: Guest) -> None:
    code = ann.open("nim", "me", "anybody", options={"heaps": 1})["code"]
    match = bob.post(f"/api/rooms/{code}/join")["match"]
    with ann.enter(code) as one, bob.enter(code) as other:
        play_out(one, other)
        one.hear("room", confirmed=True)
    mine, theirs = result(ann, match), result(bob, match)
    assert mine["rating"]["change"]["before"] == 1000
    assert mine["rating"]["change"]["after"] == ann.get("/api/ratings/nim")["mine"]["rating"]
    assert theirs["rating"]["change"]["after"] < mine["rating"]["change"]["after"]
    assert (mine["against"]["name"], mine["against"]["won"], mine["against"]["lost"]) == (bob.me["name"], 1, 0)


def test_a_result_is_for_those_who_played_to_the_end(ann: Guest, bob: Guest) -> None:
    room = ann.open("nim-alone", "me", options={"heaps": 5})
    assert ann.refusal(f"/api/matches/{room['match']}/result") == (409, "no-result")
    assert bob.refusal(f"/api/matches/{room['match']}/result") == (403, "not-seated")
    assert ann.refusal("/api/matches/nothing/result") == (404, "no-such-match")
