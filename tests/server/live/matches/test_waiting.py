"""Matches that wait, covered: nobody reads the board before it is lit, by any way; what nobody began is no game."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import msgspec
import pytest

from parlour.games import kit_of
from parlour.testing.seed_spellings import told
from tests.server.table import Guest, Json, Server

pytestmark = pytest.mark.usefixtures("within_one_day")
GAME = "ten-exorcism"
TIMED = "stackdoku"
TEN = kit_of(GAME).game
READY = {"do": "ready"}
SELECT = {"do": "select", "r0": 0, "c0": 0, "r1": 0, "c1": 1}
CLASSIC_MS = 120_000


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server that this test may stop."""
    with Server(tmp_path) as running:
        yield running


def mine(guest: Guest, game: str = GAME) -> Json | None:
    [found] = [challenge["mine"] for challenge in guest.get("/api/daily") if challenge["game"] == game]
    return None if found is None else dict(found)


def daily(guest: Guest, game: str = GAME) -> Json:
    room: Json = guest.get(f"/api/rooms/{guest.post(f'/api/daily/{game}')['mine']['room']}")
    return room


def history(guest: Guest) -> list[str]:
    return [played["match"] for played in guest.get(f"/api/players/{guest.me['id']}/matches")]


def seed_of(server: Server, match: str) -> int:
    """As only the file knows it."""
    with closing(sqlite3.connect(server.database)) as file:
        [[header]] = file.execute("SELECT header FROM matches WHERE id = ?", [match]).fetchall()
    return int(msgspec.json.decode(header)["seed"])


def whole(answer: httpx.Response) -> bytes:
    return f"{answer.url} {answer.headers}".encode() + answer.content


def spied(guest: Guest, room: Json) -> list[bytes]:
    """Whatever somebody can ask about a covered match, and try in it."""
    match, code, me = room["match"], room["code"], guest.me["id"]
    paths = [
        *(f"/api/matches/{match}{more}" for more in ("", "/session", "/session?format=ten-exorcism-v1", "/steps")),
        *(f"/api/matches/{match}{more}" for more in ("/steps?first=0&count=1", "/analysis")),
        *("/api/rooms", f"/api/rooms/{code}", "/api/me", "/api/me/rooms", "/api/daily", f"/match/{match}"),
        *(f"/api/players/{me}", f"/api/players/{me}/matches", f"/room/{code}", "/api/leaderboards"),
    ]
    answers = [guest.http.get(path) for path in paths]
    posts: list[tuple[str, Json]] = [
        (f"/api/matches/{match}/analysis", {}),
        (f"/api/rooms/{code}/advice", {"seat": 0}),
        (f"/api/rooms/{code}/join", {}),
        (f"/api/rooms/{code}/fill", {"seat": 0, "level": "first"}),
        (f"/api/rooms/{code}/rematch", {}),
    ]
    answers += [guest.http.post(path, json=body) for path, body in posts]
    return [whole(answer) for answer in answers]


def test_a_covered_board_is_read_in_no_way(server: Server, ann: Guest, bob: Guest) -> None:
    for room in (ann.open(GAME, "me"), daily(ann)):
        seen = [*spied(ann, room), *spied(bob, room)]
        with ann.enter(room["code"]) as table:
            assert (table.view["view"], table.view["began_ms"], table.view["due_ms"]) == (None, None, None)
            assert (table.view["to_move"], table.view["scores"], table.view["last"]) == ([0], [0], None)
            for action in (SELECT, {"do": "ask"}, {"do": "finish"}):
                answer = table.play(0, action)
                assert (answer["seq"], answer["refused"]) == (None, {"code": "not-begun"})
            seen.append(msgspec.json.encode(table.view))
        seed = seed_of(server, room["match"])
        board = msgspec.json.encode(TEN.view(TEN.start(TEN.options(), seed, 1), None))
        row = board[: board.index(b"]")]
        assert [spelling for text in seen for spelling in told(seed, text)] == []
        assert not any(row.removeprefix(b'{"board":[') in text for text in seen)
    assert history(ann) == []


def test_nothing_of_a_level_is_told_before_its_time_runs(server: Server, ann: Guest, bob: Guest) -> None:
    stackdoku = kit_of(TIMED).game
    for room in (ann.open(TIMED, "me"), daily(ann, TIMED)):
        seen = [*spied(ann, room), *spied(bob, room)]
        with ann.enter(room["code"]) as table:
            for action in ({"do": "remove", "a": 0, "b": 1}, {"do": "hint"}, {"do": "winnable"}, {"do": "restart"}):
                answer = table.play(0, action)
                assert (answer["seq"], answer["refused"]) == (None, {"code": "not-begun"})
            assert (table.view["view"], table.view["began_ms"]) == (None, None)
            seen.append(msgspec.json.encode([table.view, table.room]))
        seed = seed_of(server, room["match"])
        options = stackdoku.settled(msgspec.convert(room["options"], stackdoku.options), seed)
        assert [spelling for text in seen for spelling in told(seed, text)] == []
        assert not any(options.level.givens.encode() in text or b'"tiles"' in text for text in seen)
    assert history(ann) == []


def test_a_level_left_before_it_began_is_no_attempt_and_its_time_counts_from_where_it_began(own: Server) -> None:
    with Guest(own) as ann:
        room = daily(ann, TIMED)
        ann.post(f"/api/rooms/{room['code']}/leave")
        assert mine(ann, TIMED) is None
        assert ann.refusal(f"/api/matches/{room['match']}") == (404, "no-such-match")
        room = daily(ann, TIMED)
        own.stop()
        own.start()
        ann.come_back()
        with ann.enter(room["code"]) as table:
            assert (table.view["view"], table.view["began_ms"]) == (None, None)
            assert table.play(0, READY)["refused"] is None
            assert table.view["view"]["tiles"]
            assert table.view["began_ms"] > 0
        found = mine(ann, TIMED)
        assert found is not None
        assert found["begun"]


def test_who_watches_sees_it_covered_too(ann: Guest, bob: Guest) -> None:
    room = ann.open(GAME, "me")
    with ann.enter(room["code"]) as table, bob.enter(room["code"]) as watcher:
        assert (watcher.view["seat"], watcher.view["view"], watcher.view["began_ms"]) == (None, None, None)
        assert table.play(0, READY)["refused"] is None
        watcher.hear("view", seq=1)
        for seen in (table.view, watcher.view):
            assert len(seen["view"]["board"]) == 17
            assert seen["due_ms"] - seen["began_ms"] == CLASSIC_MS
            assert 0 <= seen["began_ms"] <= seen["now_ms"]
        assert table.play(0, READY)["refused"] == {"code": "already-ready"}


def test_todays_board_is_no_practice_before_it_is_lit(server: Server, ann: Guest) -> None:
    room = daily(ann)
    seed = seed_of(server, room["match"])
    practice = {"game": GAME, "seats": [{"for": "me"}], "options": {"mode": "endless"}, "seed": seed}
    assert ann.problem("/api/rooms", practice) == (403, "daily-first")
    ann.post(f"/api/rooms/{room['code']}/leave")
    assert ann.problem("/api/rooms", practice) == (403, "daily-first")
    assert ann.problem("/api/rooms", practice | {"seed": seed + 2**32}) == (403, "daily-first")


def test_a_daily_that_was_left_covered_is_not_used_up(ann: Guest) -> None:
    room = daily(ann)
    found = mine(ann)
    assert found is not None
    assert (found["begun"], found["over"]) == (False, False)
    assert daily(ann)["match"] == room["match"], "opened again it is the same board"
    ann.post(f"/api/rooms/{room['code']}/leave")
    assert mine(ann) is None
    assert ann.refusal(f"/api/matches/{room['match']}") == (404, "no-such-match")
    with ann.enter(daily(ann)["code"]) as table:
        assert table.play(0, READY)["refused"] is None
        found = mine(ann)
        assert found is not None
        assert found["begun"]
        assert table.play(0, {"do": "finish"})["refused"] is None
        assert table.view["outcome"] == {"reason": "finished", "scores": [0], "winners": [0]}
        table.until(lambda message: message["type"] == "room" and message["confirmed"])
        assert history(ann) == [table.view["match"]], "begun without a point it is a game"
        found = mine(ann)
        assert found is not None
        assert (found["over"], found["score"]) == (True, 0)


def test_waiting_and_a_restart_cost_no_time(own: Server) -> None:
    with Guest(own) as ann:
        room = ann.open(GAME, "me")
        own.stop()
        own.start()
        ann.come_back()
        with ann.enter(room["code"]) as table:
            assert table.view["view"] is None
            assert table.play(0, READY)["refused"] is None
            lit = table.view
        own.kill()
        own.start()
        ann.come_back()
        with ann.enter(room["code"]) as table:
            assert (table.view["began_ms"], table.view["due_ms"]) == (lit["began_ms"], lit["due_ms"])
            assert table.view["view"] == lit["view"]
            assert table.play(0, {"do": "finish"}, ref="end")["refused"] is None
        match = ann.get(f"/api/matches/{room['match']}")
        assert match["ended"] - match["started"] < CLASSIC_MS
        session = ann.get(f"/api/matches/{room['match']}/session")
        assert [entry["action"]["do"] for entry in session["entries"]] == ["ready", "finish"]
        assert session["waits"] is True
        verdict = ann.post("/api/verdicts", session)
        assert (verdict["ok"], verdict["complete"]) == (True, True)
        forged = session | {"entries": session["entries"][1:]}
        assert ann.post("/api/verdicts", forged)["code"] == "not-begun"
        steps = ann.get(f"/api/matches/{room['match']}/steps")
        assert [step["at_ms"] for step in steps[:2]] == [0, 0], "steps count from where play began"
        v1 = ann.get(f"/api/matches/{room['match']}/session?format=ten-exorcism-v1")
        assert v1["start"] == match["started"]


def test_a_game_alone_is_thrown_away_and_no_history_lists_it(ann: Guest, bob: Guest) -> None:
    room = ann.open(GAME, "me", options={"mode": "endless"})
    path = f"/api/rooms/{room['code']}/discard"
    with ann.enter(room["code"]) as table:
        table.play(0, {"do": "ask"})
        assert history(ann) == [room["match"]]
        assert bob.problem(path) == (403, "not-seated")
        assert ann.post(path) == {"kept": None}
        assert table.hear("bye")["code"] == "room-closed"
    assert history(ann) == []
    assert ann.refusal(f"/api/rooms/{room['code']}") == (404, "no-such-room")
    assert ann.problem(path) == (404, "no-such-room")
    assert ann.get(f"/api/players/{ann.me['id']}")["statistics"] == []


def test_what_is_over_or_played_by_several_is_not_thrown_away(ann: Guest) -> None:
    several = ann.open("nim", "me", "me")
    assert ann.problem(f"/api/rooms/{several['code']}/discard") == (409, "not-alone")
    alone = ann.open(GAME, "me", options={"mode": "endless"})
    with ann.enter(alone["code"]) as table:
        table.play(0, {"do": "finish"})
        assert ann.problem(f"/api/rooms/{alone['code']}/discard") == (409, "no-match")
    assert history(ann) == [alone["match"]]
