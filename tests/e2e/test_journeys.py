"""From a cold start, or from an invitation, to the first move that is accepted: how many clicks, and how long.

The clicks are bounds; the seconds are printed for whoever looks (``pytest -s``) and decide nothing.
"""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from parlour.games.ten_exorcism import rules
from tests.e2e.browser import LIVELY, Enter
from tests.e2e.test_dots_and_boxes import drawn, free_line
from tests.e2e.test_dots_and_boxes import touch as touch_line
from tests.e2e.test_stackdoku import tap
from tests.e2e.test_ten_exorcism import CELLS, SCORE, Finger, board_of
from tests.server.table import Guest, Server

PAIRS = """() => {
  const free = [...document.querySelectorAll("[data-tile][data-free=true]")];
  const digit = (tile) => /\\d/.exec(tile.ariaLabel)[0];
  for (const one of free)
    for (const other of free)
      if (one !== other && digit(one) === digit(other)) return [one.dataset.tile, other.dataset.tile];
}"""


class Journey:
    """Somebody new on the way to a first move, and what it took."""

    def __init__(self, enter: Enter, size: str, path: str = "/") -> None:
        self.size = size
        self.clicks = 0
        self._began = time.monotonic()
        self.page = enter(path, size=size, newcomer=True, **LIVELY)

    def click(self, thing: Locator) -> None:
        thing.tap() if self.size == "phone" else thing.click()
        self.clicks += 1

    def press(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name=name))

    def arrived(self, what: str) -> int:
        print(f"\n{what}, {self.size}: {self.clicks} clicks, {time.monotonic() - self._began:.1f} s", end="")
        return self.clicks


def free_ghosts(page: Page, _size: str) -> None:
    expect(page.locator(CELLS)).to_have_count(rules.ROWS * rules.COLS)
    board = board_of(page)
    move = rules.rectangles(board)[0]
    Finger(page).drag((move.top, move.left), (move.bottom, move.right))
    page.wait_for_function(SCORE, arg=rules.ghosts_in(rules.powers_in(board, move)))


def draw_line(page: Page, size: str) -> None:
    page.locator(".dots-board[data-acting=true]").wait_for()
    before = drawn(page).count()
    touch_line(page, free_line(page), size)
    expect(drawn(page).nth(before)).to_be_attached()


def take_pair(page: Page, _size: str) -> None:
    page.locator("[data-tile]").first.wait_for()
    tiles = page.locator("[data-tile]").count()
    for number in page.evaluate(PAIRS):
        tap(page, page.locator(f'[data-tile="{number}"]'))
    expect(page.locator("[data-tile]")).to_have_count(tiles - 2)


FIRST_MOVES: dict[str, tuple[str, Callable[[Page, str], None]]] = {
    "Ten Exorcism": ("Light the candle", free_ghosts),
    "Dots and Boxes": ("Just play", draw_line),
    "Stackdoku": ("Begin", take_pair),
}
"""What is pressed after Play, and the move."""


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_two_clicks_lead_a_newcomer_to_the_first_move_of_each_game(enter: Enter, size: str) -> None:
    for game, (beginning, move) in FIRST_MOVES.items():
        journey = Journey(enter, size)
        journey.press(f"Play: {game}")
        journey.press(beginning)
        move(journey.page, size)
        assert journey.arrived(game) == 2
        journey.page.context.close()


@pytest.mark.parametrize(("way", "size"), [("link", "phone"), ("code", "desktop")])
def test_one_click_leads_from_an_invitation_to_the_first_move(enter: Enter, hub: Server, way: str, size: str) -> None:
    with Guest(hub) as host:
        code = host.open("dots-and-boxes", "me", "anybody")["code"]
        journey = Journey(enter, size, f"/room/{code}" if way == "link" else "/")
        if way == "code":
            journey.page.get_by_role("textbox", name="Have a code?").press_sequentially(code.lower())
        journey.press("Just play")
        with host.enter(code) as seat:
            if seat.view["to_move"] == [0]:
                seat.play(0, {"do": "draw", "r0": 0, "c0": 0, "r1": 0, "c1": 1})
            draw_line(journey.page, size)
        assert journey.arrived(f"Invited by {way}") == 1
