"""Before the first move: a cover until the candle is lit, a lesson for newcomers, a board of one's own choice."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from parlour.games.ten_exorcism.rules import board_from_seed
from tests.e2e.browser import Enter, findings, findings_at, uncover
from tests.e2e.test_pages import as_guest
from tests.e2e.test_ten_exorcism import board_of
from tests.server.table import Guest, Server


def offer(page: Page, game: str) -> None:
    page.get_by_role("article", name=game).get_by_role("button", name=re.compile("^Play")).click()
    expect(page.get_by_role("dialog", name=f"New to {game}?")).to_be_visible()


def test_a_first_visit_offers_the_lesson_and_one_tap_skips_it_for_good(enter: Enter) -> None:
    page = enter("/", size="phone", newcomer=True)
    offer(page, "Dots and Boxes")
    assert findings_at(page, "desktop", "phone") == []
    page.get_by_role("button", name="Just play").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.reload()
    expect(page.locator(".dots-board")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_no_lesson_is_offered_over_a_board_whose_clock_runs(enter: Enter, hub: Server) -> None:
    page = enter("about:blank", newcomer=True)
    with Guest(hub) as ann:
        timed = ann.open("dots-and-boxes", "me", "novice", options={"turn_seconds": 3600})
        calm = ann.open("dots-and-boxes", "me", "novice")
        as_guest(page, ann)
        page.goto(f"/room/{timed['code']}")
        expect(page.locator(".time-left")).to_be_visible()
        expect(page.locator(".turn-text")).to_contain_text("Your turn")
        page.wait_for_load_state("networkidle")  # and with it whatever the page still asks for
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.goto(f"/room/{calm['code']}")
        expect(page.get_by_role("dialog", name="New to Dots and Boxes?")).to_be_visible()


def test_the_clock_waits_until_the_candle_is_lit(enter: Enter) -> None:
    views: list[dict[str, Any]] = []
    page = enter("/", newcomer=True)
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: views.extend(view_in(str(frame)))))
    page.get_by_role("button", name="Play: Ten Exorcism").click()
    cover = page.get_by_role("region", name="New to Ten Exorcism?")
    expect(cover).to_contain_text("Classic, 120 seconds")
    expect(cover.get_by_role("button", name="Learn by doing (1 minute)")).to_be_focused()
    expect(cover.locator(".button-main")).to_have_count(1)
    assert findings_at(page, "phone", "desktop") == []
    cover.get_by_role("button", name="Learn by doing (1 minute)").click()
    page.get_by_role("button", name="Close").click()
    cover = page.get_by_role("region", name="The board is covered")
    cover.get_by_role("button", name="How to play").click()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("grid")).to_have_count(0)
    assert {(view["view"], view["due_ms"]) for view in views} == {(None, None)}
    uncover(page)
    expect(page.get_by_role("grid")).to_be_visible()
    assert views[-1]["due_ms"] - views[-1]["began_ms"] == 120_000


@pytest.mark.parametrize(
    ("size", "language", "begin"),
    [("phone", "ko-KR", "시작하기"), ("desktop", "en", "Begin")],
    ids=["phone", "desktop"],
)
def test_a_game_whose_time_counts_waits_too_and_shows_nothing_of_its_deal(
    enter: Enter, size: str, language: str, begin: str
) -> None:
    frames: list[str] = []
    page = enter("/", size=size, language=language, newcomer=True)
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    page.goto("/daily")
    page.locator("section", has=page.locator("#daily-stackdoku")).locator(".button-main").click()
    cover = page.locator(".cover")
    expect(cover.get_by_role("button", name=begin)).to_be_visible()
    expect(cover.locator(".button-main")).to_be_focused()
    expect(cover).not_to_contain_text(re.compile("candle|촛불"))
    assert findings(page) == []
    expect(page.locator("[data-tile]")).to_have_count(0)
    assert not any('"tiles"' in frame or '"givens"' in frame for frame in frames)
    left = page.url
    assert mine_of(page)["begun"] is False
    page.goto("/")
    page.goto(left)
    expect(page.locator(".cover")).to_be_visible()
    uncover(page)
    expect(page.locator("[data-tile]").first).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert mine_of(page)["begun"] is True


def mine_of(page: Page) -> dict[str, Any]:
    """My attempt at today's level."""
    [found] = [one["mine"] for one in page.request.get("/api/daily").json() if one["game"] == "stackdoku"]
    return dict(found)


def view_in(frame: str) -> list[dict[str, Any]]:
    message = json.loads(frame)
    return [message] if message["type"] == "view" else []


def test_every_clocked_board_is_covered_and_who_watches_is_told(enter: Enter, hub: Server) -> None:
    page, watcher = enter("about:blank", size="phone"), enter("about:blank")
    with Guest(hub) as guest:
        as_guest(page, guest)
        room = guest.open("ten-exorcism", "me", seed=7)
        watcher.goto(f"/room/{room['code']}")
        expect(watcher.locator(".cover")).to_contain_text("has not lit the candle yet")
        page.goto(f"/room/{room['code']}")
        expect(page.locator(".cover")).to_contain_text("does not rank")
        uncover(page)
        expect(watcher.get_by_role("grid")).to_be_visible()
        with guest.enter(room["code"]) as seat:
            seat.play(0, {"do": "finish"})
    page.get_by_role("button", name="Same board again").click()
    expect(page.locator(".cover")).to_be_visible()
    page.goto("/daily")
    page.get_by_role("button", name="Start: Ten Exorcism").click()
    expect(page.locator(".cover")).to_contain_text("Your one attempt begins with the candle")


def test_a_seed_can_be_typed_at_set_up(enter: Enter) -> None:
    page = enter("/games/ten-exorcism", size="phone")
    page.get_by_text("More", exact=True).click()
    field = page.get_by_label("Play a certain board")
    field.fill("twelve")
    expect(page.get_by_text("A seed is a whole number")).to_be_visible()
    expect(page.get_by_role("button", name="Start")).to_be_disabled()
    field.fill("2026")
    assert findings_at(page, "desktop", "phone") == []
    page.get_by_role("radio", name=re.compile("^Endless")).check()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("grid")).to_be_visible()
    assert board_of(page) == board_from_seed(2026)
