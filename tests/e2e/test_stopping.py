"""A game played alone, before its end: finished here, kept for later, or thrown away."""

import re

from playwright.sync_api import Page, expect

from parlour.games.ten_exorcism import rules
from tests.e2e.browser import Enter, findings_at, uncover
from tests.e2e.test_ten_exorcism import SCORE, Finger, begin, board_of


def stop(page: Page) -> None:
    page.get_by_role("button", name="Stop playing").click()
    expect(page.get_by_role("dialog", name="Stop playing")).to_be_visible()


def test_a_game_is_finished_here_and_now_or_thrown_away(enter: Enter) -> None:
    page = begin(enter, "phone")
    move = rules.rectangles(board_of(page))[0]
    freed = rules.ghosts_in(rules.powers_in(board_of(page), move))
    Finger(page).drag((move.top, move.left), (move.bottom, move.right))
    page.wait_for_function(SCORE, arg=freed)
    stop(page)
    assert findings_at(page, "desktop", "phone") == []
    page.get_by_role("button", name=f"Finish here: {freed} points").click()
    sheet = page.get_by_role("dialog", name="Finished")
    expect(sheet.locator(".count-up")).to_contain_text(str(freed))
    expect(sheet.get_by_role("link", name="Watch the replay")).to_be_visible()

    sheet.get_by_role("button", name="New game").click()
    page.wait_for_function(SCORE, arg=0)
    stop(page)
    page.get_by_role("link", name="Keep for later").click()
    page.get_by_role("region", name="Continue").get_by_role("link", name=re.compile("Ten Exorcism")).click()
    stop(page)
    page.get_by_role("button", name="Throw away").click()
    expect(page.get_by_role("dialog", name="Throw this game away?")).to_contain_text("Nothing is kept")
    page.get_by_role("button", name="Throw away").click()
    expect(page).to_have_url(re.compile("/$"))
    expect(page.get_by_text("Thrown away.").first).to_be_visible()
    last = page.get_by_role("region", name="My last games")
    expect(last.get_by_role("link", name=re.compile("Ten Exorcism"))).to_have_count(1)
    page.reload()
    expect(last.get_by_role("link", name=re.compile("Ten Exorcism"))).to_have_count(1)
    expect(page.get_by_role("region", name="Continue")).to_have_count(0)


def test_a_daily_that_was_begun_is_continued_and_stays_an_attempt(enter: Enter) -> None:
    page = enter("/daily", size="desktop")
    page.get_by_role("button", name="Start: Ten Exorcism").click()
    uncover(page)
    page.goto("/daily")
    page.get_by_role("button", name=re.compile("Continue: Ten Exorcism")).click()
    expect(page).to_have_url(re.compile("/room/"))
    stop(page)
    page.get_by_role("button", name="Throw away").click()
    expect(page.get_by_role("dialog", name="Throw this game away?")).to_contain_text(
        "Today’s attempt stays used, with its replay"
    )
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_role("button", name=re.compile("^Finish here")).click()
    expect(page.get_by_role("dialog", name="Finished")).to_be_visible()
