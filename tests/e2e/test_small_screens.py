"""Every game on short phones and on a phone on its side: nothing scrolls, nothing overlaps, targets stay large."""

import json
import re
from importlib import resources

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from parlour.languages import LANGUAGES
from tests.e2e.browser import TWO_FRAMES, Enter, overlaps, uncover
from tests.e2e.test_pages import as_guest
from tests.server.table import Guest, Server

BOARDS = {"ten-exorcism": ".ten-board", "dots-and-boxes": ".dots-board", "stackdoku": ".sd-paper"}
SEATS = {"ten-exorcism": 1, "dots-and-boxes": 4, "stackdoku": 1}
# The smallest side of a cell that each screen has room for; of a line in Dots and Boxes its length.
SCREENS = {
    (320, 568): {"ten-exorcism": 28, "dots-and-boxes": 44, "stackdoku": 27},
    (360, 640): {"ten-exorcism": 30, "dots-and-boxes": 52, "stackdoku": 36},
    (375, 667): {"ten-exorcism": 32, "dots-and-boxes": 55, "stackdoku": 36},
    (844, 390): {"ten-exorcism": 36, "dots-and-boxes": 50, "stackdoku": 40},
}
LOST_MOVE = "No connection: your move is kept and sent again."
LOST = f"""<span class="room-note-words">{LOST_MOVE}</span>
  <span class="room-note-short">No connection</span>"""
PLAY_ON = """<button class="button room-play-on">Play on offline (ranks offline only)</button>"""
LOSE = """(note, words) => {
  note.className = "room-note room-lost";
  note.dataset.new = "";
  note.innerHTML = words;
}"""
FIND_AGAIN = """(note) => {
  note.className = "room-note";
  note.replaceChildren();
}"""
SEEN = """(one) => one.getBoundingClientRect().width > 100 && getComputedStyle(one).clipPath === "none" """
SMALLEST = ViewportSize(width=320, height=568)
LONG = "Two boxes! Whoever has a long name draws again."
SAY = "(said) => { document.querySelector('.turn-text > span').textContent = said }"
CELLS = {"ten-exorcism": "[role=gridcell]", "stackdoku": "[data-cell]"}

SCROLLS = """() => document.documentElement.scrollHeight > innerHeight
  || document.documentElement.scrollWidth > innerWidth"""
OUTSIDE = """(selectors) => selectors.flatMap((selector) => [...document.querySelectorAll(selector)]).filter((one) => {
  const box = one.getBoundingClientRect();
  return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
}).map((one) => one.className)"""
SMALL_BUTTONS = """() => [...document.querySelectorAll("button:not([data-tile], [data-cell]), a")]
  .map((one) => [one.textContent || one.ariaLabel, one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && Math.min(box.width, box.height) < 44).map(([name]) => name)"""
FONT_SIZE = "(one) => parseFloat(getComputedStyle(one).fontSize)"
SIDES = """(selector) => [...document.querySelectorAll(selector)]
  .map((one) => one.getBoundingClientRect()).flatMap((box) => [box.width, box.height])"""


def smallest(page: Page, game: str) -> float:
    if game == "dots-and-boxes":
        box = page.locator(BOARDS[game]).bounding_box()
        assert box is not None
        return box["width"] / 6
    return float(min(page.evaluate(SIDES, CELLS[game])))


def on_a_phone(enter: Enter, hub: Server, game: str) -> Page:
    """The board of a match that has just begun."""
    page = enter("about:blank", size="phone")
    with Guest(hub) as guest:
        as_guest(page, guest)
        room = guest.open(game, *["me"] * SEATS[game], seed=1)
    page.goto(f"/room/{room['code']}")
    if SEATS[game] == 1:
        uncover(page)
    page.locator(BOARDS[game]).wait_for()
    return page


@pytest.mark.parametrize("game", BOARDS)
def test_a_small_screen_is_laid_out_for_its_board(enter: Enter, hub: Server, game: str) -> None:
    page = on_a_phone(enter, hub, game)
    below = [BOARDS[game], ".game-status", ".game-controls", ".seat-card", ".sd-pile", ".sd-tray"]
    parts = [*below, ".top-home", ".top-actions"]
    for (width, height), least in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("size => innerWidth === size[0] && innerHeight === size[1]", arg=[width, height])
        if width > height:
            # A board that has been shown keeps the way it lies.
            page.reload()
            page.locator(BOARDS[game]).wait_for()
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        where = f"{game} at {width}×{height}"
        assert not page.evaluate(SCROLLS), where
        assert page.evaluate(OUTSIDE, parts) == [], where
        assert overlaps(page, parts) == [], where
        assert page.evaluate(SMALL_BUTTONS) == [], where
        assert smallest(page, game) >= least[game], where
        assert overlaps(page, [".score-seconds", ".game-controls .button"]) == [], where
        place = page.locator(BOARDS[game]).bounding_box()
        page.locator(".room-note").evaluate(LOSE, LOST)
        assert overlaps(page, [".room-note", *below]) == [], where
        if 360 <= width < height:
            assert page.locator(".room-note").evaluate(FONT_SIZE) >= 13, where
        assert page.locator(".room-note-words").evaluate(SEEN), f"{where}: what a lost connection means is seen"
        page.locator(".room-note").evaluate(LOSE, LOST + PLAY_ON)
        page.evaluate(TWO_FRAMES)
        assert overlaps(page, [".room-note", *below]) == [], where
        # Over buttons for which there must be a connection.
        assert overlaps(page, [*below, ".top-home", ".room-play-on"]) == [], where
        assert page.evaluate(OUTSIDE, [*parts, ".room-play-on"]) == [], where
        assert page.locator(BOARDS[game]).bounding_box() == place, f"{where}: a lost connection moves no board"
        assert page.evaluate(SMALL_BUTTONS) == [], where
        page.locator(".room-note").evaluate(FIND_AGAIN)
        assert overlaps(page, [".seat-card-lamp", ".seat-card-name"]) == [], where
        if game == "dots-and-boxes":
            before = page.locator(BOARDS[game]).bounding_box()
            page.evaluate(SAY, LONG)
            assert page.locator(BOARDS[game]).bounding_box() == before, f"{where}: a sentence moves no board"
    if game == "ten-exorcism":
        board = page.locator(BOARDS[game])
        board.press("ArrowRight")
        # Inside the frame: around it stand the names of rows and columns.
        assert board.evaluate("board => parseFloat(getComputedStyle(board).outlineOffset)") < 0


UNFIT = """(words) => {
  const written = document.createRange();
  written.selectNodeContents(words);
  const [inside, around] = [written.getBoundingClientRect(), words.getBoundingClientRect()];
  return inside.top < 0 || inside.top < around.top - 1 || inside.bottom > around.bottom + 1
    || inside.left < 0 || inside.right > innerWidth;
}"""


def words_of_a_lost_connection(language: str) -> dict[str, str]:
    text = (resources.files("parlour.languages") / language / "hub.json").read_text("utf-8")
    room: dict[str, str] = json.loads(text)["room"]
    return {
        key: words.replace("{{count}}", "12")
        for key, words in room.items()
        if key.startswith("lost") and key != "lostShort"
    }


@pytest.mark.parametrize("game", ["stackdoku", "dots-and-boxes"])
def test_words_about_a_lost_connection_fit_into_the_bar_in_every_language(enter: Enter, hub: Server, game: str) -> None:
    page = on_a_phone(enter, hub, game)
    for width, height in ((390, 844), (320, 844), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TWO_FRAMES)
        for language in LANGUAGES:
            for key, words in words_of_a_lost_connection(language).items():
                page.locator(".room-note").evaluate(LOSE, LOST.replace(LOST_MOVE, words))
                page.evaluate(TWO_FRAMES)
                where = f"{key} in {language} at {width}×{height}"
                assert page.locator(".room-note-words").evaluate(SEEN), where
                assert not page.locator(".room-note-words").evaluate(UNFIT), where
                assert overlaps(page, [".room-note-words", ".top-home"]) == [], where


@pytest.mark.parametrize(("game", "least"), [("stackdoku", 20), ("ten-exorcism", 19)])
def test_in_a_replay_on_a_small_phone_the_board_can_be_read_as_it_was_played(
    enter: Enter, hub: Server, game: str, least: int
) -> None:
    page = enter("about:blank", size="phone", viewport={"width": 360, "height": 640})
    with Guest(hub) as guest:
        as_guest(page, guest)
        room = guest.open(game, "me", seed=1)
        with guest.enter(room["code"]) as seat:
            if seat.view["view"] is None:
                seat.play(0, {"do": "ready"})
            seat.play(0, {"do": "finish"})
            match = seat.view["match"]
    page.goto(f"/match/{match}")
    page.locator(CELLS[game]).first.wait_for()
    assert smallest(page, game) >= least
    assert (
        overlaps(page, [".sd-paper", ".sd-pile", ".sd-tray", ".ten-board", ".score-status", ".level-status", ".player"])
        == []
    )
    expect(page.locator("[data-turned], .solo-controls")).to_have_count(0)


CROSSES = """(selector) => { const edge = document.querySelector(selector).getBoundingClientRect().right;
  return [...document.querySelectorAll(`${selector} *`)].filter((one) => one.getBoundingClientRect().right > edge)
    .map((one) => one.className || one.tagName) }"""
STARTS = """(selector) => [...document.querySelectorAll(selector)].filter((one) =>
  one.getBoundingClientRect().left < one.parentElement.querySelector(".seat-letter").getBoundingClientRect().right)
  .map((one) => one.textContent)"""
OFF_CENTRE = """(selector) => [...document.querySelectorAll(selector)].filter((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const [inside, around] = [words.getBoundingClientRect(), one.getBoundingClientRect()];
  return Math.abs(inside.left + inside.right - around.left - around.right) > 2;
}).map((one) => one.textContent)"""
SPILLS = """() => [...document.querySelectorAll(".cover .button")]
  .filter((one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth)
  .map((one) => one.textContent)"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_the_smallest_phone_nothing_is_cut_off_before_a_game(enter: Enter, hub: Server, language: str) -> None:
    page = enter("about:blank", size="phone", language=language, newcomer=True, viewport=SMALLEST)
    with Guest(hub) as guest:
        as_guest(page, guest)
        room = guest.open("ten-exorcism", "me", seed=1)
    page.goto("/games/dots-and-boxes")
    level = page.locator(".setup-level")
    level.wait_for()
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 700})
        page.evaluate(TWO_FRAMES)
        assert page.evaluate(CROSSES, ".game-setup") == []
        box = level.bounding_box()
        assert box is not None
        assert box["width"] >= 120, "the level can be read"
        assert page.evaluate(STARTS, ".setup-seat label") == [], "whatever wraps begins beside the letter"
        assert page.evaluate(OFF_CENTRE, ".setup-kind") == [], "a short word stands in the middle"
    page.set_viewport_size(SMALLEST)
    page.goto(f"/room/{room['code']}")
    expect(page.locator(".cover .button").last).to_be_in_viewport(ratio=1)
    assert not page.locator(".cover .button:focus-visible").count()
    page.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
    assert page.evaluate(SPILLS) == []
    assert overlaps(page, [".cover > p", ".cover .button"]) == []
    page.locator(".cover .button").last.scroll_into_view_if_needed()


def test_on_the_smallest_phone_a_line_says_whose_turn_it_is(enter: Enter, hub: Server) -> None:
    page = enter("about:blank", size="phone", viewport=SMALLEST)
    with Guest(hub) as guest:
        as_guest(page, guest)
        room = guest.open("dots-and-boxes", "me", "me")
    page.goto(f"/room/{room['code']}")
    expect(page.locator(".turn-text")).to_be_in_viewport(ratio=1)
    parts = [".dots-board", ".game-status", ".top-home", ".top-title", ".top-actions", ".seat-card"]
    assert overlaps(page, parts) == []
    assert overlaps(page, [".seat-card-lamp", ".seat-card-name"]) == []
    assert page.evaluate(OUTSIDE, parts) == []
    expect(page.locator(".dots-line:focus")).to_have_count(1)
    expect(page.locator(".dots-line:focus-visible")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".dots-line:focus-visible")).to_have_count(1)


UNSEEN = """(note) => {
  const { left, right, top, bottom } = note.getBoundingClientRect();
  return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) !== note;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_the_smallest_phone_a_game_is_begun_without_scrolling_and_its_lesson_says_in_sight_what_went_wrong(
    enter: Enter, language: str
) -> None:
    page = enter("/", size="phone", language=language, viewport=SMALLEST)
    begin = page.locator(".hub-card .button-main").first
    begin.wait_for()
    page.locator(".code-field").wait_for()
    box = begin.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 568
    assert not page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
    page.goto("/games/ten-exorcism")
    learn = page.get_by_role("button", name=re.compile("Learn by doing|배우기|Spielend lernen")).first
    note, on = page.locator(".lesson-note"), page.locator(".tutorial-actions button").last
    learn.click()
    on.click()
    page.get_by_role("grid").focus()
    for key in ("Space", "ArrowRight", "Space"):
        page.keyboard.press(key)
    expect(note).not_to_be_empty()
    expect(note).to_be_in_viewport(ratio=1)
    assert not note.evaluate(UNSEEN)
    expect(page.locator(".tutorial-scene .button")).to_be_in_viewport(ratio=1)
    page.goto("/games/stackdoku")
    learn.click()
    on.click()
    page.locator("[data-cell]").first.click()
    expect(note).not_to_be_empty()
    expect(note).to_be_in_viewport(ratio=1)
    assert not note.evaluate(UNSEEN)


def test_on_the_smallest_phone_a_players_name_is_read_whole_beside_what_was_just_won(enter: Enter, hub: Server) -> None:
    page = enter("about:blank", size="phone", viewport=SMALLEST)
    with Guest(hub) as guest:
        as_guest(page, guest)
        room = guest.open("dots-and-boxes", *["me"] * 4)
        with guest.enter(room["code"]) as seat:
            for turn, ends in enumerate([(0, 0, 0, 1), (0, 0, 1, 0), (1, 0, 1, 1), (0, 1, 1, 1)]):
                seat.play(turn, {"do": "draw", **dict(zip(("r0", "c0", "r1", "c1"), ends, strict=True))})
    page.goto(f"/room/{room['code']}")
    expect(page.locator(".seat-card-gained")).to_be_in_viewport(ratio=1)
    widths = "names => names.map((one) => one.clientWidth)"
    names = page.locator(".seat-card .seat-card-name").filter(has_text="Friend").evaluate_all(widths)
    assert len(names) == 3
    assert names[-1] >= names[0], "the name of whoever won has as much space as the others"
