"""Replays and analyses: the board stays in sight, mistakes are drawn on it and stepped through."""

import re
from collections import defaultdict
from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from parlour.core.session import encode_session
from parlour.games import kit_of
from parlour.testing.players import finished
from tests.e2e.archive import DOTS, GHOSTS, HINTS, TILES, archive, careless_ghosts
from tests.e2e.browser import SIZES, TWO_FRAMES, Enter, findings, overlaps, uncover, visitors
from tests.server.table import Server

SMALL = ViewportSize(width=360, height=640)
TRIED_AT = [(320, 568), (360, 640), (390, 844), (820, 1180), (844, 390), (1280, 800)]


@pytest.fixture(scope="module")
def archived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with archive(tmp_path_factory.mktemp("archive")) as running:
        yield running


@pytest.fixture
def look(browser: Browser, archived: Server) -> Iterator[Enter]:
    with visitors(browser, archived) as enter:
        yield enter


def analysed(page: Page) -> None:
    """Ask for the analysis unless somebody has, and wait for its list of moves."""
    asked = page.get_by_role("button", name="Analyse this match")
    expect(asked.or_(page.locator(".move-list button").first)).to_be_visible()
    if asked.is_visible():
        asked.click()
    expect(page.locator(".move-list button").first).to_be_attached()


def rows_in_sight(page: Page) -> int:
    """How many rows of the list are wholly visible, below or beside the board."""
    count: int = page.evaluate(
        """() => {
          const panel = document.querySelector(".replay-more").getBoundingClientRect();
          const stage = document.querySelector(".replay-stage").getBoundingClientRect();
          const beside = stage.right <= panel.left + 1;
          const top = beside ? Math.max(0, panel.top) : stage.bottom;
          return [...document.querySelectorAll(".move-list li")]
            .map((row) => row.getBoundingClientRect())
            .filter((row) => row.top >= top - 1 && row.bottom <= innerHeight + 1).length;
        }"""
    )
    return count


def test_a_name_without_a_note_stands_beside_the_middle_of_its_badge(look: Enter) -> None:
    page = look(f"/match/{DOTS}", size="phone")
    expect(page.locator(".seat-card-name")).to_have_count(2)
    middles = """(cards) => cards.map((card) => [".seat-card-name", ".seat-badge"].map((part) => {
      const { top, bottom } = card.querySelector(part).getBoundingClientRect();
      return (top + bottom) / 2;
    }))"""
    for name, badge in page.locator(".seat-card").evaluate_all(middles):
        assert abs(name - badge) <= 1


@pytest.mark.parametrize("size", SIZES)
def test_the_board_stays_in_sight_while_the_list_is_read(look: Enter, size: str) -> None:
    page = look(f"/match/{DOTS}", size=size)
    analysed(page)
    if size == "desktop":
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0, (
            "only what is said of it scrolls"
        )
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="How to play")).to_contain_text("draw the line")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    first = page.locator(".move-list button").first
    first.evaluate("(row) => row.scrollIntoView({ block: 'start' })")
    first.click()
    expect(first).to_have_attribute("aria-current", "true")
    board_is_in_sight(page)
    assert rows_in_sight(page) >= 5
    expect(page.locator("[data-mark=played]")).to_have_count(1)
    expect(page.locator("[data-mark=better]").first).to_be_visible()
    legend = page.get_by_role("list", name="On the board")
    expect(legend).to_contain_text("played")
    expect(legend).to_contain_text("better")
    assert findings(page) == []
    if size == "phone":
        page.set_viewport_size(SMALL)
        page.evaluate(TWO_FRAMES)
        first.evaluate("(row) => row.scrollIntoView({ block: 'start' })")
        board_is_in_sight(page)
        assert findings(page) == []
        board_makes_way_for_the_list(page)


def board_is_in_sight(page: Page) -> None:
    """All of it, as large as lines can be told apart, and some of the list."""
    board = page.locator(".dots-board").bounding_box()
    assert board is not None
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= page.evaluate("innerHeight")
    assert board["height"] >= 240
    assert rows_in_sight(page) >= 3


FLAT = "(names) => names.length > 0 && names.every((name) => name.clientHeight < 60)"
BROKEN = """(names) => names.flatMap((name) => {
  const text = name.lastChild;
  return [...text.data.matchAll(/\\S+/g)].filter((word) => {
    const written = document.createRange();
    written.setStart(text, word.index);
    written.setEnd(text, word.index + word[0].length);
    return new Set([...written.getClientRects()].map((line) => line.top)).size > 1;
  }).map((word) => word[0]);
})"""
CUT = "() => [...document.querySelectorAll('.top-title, .player-at')].some((one) => one.scrollWidth > one.clientWidth)"


def board_makes_way_for_the_list(page: Page) -> None:
    """On a small phone, when asked to."""
    first = page.locator(".move-list button").first
    for width, height, board_px, rows in ((320, 568, 130, 4), (360, 640, 160, 5)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TWO_FRAMES)
        assert not page.evaluate(CUT)
        assert page.locator(".analysis th[scope=row] .seat-named").evaluate_all(FLAT), "no name is a column of letters"
        assert page.locator(".analysis th[scope=row] .seat-named").evaluate_all(BROKEN) == [], "no word is broken"
        assert page.evaluate("document.documentElement.scrollWidth") == width, "nothing is wider than the screen"
        large = page.locator(".dots-board").bounding_box()
        assert large is not None
        assert large["height"] >= width * 0.7
        smaller = page.get_by_role("button", name="Smaller board")
        smaller.click()
        expect(smaller).to_have_attribute("aria-pressed", "true")
        first.evaluate("(row) => row.scrollIntoView({ block: 'start' })")
        board = page.locator(".dots-board").bounding_box()
        assert board is not None
        assert board["y"] >= 0
        assert board_px <= board["height"] < large["height"]
        assert rows_in_sight(page) >= rows
        assert overlaps(page, [".dots-board", ".seat-card", ".player-time", ".player .icon-button"]) == []
        assert findings(page) == []
        smaller.click()
        expect(page.locator(".replay-stage-small")).to_have_count(0)


def test_arrow_keys_and_buttons_step_through_moves_and_mistakes(look: Enter) -> None:
    page = look(f"/match/{DOTS}")
    analysed(page)
    rows = page.locator(".move-list button")
    numbers = [int(number) for number in re.findall(r"Move (\d+)", " ".join(rows.all_inner_texts()))]
    at = page.locator(".player-at")

    page.keyboard.press("ArrowDown")
    expect(at).to_have_text(re.compile(rf"^{numbers[0] - 1} / 60"))
    expect(rows.first).to_have_attribute("aria-current", "true")
    expect(page.locator("[aria-live]", has_text=f"Move {numbers[0]}, ")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(at).to_have_text(re.compile(rf"^{numbers[1] - 1} / 60"))
    page.keyboard.press("ArrowUp")
    expect(at).to_have_text(re.compile(rf"^{numbers[0] - 1} / 60"))
    # How many mistakes are known depends on the machine: one that no other follows at once.
    alone = next(place for place, number in enumerate(numbers) if number + 1 not in numbers)
    for place in range(alone):
        page.keyboard.press("ArrowDown")
        expect(at).to_have_text(re.compile(rf"^{numbers[place + 1] - 1} / 60"))
    page.keyboard.press("ArrowRight")
    expect(at).to_have_text(re.compile(rf"^{numbers[alone]} / 60"))
    expect(page.locator("[data-mark]")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-mark=played]")).to_have_count(1)
    for place in reversed(range(alone)):
        page.keyboard.press("ArrowUp")
        expect(at).to_have_text(re.compile(rf"^{numbers[place] - 1} / 60"))
    page.get_by_role("button", name="Next mistake").click()
    expect(at).to_have_text(re.compile(rf"^{numbers[1] - 1} / 60"))
    page.get_by_role("button", name="Previous mistake").click()
    expect(at).to_have_text(re.compile(rf"^{numbers[0] - 1} / 60"))
    expect(page.get_by_role("button", name="Previous mistake")).to_be_disabled()
    for does in ("a move back or on", "the start or the end", "the mistake before or after"):
        expect(page.get_by_text(does)).to_be_visible()
    page.keyboard.press("End")
    expect(at).to_have_text(re.compile(r"^60 / 60"))
    page.keyboard.press("Home")
    expect(at).to_have_text(re.compile(r"^0 / 60"))


def test_ten_exorcism_draws_what_was_taken_and_what_was_better(look: Enter) -> None:
    page = look(f"/match/{GHOSTS}", size="phone", viewport=SMALL)
    expect(page.get_by_role("link", name="Session file")).to_be_visible()
    expect(page.get_by_role("link", name="File for other programs (Ten Exorcism v1)")).to_be_visible()
    assert page.get_by_role("banner").get_by_role("navigation").get_by_role("link").count() == 4
    analysed(page)
    first = page.locator(".move-list button").first
    first.evaluate("(row) => row.scrollIntoView({ block: 'start' })")
    first.click()
    expect(first).to_contain_text(re.compile(r"taken: [A-J]\d+ to [A-J]\d+ · better: [A-J]\d+ to [A-J]\d+"))
    expect(page.locator(".ten-chalk-played")).to_have_count(1)
    expect(page.locator(".ten-chalk-better").first).to_be_attached()
    assert rows_in_sight(page) >= 3
    assert findings(page) == []


def test_stackdoku_shows_where_it_was_given_away_and_lets_one_try_from_there(look: Enter) -> None:
    page = look(f"/match/{TILES}", size="phone", viewport=SMALL)
    analysed(page)
    expect(page.get_by_text("gave it away").or_(page.get_by_text("could not be won any more")).first).to_be_attached()
    first = page.locator(".move-list button").first
    first.evaluate("(row) => row.scrollIntoView({ block: 'start' })")
    first.click()
    expect(page.locator(".sd-board [data-blamed=true]").first).to_be_visible()
    expect(page.get_by_role("list", name="On the board")).to_be_visible()
    assert findings(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator(".sd-board [data-blamed=true]").first).to_be_visible()
    assert findings(page) == []
    at = int(page.locator(".player-at").inner_text().split(" / ")[0])
    page.get_by_role("button", name="Try from here").click()
    page.wait_for_url("**/room/*")
    expect(page.locator(".cover")).to_contain_text("You play on from the moment you chose.")
    code = page.url.rpartition("/")[2]
    match = page.request.get(f"/api/rooms/{code}").json()["match"]
    told = page.request.get(f"/api/matches/{match}").json()
    assert (told["entries"], told["ranked"]) == (at, False)
    uncover(page)
    expect(page.locator(".sd-board")).to_be_visible()
    back = page.get_by_role("link", name="Back to the replay")
    for width, height in TRIED_AT:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TWO_FRAMES)
        expect(back).to_be_in_viewport(ratio=1)
        expect(back).to_have_text(re.compile("Back\n" if width < 900 else "Back to the replay"), use_inner_text=True)
        assert overlaps(page, [".room-try", ".top-home", ".game-status", ".room-try ~ button"]) == []
    page.goto("/")
    page.get_by_role("link", name=re.compile("Stackdoku.*A try")).click()
    back.click()
    expect(page.locator(".player-at")).to_contain_text(f"{at} / ")
    assert page.request.post(f"/api/rooms/{code}/leave").ok
    page.goto(f"/match/{match}")
    page.get_by_role("link", name="To the game it came from").click()
    expect(page).to_have_url(re.compile(rf"/match/{TILES}\?at={at}$"))
    expect(page.locator(".player-at")).to_contain_text(f"{at} / ")


SQUARISH = [(740, 800), (780, 800), (790, 790), (800, 820), (600, 600), (560, 480)]


def test_in_a_squarish_window_the_controls_of_a_replay_are_in_sight(look: Enter) -> None:
    page = look(f"/match/{TILES}")
    for width, height in SQUARISH:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TWO_FRAMES)
        expect(page.locator(".player-play")).to_be_in_viewport(ratio=1)
        player = page.locator(".player").bounding_box()
        assert player is not None
        assert player["y"] + player["height"] <= height + 1, (width, height)
        details = page.locator(".details")
        details.evaluate("(one) => one.scrollIntoView({ block: 'end' })")
        uncovered = (
            "(one) => one.contains(document.elementFromPoint(innerWidth - 40, one.getBoundingClientRect().bottom - 8))"
        )
        assert details.evaluate(uncovered), f"at {width}×{height} what is said of it can be read"
        page.evaluate("scrollTo(0, 0)")


def test_a_hint_about_the_stack_leaves_the_paper_its_size_in_a_replay(look: Enter) -> None:
    page = look(f"/match/{HINTS}")
    widths = defaultdict(set)
    for at in range(4):
        page.goto(f"/match/{HINTS}?at={at}")
        expect(page.locator(".board-note[data-beside=true]")).to_have_count(min(at, 1))
        for width, height in ((1280, 800), (1100, 800), (1400, 900), (820, 1180), (390, 844), (320, 568)):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(TWO_FRAMES)
            widths[width, height].add(page.locator(".sd-paper").evaluate("(one) => one.clientWidth"))
            assert overlaps(page, [".board-note", ".sd-paper", ".sd-pile", ".sd-tray"]) == [], (width, height, at)
    assert [size for size, seen in widths.items() if len(seen) > 1] == []


DROP = """([name, text]) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], name, { type: "application/json" }));
  window.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }));
}"""


def test_a_dropped_session_file_is_verified_replayed_and_analysed(look: Enter) -> None:
    page = look("/")
    expect(page.get_by_role("button", name="Open a session file")).to_be_visible()
    page.evaluate(DROP, ["game.json", encode_session(careless_ghosts().session).decode()])
    page.wait_for_url("**/session")
    expect(page.get_by_text("It holds: a replay bears out all")).to_be_visible()
    [score] = careless_ghosts().game.scores(careless_ghosts().state)
    expect(page.locator(".details-facts")).to_contain_text(f"Score{score}")
    expect(page.locator(".details-facts")).to_contain_text(f"seed {careless_ghosts().header.seed}")
    expect(page.get_by_role("grid")).to_be_visible()
    analysed(page)
    page.keyboard.press("ArrowDown")
    expect(page.locator(".ten-chalk-played")).to_have_count(1)
    assert findings(page) == []
    page.reload()
    expect(page.get_by_text("drop it once more")).to_be_visible()


def test_a_dropped_session_file_tells_which_options_were_chosen(look: Enter) -> None:
    page = look("/", size="phone")
    expect(page.get_by_role("button", name="Open a session file")).to_be_visible()
    dots = kit_of("dots-and-boxes").game
    match = finished(dots, 1, options=dots.options(turn_seconds=30))
    page.evaluate(DROP, ["game.json", encode_session(match.session).decode()])
    expect(page.locator(".details-facts")).to_contain_text("Seconds for each line: 30")


def test_a_forged_file_is_refused_with_the_reason_and_a_foreign_one_too(look: Enter) -> None:
    page = look("/session", size="phone", refused=400)
    forged = msgspec.json.decode(encode_session(careless_ghosts().session))
    forged["entries"][4]["at_ms"] = 0
    with page.expect_file_chooser() as choosing:
        page.get_by_role("button", name="Open a session file").click()
    choosing.value.set_files({"name": "forged.json", "mimeType": "", "buffer": msgspec.json.encode(forged)})
    expect(page.get_by_text("Entry 5 of")).to_contain_text("it comes before the entry before it")
    expect(page.get_by_text(re.compile(r"^0 / 4"))).to_be_visible()
    expect(page.get_by_role("button", name="Analyse this match")).to_have_count(0)
    assert findings(page) == []
    page.evaluate(DROP, ["photo.json", "not a session"])
    expect(page.get_by_text("This is no session file that can be read here.")).to_be_visible()


def test_a_file_dropped_on_a_game_asks_first(look: Enter) -> None:
    page = look("/games/stackdoku")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/room/*")
    uncover(page)
    expect(page.locator(".sd-board")).to_be_visible()
    page.evaluate(DROP, ["game.json", encode_session(careless_ghosts().session).decode()])
    page.get_by_role("button", name="Stay here").click()
    expect(page.locator(".sd-board")).to_be_visible()
    assert "/room/" in page.url


LABELS = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const [board] = boxes(".dots-board");
  const dots = boxes(".dots-dot > circle");
  const near = (a, b) => a.left < b.right + 1 && b.left < a.right + 1 && a.top < b.bottom + 1 && b.top < a.bottom + 1;
  const touches = (label) => label.left < board.left + 1 || dots.some((dot) => near(label, dot));
  return boxes("[data-edge]").filter(touches).length;
}"""
"""How many numbers at the edge of a board touch a dot, or reach its border."""


def test_on_a_phone_the_replay_of_a_board_with_cards_has_room_for_its_numbers_and_its_lamp(look: Enter) -> None:
    page = look(f"/match/{DOTS}", size="phone")
    page.locator("[data-edge]").first.wait_for()
    for width, height in ((390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TWO_FRAMES)
        assert page.evaluate(LABELS) == 0
        assert overlaps(page, [".seat-card-lamp", ".top-bar"]) == []
        assert overlaps(page, [".seat-card", ".seated-board"]) == []
        title = page.locator(".top-title")
        assert title.evaluate("(one) => one.offsetHeight < 2 * parseFloat(getComputedStyle(one).fontSize)"), "one line"


def test_a_match_of_several_is_played_again_from_its_replay(look: Enter) -> None:
    page = look(f"/match/{DOTS}")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url("**/room/*")
    expect(page.get_by_text("Waiting for players")).to_be_visible()
