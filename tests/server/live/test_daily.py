"""The daily challenge: one board a day for everybody, one attempt that counts, nothing shown before it is over."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.server.table import Guest, Json, Server, take

pytestmark = pytest.mark.usefixtures("within_one_day")


def today(guest: Guest) -> Json:
    [found] = [challenge for challenge in guest.get("/api/daily") if challenge["game"] == "nim-alone"]
    return dict(found)


def begin(guest: Guest) -> Json:
    room: Json = guest.get(f"/api/rooms/{guest.post('/api/daily/nim-alone')['mine']['room']}")
    return room


def test_every_ranked_solo_game_has_a_challenge(ann: Guest) -> None:
    found = ann.get("/api/daily")
    assert [challenge["game"] for challenge in found] == ["ten-exorcism", "stackdoku", "nim-alone"]
    challenge = today(ann)
    assert challenge["options"]["heaps"] == 2
    assert challenge["board"] == "2-heaps"
    assert 0 <= challenge["ends_in_s"] <= 86_400
    assert challenge["mine"] is None


def test_everybody_gets_the_same_board_and_a_rank(ann: Guest, bob: Guest) -> None:
    matches = [ann.play_alone(begin(ann), 3), bob.play_alone(begin(bob), 4)]
    seeds = [ann.get(f"/api/matches/{match}")["seed"] for match in matches]
    assert seeds[0] is not None
    assert seeds[0] == seeds[1]
    mine = today(ann)["mine"]
    assert (mine["over"], mine["score"]) == (True, 3)
    assert mine["shown"]["facts"] == {"taken": 3}, "a score comes with what it means"
    day = today(ann)["day"]
    standings = ann.get(f"/api/daily/nim-alone/{day}?count=100")
    ranks = {row["player"]: row["rank"] for row in standings["rows"]}
    assert ranks[bob.me["id"]] < ranks[ann.me["id"]] == mine["rank"]
    assert standings["mine"]["score"] == 3
    assert today(ann)["players"] == len(ranks)
    on_the_board = {row["player"] for row in ann.get("/api/leaderboards/nim-alone/2-heaps")["rows"]}
    assert not on_the_board & set(ranks), "a daily challenge has standings of its own"


def test_a_daily_has_one_attempt_without_advice_or_rematch(ann: Guest) -> None:
    first = begin(ann)
    assert begin(ann)["match"] == first["match"]
    assert first["daily"] == today(ann)["day"]
    assert first["ranked"] is True
    assert ann.problem(f"/api/rooms/{first['code']}/advice", {"seat": 0}) == (409, "no-advice-in-daily")
    assert ann.problem(f"/api/rooms/{first['code']}/fill", {"seat": 0, "level": "x"}) == (409, "daily-once")
    ann.play_alone(first, 2)
    assert ann.problem(f"/api/rooms/{first['code']}/rematch") == (409, "daily-once")
    assert ann.post("/api/daily/nim-alone")["mine"]["match"] == first["match"]
    ann.post(f"/api/rooms/{first['code']}/leave")
    mine = ann.post("/api/daily/nim-alone")["mine"]
    assert (mine["room"], mine["match"], mine["score"]) == (None, first["match"], 2)


def test_an_attempt_that_was_left_is_over_without_a_score(ann: Guest) -> None:
    code = begin(ann)["code"]
    assert today(ann)["mine"]["begun"] is False
    with ann.enter(code) as table:
        table.play(0, take(0))
    assert today(ann)["mine"]["begun"] is True
    ann.post(f"/api/rooms/{code}/leave")
    mine = today(ann)["mine"]
    assert (mine["begun"], mine["over"], mine["score"], mine["rank"]) == (True, True, None, None)


def test_an_attempt_that_was_never_begun_is_not_used_up(ann: Guest) -> None:
    for leaving in ("leave", "discard"):
        room = begin(ann)
        assert ann.post("/api/daily/nim-alone")["mine"]["match"] == room["match"]
        ann.post(f"/api/rooms/{room['code']}/{leaving}")
        assert today(ann)["mine"] is None
        assert ann.refusal(f"/api/matches/{room['match']}") == (404, "no-such-match")
    assert begin(ann)["ranked"]


def test_an_attempt_that_was_begun_and_thrown_away_stays_one(ann: Guest) -> None:
    room = begin(ann)
    with ann.enter(room["code"]) as table:
        table.play(0, take(0))
    assert ann.post(f"/api/rooms/{room['code']}/discard") == {"kept": "daily-attempt"}
    mine = ann.post("/api/daily/nim-alone")["mine"]
    assert (mine["match"], mine["room"], mine["begun"], mine["over"]) == (room["match"], None, True, True)
    assert ann.get(f"/api/players/{ann.me['id']}/matches") == []


def test_many_windows_begin_one_attempt(ann: Guest) -> None:
    with ThreadPoolExecutor(8) as threads:
        begun = list(threads.map(lambda _: ann.post("/api/daily/nim-alone")["mine"]["match"], range(8)))
    assert len(set(begun)) == 1


def test_nobody_sees_the_board_before_their_own_attempt_is_over(ann: Guest, bob: Guest) -> None:
    room = begin(bob)
    hidden = (403, "daily-first")

    def paths(match: str) -> list[str]:
        return [f"/api/matches/{match}/{part}" for part in ("steps", "session", "analysis")]

    with ann.socket(room["code"]) as watcher:
        assert watcher.receive() == {"type": "bye", "code": "daily-first", "retry_ms": None}
    match = bob.play_alone(room, 1)
    seed = bob.get(f"/api/matches/{match}")["seed"]
    assert ann.get(f"/api/matches/{match}")["seed"] is None
    assert [ann.refusal(path) for path in paths(match)] == [hidden] * 3
    assert ann.problem(f"/api/matches/{match}/analysis") == hidden
    practice = {"game": "nim-alone", "seats": [{"for": "me"}], "options": {"heaps": 2}, "seed": seed}
    assert ann.problem("/api/rooms", practice | {"seed": seed + 2**32}) == hidden
    practised = bob.play_alone(bob.post("/api/rooms", practice), 1)
    assert ann.refusal(f"/api/matches/{practised}/steps") == hidden, "practice shows the board as well"
    mine = begin(ann)
    assert [ann.refusal(path) for path in paths(match)] == [hidden] * 3
    ann.play_alone(mine, 1)
    assert ann.get(f"/api/matches/{match}")["seed"] == seed
    assert ann.get(paths(match)[0])
    assert ann.get(paths(match)[1])["seed"] == seed
    with ann.enter(room["code"]) as watcher:
        assert watcher.view["seat"] is None
    again = ann.post("/api/rooms", practice)
    assert (again["ranked"], again["daily"]) == (False, None)


def test_what_was_played_on_a_day_that_is_past_is_open_to_all(server: Server, ann: Guest, bob: Guest) -> None:
    match = ann.play_alone(begin(ann), 1)
    unfinished = begin(bob)
    connection = sqlite3.connect(server.database, timeout=30)
    for one in (match, unfinished["match"]):
        connection.execute("UPDATE matches SET daily = '2020-02-29' WHERE id = ?", [one])
        connection.execute("UPDATE attempts SET day = '2020-02-29' WHERE match = ?", [one])
        connection.execute("UPDATE bests SET period = 'daily 2020-02-29' WHERE match = ?", [one])
    connection.commit()
    connection.close()
    with Guest(server) as carl:
        assert carl.get(f"/api/matches/{match}/steps")
        [row] = carl.get("/api/daily/nim-alone/2020-02-29")["rows"]
        assert row["match"] == match
    assert bob.refusal(f"/api/matches/{match}/steps") == (403, "daily-first"), "bob is still playing it"
    late = bob.play_alone(unfinished, 2)
    assert bob.get(f"/api/matches/{late}")["ranked"] is False
    assert len(bob.get("/api/daily/nim-alone/2020-02-29")["rows"]) == 1
    assert bob.get(f"/api/matches/{match}/steps")
    assert today(bob)["mine"] is None


def test_the_secret_is_random_and_never_told(server: Server, ann: Guest) -> None:
    begin(ann)
    connection = sqlite3.connect(server.database)
    [[secret]] = connection.execute("SELECT value FROM secrets WHERE name = 'daily'").fetchall()
    connection.close()
    assert len(secret) == 32
    for spelled in (secret.hex(), repr(secret), str(int.from_bytes(secret))):
        assert spelled not in server.log.read_text()


def test_challenges_and_days_that_are_not_there_are_refused(ann: Guest) -> None:
    assert ann.problem("/api/daily/nim") == (404, "no-such-challenge")
    assert ann.problem("/api/daily/chess") == (404, "no-such-challenge")
    assert ann.refusal("/api/daily/nim/2020-01-01") == (404, "no-such-challenge")
    for day in ("2999-01-01", "2020-02-30", "today", "2020-1-1", "20200101", "0000-01-01", "٢٠٢٠-٠١-٠١"):
        assert ann.refusal(f"/api/daily/nim-alone/{day}") == (404, "no-such-day")
    with Guest(ann.server) as stranger:
        stranger.http.cookies.clear()
        assert stranger.problem("/api/daily/nim-alone") == (401, "no-player")
        assert today(stranger)["mine"] is None
