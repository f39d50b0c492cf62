"""The hub as visitors find it."""

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import SIZES, Enter, findings


@pytest.mark.parametrize("size", SIZES)
def test_the_hub_opens_without_complaints(enter: Enter, size: str) -> None:
    page = enter("/", size=size)
    expect(page.get_by_role("heading", level=1)).to_have_text("The games room")
    assert findings(page) == []


def test_an_unknown_address_says_so(enter: Enter) -> None:
    page = enter("/nowhere/at/all")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing here")


def test_a_korean_browser_is_spoken_to_in_korean(enter: Enter) -> None:
    page = enter("/", language="ko-KR")
    expect(page.get_by_role("heading", level=1)).to_have_text("놀이방")


def test_the_keyboard_and_the_screen_reader_come_along_to_another_page(enter: Enter) -> None:
    page = enter("/")
    page.get_by_role("link", name="Set up").first.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    expect(page.locator("[aria-live]", has_text="Ten Exorcism")).to_have_count(1)
    page.get_by_role("button", name="Start").press("Enter")
    expect(page.get_by_role("button", name="Light the candle")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[aria-live]", has_text="The candle burns.")).to_have_count(1)
    expect(page.get_by_role("grid")).to_be_visible()
    expect(page.get_by_role("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("grid")).to_be_focused()
