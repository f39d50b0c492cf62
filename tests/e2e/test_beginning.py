"""Before the first move: a lesson for newcomers, and a certain board for those who know its number."""

import re

import pytest
from playwright.sync_api import Page, expect

from parlour.games.ten_exorcism.rules import board_from_seed
from tests.e2e.browser import Enter, findings
from tests.e2e.test_ten_exorcism import board_of


def offer(page: Page, game: str) -> None:
    page.get_by_role("article", name=game).get_by_role("button", name=re.compile("^Play")).click()
    expect(page.get_by_role("dialog", name=f"New to {game}?")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_first_visit_offers_the_lesson_and_one_tap_skips_it_for_good(enter: Enter, size: str) -> None:
    page = enter("/", size=size, newcomer=True)
    offer(page, "Stackdoku")
    assert findings(page) == []
    page.get_by_role("button", name="Just play").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.reload()
    expect(page.locator("[data-cell]").first).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.goto("/")
    offer(page, "Dots and Boxes")
    page.get_by_role("button", name="Learn by doing (1 minute)").click()
    expect(page.get_by_role("dialog", name="Learn by doing")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_seed_can_be_typed_at_set_up(enter: Enter, size: str) -> None:
    page = enter("/games/ten-exorcism", size=size)
    page.get_by_text("More", exact=True).click()
    field = page.get_by_label("Play a certain board")
    field.fill("twelve")
    expect(page.get_by_text("A seed is a whole number")).to_be_visible()
    expect(page.get_by_role("button", name="Start")).to_be_disabled()
    field.fill("2026")
    assert findings(page) == []
    page.get_by_role("radio", name=re.compile("^Endless")).check()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("grid")).to_be_visible()
    assert board_of(page) == board_from_seed(2026)
