"""A player's page, a player's matches, and the rooms to go back to."""

from tests.server.table import Guest, Json, play_out, take


def page(guest: Guest, of: Guest) -> Json:
    found: Json = guest.get(f"/api/players/{of.me['id']}")
    return found


def test_a_page_tells_ratings_bests_and_statistics(ann: Guest, bob: Guest) -> None:
    first = ann.play_alone(ann.open("nim-alone", "me", options={"heaps": 5}), 2)
    best = ann.play_alone(ann.open("nim-alone", "me", options={"heaps": 5}), 4)
    ann.play_alone(ann.open("nim-alone", "me", options={"heaps": 5}), 0)
    ann.play_alone(ann.open("nim-alone", "me", options={"heaps": 5}), 6, ask=True)
    code = ann.open("nim", "me", "anybody", options={"heaps": 1})["code"]
    bob.post(f"/api/rooms/{code}/join")
    with ann.enter(code) as one, bob.enter(code) as other:
        play_out(one, other)
        one.hear("room", confirmed=True)
    found = page(bob, ann)
    assert found["name"] == ann.me["name"]
    assert found["since"] > 0
    alone, together = sorted(found["statistics"], key=lambda statistics: str(statistics["game"]), reverse=True)
    assert (alone["game"], alone["board"], alone["played"], alone["won"]) == ("nim-alone", "5-heaps", 4, 3)
    assert (alone["ranked"], alone["best"]["score"], alone["best"]["match"]) == (2, 4, best), "without help"
    assert alone["best"] == ann.get("/api/leaderboards/nim-alone/5-heaps?span=all")["mine"]
    assert alone["best"]["shown"]["facts"] == {"taken": 4}
    assert ann.get(f"/api/matches/{best}")["shown"] == [alone["best"]["shown"]]
    assert alone["mean"] == 3.0
    assert alone["last"] >= ann.get(f"/api/matches/{first}")["ended"]
    assert (together["game"], together["board"], together["played"], together["won"]) == ("nim", "2-players", 1, 1)
    assert (together["best"], together["mean"]) == (None, None)
    [rating] = found["ratings"]
    assert rating["standing"] == ann.get("/api/ratings/nim")["mine"]


def test_history_comes_in_pages_with_names_scores_and_whether_it_counted(ann: Guest, bob: Guest) -> None:
    matches = [ann.play_alone(ann.open("nim-alone", "me", options={"heaps": 5}), points) for points in (1, 2, 0)]
    code = ann.open("nim", "me", "anybody", options={"heaps": 3})["code"]
    room = bob.post(f"/api/rooms/{code}/join")
    path = f"/api/players/{ann.me['id']}/matches"
    assert [one["match"] for one in bob.get(path)] == matches[::-1], "what nobody has begun is no game"
    with ann.enter(code) as table:
        table.play(0, take(0))
    latest, *rest = bob.get(path)
    assert latest["match"] == room["match"]
    assert [seat["name"] for seat in latest["seats"]] == [ann.me["name"], bob.me["name"]]
    assert (latest["ended"], latest["reason"], latest["seats"][0]["score"]) == (None, None, None)
    assert [one["match"] for one in rest] == matches[::-1]
    assert [one["seats"][0]["score"] for one in rest] == [0, 2, 1]
    assert [one["seats"][0]["shown"]["facts"] for one in rest] == [{"taken": 0}, {"taken": 2}, {"taken": 1}]
    assert latest["seats"][0]["shown"] is None
    assert [one["seats"][0]["won"] for one in rest] == [False, True, True]
    assert [one["counted"] for one in rest] == [False, True, True]
    assert [one["not_counted"] for one in rest] == ["lost", None, None]
    assert {one["board"] for one in rest} == {"5-heaps"}
    assert [one["match"] for one in bob.get(f"{path}?count=2&before={matches[2]}")] == matches[1::-1]
    assert [one["match"] for one in bob.get(f"{path}?game=nim")] == [room["match"]]
    assert bob.get(f"{path}?game=chess") == []
    assert bob.get(f"{path}?before=nothing") == []
    assert bob.get("/api/players/nobody/matches") == []
    assert bob.refusal("/api/players/nobody") == (404, "no-such-player")
    for query in ("count=0", "count=101", f"before={'x' * 101}", f"game={'x' * 101}"):
        assert bob.refusal(f"{path}?{query}")[0] == 400


def test_my_rooms_are_where_i_left_off(ann: Guest, bob: Guest) -> None:
    playing = ann.open("nim", "me", "anybody", options={"heaps": 3}, seed=4)["code"]
    waiting = ann.open("nim", "me", "anybody")["code"]
    bob.post(f"/api/rooms/{playing}/join")
    rooms = {mine["room"]["code"]: mine for mine in ann.get("/api/me/rooms")}
    assert set(rooms) == {playing, waiting}
    assert (rooms[playing]["room"]["phase"], rooms[playing]["my_turn"]) == ("playing", True)
    assert (rooms[waiting]["room"]["phase"], rooms[waiting]["my_turn"]) == ("gathering", False)
    assert (rooms[playing]["to_move"], rooms[waiting]["to_move"]) == ([0], [])
    with ann.enter(playing) as table:
        table.play(0, take(0))
    first, _ = ann.get("/api/me/rooms")
    assert (first["room"]["code"], first["my_turn"]) == (playing, False)
    assert first["updated"] >= rooms[playing]["updated"]
    [theirs] = bob.get("/api/me/rooms")
    assert theirs["my_turn"] is True
    bob.post(f"/api/rooms/{playing}/leave")
    [left] = bob.get("/api/me/rooms")
    assert (left["my_turn"], left["to_move"]) == (False, [1]), "his seat is waited for, and he has left it"
    bob.post(f"/api/rooms/{playing}/join")
    ann.post(f"/api/rooms/{waiting}/leave")
    assert [mine["room"]["code"] for mine in ann.get("/api/me/rooms")] == [playing]
