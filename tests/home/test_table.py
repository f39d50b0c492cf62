"""A table at home, asked as a page asks it."""

import json
from pathlib import Path
from typing import Any

import pytest

from parlour.games import kit_of, kits
from parlour.protocol.trying import MOST_ENTRIES_MOVED
from tests.games.test_registry import install
from tests.home.pages import Page, new_page

SELECT = {"do": "select", "r0": 0, "c0": 0, "r1": 0, "c1": 1}


def undrawn(page: Page) -> dict[str, Any]:
    for row, lines in enumerate(page.view["view"]["h"]):
        for col, owner in enumerate(lines):
            if owner is None:
                return {"do": "draw", "r0": row, "c0": col, "r1": row, "c1": col + 1}
    for row, lines in enumerate(page.view["view"]["v"]):
        for col, owner in enumerate(lines):
            if owner is None:
                return {"do": "draw", "r0": row, "c0": col, "r1": row + 1, "c1": col}
    raise AssertionError("no line is left")


def play_out(page: Page) -> None:
    page.bots_play()
    while page.view["outcome"] is None:
        page.submit(page.view["to_move"][0], undrawn(page))
        page.bots_play()


def codes(messages: list[dict[str, Any]]) -> list[str]:
    return [message["code"] for message in messages if message["type"] == "fault"]


def test_a_whole_game_against_a_bot_holds_when_it_is_verified() -> None:
    page = new_page()
    page.open("dots-and-boxes", "me", "novice")
    play_out(page)
    assert page.room["phase"] == "over"
    assert (page.room["ranked"], page.room["confirmed"]) == (False, None)
    session = page.of_table("session")["value"]
    verdict = page.ask("describe", text=session)["value"]["verdict"]
    assert verdict["ok"]
    assert verdict["complete"]
    steps = page.ask("steps", text=session, first=1, count=3)["value"]
    assert [step["seq"] for step in steps] == [1, 2, 3]
    assert page.ask("analyse", text=session, seconds=0.001)["is"] == "found"
    assert page.ask("solve", text=session)["code"] == "malformed", "a solver plays alone"


def test_a_forged_session_is_shown_as_far_as_it_holds_and_refused() -> None:
    page = new_page()
    page.open("dots-and-boxes", "me", "me")
    play_out(page)
    session = json.loads(page.of_table("session")["value"])
    session["entries"][3]["action"] = session["entries"][2]["action"]
    forged = json.dumps(session)
    verdict = page.ask("describe", text=forged)["value"]["verdict"]
    assert (verdict["ok"], verdict["entry"], verdict["code"]) == (False, 3, "result-differs")
    assert len(page.ask("steps", text=forged, first=0, count=100)["value"]) == 4


def test_whoever_plays_alone_is_waited_for_then_time_runs_and_runs_out() -> None:
    page = new_page()
    page.open("ten-exorcism", "me", seed=7)
    assert (page.view["view"], page.now["due_ms"]) == (None, None), "covered until ready"
    page.submit(0, {"do": "ready"})
    assert page.view["view"] is not None
    assert page.now["due_ms"] == 120_000
    page.clock.at += 60_000
    page.of_table("pass-time")
    assert page.room["phase"] == "playing", "an alarm that rings early changes nothing"
    page.clock.at += page.now["due_ms"]
    page.of_table("pass-time")
    assert page.view["outcome"]["reason"] == "time-up"
    assert page.room["phase"] == "over"
    assert page.now["due_ms"] is None
    found = page.ask("solve", text=page.of_table("session")["value"])["value"]
    assert 100 < found["score"] <= found["bound"] <= 170, "the start is solved, whatever was played"
    assert found["computed"] == "browser"


def test_a_table_is_taken_up_where_it_was_left_with_what_the_page_called_things() -> None:
    page = new_page()
    page.open("dots-and-boxes", "me", "me")
    line = undrawn(page)
    [_, answer] = page.submit(0, line, ref="mine")
    again = new_page()
    again.clock.at = page.clock.at
    again.ask("take-up", kept=page.kept)
    assert again.view == page.view | {"now_ms": again.view["now_ms"]}
    assert again.room == page.room
    assert again.submit(0, line, ref="mine") == [answer], "not played twice"
    play_out(again)


def test_a_clock_that_was_set_back_does_not_turn_a_log_back() -> None:
    page = new_page()
    page.open("dots-and-boxes", "me", "me")
    page.clock.at += 3_600_000
    page.submit(0, undrawn(page))
    again = new_page()
    again.ask("take-up", kept=page.kept)
    assert again.submit(1, undrawn(again))[-1]["refused"] is None
    assert again.view["last"]["at_ms"] >= page.view["last"]["at_ms"]


def test_what_a_bot_chose_for_another_moment_is_not_played() -> None:
    page = new_page()
    page.open("dots-and-boxes", "novice", "me")
    plays = page.ask("choose", turn=page.now["turn"])["value"]
    page.of_table("play", plays=plays)
    assert page.view["seq"] == 1
    assert page.of_table("play", plays=plays)["frames"] == []
    assert page.of_table("play", plays=plays | {"seq": 1, "seat": 1})["frames"] == [], "no bot sits there"
    assert page.of_table("play", plays=plays | {"seq": 1, "match": "other"})["frames"] == []
    assert page.of_table("play", plays=plays | {"seq": 1, "action": {"do": "nonsense"}})["is"] == "failed"
    assert page.view["seq"] == 1


def test_advice_is_an_entry_of_the_log_and_says_of_which_moment_it_is() -> None:
    page = new_page()
    page.open("ten-exorcism", "me", seed=7)
    page.of_table("ask-advice", seat=0)
    assert page.now["fault"]["code"] == "not-begun"
    page.submit(0, {"do": "ready"})
    page.of_table("ask-advice", seat=0)
    assert page.view["seq"] == 2
    advice = page.ask("advise", question=page.now["question"])["value"]
    assert (advice["match"], advice["seq"]) == (page.view["match"], 2)
    assert advice["advice"] is not None
    page.of_table("ask-advice", seat=1)
    assert page.now["fault"]["code"] == "not-your-seat"


def test_nobody_gives_advice_in_a_game_without_an_adviser() -> None:
    page = new_page()
    page.open("dots-and-boxes", "me", "me")
    page.of_table("ask-advice", seat=0)
    assert (page.now["question"], page.now["fault"]["code"]) == (None, "no-adviser")


def test_a_rematch_follows_a_match_that_is_over_and_whoever_was_second_begins() -> None:
    page = new_page()
    page.open("dots-and-boxes", "me", "novice")
    page.of_table("rematch")
    assert codes(page.received) == ["match-not-over"]
    play_out(page)
    first = page.view["match"]
    page.of_table("rematch")
    assert (page.view["match"] != first, page.view["seq"], page.room["played"]) == (True, 0, 2)
    assert [seat["held_by"] for seat in page.room["seats"]] == ["bot", "player"]
    assert page.submit(1, SELECT)[-1]["type"] == "fault"
    play_out(page)


def test_a_match_is_thrown_away_unless_it_is_over() -> None:
    page = new_page()
    page.open("ten-exorcism", "me", seed=7)
    page.submit(0, {"do": "ready"})
    answer = page.of_table("discard")
    assert (page.received[-1], answer["closed"], answer["kept"]) == (
        {"type": "bye", "code": "room-closed", "retry_ms": None},
        True,
        None,
    )
    assert page.of_table("enter")["is"] == "failed"
    page.open("ten-exorcism", "me", seed=7)
    page.submit(0, {"do": "ready"})
    page.submit(0, {"do": "finish"})
    assert page.of_table("discard")["closed"] is False
    assert codes(page.received)[-1] == "no-match"
    assert page.of_table("leave")["closed"] is True


def why_not(page: Page) -> str | None:
    reason: str | None = page.now["over"]["not_counted"]
    return reason


@pytest.mark.parametrize(("seats", "reason"), [(("me", "novice"), "bot"), (("me", "me"), "same-player")])
def test_why_a_match_of_several_does_not_count_is_told_with_its_end(seats: tuple[str, ...], reason: str) -> None:
    page = new_page()
    page.open("dots-and-boxes", *seats)
    play_out(page)
    assert why_not(page) == reason


@pytest.mark.parametrize(
    ("helped", "more", "reason"),
    [
        (False, {"seed": 7}, "chosen-seed"),
        (True, {"seed": 7}, "chosen-seed"),
        (True, {}, "helped"),
        (False, {}, "no-points"),
    ],
)
def test_why_a_match_alone_does_not_count_is_told_with_its_end(
    *, helped: bool, more: dict[str, int], reason: str
) -> None:
    page = new_page()
    page.open("ten-exorcism", "me", **more)
    page.submit(0, {"do": "ready"})
    page.of_table("enter")
    assert page.room["ranked"] is (reason != "chosen-seed")
    if helped:
        page.of_table("ask-advice", seat=0)
    page.submit(0, {"do": "finish"})
    assert why_not(page) == reason
    assert page.room["ranked"] is False


def test_a_game_without_boards_ranks_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "my_stones", "from tests.stones import kit\n", "my_stones:kit")
    monkeypatch.syspath_prepend(tmp_path)
    kits.cache_clear()
    page = new_page()
    page.open("stones", "me")
    for count in (2, 1):
        page.submit(0, {"do": "take", "count": count})
    kits.cache_clear()
    assert why_not(page) == "not-ranked"


def test_nothing_is_to_be_kept_where_nothing_has_changed() -> None:
    page = new_page()
    assert page.open("dots-and-boxes", "me", "me")["kept"] is not None
    assert page.of_table("enter")["kept"] is None
    assert page.of_table("receive", message={"type": "ping"})["kept"] is None


def test_a_bot_that_fails_plays_something_legal_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("out of order")

    bot = kit_of("dots-and-boxes").bots[0]
    monkeypatch.setattr(type(bot), "choose", fail)
    page = new_page()
    page.open("dots-and-boxes", bot.level, "me")
    plays = page.ask("choose", turn=page.now["turn"])["value"]
    assert plays["failed"] == "RuntimeError('out of order')"
    [view] = page.of_table("play", plays=plays)["frames"]
    assert view["seq"] == 1
    assert "refused" not in view["last"]


@pytest.mark.parametrize(
    "asked",
    [
        "",
        "[" * 5000,
        "{}",
        '"\ud800"',
        '{"ask":"nonsense"}',
        '{"ask":"enter","code":"none"}',
        '{"ask":"open","opening":{"code":"A","player":"p","name":"n","game":"dots-and-boxes","seats":[{"for":"me"}]}}',
        '{"ask":"open","opening":{"code":"A","player":"p","name":"n","game":"ten-exorcism","seats":[{"for":"bot","level":"x"}]}}',
        '{"ask":"open","opening":{"code":"A","player":"p","name":"n","game":"dots-and-boxes","seats":[{"for":"bot","level":"novice"},{"for":"bot","level":"novice"}]}}',
        '{"ask":"open","opening":{"code":"A","player":"p","name":"n","game":"ten-exorcism","seats":[{"for":"me"}],"options":{"mode":"x"}}}',
        '{"ask":"take-up","kept":{}}',
        '{"ask":"verify","text":"{"}',
        '{"ask":"analyse","text":"[]","seconds":1}',
        '{"ask":"steps","text":"{}","first":0,"count":100000}',
    ],
)
def test_what_cannot_be_done_is_said(asked: str) -> None:
    page = new_page()
    answer = json.loads(page.worker.answer(asked))
    assert (answer["is"], answer["code"]) == ("failed", "malformed")
    assert answer["detail"]


def test_a_game_whose_python_did_not_travel_is_not_here() -> None:
    answer = new_page().ask(
        "open", opening={"code": "A", "player": "p", "name": "n", "game": "none", "seats": [{"for": "me"}]}
    )
    assert (answer["is"], answer["code"]) == ("failed", "not-here")


def test_a_table_logs_no_more_than_a_server_takes_back() -> None:
    page = new_page()
    page.open("ten-exorcism", "me", options={"mode": "endless"})
    asking = {"at_ms": 0, "seat": 0, "action": {"do": "ask"}}
    page.kept["session"]["entries"] = [asking] * (MOST_ENTRIES_MOVED - 1)
    page.ask("take-up", kept=page.kept)
    missed = {"do": "select", "r0": 0, "c0": 0, "r1": 16, "c1": 9}
    assert page.submit(0, missed)[-1]["seq"] == MOST_ENTRIES_MOVED - 1
    [answer] = page.submit(0, missed)
    assert (answer["seq"], answer["refused"]["code"]) == (None, "log-full")


def test_a_kept_table_whose_log_does_not_hold_is_not_taken_up() -> None:
    page = new_page()
    page.open("dots-and-boxes", "me", "me")
    page.submit(0, undrawn(page))
    page.submit(1, undrawn(page))
    kept = page.kept
    kept["session"]["entries"][1]["action"] = kept["session"]["entries"][0]["action"]
    answer = new_page().ask("take-up", kept=kept)
    assert (answer["is"], answer["code"]) == ("failed", "result-differs")
    kept["opening"]["seats"] = [{"for": "me"}] * 3
    assert new_page().ask("take-up", kept=kept)["code"] == "malformed"


def test_a_worker_has_several_tables() -> None:
    page = new_page()
    other = Page(page.worker, page.clock, "OTHER")
    page.open("dots-and-boxes", "me", "me")
    other.open("dots-and-boxes", "me", "me")
    page.submit(0, undrawn(page))
    other.of_table("enter")
    assert (page.view["seq"], other.view["seq"]) == (1, 0)


def test_a_match_that_ends_is_handed_over_with_all_that_is_told_of_it() -> None:
    page = new_page()
    page.open("ten-exorcism", "me", seed=7, options={"mode": "endless"})
    if page.view["view"] is None:
        page.submit(0, {"do": "ready"})
    before = page.now
    page.submit(0, {"do": "finish"})
    over = page.now["over"]
    assert before["over"] is None
    assert over["match"]["id"] == over["session"]["id"] == page.view["match"]
    assert over["match"]["id"].startswith("home-")
    assert (over["match"]["board"], over["match"]["seed"], over["match"]["room"]) == ("endless", 7, page.code)
    assert (over["match"]["confirmed"], over["match"]["ranked"]) == (None, False)
    assert over["match"]["seats"] == [{"name": "Ann", "player": "p1", "bot": None, "left_by": None, "left_name": None}]
    assert (over["seats"], over["tried"]) == ([{"for": "me"}], False)


def test_a_match_that_is_left_is_handed_over_and_one_that_is_thrown_away_or_was_never_begun_is_not() -> None:
    left, thrown, unbegun = new_page(), new_page(), new_page()
    for page in (left, thrown, unbegun):
        page.open("dots-and-boxes", "me", "me")
    for page in (left, thrown):
        page.submit(0, undrawn(page))
    left.of_table("leave")
    thrown.of_table("discard")
    unbegun.of_table("leave")
    assert left.now["over"]["match"]["outcome"] is None
    assert (thrown.now["over"], unbegun.now["over"]) == (None, None)


def test_a_match_for_one_is_tried_again_from_a_moment() -> None:
    page = new_page()
    page.open("ten-exorcism", "me", seed=7, options={"mode": "endless"})
    page.submit(0, SELECT)
    page.submit(0, {"do": "finish"})
    session = json.dumps(page.now["over"]["session"])
    trying = {"code": page.code, "player": "p1", "name": "Ann", "text": session}
    page.ask("try", trying={**trying, "seq": 1})
    assert page.room["tried"]["seq"] == 1
    assert page.room["options"]["mode"] == "endless"
    assert page.ask("try", trying={**trying, "seq": 2})["code"] == "nothing-left"


def test_a_session_is_written_in_the_formats_of_its_game() -> None:
    page = new_page()
    page.open("ten-exorcism", "me", seed=7, options={"mode": "endless"})
    page.submit(0, {"do": "finish"})
    session = json.dumps(page.now["over"]["session"])
    assert json.loads(page.ask("write", text=session, format="ten-exorcism-v1")["value"])["seed"] == 7
    assert page.ask("write", text=session, format="nonsense")["code"] == "malformed"


def test_a_match_that_was_taken_home_goes_on_by_the_clock_it_began_by() -> None:
    page = new_page()
    page.open("ten-exorcism", "me", options={"mode": "classic"})
    page.submit(0, {"do": "ready"})
    before = page.view["due_ms"] - page.view["now_ms"]
    page.clock.at += 3_600_000
    page.ask("take-up", kept={**page.kept, "ahead_ms": 3_600_000})
    assert page.view["outcome"] is None
    assert 0 < before - (page.view["due_ms"] - page.view["now_ms"]) < 1000
    page.submit(0, SELECT)
    assert page.kept["ahead_ms"] == 3_600_000
