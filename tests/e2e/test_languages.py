"""Pages in the language whose words are longest: nothing is cut off, on the smallest phone and on a desktop."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import TWO_FRAMES, Enter, findings
from tests.e2e.test_pages import as_guest
from tests.e2e.test_small_screens import BOARDS
from tests.server.table import Guest, Server

WIDTHS = (320, 1280)
HEADINGS = {
    "/": "Das Spielzimmer",
    "/games/dots-and-boxes": "Käsekästchen",
    "/games/stackdoku": "Stackdoku",
    "/daily": "Die heutige Aufgabe",
    "/leaderboards/stackdoku/hard": "Bestenlisten",
    "/settings": "Einstellungen",
    "/session": "Spieldatei",
    "/nowhere": "Hier ist nichts",
}
BEGIN = re.compile("Einfach spielen|Anfangen|Zünde die Kerze an")
CUT_OFF = """() => {
  const wide = document.documentElement.scrollWidth > innerWidth ? ["the page"] : [];
  const shown = [...document.querySelectorAll("button, .button, [role=tab], label, h1, h2, h3, summary, nav a")]
    .filter((one) => one.checkVisibility() && !one.closest("svg"));
  return [...wide, ...shown.filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    const hides = one.matches(".button") || getComputedStyle(one).overflowX !== "visible";
    return width > 2 && (left < -1 || right > innerWidth + 1 || (hides && one.scrollWidth > one.clientWidth + 1));
  }).map((one) => one.textContent)];
}"""
"""What reaches beyond the screen, or does not show all of its words; what only screen readers find is a pixel wide."""


def test_every_page_speaks_german_and_shows_all_of_it(enter: Enter, hub: Server) -> None:
    page = enter("/", language="de-DE")
    with Guest(hub) as guest:
        room = guest.open("dots-and-boxes", "me", "anybody", public=True, options={"turn_seconds": 30})
        with guest.enter(room["code"]):
            page.locator(".hub-invite").first.wait_for()
            is_all_there(page, "/")
    for path, heading in HEADINGS.items():
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
        expect(page.locator("html")).to_have_attribute("lang", "de")
        is_all_there(page, path)
    assert findings(page) == []


def is_all_there(page: Page, where: str) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 720})
        page.evaluate(TWO_FRAMES)
        assert page.evaluate(CUT_OFF) == [], f"{where} at {width}"


@pytest.mark.parametrize("game", BOARDS)
def test_every_game_speaks_german_and_shows_all_of_it(enter: Enter, game: str) -> None:
    page = enter(f"/games/{game}", language="de-DE", size="phone", newcomer=True)
    page.get_by_role("button", name="Start").click()
    begin = page.get_by_role("button", name=BEGIN)
    begin.wait_for()
    is_all_there(page, "the lesson's offer")
    begin.click()
    page.locator(BOARDS[game]).wait_for()
    is_all_there(page, game)
    page.locator(".room-help").click()
    expect(page.get_by_role("dialog")).to_contain_text("Das Ziel")


def test_what_follows_a_game_is_said_in_german_on_one_line_each(enter: Enter, hub: Server) -> None:
    page = enter("about:blank", language="de-DE")
    with Guest(hub) as guest:
        as_guest(page, guest)
        room = guest.open("ten-exorcism", "me", seed=1)
        with guest.enter(room["code"]) as seat:
            seat.play(0, {"do": "ready"})
            seat.play(0, {"do": "finish"})
    page.goto(f"/room/{room['code']}")
    expect(page.locator(".over-actions .button")).to_have_count(4)
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate(TWO_FRAMES)
        assert page.evaluate(CUT_OFF) == [], f"at {width}"
        heights = page.locator(".over-actions .button").evaluate_all("(all) => all.map((one) => one.offsetHeight)")
        assert max(heights) < 50, f"at {width}: {heights}"
