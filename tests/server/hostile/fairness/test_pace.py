"""A script that plays a day's challenge in a second is held off the boards, until a host has looked."""

import pytest

from parlour.games.ten_exorcism.rules import rectangles
from parlour.protocol.matches import Decision
from parlour.store import marks, offline
from parlour.store.marks import MarkedResult
from tests.server.table import Guest, Json, Server

pytestmark = pytest.mark.usefixtures("within_one_day")


def scripted(guest: Guest, room: Json) -> Json:
    """Ten Exorcism to its end as fast as the server answers; the room as it is said to be once that is confirmed."""
    with guest.enter(room["code"]) as table:
        if table.view["began_ms"] is None:
            table.play(0, {"do": "ready"})
        while table.view["outcome"] is None:
            board = bytes(power for row in table.view["view"]["board"] for power in row)
            top, left, bottom, right = rectangles(board)[0]
            assert table.play(0, {"do": "select", "r0": top, "c0": left, "r1": bottom, "c1": right})["refused"] is None
        if table.room["confirmed"] is None:
            table.until(lambda message: message["type"] == "room" and message["confirmed"] is not None)
        return table.room


def waiting(server: Server, *, decided: bool) -> dict[str, MarkedResult]:
    with offline.opened(server.database) as store:
        return {result.match: result for result in marks.marked(decided)(store)}


def decide(server: Server, match: str, decision: Decision, reason: str) -> MarkedResult:
    """As ``parlour results`` does, beside the server."""
    with offline.changing(server.database) as store:
        return marks.decide(match, decision, reason, 0)(store)


def test_a_daily_challenge_at_the_speed_of_a_script_has_no_rank_until_a_host_accepts_it(
    server: Server, ann: Guest, bob: Guest
) -> None:
    room = ann.get(f"/api/rooms/{ann.post('/api/daily/ten-exorcism')['mine']['room']}")
    over = scripted(ann, room)
    match = over["match"]
    assert (over["confirmed"], over["ranked"], over["held"]) == (True, True, True)
    [mine] = [challenge["mine"] for challenge in ann.get("/api/daily") if challenge["game"] == "ten-exorcism"]
    assert (mine["over"], mine["rank"]) == (True, None)
    [played] = ann.get(f"/api/players/{ann.me['id']}/matches")
    assert (played["held"], played["counted"]) == (True, False)
    assert waiting(server, decided=False)[match].paces[0].fast_runs > 0.9

    assert decide(server, match, "accepted", "I watched it").ranking == "counts"
    [mine] = [challenge["mine"] for challenge in ann.get("/api/daily") if challenge["game"] == "ten-exorcism"]
    assert mine["rank"] == 1
    shown = ann.get(f"/api/matches/{match}")
    assert (shown["held"], shown["decision"], shown["reason"]) == (False, "accepted", "I watched it")

    decide(server, match, "rejected", "it was a script")
    shown = bob.get(f"/api/matches/{match}")
    assert (shown["ranked"], shown["decision"], shown["reason"]) == (False, "rejected", "it was a script")
    [mine] = [challenge["mine"] for challenge in ann.get("/api/daily") if challenge["game"] == "ten-exorcism"]
    assert mine["rank"] is None
    assert waiting(server, decided=True)[match].decision == "rejected"
    assert match not in waiting(server, decided=False)


def test_a_free_match_at_the_speed_of_a_script_is_on_no_board(ann: Guest) -> None:
    over = scripted(ann, ann.open("ten-exorcism", "me", options={"mode": "endless"}))
    assert over["held"] is True
    rows = ann.get("/api/leaderboards/ten-exorcism/endless?count=100")["rows"]
    assert over["match"] not in {row["match"] for row in rows}
