"""Sheets: the keyboard goes back where it was, and Back closes a sheet before it leaves a page."""

import re

from playwright.sync_api import expect

from tests.e2e.browser import Enter
from tests.e2e.test_pages import as_guest
from tests.server.table import Guest, Server


def test_back_closes_help_and_stays_in_the_game(enter: Enter) -> None:
    page = enter("/games/ten-exorcism", size="phone")
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile("/room/"))
    room = page.url
    opener = page.get_by_role("banner").get_by_role("button", name="How to play")
    opener.click()
    expect(page.get_by_role("dialog", name="How to play")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(opener).to_be_focused()
    assert page.url == room
    page.go_forward()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(opener).to_be_focused()
    assert page.url == room

    page.keyboard.press("?")
    page.get_by_role("button", name="Learn by doing").click()
    expect(page.get_by_role("dialog", name="Learn by doing")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(opener).to_be_focused()
    page.wait_for_function("() => !history.state?.sheets")
    page.go_back()
    expect(page).to_have_url(re.compile("/games/ten-exorcism$"))


def test_back_closes_one_sheet_after_the_other_and_none_is_met_again(enter: Enter, hub: Server) -> None:
    page = enter("about:blank")
    with Guest(hub) as guest:
        as_guest(page, guest)
        room = guest.open("ten-exorcism", "me", options={"mode": "endless"})
        with guest.enter(room["code"]) as seat:
            assert seat.play(0, {"do": "finish"})["refused"] is None
    page.goto("/")
    page.goto(f"/room/{room['code']}")
    result = page.get_by_role("dialog").filter(has=page.get_by_role("button", name="Share"))
    share = result.get_by_role("button", name="Share")
    share.click()
    above = page.get_by_role("dialog", name="Share")
    expect(above).to_be_visible()
    expect(page.locator(".sheet:visible")).to_have_count(1)
    page.wait_for_function("() => history.state?.sheets === 2")
    page.go_back()
    expect(above).to_have_count(0)
    expect(share).to_be_focused()
    result.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_role("slider", name="Moment")).to_be_visible()
    page.go_back()
    expect(page).to_have_url(re.compile("/room/"))
    expect(share).to_be_visible()
    page.wait_for_function("() => history.state?.sheets === 1")
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_function("() => document.activeElement !== document.body")
    page.go_back()
    expect(page).to_have_url(re.compile("/$"))
