"""Analyses are made beside everything else, kept for good, and taken up after a restart."""

from pathlib import Path

from tests.server.table import Guest, Json, Server, eventually, take


def ready(guest: Guest, match: str) -> Json:
    """Ask until there is a report."""
    now: Json = {}

    def reported() -> bool:
        now.update(guest.get(f"/api/matches/{match}/analysis"))
        assert 0 <= now["done"] <= 1
        assert (now["report"] is None) == (now["state"] != "ready")
        return now["report"] is not None

    eventually(reported)
    return now


def finish(guest: Guest, heaps: int = 1) -> str:
    return guest.play_alone(guest.open("nim-alone", "me", options={"heaps": heaps}, seed=1), 1)


def test_a_match_is_analysed_when_somebody_asks_and_the_report_is_kept(ann: Guest, bob: Guest) -> None:
    match = finish(ann)
    path = f"/api/matches/{match}/analysis"
    assert bob.refusal(path) == (404, "no-such-analysis")
    assert bob.get(f"/api/matches/{match}")["analysis"] == "possible"
    assert bob.post(path)["state"] in ("working", "ready")
    report = {"state": "ready", "done": 1.0, "report": {"entries": 2}, "computed": "server", "queued": False}
    assert ready(ann, match) == report
    assert ann.post(path)["state"] == "ready"
    assert bob.get(f"/api/matches/{match}")["analysis"] == "ready"


def test_matches_that_cannot_be_analysed_are_told_why(ann: Guest) -> None:
    playing = ann.open("nim-alone", "me")["match"]
    assert ann.problem(f"/api/matches/{playing}/analysis") == (409, "match-not-over")
    assert ann.get(f"/api/matches/{playing}")["analysis"] == "none"
    room = ann.open("nim", "me", "me")
    with ann.enter(room["code"]) as table:
        table.play(0, take(0))
    ann.post(f"/api/rooms/{room['code']}/leave")
    for refused in (
        ann.problem(f"/api/matches/{room['match']}/analysis"),
        ann.refusal(f"/api/matches/{room['match']}/analysis"),
    ):
        assert refused == (404, "no-analyst")
    assert ann.problem("/api/matches/nothing/analysis") == (404, "no-such-match")
    stranger = Guest(ann.server)
    stranger.http.cookies.clear()
    assert stranger.problem(f"/api/matches/{playing}/analysis") == (401, "no-player")
    stranger.http.close()


def test_an_analyst_that_fails_costs_only_that_report(ann: Guest) -> None:
    broken, fine = finish(ann, heaps=5), finish(ann)
    ann.post(f"/api/matches/{broken}/analysis")
    ann.post(f"/api/matches/{fine}/analysis")
    assert ready(ann, fine)["report"] == {"entries": 2}
    assert ann.refusal(f"/api/matches/{broken}/analysis") == (409, "analysis-failed")


def test_the_queue_of_an_address_is_bounded_and_what_waits_is_taken_up_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path, "--analysis-seconds", "60")
    with Guest(server) as ann, Guest(server, address="127.0.0.2") as bob:
        matches = [finish(ann) for _ in range(6)]
        for match in matches[:5]:
            assert ann.post(f"/api/matches/{match}/analysis")["state"] == "working"
        assert ann.problem(f"/api/matches/{matches[5]}/analysis") == (429, "too-much-work")
        assert ann.post(f"/api/matches/{matches[0]}/analysis")["state"] == "working", "asked for before"
        assert bob.post(f"/api/matches/{finish(bob)}/analysis")["state"] == "working", "another address has its own"
        server.stop()
        server.flags = ("--analysis-seconds", "0.01")
        server.start()
        ann.come_back()
        assert ready(ann, matches[0])["report"] == {"entries": 2}
        assert ready(ann, matches[4])["report"] == {"entries": 2}
        assert ann.refusal(f"/api/matches/{matches[5]}/analysis") == (404, "no-such-analysis")
    server.stop()


def test_a_match_for_one_is_solved_from_its_start_once_it_is_over(ann: Guest, bob: Guest) -> None:
    match = finish(ann, heaps=2)
    assert bob.post(f"/api/matches/{match}/solution") == {"score": 4, "bound": 4, "computed": "server"}
    playing = ann.open("nim-alone", "me")["match"]
    assert ann.problem(f"/api/matches/{playing}/solution") == (409, "match-not-over")
    room = ann.open("nim", "me", "me")
    with ann.enter(room["code"]) as table:
        table.play(0, take(0))
    ann.post(f"/api/rooms/{room['code']}/leave")
    assert ann.problem(f"/api/matches/{room['match']}/solution") == (404, "no-solver")
