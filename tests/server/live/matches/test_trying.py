"""A match played on from a moment of another: a log of its own that holds, and that never counts."""

import pytest
from msgspec import structs

from parlour.core.game import Finish
from parlour.core.replay import verify
from parlour.core.session import Entry, decode_session
from parlour.games.ten_exorcism.rules import Ask, Options, Select, TenExorcism
from parlour.protocol.submission import MOST_ENTRIES_LIVE
from parlour.protocol.trying import MOST_ENTRIES_MOVED
from parlour.server.live.matches.beginning import branched
from parlour.server.problems import Problem
from parlour.testing.players import begin
from tests.alone import Alone
from tests.server.table import Guest, play_out, take


@pytest.fixture
def match(ann: Guest) -> str:
    """Two heaps of three, played to the end alone."""
    code = ann.open("nim-alone", "me", options={"heaps": 2})["code"]
    with ann.enter(code) as table:
        table.play(0, take(9))
        play_out(table)
        table.hear("room", confirmed=True)
        return str(table.view["match"])


def test_a_match_is_played_on_from_a_moment_of_another(ann: Guest, bob: Guest, match: str) -> None:
    steps = ann.get(f"/api/matches/{match}/steps")
    original = decode_session(Alone(), ann.http.get(f"/api/matches/{match}/session").content)
    for guest, seq in ((ann, 2), (bob, 0)):
        room = guest.post(f"/api/matches/{match}/try", {"seq": seq})
        assert (room["phase"], room["public"], room["ranked"]) == ("playing", False, False)
        assert room["tried"] == {"match": match, "seq": seq}
        with guest.enter(room["code"]) as table:
            assert (table.view["seq"], table.view["view"]) == (seq, steps[seq]["view"])
            play_out(table)
            table.hear("room", confirmed=True)
        session = decode_session(Alone(), guest.http.get(f"/api/matches/{room['match']}/session").content)
        assert verify(Alone(), session).ok
        assert session.id != match
        assert session.entries[:seq] == original.entries[:seq]
        told = guest.get(f"/api/matches/{room['match']}")
        assert (told["ranked"], told["tried"]) == (False, {"match": match, "seq": seq})
        played = {one["match"]: one["tried"] for one in guest.get(f"/api/players/{guest.me['id']}/matches")}
        assert played[room["match"]] is True
        assert played.get(match, False) is False


def test_what_a_clock_limited_goes_on_without_a_limit(ann: Guest) -> None:
    code = ann.open("ten-exorcism", "me", options={"mode": "classic"})["code"]
    with ann.enter(code) as table:
        for action in ({"do": "ready"}, {"do": "ask"}, {"do": "finish"}):
            table.play(0, action)
        match, asked_ms = table.view["match"], table.view["now_ms"] - table.view["began_ms"]
    room = ann.post(f"/api/matches/{match}/try", {"seq": 2})
    with ann.enter(room["code"]) as table:
        assert (table.view["seq"], table.view["due_ms"], table.view["to_move"]) == (1, None, [0])
        assert table.view["view"]["limit_ms"] is None
        table.play(0, {"do": "finish"})
        table.hear("room", confirmed=True)
        assert table.room["tried"] == {"match": match, "seq": 2}
    log = decode_session(TenExorcism(), ann.http.get(f"/api/matches/{room['match']}/session").content)
    assert [type(entry.action) for entry in log.entries] == [Ask, Finish]
    assert log.entries[0].at_ms <= asked_ms
    assert verify(TenExorcism(), log).ok


def test_where_time_counts_without_a_limit_a_try_waits_for_its_player_once(ann: Guest) -> None:
    code = ann.open("stackdoku", "me", options={"difficulty": "easy"}, seed=1)["code"]
    with ann.enter(code) as table:
        for action in ({"do": "ready"}, {"do": "finish"}):
            table.play(0, action)
        match = table.view["match"]
    room = ann.post(f"/api/matches/{match}/try", {"seq": 1})
    with ann.enter(room["code"]) as table:
        assert (table.view["seq"], table.view["view"], table.view["to_move"]) == (0, None, [0])
        table.play(0, {"do": "ready"})
        assert table.view["view"] is not None
        table.play(0, {"do": "finish"})
        table.hear("room", confirmed=True)
    again = ann.post(f"/api/matches/{room['match']}/try", {"seq": 1})
    with ann.enter(again["code"]) as table:
        assert (table.view["seq"], table.view["view"]) == (0, None), "a try of a try waits once"


def test_a_very_long_match_is_tried_from_its_first_half_alone() -> None:
    entries = tuple(Entry(number, 0, Select(0, 0, 0, 0)) for number in range(MOST_ENTRIES_LIVE))
    session = structs.replace(begin(TenExorcism(), 1, Options("endless")).session, entries=entries)
    assert len(branched(session, MOST_ENTRIES_MOVED).entries) == MOST_ENTRIES_MOVED
    with pytest.raises(Problem, match="log-too-long"):
        branched(session, MOST_ENTRIES_MOVED + 1)


def test_the_end_of_a_match_leaves_nothing_to_try(ann: Guest, match: str) -> None:
    last = ann.get(f"/api/matches/{match}")["entries"]
    assert ann.problem(f"/api/matches/{match}/try", {"seq": last}) == (409, "nothing-left")
    assert ann.problem(f"/api/matches/{match}/try", {"seq": last + 1}) == (400, "malformed")
    assert ann.problem(f"/api/matches/{match}/try", {"seq": -1}) == (400, "bad-request")


def test_only_what_was_played_alone_and_is_over_can_be_tried(ann: Guest) -> None:
    playing = ann.open("nim-alone", "me", options={"heaps": 2})["match"]
    assert ann.problem(f"/api/matches/{playing}/try", {"seq": 0}) == (409, "match-not-over")
    code = ann.open("nim", "me", "me")["code"]
    with ann.enter(code) as table:
        play_out(table)
        table.hear("room", confirmed=True)
        assert ann.problem(f"/api/matches/{table.view['match']}/try", {"seq": 0}) == (409, "not-alone")


def test_the_board_of_the_day_is_tried_by_nobody_who_could_still_play_it(ann: Guest, bob: Guest) -> None:
    mine = ann.post("/api/daily/nim-alone")["mine"]
    with ann.enter(mine["room"]) as table:
        play_out(table)
        table.hear("room", confirmed=True)
    assert bob.problem(f"/api/matches/{mine['match']}/try", {"seq": 0}) == (403, "daily-first")
    assert ann.post(f"/api/matches/{mine['match']}/try", {"seq": 0})["phase"] == "playing"
