"""Dots and Boxes as people play it: with a finger, a mouse or the keyboard, alone against a bot or with others."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import SIZES, Enter, findings

GAME = "dots-and-boxes"
ME = {"for": "me"}
BOT = {"for": "bot", "level": "casual"}
ANYBODY = {"for": "anybody"}


def open_room(page: Page, *seats: dict[str, str], **options: int) -> str:
    """Open a room as its page would, and go there; its address."""
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    code = page.evaluate(
        """async (wanted) => {
            await fetch("/api/me", {method: "POST"});
            const headers = {"content-type": "application/json"};
            const answer = await fetch("/api/rooms", {method: "POST", headers, body: JSON.stringify(wanted)});
            return (await answer.json()).code;
        }""",
        {"game": GAME, "seats": seats, "options": options},
    )
    page.goto(f"/room/{code}")
    return f"/room/{code}"


def board(page: Page) -> Locator:
    return page.get_by_role("group", name="Board of 5 by 5 boxes")


def drawn(page: Page) -> int:
    return board(page).get_by_role("button", name=re.compile("drawn by")).count()


def free_line(page: Page) -> Locator:
    return board(page).locator("[aria-label$='free']").first


def touch(page: Page, line: Locator, size: str) -> None:
    """Tap the middle of a line."""
    box = line.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if size == "phone":
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


def wait_for_turn(page: Page) -> bool:
    """Wait until I can draw; False when the game is over instead."""
    page.wait_for_selector(".dots-board[data-acting=true], .dots-table[data-over=true]")
    return page.locator(".dots-table[data-over=true]").count() == 0


@pytest.mark.parametrize("size", SIZES)
def test_a_whole_game_against_a_bot(enter: Enter, size: str) -> None:
    page = enter(size=size)
    open_room(page, ME, BOT)
    expect(board(page).locator(".dots-pin")).to_have_count(36)
    expect(board(page).get_by_role("button")).to_have_count(60)
    expect(page.get_by_text("Your turn. Draw a line.")).to_be_visible()
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "the page scrolls while playing"

    while wait_for_turn(page):
        touch(page, free_line(page), size)
        page.wait_for_function("document.querySelector('.dots-pending') === null")

    over = page.get_by_role("dialog")
    expect(over).to_contain_text("All 25 boxes are filled")
    scores = [int(text) for text in over.locator(".count-up .unseen").all_inner_texts()]
    assert sum(scores) == 25
    assert scores == sorted(scores, reverse=True)
    assert findings(page) == []
    over.get_by_role("button", name="New game").click()
    expect(page.get_by_text("Your turn. Draw a line.")).to_be_visible()
    expect(board(page).locator(".dots-thread")).to_have_count(0)


def test_two_people_play_online_and_a_third_watches(enter: Enter) -> None:
    ann = enter(size="phone")
    room = open_room(ann, ME, ANYBODY)
    expect(ann.get_by_role("img", name="QR code of the invitation link")).to_be_visible()
    ben = enter(room)
    ben.get_by_role("button", name="Take this seat").click()
    eve = enter(room)
    expect(eve.get_by_text("You are watching.")).to_be_visible()

    line = ann.get_by_role("button", name="horizontal line, row 1, column 1, free")
    touch(ann, line, "phone")
    for page in (ann, ben, eve):
        expect(page.get_by_role("button", name="horizontal line, row 1, column 1, drawn by A")).to_be_attached()
    expect(ben.get_by_text("Your turn. Draw a line.")).to_be_visible()

    ben.reload()
    expect(ben.get_by_role("button", name="horizontal line, row 1, column 1, drawn by A")).to_be_attached()
    touch(ben, ben.get_by_role("button", name="vertical line, row 1, column 1, free"), "desktop")
    expect(ann.get_by_text("Your turn. Draw a line.")).to_be_visible()
    touch(ann, ann.get_by_role("button", name="vertical line, row 1, column 2, free"), "phone")
    expect(ben.get_by_text("Your turn. Draw a line.")).to_be_visible()
    touch(ben, ben.get_by_role("button", name="horizontal line, row 2, column 1, free"), "desktop")
    expect(ben.get_by_text("A box is yours. Draw again.")).to_be_visible()
    for page in (ann, ben, eve):
        expect(page.get_by_role("img", name="box, row 1, column 1, owned by B")).to_be_visible()

    # A watcher's tap does nothing, nor does one out of turn or on a drawn line.
    before = drawn(ann)
    touch(eve, free_line(eve), "desktop")
    touch(ann, free_line(ann), "phone")
    touch(ben, ben.get_by_role("button", name="horizontal line, row 1, column 1, drawn by A"), "desktop")
    touch(ben, free_line(ben), "desktop")
    expect(ann.get_by_text("Your turn. Draw a line.")).to_be_visible()
    assert {drawn(page) for page in (ann, ben, eve)} == {before + 1}

    # Who goes away is seen to be away, and may be replaced by a bot only after a minute.
    ben.close()
    away = ann.get_by_role("list", name="Players").get_by_role("listitem").filter(has_text="away")
    away.get_by_role("button", name="Seat a bot").click()
    ann.get_by_role("menuitem", name="Bot, Casual").click()
    expect(ann.locator(".notice")).to_contain_text("away for a minute")


def test_friends_share_one_device_with_the_keyboard_alone(enter: Enter) -> None:
    """Three seats at one device; everything is reached and drawn with keys."""
    page = enter()
    open_room(page, ME, ME, ME)
    expect(board(page)).to_be_visible()
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.dataset.line === undefined"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Pass the device to Friend B.")).to_be_visible()
    for key in ("Enter", "ArrowDown"):
        page.keyboard.press(key)
    assert drawn(page) == 1, "a drawn line is not drawn again"
    page.keyboard.press("Space")
    expect(page.get_by_text("Pass the device to Friend C.")).to_be_visible()

    # Row by row through all that is left.
    for strip in range(11):
        page.keyboard.press("Home")
        for _ in range(5 + strip % 2):
            if page.evaluate("document.activeElement.getAttribute('aria-label').endsWith('free')"):
                page.keyboard.press("Enter")
                page.wait_for_function("!document.activeElement.getAttribute('aria-label').endsWith('free')")
            page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
    expect(page.get_by_role("dialog")).to_contain_text("All 25 boxes are filled")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_an_analysis_shows_the_turning_point_on_a_chart(enter: Enter) -> None:
    page = enter()
    open_room(page, ME, ME)
    while wait_for_turn(page):
        touch(page, free_line(page), "desktop")
        page.wait_for_function("document.querySelector('.dots-pending') === null")
    page.get_by_role("link", name="Watch the replay").click()
    page.get_by_role("button", name=re.compile("analys", re.IGNORECASE)).click()
    expect(page.locator(".dots-chart svg").first).to_be_visible()
    expect(page.get_by_role("table").filter(has_text="Move 60")).to_be_attached()
    moment = page.locator(".dots-moments button").first
    number = re.search(r"\d+", moment.inner_text())
    assert number is not None
    moment.click()
    expect(page.get_by_text(f"{number.group()} / 60")).to_be_visible()
    assert findings(page) == []
