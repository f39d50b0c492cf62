"""Every game on desktops and tablets: the board takes the room that there is, and all around it stays in view."""

import pytest
from playwright.sync_api import CDPSession, Page

from tests.e2e.browser import TWO_FRAMES, Enter, overlaps, uncover
from tests.e2e.test_pages import as_guest
from tests.e2e.test_small_screens import OUTSIDE, SCROLLS
from tests.server.table import Guest, Server

DESKTOPS = [(1280, 800), (1440, 900), (1920, 1080), (2560, 1440)]
TABLETS = [(1180, 820), (820, 1180), (1024, 1366)]
BOARDS = {"ten-exorcism": ".ten-board", "dots-and-boxes": ".dots-board", "stackdoku": ".sd-paper"}
LEAST = {"ten-exorcism": 0.75, "dots-and-boxes": 0.7, "stackdoku": 0.7}
PARTS = [".game-status", ".game-controls", ".top-home", ".top-actions", ".seat-card", ".sd-pile", ".sd-tray"]
SHARE = """(board) => {
  const [inner, outer] = [board, ".game-frame"].map((one) => document.querySelector(one).getBoundingClientRect());
  return Math.max(inner.width / outer.width, inner.height / outer.height);
}"""
"""How much of what the page leaves to the game its board takes, of the width or of the height, whichever binds."""
CHANGES = 50
CHANGE = """(changes) => {
  for (let left = changes; left > 0; left -= 1) {
    document.querySelector(".game-status").style.paddingTop = `${left % 2}px`;
    document.body.getBoundingClientRect();
  }
}"""
"""Something beside the board changes so many times, and each time the page is laid out."""


@pytest.mark.parametrize("game", BOARDS)
def test_a_big_screen_is_laid_out_for_its_board(enter: Enter, hub: Server, game: str) -> None:
    page = enter("about:blank")
    seats = 4 if game == "dots-and-boxes" else 1
    with Guest(hub) as guest:
        as_guest(page, guest)
        room = guest.open(game, *["me"] * seats, seed=1)
    page.goto(f"/room/{room['code']}")
    if seats == 1:
        uncover(page)
    for size in DESKTOPS:
        look(page, game, size)
        if game == "dots-and-boxes":
            assert page.evaluate(SHARE, BOARDS[game]) >= 0.9, size
    for size in TABLETS if game == "dots-and-boxes" else TABLETS[:1]:
        look(page, game, size)
    assert styled(page) < 2 * CHANGES, "whatever changes beside the board has all of the board styled again"


def styled(page: Page) -> int:
    """How often the browser decides on styles while so much changes: once for each change, and for a clock's ticks."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    before = style_count(session)
    page.evaluate(CHANGE, CHANGES)
    return style_count(session) - before


def style_count(session: CDPSession) -> int:
    metrics = session.send("Performance.getMetrics")["metrics"]
    [count] = [int(metric["value"]) for metric in metrics if metric["name"] == "RecalcStyleCount"]
    return count


def look(page: Page, game: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function("size => innerWidth === size[0] && innerHeight === size[1]", arg=size)
    page.locator(BOARDS[game]).wait_for()
    page.evaluate(TWO_FRAMES)
    parts = [BOARDS[game], *PARTS]
    where = f"{game} at {size}"
    assert not page.evaluate(SCROLLS), where
    assert page.evaluate(OUTSIDE, parts) == [], where
    assert overlaps(page, parts) == [], where
    assert page.evaluate(SHARE, BOARDS[game]) >= LEAST[game], where


BOX = """() => {
  const dots = [...document.querySelectorAll(".dots-dot circle")].map((dot) => dot.getBoundingClientRect());
  return [dots.at(-1).x - dots[0].x, dots.at(-1).y - dots[0].y].map((length) => length / 5);
}"""
"""How wide and how high a box is."""
LEAST_BOX = {(360, 640): 57, (390, 844): 61, (820, 1180): 130, (1180, 820): 105, (1280, 800): 115, (1920, 1080): 160}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_boxes_are_square_on_every_screen_and_as_large_as_it_allows(enter: Enter, hub: Server, seats: int) -> None:
    page = enter("about:blank")
    with Guest(hub) as guest:
        as_guest(page, guest)
        room = guest.open("dots-and-boxes", *["me"] * seats)
    page.goto(f"/room/{room['code']}")
    for size, least in LEAST_BOX.items():
        look(page, "dots-and-boxes", size)
        width, height = page.evaluate(BOX)
        assert width == pytest.approx(height, abs=0.1), size
        assert width >= least, size


BOARD_BESIDE_A_CLOCK = {(667, 375): 325, (740, 360): 310, (568, 320): 270}


def test_a_clock_takes_nothing_from_the_board_of_a_phone_on_its_side(enter: Enter, hub: Server) -> None:
    page = enter("about:blank")
    with Guest(hub) as guest:
        as_guest(page, guest)
        room = guest.open("dots-and-boxes", "me", "me", options={"turn_seconds": 60})
    page.goto(f"/room/{room['code']}")
    for size, least in BOARD_BESIDE_A_CLOCK.items():
        look(page, "dots-and-boxes", size)
        board = page.locator(".dots-board").bounding_box()
        assert board is not None
        assert board["width"] >= least, size


PANEL_AT = [(899, 800), (900, 800), (1000, 800), (1100, 800), (1200, 800), (1280, 800)]


def test_a_wider_window_makes_no_board_smaller(enter: Enter, hub: Server) -> None:
    page = enter("about:blank")
    with Guest(hub) as guest:
        as_guest(page, guest)
        room = guest.open("dots-and-boxes", *["me"] * 4)
    page.goto(f"/room/{room['code']}")
    before = 0.0
    for size in PANEL_AT:
        look(page, "dots-and-boxes", size)
        board = page.locator(".dots-board").bounding_box()
        assert board is not None
        assert board["width"] >= before - 10, size
        before = board["width"]


WIDE = """() => {
  const shown = [...document.querySelectorAll("main > *")].map((one) => one.getBoundingClientRect());
  return (Math.max(...shown.map((box) => box.right)) - Math.min(...shown.map((box) => box.left))) / innerWidth;
}"""
LONG_LINES = """() => [...document.querySelectorAll("main p")].filter((one) => {
  const letter = parseFloat(getComputedStyle(one).fontSize);
  return one.getBoundingClientRect().height > 2 * letter && one.getBoundingClientRect().width > 60 * letter;
}).map((one) => one.textContent)"""


def test_pages_use_a_large_screen_and_keep_their_lines_short(enter: Enter) -> None:
    page = enter("/", viewport={"width": 2560, "height": 1440})
    for path, share in {"/": 0.9, "/settings": 0.6, "/games/dots-and-boxes": 0.6, "/daily": 0.6}.items():
        page.goto(path)
        page.locator("main .button").first.wait_for()
        assert page.evaluate(WIDE) >= share, path
        assert page.evaluate(LONG_LINES) == [], path
    page.goto("/")
    page.set_viewport_size({"width": 820, "height": 1180})
    page.locator(".hub-card").nth(3).wait_for()
    for count in (4, 3):
        page.evaluate(
            "(count) => document.querySelectorAll('.hub-card').forEach((card, at) => at < count || card.remove())",
            count,
        )
        tops = [box["y"] for card in page.locator(".hub-card").all() if (box := card.bounding_box())]
        assert tops.count(tops[0]) == tops.count(tops[-1]), f"none of {count} cards is alone in its row"
    page.goto("/settings")
    page.set_viewport_size({"width": 1280, "height": 800})
    cards = page.locator("main > .card")
    cards.last.wait_for()
    boxes = [card.bounding_box() for card in cards.all()]
    assert len({round(box["x"]) for box in boxes if box}) == 2, "cards lie side by side"
    page.goto("/games/ten-exorcism")
    page.get_by_role("button", name="Learn by doing").click()
    page.locator(".ten-lesson .ten-board").wait_for()
    assert not page.locator(".ten-lesson [data-turned]").count(), "the 6 is beside the 4, as the words say"
