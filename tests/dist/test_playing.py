"""From the wheel alone, where there is no Node: every game is played in a browser, with the network and without it."""

import re
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from parlour.games import kits
from tests.e2e import test_dots_and_boxes as dots
from tests.e2e import test_stackdoku as stackdoku
from tests.e2e import test_ten_exorcism as ten
from tests.e2e.browser import Enter, launch, uncover, visitors
from tests.e2e.home import STARTED_MS
from tests.e2e.test_offline import keep_for_offline, visit
from tests.e2e.test_other_packages import PLAY_OUT, pick_one
from tests.many import MANY


@pytest.fixture(scope="module")
def enter_installed(hub: str) -> Iterator[Enter]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        with visitors(browser, SimpleNamespace(url=hub)) as enter:  # type: ignore[arg-type]
            yield enter
        browser.close()


def set_up(page: Page, game: str) -> None:
    """From wherever the page is, without loading it again: so Python, where it plays, starts once."""
    page.get_by_role("link", name=re.compile("^Parlour")).click()
    page.locator(".hub-card", has_text=game).get_by_role("link", name="Set up").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(game)


def start(page: Page) -> None:
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/room/*", timeout=STARTED_MS)


def play_ten_exorcism(page: Page) -> None:
    page.get_by_role("radio", name=re.compile("^Endless")).check()
    start(page)
    expect(page.locator(ten.CELLS).first).to_be_visible(timeout=STARTED_MS)
    move = ten.nearest(ten.board_of(page), (0, 0))
    assert move is not None
    ten.Mouse(page).drag((move.top, move.left), (move.bottom, move.right))
    page.wait_for_function("() => Number(document.querySelector('[data-score]')?.dataset.score) > 0")


def play_dots_and_boxes(page: Page) -> None:
    page.get_by_role("group", name="Seat B").get_by_role("radio", name="Bot").check()
    start(page)
    dots.draw_on(page, "desktop", 2)


def play_stackdoku(page: Page) -> None:
    page.locator("summary", has_text="More").click()
    page.get_by_label("Play a certain board").fill(str(stackdoku.SEED))
    start(page)
    uncover(page)
    stackdoku.act(page, stackdoku.ACTIONS[:3])


def play_windfall(page: Page) -> None:
    page.get_by_role("radio", name="Five kinds").check()
    start(page)
    page.get_by_role("button", name="Just play").click()
    expect(page.locator(".windfall-fruit")).to_have_count(120)
    for _ in range(2):
        pick_one(page)
    if MANY:
        page.evaluate(PLAY_OUT)
        expect(page.get_by_role("dialog")).to_contain_text("Left on the wall")


PLAYS = {
    "Ten Exorcism": play_ten_exorcism,
    "Dots and Boxes": play_dots_and_boxes,
    "Stackdoku": play_stackdoku,
    "Windfall": play_windfall,
}


def test_every_game_is_played_with_the_network_and_without_it(enter_installed: Enter) -> None:
    assert {kit.title["en"] for kit in kits().values()} <= PLAYS.keys(), "each game needs a way to play it here"
    # Which matches cannot go on at home the server says when it is asked for their logs.
    page = visit(enter_installed, refused=409)
    keep_for_offline(page)
    for offline in (False, True):
        page.context.set_offline(offline)
        page.goto("/")
        for game, play in PLAYS.items():
            set_up(page, game)
            play(page)
            expect(page).to_have_url(re.compile("/room/home-" if offline else "/room/(?!home-)"))
