"""Dots and Boxes as people play it: with a finger, a mouse or the keyboard, alone against a bot or with others."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import SIZES, Enter, findings, findings_at, seat_of
from tests.e2e.test_pages import first_legal

SET_UP = "/games/dots-and-boxes"
LINES = 60
BY_HAND = 3
"""Lines at the beginning of a game that are drawn on the page; so many, and some more, are left for it at the end."""


def sit_down(page: Page, *others: str) -> str:
    """Set up a table with others beside me ("Bot", "Friend here", "Invite") and go there; the room's address."""
    page.get_by_role("group", name="Players").get_by_role("radio", name=str(len(others) + 1)).check()
    for letter, kind in zip("BCD", others, strict=False):
        page.get_by_role("group", name=f"Seat {letter}").get_by_role("radio", name=kind).check()
    page.get_by_role("button", name=re.compile("^(Start|Open the room)")).click()
    page.wait_for_url("**/room/*")
    return "/room/" + page.url.rpartition("/")[2]


def board(page: Page) -> Locator:
    return page.get_by_role("group", name="Board of 5 by 5 boxes")


def turn(page: Page) -> Locator:
    return page.locator(".turn-text > span").first


def drawn(page: Page) -> Locator:
    return board(page).get_by_role("button", name=re.compile("drawn by"))


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


def play_to_the_end(page: Page, size: str) -> None:
    """Draw the first free line whenever it is my turn, by a socket in the middle of the game."""
    draw_on(page, size, BY_HAND)
    with seat_of(page) as seat:
        while seat.view["seq"] < LINES - 3 * BY_HAND:
            if seat.view["to_move"] == [0]:
                assert seat.play(0, first_legal("dots-and-boxes", seat.view["view"]))["refused"] is None
            else:
                seat.hear("view")
        expect(drawn(page).nth(seat.view["seq"] - 1)).to_be_attached()
    draw_on(page, size, LINES)


def draw_on(page: Page, size: str, most: int) -> None:
    """Draw so many lines, or as many as are left."""
    for _ in range(most):
        page.wait_for_selector(".dots-board[data-acting=true], .game-page[data-over=true]")
        name = page.evaluate("document.querySelector('[aria-label$=free]')?.dataset.place")
        if name is None:
            return
        touch(page, page.locator(f"[data-place={name}]"), size)
        page.wait_for_selector(f"[data-place={name}][aria-label*=drawn]", state="attached")


def test_a_whole_game_is_played_against_a_bot(enter: Enter) -> None:
    page = enter(SET_UP, size="phone")
    sit_down(page, "Bot")
    expect(board(page).locator(".dots-dot")).to_have_count(36)
    expect(board(page).get_by_role("button")).to_have_count(60)
    expect(turn(page)).to_have_text("Your turn. Draw a line.")
    for size in ("desktop", "phone"):
        assert findings_at(page, size) == []
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "the page scrolls while playing"

    play_to_the_end(page, "phone")
    over = page.get_by_role("dialog")
    expect(over).to_contain_text("All 25 boxes are filled")
    scores = [int(text) for text in over.locator(".count-up .unseen").all_inner_texts()]
    assert sum(scores) == 25
    assert scores == sorted(scores, reverse=True)
    assert findings_at(page, "phone", "desktop") == []
    look_at_the_analysis(page)
    page.go_back()
    page.set_viewport_size(SIZES["phone"]["viewport"])
    over.get_by_role("button", name="Rematch").click()
    expect(turn(page)).to_have_text("Your turn. Draw a line.")
    expect(drawn(page), "the bot has begun").to_have_count(1)
    expect(drawn(page)).to_have_accessible_name(re.compile("drawn by A"))


def look_at_the_analysis(page: Page) -> None:
    """The chart and its table are there, and a move that cost boxes leads to the moment before it."""
    page.get_by_role("link", name="Watch the replay").click()
    page.get_by_role("button", name=re.compile("analys", re.IGNORECASE)).click()
    expect(page.locator(".move-chart svg").first).to_be_visible()
    expect(page.get_by_role("table").filter(has_text="Move 60")).to_be_attached()
    moment = page.locator(".move-list button").first
    number = re.search(r"\d+", moment.inner_text())
    assert number is not None
    moment.click()
    expect(page.get_by_text(f"{int(number.group()) - 1} / 60")).to_be_visible()
    assert findings(page) == []


def test_two_people_play_online_and_a_third_watches(enter: Enter) -> None:
    ann = enter(SET_UP, size="phone")
    room = sit_down(ann, "Invite")
    expect(ann.get_by_role("img", name="QR code of the invitation link")).to_be_visible()
    ben = enter(room)
    expect(board(ben)).to_be_visible()
    eve = enter(room)
    expect(eve.get_by_text("You are watching.")).to_be_visible()
    expect(ben.locator(".game-aside")).to_contain_text("draw the line")
    expect(eve.locator(".game-aside")).not_to_contain_text("draw the line")

    line = ann.get_by_role("button", name="horizontal line, row 1, column 1, free")
    touch(ann, line, "phone")
    for page in (ann, ben, eve):
        expect(page.get_by_role("button", name="horizontal line, row 1, column 1, drawn by A")).to_be_attached()
    expect(turn(ben)).to_have_text("Your turn. Draw a line.")

    ben.reload()
    expect(ben.get_by_role("button", name="horizontal line, row 1, column 1, drawn by A")).to_be_attached()
    touch(ben, ben.get_by_role("button", name="vertical line, row 1, column 1, free"), "desktop")
    expect(turn(ann)).to_have_text("Your turn. Draw a line.")
    touch(ann, ann.get_by_role("button", name="vertical line, row 1, column 2, free"), "phone")
    expect(turn(ben)).to_have_text("Your turn. Draw a line.")
    touch(ben, ben.get_by_role("button", name="horizontal line, row 2, column 1, free"), "desktop")
    expect(turn(ben)).to_have_text("A box is yours. Draw again.")
    for page in (ann, ben, eve):
        expect(page.get_by_role("img", name="box, row 1, column 1, owned by B")).to_be_visible()

    # A watcher's tap does nothing, nor does one out of turn or on a drawn line.
    before = drawn(ann).count()
    touch(eve, free_line(eve), "desktop")
    touch(ann, free_line(ann), "phone")
    touch(ben, ben.get_by_role("button", name="horizontal line, row 1, column 1, drawn by A"), "desktop")
    touch(ben, free_line(ben), "desktop")
    for page in (ann, ben, eve):
        expect(drawn(page)).to_have_count(before + 1)
    expect(turn(ann)).to_have_text("Your turn. Draw a line.")
    eve.get_by_role("button", name="Leave the room").click()
    expect(eve.get_by_role("heading", name="The games room")).to_be_visible()

    # Whoever closes the page is away and keeps the seat; whoever leaves gives it up, and a bot may take it.
    browser = ben.context
    ben.close()
    others = ann.get_by_role("list", name="Players").get_by_role("listitem").filter(has_text="Seat B:")
    expect(others).to_contain_text("away")
    ben = browser.new_page()
    ben.goto(room)
    expect(others).not_to_contain_text("away")
    ben.get_by_role("button", name="Leave the room").click()
    ben.get_by_role("button", name="Leave", exact=True).click()
    others.get_by_role("button", name="Seat a bot").click()
    ann.get_by_role("menuitem", name="Bot, Casual").click()
    expect(others).to_contain_text("Botfor ")
    touch(ann, free_line(ann), "phone")
    ann.wait_for_function(
        "least => document.querySelectorAll(\"[aria-label*='drawn by']\").length >= least", arg=before + 3
    )


def test_friends_share_one_device_with_the_keyboard_alone(enter: Enter) -> None:
    page = enter(SET_UP)
    sit_down(page, "Friend here", "Friend here")
    expect(board(page)).to_be_visible()
    while page.evaluate("document.activeElement.dataset.place === undefined"):
        page.keyboard.press("Tab")

    page.keyboard.press("Enter")
    expect(turn(page)).to_have_text("Pass the device to Friend B.")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(turn(page)).to_have_text("Pass the device to Friend C.")
    expect(drawn(page), "a drawn line is not drawn again").to_have_count(2)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(turn(page)).to_contain_text("Pass the device to")
    expect(page.get_by_role("listitem").filter(has_text="to move")).to_contain_text("Seat A")
    for key in ("ArrowDown", "Home", "Enter"):
        page.keyboard.press(key)
    expect(turn(page)).to_contain_text("A box!")
    expect(page.get_by_role("img", name="box, row 1, column 1, owned by A")).to_be_visible()
