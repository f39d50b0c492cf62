"""What a match that is over means to whoever played it, asked over HTTP."""

import pytest

from tests.server.table import Guest, Json, Server, play_out, take

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


def test_whoever_left_for_good_is_told_that_it_was_lost_and_their_rating(
    ann: Guest, bob: Guest, server: Server
) -> None:
    code = ann.open("nim", "me", "anybody", options={"heaps": 3})["code"]
    match = bob.post(f"/api/rooms/{code}/join")["match"]
    with ann.enter(code) as one:
        one.play(0, take(0))
    with bob.enter(code) as other:
        other.play(1, take(1))
    bob.post(f"/api/rooms/{code}/leave")
    with Guest(server) as cleo:
        cleo.post(f"/api/rooms/{code}/join")
        with ann.enter(code) as one, cleo.enter(code) as other:
            play_out(one, other)
            one.hear("room", confirmed=True)
        rating = result(bob, match)["rating"]
        assert (rating["rated_as"], rating["i_left"], rating["change"]) == ("lost", True, None)
        assert rating["now"] == bob.get("/api/ratings/nim")["mine"]["rating"] < 1000
        assert (result(cleo, match)["not_counted"], result(cleo, match)["rating"]) == ("seat-changed", None)
        mine, seat = ann.get(f"/api/matches/{match}")["seats"]
        assert (seat["player"], seat["left_by"], seat["left_name"]) == (cleo.me["id"], bob.me["id"], bob.me["name"])
        assert (mine["left_by"], mine["left_name"]) == (None, None)
        [row] = bob.get(f"/api/players/{bob.me['id']}/matches")
        assert [seat["left_by"] for seat in row["seats"]] == [None, bob.me["id"]]
    with Guest(server) as stranger:
        assert stranger.refusal(f"/api/matches/{match}/result") == (403, "not-seated")


def test_whoever_left_is_told_of_at_their_seat_until_they_come_back(ann: Guest, bob: Guest) -> None:
    """Whether nobody sits there, or somebody else, on the match's page and in a history alike."""
    code = ann.open("nim", "me", "anybody", options={"heaps": 5})["code"]
    match = bob.post(f"/api/rooms/{code}/join")["match"]
    with ann.enter(code) as one, bob.enter(code) as other:
        one.play(0, take(0))
        other.play(1, take(1))

    def told() -> Json:
        seat: Json
        mine, seat = ann.get(f"/api/matches/{match}")["seats"]
        assert (mine["left_by"], mine["left_name"]) == (None, None)
        [row] = ann.get(f"/api/players/{ann.me['id']}/matches")
        assert [one["left_by"] for one in row["seats"]] == [None, seat["left_by"]]
        return seat

    bob_left = (bob.me["id"], bob.me["name"])
    bob.post(f"/api/rooms/{code}/leave")
    seat = told()
    assert (seat["player"], seat["left_by"], seat["left_name"]) == (bob.me["id"], *bob_left)
    ann.post(f"/api/rooms/{code}/fill", {"seat": 1, "level": "first"})
    seat = told()
    assert (seat["bot"], seat["left_by"], seat["left_name"]) == ("first", *bob_left)
    bob.post(f"/api/rooms/{code}/join")
    seat = told()
    assert (seat["player"], seat["left_by"], seat["left_name"]) == (bob.me["id"], None, None)


def test_a_result_is_for_those_who_played(ann: Guest, bob: Guest) -> None:
    room = ann.open("nim-alone", "me", options={"heaps": 5})
    assert ann.refusal(f"/api/matches/{room['match']}/result") == (409, "no-result")
    assert bob.refusal(f"/api/matches/{room['match']}/result") == (403, "not-seated")
    assert ann.refusal("/api/matches/nothing/result") == (404, "no-such-match")
