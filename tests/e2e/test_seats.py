"""Seats in a room: who begins, who left, bots that play on, and the way back."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser import STAY, TWO_FRAMES, Enter, findings, overlaps, visitors
from tests.e2e.test_dots_and_boxes import SET_UP, board, drawn, free_line, sit_down, touch, turn
from tests.server.table import Server

HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
NAME_ME = """async (name) => {
  await fetch("/api/me", { method: "POST" });
  const headers = { "Content-Type": "application/json" };
  await fetch("/api/me", { method: "PATCH", headers, body: JSON.stringify({ name }) });
}"""
FITS = "(name) => name.scrollWidth <= name.clientWidth"


@pytest.fixture
def enter_soon(browser: Browser, tmp_path: Path) -> Iterator[Enter]:
    """People of a server on which a bot takes over after five seconds."""
    with Server(tmp_path, "--left", "5") as running, visitors(browser, running) as enter:
        yield enter


def seat(page: Page, letter: str) -> str:
    found = page.get_by_role("list", name="Players").get_by_role("listitem").filter(has_text=f"Seat {letter}:")
    return found.inner_text()


def leave(page: Page) -> None:
    page.get_by_role("button", name="Leave the room").click()
    sheet = page.get_by_role("alertdialog").or_(page.get_by_role("dialog"))
    expect(sheet).to_contain_text("take your seat again")
    sheet.get_by_role("button", name="Leave", exact=True).click()
    page.wait_for_url(re.compile(r"/$"))


def test_who_left_is_said_a_bot_plays_on_and_the_seat_is_taken_again(enter_soon: Enter) -> None:
    ann = enter_soon(SET_UP, size="phone")
    room = sit_down(ann, "Invite")
    ben = enter_soon(room)
    ben.get_by_role("button", name="Take this seat").click()
    expect(board(ben)).to_be_visible()
    name = ben.locator(".dots-card").filter(has_text="you").locator(".dots-player-name").inner_text()
    touch(ann, free_line(ann), "phone")
    expect(turn(ben)).to_have_text("Your turn. Draw a line.")
    ben.evaluate(HIDE, True)
    expect(ben).to_have_title(re.compile("^Your turn · "))
    ben.evaluate(HIDE, False)
    expect(ben).not_to_have_title(re.compile("^Your turn"))

    leave(ben)
    expect(ann.locator(".notice")).to_have_text(f"{name} left. A bot takes over soon, until they are back.")
    expect(turn(ann)).to_have_text(re.compile(f"^{name} left. Bot in [0-5] s.$"))
    assert name in seat(ann, "B")
    expect(drawn(ann), "the bot has drawn").to_have_count(2)
    assert f"for {name}" in seat(ann, "B")

    ben.get_by_role("link", name=re.compile("Dots and Boxes")).and_(ben.locator("[href^='/room/']")).first.click()
    expect(ben.get_by_text("A bot plays on for you.")).to_be_visible()
    assert findings(ben) == []
    ben.get_by_role("button", name="Take your seat again").click()
    expect(ann.locator(".notice")).to_have_text(f"{name} is back.")
    touch(ann, free_line(ann), "phone")
    expect(turn(ben)).to_have_text("Your turn. Draw a line.")


@pytest.mark.parametrize("players", [2, 4])
def test_names_have_room_and_phrases_cover_nothing_that_is_played_with(enter: Enter, players: int) -> None:
    page = enter(SET_UP, size="phone")
    page.wait_for_load_state("networkidle")
    page.evaluate(NAME_ME, f"Wilhelmina {players}")
    page.reload()
    sit_down(page, *["Friend here"] * (players - 1))
    mine = page.locator(".dots-player-name").filter(has_text="Wilhelmina")
    expect(mine).to_have_attribute("title", f"Wilhelmina {players}")
    page.wait_for_function(FITS, arg=mine.element_handle())
    page.evaluate(STAY)
    page.get_by_role("button", name="Say something").click()
    page.get_by_role("menuitem", name="Good luck!").click()
    bubble = page.locator(".talk-bubble")
    expect(bubble).to_be_visible()
    for width, height in ((390, 844), (360, 640), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TWO_FRAMES)
        expect(bubble).to_be_in_viewport(ratio=1)
        assert bubble.evaluate("(one) => one.scrollHeight <= one.clientHeight"), "words are cut off"
        assert overlaps(page, [".talk-bubble", ".top-actions", ".dots-turn-text", ".dots-table"]) == []


def test_a_bot_can_begin_and_the_limit_for_a_line_is_said_before_one_joins(enter: Enter) -> None:
    page = enter(SET_UP)
    first = page.get_by_role("group", name="Seat A").get_by_role("radio", name="Bot")
    expect(first).to_be_enabled()
    first.check()
    expect(page.get_by_role("group", name="Seat B").get_by_role("radio", name="Me")).to_be_checked()
    page.get_by_role("button", name="Start").click()
    expect(turn(page)).to_have_text("Your turn. Draw a line.")
    expect(drawn(page)).to_have_count(1)

    page.goto(SET_UP)
    page.get_by_role("group", name="Seat B").get_by_role("radio", name="Invite").check()
    page.get_by_label("Seconds for each line: another number").fill("45")
    page.get_by_label("Anybody may join").check()
    page.get_by_role("button", name="Open the room").click()
    expect(page.get_by_text("Seconds for each line: 45")).to_be_visible()
    other = enter(SET_UP)
    expect(other.locator(".hub-invite").filter(has_text="Seconds for each line: 45")).to_have_count(1)
