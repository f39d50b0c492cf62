"""Every game on desktops and tablets: the board takes the room that there is, and all around it stays in view."""

import pytest
from playwright.sync_api import Page

from tests.e2e.browser import TWO_FRAMES, Enter, overlaps, uncover
from tests.e2e.test_pages import as_guest
from tests.e2e.test_small_screens import OUTSIDE, SCROLLS
from tests.server.table import Guest, Server

DESKTOPS = [(1280, 800), (1440, 900), (1920, 1080), (2560, 1440)]
TABLETS = [(1180, 820), (820, 1180), (1024, 1366)]
BOARDS = {"ten-exorcism": ".ten-board", "dots-and-boxes": ".dots-board", "stackdoku": ".sd-paper"}
LEAST = {"ten-exorcism": 0.75, "dots-and-boxes": 0.7, "stackdoku": 0.7}
PARTS = [".game-status", ".game-controls", ".top-home", ".top-actions", ".dots-card", ".sd-pile", ".sd-tray"]
SHARE = """(board) => {
  const [inner, outer] = [board, ".game-frame"].map((one) => document.querySelector(one).getBoundingClientRect());
  return Math.max(inner.width / outer.width, inner.height / outer.height);
}"""
"""How much of what the page leaves to the game its board takes, of the width or of the height, whichever binds."""


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
