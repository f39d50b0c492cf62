"""Stackdoku's help and settings in a real browser: what help costs, where notes lie, hidden numbers, forced colours."""

from playwright.sync_api import Locator, expect

from tests.e2e.browser import SIZES, TWO_FRAMES, Enter, findings, overlaps, uncover
from tests.e2e.test_stackdoku import FIRST, LEVEL, cell, sit_down, take, tap, tile

SCREENS = [(390, 844), (360, 640), (844, 390), (820, 1180), (1280, 800)]
TO_THE_EDGE = """(button) => {
  const [inner, outer] = [button, button.closest(".board-note")].map((one) => one.getBoundingClientRect());
  return Math.min(inner.top - outer.top, outer.bottom - inner.bottom, inner.left - outer.left);
}"""
STYLE = "(element, [name, part]) => getComputedStyle(element, part).getPropertyValue(name)"


def test_a_hint_says_that_it_ends_ranking_and_lies_beside_stack_and_sudoku(enter: Enter) -> None:
    page = enter("/games/stackdoku", size="phone")
    page.get_by_role("button", name="Start").click()
    uncover(page)
    hint = page.get_by_role("button", name="Hint")
    note = page.get_by_role("region", name="Hint")
    tap(page, hint)
    expect(page.locator(".board-notice")).to_have_text("A game with help does not rank. Ask again to have it.")
    expect(note).to_have_count(0)
    tap(page, hint)
    expect(note).to_contain_text("Look at the stack")
    why = note.get_by_role("button", name="Why?")
    for width, height in [(320, 568), *SCREENS]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TWO_FRAMES)
        assert why.evaluate(TO_THE_EDGE) >= 6, f"it stands off the border at {width}×{height}"
    page.set_viewport_size(SIZES["phone"]["viewport"])
    for step in ("Why?", "What do I do?"):
        tap(page, note.get_by_role("button", name=step))
        expect(note.get_by_role("button", name=step)).to_have_count(0)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TWO_FRAMES)
        assert overlaps(page, [".board-note", ".sd-paper", ".sd-pile", ".sd-tray", ".game-controls"]) == [], (
            width,
            height,
        )
    assert findings(page) == []
    page.set_viewport_size(SIZES["phone"]["viewport"])
    tap(page, note.get_by_role("button", name="Close"))
    expect(note).to_have_count(0)


def test_numbers_are_hidden_from_set_up_on_and_shown_again_while_playing(enter: Enter) -> None:
    page = enter("/games/stackdoku", size="desktop")
    page.get_by_role("group", name="Numbers on the tiles").get_by_label("Hidden").check(force=True)
    assert findings(page) == []
    page.get_by_role("button", name="Start").click()
    uncover(page)
    expect(page.locator("[data-tile]").first).to_have_attribute("data-hidden", "true")
    page.get_by_role("button", name="Hide").click()
    expect(page.locator('[data-tile][data-hidden="true"]')).to_have_count(0)


def test_forced_colours_tell_apart_all_that_is_to_be_told_apart(enter: Enter) -> None:
    page = sit_down(enter, "desktop", forced_colors="active")
    held = page.locator('[data-tile][data-free="false"]').first
    free = tile(page, FIRST.a)
    assert style(free, "border-style") == "solid"
    assert style(held, "border-style") == "dashed"
    assert style(free, "color") != style(held, "color")
    tap(page, free)
    expect(tile(page, FIRST.b)).to_have_css("outline-style", "dashed")
    assert style(free, "background-color") != style(tile(page, FIRST.b), "background-color")
    tap(page, free)
    take(page, FIRST)
    assert style(page.locator(".sd-tray"), "border-top-width") == "3px"
    assert style(page.locator(".sd-slot").last, "border-top-width") == "1px"
    target = page.locator('[data-target="true"]').first
    assert style(target, "border-top-style", "::after") == "dashed"
    tap(page, target)
    mine = page.locator('[data-state="mine"]')
    expect(mine).to_have_count(1)
    given = page.locator(".paper-printed").first
    assert style(mine.locator(".paper-written"), "stroke") != style(given, "color")
    assert style(given, "color") == style(page.locator("body"), "color")
    assert [style(cell(page, at), "border-left-width") for at in (3, 4)] == ["3px", "1px"]
    assert [style(cell(page, at), "border-top-width") for at in (27, 36)] == ["3px", "1px"]
    assert len(LEVEL.tiles) == page.locator("[data-tile]").count() + 2


def style(element: Locator, name: str, part: str | None = None) -> str:
    found: str = element.evaluate(STYLE, [name, part])
    return found
