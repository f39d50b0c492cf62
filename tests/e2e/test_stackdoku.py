"""Stackdoku in a real browser: levels won and lost by finger and mouse, refusals explained, undo, hiding, keys."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from playwright.sync_api import Locator, Page, expect

from parlour.games.stackdoku.actions import Action, Place, Remove, Rescue
from parlour.games.stackdoku.levels.dealing import deal
from parlour.games.stackdoku.levels.level import Level
from parlour.games.stackdoku.position import Position
from tests.e2e.browser import SIZES, TWO_FRAMES, Enter, findings, overlaps, seat_of, uncover
from tests.e2e.test_pages import as_guest
from tests.games.stackdoku.building import blind_line, certified_actions, playing
from tests.server.table import Guest, Server

SEED = 1
LOST_SEED = 9
"""A blind player loses this one, with tiles left."""
LEVEL = deal("easy", SEED)
ACTIONS = certified_actions(LEVEL)
FIRST = next(action for action in ACTIONS if isinstance(action, Remove))
THEN = next(action for action in ACTIONS if isinstance(action, Place))
BY_HAND = 8
"""Actions at either end of a level that are done on the page. Those between go by a socket."""

A_POINT_OF_IT = """(element) => {
  const box = element.getBoundingClientRect();
  for (const down of [0.5, 0.2, 0.8])
    for (const along of [0.5, 0.2, 0.8]) {
      const [x, y] = [box.x + along * box.width, box.y + down * box.height];
      if (element.contains(document.elementFromPoint(x, y))) return [x, y];
    }
  return null;
}"""


def sit_down(enter: Enter, size: str, language: str = "en", **more: Any) -> Page:
    """At a table with the level of the seed. No page of ours is open before: each asks who its visitor is, too."""
    page = enter("about:blank", size=size, language=language, **more)
    for path, body in (
        ("/api/me", {}),
        ("/api/rooms", {"game": "stackdoku", "seats": [{"for": "me"}], "options": {}, "seed": SEED, "public": False}),
    ):
        answer = page.request.post(path, data=body)
        assert answer.ok, answer.text()
    page.goto(f"/room/{answer.json()['code']}")
    uncover(page)
    expect(page.locator("[data-tile]")).to_have_count(len(LEVEL.tiles))
    return page


def tap(page: Page, thing: Locator) -> None:
    """Where it can be seen, as a finger or a mouse does it."""
    point = thing.evaluate(A_POINT_OF_IT)
    assert point is not None, "nothing of it can be reached"
    hit = page.touchscreen.tap if page.viewport_size == SIZES["phone"]["viewport"] else page.mouse.click
    hit(*point)


def tile(page: Page, number: int) -> Locator:
    return page.locator(f'[data-tile="{number}"]')


def cell(page: Page, number: int) -> Locator:
    return page.locator(f'[data-cell="{number}"]')


def token(page: Page, digit: int) -> Locator:
    return page.get_by_role("button", name=f"Token {digit}").first


def take(page: Page, pair: Remove) -> None:
    tap(page, tile(page, pair.a))
    tap(page, tile(page, pair.b))
    tile(page, pair.b).wait_for(state="detached")


def place(page: Page, wanted: Place) -> None:
    if token(page, wanted.digit).get_attribute("aria-pressed") != "true":
        tap(page, token(page, wanted.digit))
    tap(page, cell(page, wanted.cell))
    page.locator(f'[data-cell="{wanted.cell}"][data-state="mine"]').wait_for()


def act(page: Page, actions: Sequence[Action]) -> None:
    for action in actions:
        if isinstance(action, Remove):
            take(page, action)
        elif isinstance(action, Place):
            place(page, action)


def test_a_level_is_won_through_the_page(enter: Enter) -> None:
    page = sit_down(enter, "phone")
    for size in ("desktop", "phone"):
        page.set_viewport_size(SIZES[size]["viewport"])
        page.evaluate(TWO_FRAMES)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        for things in ("[data-tile]", "[data-cell]"):
            assert page.locator(things).evaluate_all("all => all.every(one => one.offsetWidth >= 36)")
    first, middle, last = ACTIONS[:BY_HAND], ACTIONS[BY_HAND:-BY_HAND], ACTIONS[-BY_HAND:]
    assert len(middle) > BY_HAND
    act(page, first)
    with seat_of(page) as seat:
        for action in middle:
            assert seat.play(0, msgspec.to_builtins(action))["refused"] is None
    taken, placed = (sum(isinstance(one, kind) for one in (*first, *middle)) for kind in (Remove, Place))
    expect(page.locator("[data-tile]")).to_have_count(len(LEVEL.tiles) - 2 * taken)
    expect(page.locator('[data-state="mine"]')).to_have_count(placed)
    act(page, last)
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("heading")).to_have_text("Solved")
    expect(sheet.locator(".solo-stars [data-won=true]")).to_have_text(
        ["Solved", "No help, no restart", "No candle spent"]
    )
    expect(sheet.locator("dl")).to_have_text(
        re.compile(r"Time\d+:\d\dLives left3Undos left3Help asked0Restarts0 of 9$")
    )
    expect(sheet).not_to_have_text(re.compile(r"\d,\d{3}"))
    expect(sheet).to_contain_text("Practice: on a board that was chosen it does not count.")
    with page.expect_response("**/api/rooms") as opening:
        sheet.get_by_role("button", name="Next: Medium").click()
    assert opening.value.json()["options"]["difficulty"] == "medium"


def test_refusals_are_explained_an_undo_takes_back_and_hidden_numbers_show_in_the_hand(enter: Enter) -> None:
    page = sit_down(enter, "phone")
    said = page.locator(".board-notice")
    held = {one.id: Position(LEVEL, ()).held_by(one.id) for one in LEVEL.tiles}
    refusing = next(number for number in held if held[number] and tile(page, number).evaluate(A_POINT_OF_IT))
    tap(page, tile(page, refusing))
    why = {1: "A tile lies on top of this one.", 2: "Tiles on both sides: one side must be free."}
    expect(said).to_have_text(why[len(held[refusing])])
    for holder in held[refusing]:
        expect(tile(page, holder)).to_have_attribute("data-blamed", "true")

    take(page, FIRST)
    digit = LEVEL.tiles[FIRST.a].digit
    lit = page.locator('[data-target="true"]')
    expect(lit).not_to_have_count(0)
    conflict = a_cell_in_a_row_with(LEVEL, digit)
    tap(page, cell(page, conflict))
    expect(said).to_contain_text(f"has a {digit} already")
    expect(cell(page, conflict)).to_have_attribute("data-state", "empty")
    expect(page.locator('[data-cell][data-blamed="true"]')).to_have_text(str(digit))

    tap(page, page.get_by_role("button", name="Undo"))
    expect(page.locator("[data-tile]")).to_have_count(len(LEVEL.tiles))
    expect(page.get_by_role("img", name="2 of 3 undos left")).to_be_visible()

    tap(page, page.get_by_role("button", name="Hide"))
    expect(tile(page, FIRST.a)).to_have_text("")
    tap(page, tile(page, FIRST.a))
    expect(tile(page, FIRST.a)).to_have_text(str(digit))
    expect(tile(page, FIRST.b)).to_have_text("")


def test_a_life_leads_back_to_where_it_can_be_won_and_without_one_the_level_is_lost(enter: Enter, hub: Server) -> None:
    line = blind_line("easy", LOST_SEED)
    rescued = line.index(Rescue())
    page = enter("about:blank", size="phone")
    with Guest(hub) as guest:
        as_guest(page, guest)
        room = guest.open("stackdoku", "me", seed=LOST_SEED)
        with guest.enter(room["code"]) as seat:
            seat.play(0, {"do": "ready"})
            for action in line[:rescued]:
                seat.play(0, msgspec.to_builtins(action))
            page.goto(f"/room/{room['code']}")
            note = page.get_by_role("region", name="Stuck")
            expect(note).to_contain_text("One of your 3 lives brings you back")
            assert findings(page) == []
            page.set_viewport_size({"width": 360, "height": 640})
            assert overlaps(page, [".board-note", ".sd-paper", ".game-controls"]) == []
            tap(page, note.get_by_role("button", name="Close"))
            stuck = page.get_by_role("button", name="Stuck")
            for width, height in [(320, 568), (390, 844), (844, 390), (1280, 800), (360, 640)]:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate(TWO_FRAMES)
                expect(stuck).to_be_in_viewport(ratio=1)
                around = [
                    ".level-alarm",
                    ".sd-pile",
                    ".count-left",
                    ".level-clock",
                    ".top-home",
                    ".top-actions",
                    ".sd-paper",
                ]
                assert overlaps(page, around) == [], (width, height)
            tap(page, stuck)
            tap(page, note.get_by_role("button", name="Give a life"))
            page.set_viewport_size(SIZES["phone"]["viewport"])
            expect(page.get_by_role("img", name="2 of 3 lives left")).to_be_visible()
            expect(page.locator(".board-notice")).to_contain_text("Back to the last position that can be won")
            there = playing(deal("easy", LOST_SEED), *line[: rescued + 1]).position
            expect(page.locator("[data-tile]")).to_have_count(there.alive.bit_count())
            expect(note).to_have_count(0)

            for action in line[rescued + 1 : -1]:
                seat.play(0, msgspec.to_builtins(action))
            expect(page.get_by_role("img", name="0 of 3 lives left")).to_be_visible()
            last = line[-1]
            assert isinstance(last, Place)
            place(page, last)
    sheet = page.get_by_role("dialog", name="The last candle is out")
    expect(sheet).to_contain_text("6 tiles stay on the table")
    expect(page.locator("[aria-live]", has_text="The last candle is out.")).to_have_count(1)
    assert findings(page) == []
    page.keyboard.press("Escape")
    page.set_viewport_size(SIZES["desktop"]["viewport"])
    ending = page.get_by_role("region", name="The last candle is out")
    expect(ending).to_be_visible()
    parts = [".sd-paper", ".sd-stack", ".sd-tray", ".game-status", ".game-controls", ".over-bar", ".player"]
    assert overlaps(page, parts) == []
    ending.get_by_role("link", name="Watch the replay").click()
    expect(page.locator(".player")).to_be_visible()
    expect(page.locator(".sd-paper")).to_be_visible()
    assert overlaps(page, parts) == []
    page.go_back()
    page.get_by_role("button", name="Same board again").click()
    uncover(page)
    expect(page.get_by_role("img", name="3 of 3 lives left")).to_be_visible()


def a_cell_in_a_row_with(level: Level, digit: int) -> int:
    rows = [row for row in range(9) if str(digit) in level.givens[9 * row : 9 * row + 9]]
    return next(9 * row + col for row in rows for col in range(9) if level.givens[9 * row + col] == ".")


def test_a_pair_is_taken_and_placed_and_a_hint_read_with_the_keyboard_alone(enter: Enter) -> None:
    page = sit_down(enter, "desktop")
    assert findings(page) == []
    keys = page.keyboard
    until(lambda: at(page, "tile") is not None, lambda: keys.press("Tab"))
    for number in (FIRST.a, FIRST.b):
        walk(page, number)
        keys.press("Enter")
    tile(page, FIRST.b).wait_for(state="detached")

    keys.press("Escape")
    keys.press(str(THEN.digit))
    expect(token(page, THEN.digit)).to_have_attribute("aria-pressed", "true")
    until(lambda: at(page, "cell") is not None, lambda: keys.press("Tab"))
    here = at(page, "cell") or 0
    for key, steps in (("ArrowDown", THEN.row - here // 9), ("ArrowRight", THEN.col - here % 9)):
        for _ in range(steps % 9):
            keys.press(key)
    keys.press("Enter")
    expect(cell(page, THEN.cell)).to_have_attribute("data-state", "mine")
    expect(cell(page, THEN.cell)).to_have_accessible_name(
        f"Row {THEN.row + 1}, column {THEN.col + 1}: {THEN.digit}, yours"
    )

    for step in ("Look at", "Why?", "What do I do?"):
        keys.press("h")
        expect(page.get_by_role("region", name="Hint")).to_contain_text("Look at")
        expect(page.get_by_role("button", name=step)).to_have_count(0)


def at(page: Page, kind: str) -> int | None:
    found = page.evaluate("kind => document.activeElement?.dataset?.[kind] ?? null", kind)
    return None if found is None else int(found)


def until(reached: Callable[[], bool], press: Callable[[], None]) -> None:
    for _ in range(40):
        if reached():
            return
        press()
    raise AssertionError("the focus never came there")


def walk(page: Page, number: int) -> None:
    """From tile to tile by arrows, nearer with each."""
    for _ in range(40):
        here = at(page, "tile")
        if here == number:
            return
        there, now = LEVEL.tiles[number], LEVEL.tiles[here or 0]
        sideways = "ArrowRight" if there.x > now.x else "ArrowLeft"
        upright = "ArrowDown" if there.y > now.y else "ArrowUp"
        first = abs(there.x - now.x) >= abs(there.y - now.y)
        for key in (sideways, upright) if first else (upright, sideways):
            page.keyboard.press(key)
            if at(page, "tile") != here:
                break
    raise AssertionError("the focus never came there")
