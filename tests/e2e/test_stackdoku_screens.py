"""Stackdoku on every screen: tiles and cells stay large enough, nothing lies over anything else."""

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import STAY, TWO_FRAMES, Enter, overlaps, uncover
from tests.e2e.test_pages import as_guest
from tests.e2e.test_small_screens import OUTSIDE, SCROLLS, SIDES
from tests.server.table import Guest, Server

LARGEST = {"easy": 16, "medium": 6, "hard": 3, "expert": 8}
"""The seed of a level whose stack is as high as they come, and for the last two as wide."""
LEAST_CELL = {
    (320, 568): 27,
    (360, 640): 32,
    (390, 844): 40,
    (844, 390): 41,
    (820, 1180): 60,
    (1280, 800): 60,
    (1920, 1080): 70,
    (2560, 1440): 125,
    (3840, 2160): 185,
}
"""The smallest side of a cell of the Sudoku that each screen has room for."""
LEAST_TILE = 30
LARGE_TILE = {(1920, 1080): 130, (2560, 1440): 180, (3840, 2160): 280}
"""On a large screen the tiles of a small stack are larger than cells."""
PARTS = [".sd-pile", ".sd-tray", ".sd-paper", ".count-left", ".level-name", ".level-clock"]
PARTS += [".game-controls", ".top-home", ".top-actions"]


@pytest.mark.parametrize("difficulty", LARGEST)
def test_the_largest_stack_has_tiles_that_a_finger_can_hit_on_every_screen(
    enter: Enter, hub: Server, difficulty: str
) -> None:
    page = enter("about:blank", size="phone")
    with Guest(hub) as guest:
        as_guest(page, guest)
        room = guest.open("stackdoku", "me", seed=LARGEST[difficulty], options={"difficulty": difficulty})
    page.goto(f"/room/{room['code']}")
    uncover(page)
    page.locator("[data-tile]").first.wait_for()
    assert page.locator(".sd-board").evaluate("board => getComputedStyle(board).getPropertyValue('--high')") == "10"
    for (width, height), least_cell in LEAST_CELL.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("size => innerWidth === size[0] && innerHeight === size[1]", arg=[width, height])
        page.evaluate(TWO_FRAMES)
        where = f"{difficulty} at {width}×{height}"
        assert not page.evaluate(SCROLLS), where
        assert page.evaluate(OUTSIDE, PARTS) == [], where
        assert overlaps(page, PARTS) == [], where
        least_tile = LARGE_TILE.get((width, height), LEAST_TILE) if difficulty == "easy" else LEAST_TILE
        assert min(page.evaluate(SIDES, "[data-tile]")) >= least_tile, where
        assert min(page.evaluate(SIDES, "[data-cell]")) >= least_cell, where


CUT = """(names) => names.flatMap((name) => [...document.querySelectorAll(name)])
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""


def test_words_give_way_to_the_name_of_a_level_whole(enter: Enter, hub: Server) -> None:
    """In German, whose words are the longest; one that has no room stands in a line of its own that is not shown."""
    page = enter("about:blank", language="de")
    with Guest(hub) as guest:
        as_guest(page, guest)
        room = guest.open("stackdoku", "me", options={"difficulty": "expert"})
    page.goto(f"/room/{room['code']}")
    uncover(page)
    page.locator(".level-name").wait_for()
    page.locator(".count-left-word").last.evaluate("word => { word.textContent = 'Zurücknahmen' }")
    for width, height in ((360, 800), (390, 844), (430, 932), (930, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TWO_FRAMES)
        assert page.evaluate(CUT, [".level-name"]) == [], width
        assert overlaps(page, PARTS) == [], width


PHONES = [(390, 844), (360, 640), (320, 568), (844, 390)]
SAY = "(words) => { document.querySelector('.board-notice').textContent = words }"
LONGEST = "5 von 5 Plätzen sind belegt, und ein Paar braucht zwei. Setz erst 2 Zahlen."


def test_on_a_phone_a_notice_lies_neither_on_the_status_nor_on_controls(enter: Enter, hub: Server) -> None:
    page = enter("about:blank", size="phone")
    with Guest(hub) as guest:
        as_guest(page, guest)
        room = guest.open("stackdoku", "me", seed=LARGEST["easy"])
    page.goto(f"/room/{room['code']}")
    uncover(page)
    page.evaluate(STAY)
    notice = page.locator(".board-notice")
    about = {"sudoku": "[data-cell]:not([aria-disabled=true])", "stack": "[data-tile][data-free=false]"}
    for part, asked in about.items():
        page.locator(asked).first.dispatch_event("click")
        expect(notice).to_have_attribute("data-about", part)
        page.evaluate(SAY, LONGEST)
        for width, height in PHONES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function("size => innerWidth === size[0] && innerHeight === size[1]", arg=[width, height])
            page.evaluate(TWO_FRAMES)
            where = f"about the {part} at {width}×{height}"
            for other in (".count-left", ".level-clock", ".sd-tray", ".game-controls"):
                assert overlaps(page, [".board-notice", other]) == [], where
            assert page.evaluate(OUTSIDE, [".board-notice"]) == [], where


def test_at_twice_the_size_the_paper_makes_room_for_the_widest_stack(enter: Enter, hub: Server) -> None:
    page = enter("about:blank", viewport={"width": 640, "height": 400})
    with Guest(hub) as guest:
        as_guest(page, guest)
        room = guest.open("stackdoku", "me", seed=LARGEST["expert"], options={"difficulty": "expert"})
    page.goto(f"/room/{room['code']}")
    uncover(page)
    page.locator("[data-tile]").first.wait_for()
    assert overlaps(page, PARTS) == []
    assert min(page.evaluate(SIDES, "[data-tile]")) >= 23
    assert min(page.evaluate(SIDES, "[data-cell]")) >= 25
