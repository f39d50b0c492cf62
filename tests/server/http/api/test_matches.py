"""What was played stays: permalink, log, steps, exports, and verdicts on anybody's session."""

import httpx
import msgspec
import pytest

from parlour.core.replay import verify
from parlour.core.session import decode_session, encode_session
from parlour.games import kit_of
from parlour.testing.players import finished
from tests.nim import Nim
from tests.patience import WAIT_S
from tests.server.table import Guest, play_out, take


@pytest.fixture
def match(ann: Guest) -> str:
    """A game played to its end, with one refused attempt, confirmed."""
    code = ann.open("nim", "me", "me", seed=5)["code"]
    with ann.enter(code) as table:
        table.play(0, take(7))
        play_out(table)
        table.hear("room", confirmed=True)
        return str(table.view["match"])


def test_a_finished_match_has_a_permalink(ann: Guest, bob: Guest, match: str) -> None:
    told = bob.get(f"/api/matches/{match}")
    assert told["confirmed"] is True
    assert told["outcome"]["reason"] == "last-one-taken"
    assert [seat["name"] for seat in told["seats"]] == [ann.me["name"]] * 2


def test_the_log_of_a_finished_match_replays_anywhere(bob: Guest, match: str) -> None:
    text = bob.http.get(f"/api/matches/{match}/session").content
    session = decode_session(Nim(), text)
    assert session.seed == 5
    assert session.entries[0].refused is not None
    assert verify(Nim(), session).ok
    assert bob.http.post("/api/verdicts", content=text).json()["ok"] is True


def test_the_steps_of_a_finished_match_are_what_spectators_saw(bob: Guest, match: str) -> None:
    steps = bob.get(f"/api/matches/{match}/steps")
    assert [step["seq"] for step in steps] == list(range(len(steps)))
    assert steps[0]["entry"] is None
    assert steps[1]["entry"]["refused"]["code"] == "no-such-heap"
    assert steps[1]["view"] == steps[0]["view"]
    assert steps[-1]["outcome"] == bob.get(f"/api/matches/{match}")["outcome"]
    assert bob.get(f"/api/matches/{match}/steps?first=1&count=2") == steps[1:3]
    assert bob.get(f"/api/matches/{match}/steps?first=999") == []
    assert bob.http.get(f"/api/matches/{match}/steps?count=100000").status_code == 400


def test_a_match_under_way_does_not_show_its_log(ann: Guest) -> None:
    room = ann.open("nim", "me", "me")
    for path in ("session", "steps"):
        response = ann.http.get(f"/api/matches/{room['match']}/{path}")
        assert (response.status_code, response.json()["code"]) == (409, "match-not-over")
    assert ann.get(f"/api/matches/{room['match']}")["outcome"] is None


def test_ten_exorcism_is_exported_in_the_format_of_other_programs(ann: Guest) -> None:
    room = ann.open("ten-exorcism", "me", options={"mode": "endless"}, seed=42)
    game = kit_of("ten-exorcism").game
    state = game.start(game.options(), 42, 1)
    with ann.enter(room["code"]) as table:
        assert table.play(0, msgspec.to_builtins(game.legal_actions(state, 0)[0]))["refused"] is None
    ann.post(f"/api/rooms/{room['code']}/leave")
    export = ann.http.get(f"/api/matches/{room['match']}/session?format=ten-exorcism-v1")
    assert export.json()["v"] == 1
    assert ann.http.post("/api/verdicts?mode=endless", content=export.content).json()["ok"] is True
    unknown = ann.http.get(f"/api/matches/{room['match']}/session?format=pgn")
    assert unknown.status_code == 400


def test_a_foreign_session_gets_a_verdict(ann: Guest) -> None:
    session = finished(Nim(), 9).session
    assert ann.http.post("/api/verdicts", content=encode_session(session)).json()["scores"] == list(
        session.outcome.scores if session.outcome else ()
    )
    forged = msgspec.json.decode(encode_session(session))
    forged["outcome"]["scores"][0] += 1
    verdict = ann.post("/api/verdicts", forged)
    assert (verdict["ok"], verdict["code"]) == (False, "score-differs")


@pytest.mark.parametrize(
    "text", [b"", b"{}", b"[1]", b"\xff", b'{"game":"chess"}', b'{"game":"nim"}', b"[" * 200_000], ids=range(7)
)
def test_what_is_no_session_gets_no_verdict(ann: Guest, text: bytes) -> None:
    response = ann.http.post("/api/verdicts", content=text)
    assert (response.status_code, response.json()["code"]) == (400, "malformed")


def test_a_session_that_is_too_large_is_not_read(ann: Guest) -> None:
    assert ann.http.post("/api/verdicts", content=b" " * 300_000).status_code == 413


def test_there_is_no_match_that_was_not_played(ann: Guest) -> None:
    for path in ("", "/session", "/steps"):
        response = ann.http.get(f"/api/matches/nothing{path}")
        assert (response.status_code, response.json()["code"]) == (404, "no-such-match")


def test_the_openapi_names_every_path_and_its_types(ann: Guest) -> None:
    schema = ann.get("/api/schema/openapi.json")
    assert {"/api/me", "/api/rooms", "/api/rooms/{code}/join", "/api/matches/{match_id}/steps", "/api/verdicts"} <= set(
        schema["paths"]
    )
    assert {"RoomNow", "Player", "ShownVerdict", "OpenRoom"} <= {
        name.split("_")[-1] for name in schema["components"]["schemas"]
    }


def test_the_protocol_is_told_as_json_schema(ann: Guest) -> None:
    definitions = ann.get("/api/protocol")["$defs"]
    assert set(definitions["FromClient"]["discriminator"]["mapping"]) == {"submit", "say", "ping"}
    assert set(definitions["FromServer"]["discriminator"]["mapping"]) == {
        "room",
        "lobby",
        "view",
        "answer",
        "fault",
        "said",
        "pong",
        "bye",
    }


def test_health_and_readiness_are_told_and_every_answer_is_guarded(ann: Guest) -> None:
    assert ann.get("/health") == {"status": "alive"}
    for response in (ann.http.get("/"), ann.http.get("/api/nowhere")):
        assert response.headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in response.headers["content-security-policy"]
    assert (
        httpx.get(f"{ann.server.url}/api/nowhere", verify=False, timeout=WAIT_S)
        .headers["content-type"]
        .startswith("application/problem+json")
    )
    assert ann.http.put("/api/me").json()["status"] == 405
