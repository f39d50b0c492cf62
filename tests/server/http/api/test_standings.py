"""Who is best: what ranks, what does not, and where everybody stands."""

import pytest

from tests.server.table import Guest, Json, Seat, Server, play_out, take

pytestmark = pytest.mark.usefixtures("within_one_day")

# No other test of the shared server ranks on the boards with 1 to 4 heaps.


def board(guest: Guest, heaps: int, query: str = "") -> Json:
    found: Json = guest.get(f"/api/leaderboards/nim-alone/{heaps}-heaps{query}")
    return found


def alone(guest: Guest, heaps: int, points: int, *, ask: bool = False, **more: object) -> str:
    return guest.play_alone(guest.open("nim-alone", "me", options={"heaps": heaps}, **more), points, ask=ask)


def test_the_best_score_of_each_player_ranks_with_the_match_that_proves_it(ann: Guest, bob: Guest) -> None:
    alone(ann, 1, 1)
    best = alone(ann, 1, 2)
    alone(ann, 1, 1)
    alone(bob, 1, 1)
    for span in ("day", "week", "all"):
        found = board(bob, 1, f"?span={span}")
        assert [(row["rank"], row["player"], row["score"]) for row in found["rows"]] == [
            (1, ann.me["id"], 2),
            (2, bob.me["id"], 1),
        ]
        assert found["players"] == 2
        assert found["rows"][0]["match"] == best
        assert found["rows"][0]["name"] == ann.me["name"]
        assert found["mine"] == found["rows"][1]
        assert found["around"] == found["rows"]
        assert (found["since"] is None) == (span == "all")
    assert ann.get(f"/api/matches/{best}")["ranked"] is True


def test_ties_share_a_rank_and_the_earlier_comes_first(server: Server, ann: Guest, bob: Guest) -> None:
    with Guest(server) as eve:
        for guest, points in ((ann, 2), (bob, 2), (eve, 1)):
            alone(guest, 2, points)
        rows = board(eve, 2)["rows"]
    assert [(row["rank"], row["player"]) for row in rows] == [
        (1, ann.me["id"]),
        (1, bob.me["id"]),
        (3, eve.me["id"]),
    ]


def test_practice_help_and_defeat_do_not_rank(ann: Guest) -> None:
    practised = alone(ann, 3, 2, seed=7)
    helped = alone(ann, 3, 2, ask=True)
    lost = alone(ann, 3, 0)
    assert board(ann, 3)["rows"] == []
    assert [ann.get(f"/api/matches/{match}")["ranked"] for match in (practised, helped, lost)] == [False] * 3
    left = ann.open("nim-alone", "me", options={"heaps": 3})
    with ann.enter(left["code"]) as table:
        table.play(0, take(0))
    ann.post(f"/api/rooms/{left['code']}/leave")
    assert ann.get(f"/api/matches/{left['match']}")["ranked"] is False
    ranked = alone(ann, 3, 1)
    assert [row["match"] for row in board(ann, 3)["rows"]] == [ranked]


def test_the_room_tells_whether_its_match_can_count(ann: Guest) -> None:
    assert ann.open("nim-alone", "me", seed=7)["ranked"] is False
    assert ann.open("nim", "me", "anybody")["ranked"] is True
    assert ann.open("nim", "me", "me")["ranked"] is False
    assert ann.open("nim", "me", "first")["ranked"] is False
    room = ann.open("nim-alone", "me")
    assert room["ranked"] is True
    with ann.enter(room["code"]) as table:
        table.play(0, {"do": "ask"})
        assert table.room["ranked"] is False
    practice = ann.open("nim-alone", "me", options={"heaps": 1}, seed=7)
    ann.play_alone(practice, 1)
    assert ann.post(f"/api/rooms/{practice['code']}/rematch")["ranked"] is True


def two(first: Guest, second: Guest, **options: object) -> tuple[Json, Seat, Seat]:
    room = first.open("nim", "me", "anybody", options={"heaps": 1}, **options)
    second.post(f"/api/rooms/{room['code']}/join")
    return room, first.enter(room["code"]), second.enter(room["code"])


def rating(guest: Guest) -> Json | None:
    found: Json | None = guest.get("/api/ratings/nim")["mine"]
    return found


def test_people_who_play_each_other_are_rated_once_a_match(ann: Guest, bob: Guest) -> None:
    """Whoever begins takes the one heap and has won."""
    assert rating(ann) is None
    _, one, other = two(ann, bob)
    with one, other:
        play_out(one, other)
        one.hear("room", confirmed=True)
    mine, theirs = rating(ann), rating(bob)
    assert mine is not None
    assert theirs is not None
    assert mine["rating"] > 1000 > theirs["rating"]
    assert mine["games"] == theirs["games"] == 1
    rows = ann.get("/api/ratings/nim?count=100")["rows"]
    assert [row for row in rows if row["player"] in (ann.me["id"], bob.me["id"])] == [mine, theirs]
    assert mine["rank"] < theirs["rank"]
    assert mine in bob.get("/api/ratings/nim?count=100")["rows"]


def test_bots_pass_and_play_practice_and_changed_seats_are_not_rated(server: Server, ann: Guest, bob: Guest) -> None:
    for other_seat in ("first", "me"):
        room = ann.open("nim", "me", other_seat, options={"heaps": 1})
        with ann.enter(room["code"]) as table:
            play_out(table)
            table.hear("room", confirmed=True)
    _, one, other = two(ann, bob, seed=3)
    with one, other:
        play_out(one, other)
        one.hear("room", confirmed=True)
    room, one, other = two(ann, bob)
    with one, other, Guest(server) as eve:
        bob.post(f"/api/rooms/{room['code']}/leave")
        eve.post(f"/api/rooms/{room['code']}/join")
        play_out(one)
        one.hear("room", confirmed=True)
        assert rating(eve) is None
    assert rating(ann) is None
    assert rating(bob) is None


def test_a_deleted_player_is_gone_from_every_list(server: Server, ann: Guest) -> None:
    with Guest(server) as gone:
        alone(gone, 4, 2)
        _, one, other = two(gone, ann)
        with one, other:
            play_out(one, other)
            one.hear("room", confirmed=True)
        alone(ann, 4, 1)
        me = gone.me["id"]
        assert gone.http.delete("/api/me").status_code == 204
    assert [row["player"] for row in board(ann, 4)["rows"]] == [ann.me["id"]]
    assert board(ann, 4)["rows"][0]["rank"] == 1
    assert me not in {row["player"] for row in ann.get("/api/ratings/nim")["rows"]}
    assert ann.refusal(f"/api/players/{me}") == (404, "no-such-player")
    assert ann.get(f"/api/players/{me}/matches") == []


def test_boards_that_are_not_there_are_refused_and_so_is_nonsense(ann: Guest) -> None:
    assert {"game": "nim-alone", "board": "2-heaps"} in ann.get("/api/leaderboards")
    assert ann.refusal("/api/leaderboards/nim-alone/9-heaps") == (404, "no-such-leaderboard")
    assert ann.refusal("/api/leaderboards/nim/2-players") == (404, "no-such-leaderboard")
    assert ann.refusal("/api/ratings/nim-alone") == (404, "no-such-rating")
    assert ann.refusal("/api/ratings/chess") == (404, "no-such-rating")
    for query in ("span=year", "count=0", "count=101", "count=x", "span="):
        assert ann.refusal(f"/api/leaderboards/nim-alone/2-heaps?{query}")[0] == 400
