"""A game of another package is played in the browser like our own, with not one line of Parlour changed."""

import re
import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser import Enter, acquaint, findings, visitors
from tests.e2e.home import at_home
from tests.e2e.test_offline import keep_for_offline, visit
from tests.other_packages import WINDFALL, install_package
from tests.patience import WAIT_S
from tests.server.table import Server


@pytest.fixture(scope="module")
def orchard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A hub beside which the example was installed, and two games that were just begun: pond-life with a recording
    beside what was written, and still-pond, which says that it does not travel to a browser."""
    folder = tmp_path_factory.mktemp("orchard")
    install_package(WINDFALL, folder)
    for name in ("pond-life", "still-pond"):
        subprocess.run([sys.executable, "-m", "parlour", "new-game", name, "--in", str(folder)], check=True)
    (folder / "pond-life" / "src" / "parlour_pond_life" / "page" / "drop.mp3").write_bytes(bytes(100))
    kit = folder / "still-pond" / "src" / "parlour_still_pond" / "__init__.py"
    kit.write_text(kit.read_text().replace("    hides_nothing=True,", "    hides_nothing=True,\n    travels=False,"))
    for name in ("pond-life", "still-pond"):
        install_package(folder / name, folder)
    with Server(folder, "--no-mark-fast", template_games=False) as running:
        yield running


@pytest.fixture
def enter_orchard(browser: Browser, orchard: Server) -> Iterator[Enter]:
    with visitors(browser, orchard) as enter:
        yield enter


def pick_one(page: Page) -> None:
    """Pick the first fruit that does not hang alone, and see the wall change."""
    left = page.locator(".windfall-fruit:not([hidden])")
    before = left.count()
    page.locator(".windfall-fruit:not([hidden]):not([aria-label$=', 1 together'])").first.click()
    expect(left).not_to_have_count(before)


def test_its_files_are_served_under_a_path_of_their_own_and_nothing_beside_them(orchard: Server) -> None:
    with httpx.Client(base_url=orchard.url, timeout=WAIT_S) as http:
        [page] = [game["page"] for game in http.get("/api/games").json() if game["id"] == "windfall"]
        assert page["package"] == "parlour_windfall"
        for file in page["files"]:
            answer = http.get(f"/pages/{page['hash']}/{file}")
            assert answer.status_code == 200, file
            assert "immutable" in answer.headers["cache-control"]
            assert "script-src 'self'" in answer.headers["content-security-policy"]
        board = http.get(f"/pages/{page['hash']}/board.js")
        assert board.headers["content-type"].startswith("text/javascript")
        for path in ("rules.py", "../rules.py", "%2e%2e/rules.py", "", "text", "none.js", "/etc/passwd"):
            answer = http.get(f"/pages/{page['hash']}/{path}")
            assert answer.status_code == 404 or "windfall" not in answer.text.lower(), path
        assert http.get("/pages/0000/board.js").status_code == 404


def test_it_is_set_up_played_and_helped(enter_orchard: Enter) -> None:
    page = enter_orchard("/")
    card = page.locator(".hub-card", has_text="Windfall")
    picture = card.locator("image")
    expect(picture).to_have_attribute("href", re.compile(r"^/pages/\w+/wide\.svg$"))
    picture.evaluate("(image) => image.decode()")
    card.get_by_role("link", name="Set up").click()
    page.get_by_role("radio", name="Five kinds").check()
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="Just play").click()
    expect(page.locator(".windfall-fruit")).to_have_count(120)
    assert findings(page) == []
    for _ in range(3):
        pick_one(page)
    first = page.locator(".windfall-fruit[tabindex='0']")
    first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".windfall-fruit:focus")).to_have_count(1)
    # A hint is asked for twice: the first time it is said what it costs.
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text("does not rank").first).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".windfall-fruit[data-hint]").first).to_be_visible()
    # What hangs alone is refused by the rules, and the reason is told in the game's words.
    page.locator(".windfall-fruit:not([hidden])[aria-label$=', 1 together']").first.click()
    expect(page.get_by_text("two of a kind must touch").first).to_be_visible()
    page.get_by_role("button", name="How to play").click()
    expect(page.get_by_text("twelve give 132")).to_be_visible()


def test_files_that_the_hub_has_no_more_cost_the_board_alone_until_the_page_is_loaded_again(
    browser: Browser, orchard: Server
) -> None:
    # The browser complains of what does not come, so nobody listens to its complaints here.
    with browser.new_context(base_url=orchard.url, locale="en", service_workers="block") as context:
        acquaint(context)
        page = context.new_page()
        page.route(BOARD_SCRIPT, lambda route: route.fulfill(status=404))
        page.goto("/games/windfall")
        page.get_by_role("button", name="Start").click()
        page.get_by_role("button", name="Just play").click()
        expect(page.get_by_role("alert")).to_contain_text("A newer version of it may be here")
        expect(page.get_by_role("button", name="How to play")).to_be_visible()
        page.unroute(BOARD_SCRIPT)
        page.get_by_role("button", name="Load the page again").click()
        expect(page.locator(".windfall-fruit")).to_have_count(120)


BOARD_SCRIPT = re.compile(r"/pages/\w+/board\.js")


def test_the_daily_is_played_to_its_end_and_ranked(enter_orchard: Enter) -> None:
    page = enter_orchard("/daily")
    page.get_by_role("button", name="Start: Windfall").click()
    page.get_by_role("button", name="Just play").click()
    page.evaluate(PLAY_OUT)
    expect(page.get_by_role("dialog")).to_contain_text("Left on the wall")
    expect(page.get_by_role("dialog")).to_contain_text("Place 1 of 1")
    page.get_by_role("link", name="Watch the replay", exact=True).click()
    expect(page.locator(".windfall-wall")).to_be_visible()
    page.goto("/leaderboards/windfall/classic")
    expect(page.locator("main")).to_contain_text("Four kinds")
    assert findings(page) == []


PLAY_OUT = """async () => {
  const pickable = () => [...document.querySelectorAll(".windfall-fruit:not([hidden])")]
    .find((one) => !one.ariaLabel.endsWith(" 1 together") && one.ariaDisabled === "false");
  const state = () => [...document.querySelectorAll(".windfall-fruit")].map((one) => one.dataset.kind).join("");
  while (document.querySelector(".windfall-fruit[aria-disabled=false]")) {
    const before = state();
    pickable()?.click();
    while (state() === before && document.querySelector("[data-over=false]"))
      await new Promise((done) => requestAnimationFrame(done));
    if (!document.querySelector("[data-over=false]")) return;
  }
}"""
"""Picks the first group there is until nothing touches any more."""


def test_its_lesson_is_learned_in_korean(enter_orchard: Enter) -> None:
    page = enter_orchard("/games/windfall", language="ko", size="phone")
    page.get_by_role("button", name="배우기").first.click()
    page.get_by_role("dialog").locator(".windfall-fruit[data-cell='0 2']").click()
    page.get_by_role("dialog").locator(".windfall-fruit[data-cell='1 0']").click()
    expect(page.get_by_text("함께 떨어졌습니다.").first).to_be_visible()


def test_a_game_that_was_just_begun_is_played_against_its_bot(enter_orchard: Enter) -> None:
    page = enter_orchard("/games/pond-life")
    page.get_by_role("button", name="Start").click()
    take_until_over(page)


def take_until_over(page: Page) -> None:
    """Take one stone at each turn until the last one is taken."""
    over = page.get_by_role("dialog", name="The last stone is taken")
    take = page.get_by_role("button", name="Take 1")
    while not over.is_visible():
        expect(take.or_(over).and_(page.locator(":enabled, [role=dialog]"))).to_be_visible()
        if over.is_visible():
            break
        take.click()
    expect(over).to_contain_text("You")


RECORDING = """async () => {
  const games = await (await fetch("/api/games")).json();
  return `/pages/${games.find((game) => game.id === "pond-life").page.hash}/drop.mp3`;
}"""
PART_OF = """async (file) => {
  const part = await fetch(file, { headers: { Range: "bytes=0-9" } });
  return [part.status, (await part.arrayBuffer()).byteLength];
}"""
IS_KEPT_WHOLE = """async (file) => {
  for (let frame = 0; frame < 300; frame++) {
    if ((await caches.match(file, { ignoreVary: true }))?.status === 200) return true;
    await new Promise((done) => requestAnimationFrame(done));
  }
  return false;
}"""
"""It is written down after its part was answered."""


def test_it_is_played_without_a_network_and_what_cannot_travel_says_so(enter_orchard: Enter) -> None:
    page = visit(enter_orchard)
    # Players of recordings ask for a part of them, and some insist on getting just that: what they meet is kept.
    recording = page.evaluate(RECORDING)
    assert page.evaluate(PART_OF, recording) == [206, 10]
    assert page.evaluate(IS_KEPT_WHOLE, recording)
    keep_for_offline(page)
    page.context.set_offline(True)
    page.goto("/games/windfall")
    page.get_by_role("radio", name="Five kinds").check()
    page.get_by_role("button", name="Start").click()
    at_home(page)
    page.get_by_role("button", name="Just play").click()
    page.evaluate(PLAY_OUT)
    expect(page.get_by_role("dialog")).to_contain_text("Left on the wall")
    assert page.evaluate(PART_OF, recording) == [206, 10]
    # Without loading the page again: so Python starts once.
    page.keyboard.press("Escape")
    page.get_by_role("link", name=re.compile("^Parlour")).click()
    page.locator(".hub-card", has_text="Pond life").get_by_role("link", name="Set up").click()
    page.get_by_role("button", name="Start").click()
    at_home(page)
    take_until_over(page)
    page.goto("/")
    card = page.locator(".hub-card", has_text="Still pond")
    expect(card.get_by_text("It needs the connection.")).to_be_visible()
    expect(card.get_by_role("button", name="Play")).to_be_disabled()
    for name in ("Windfall", "Pond life"):
        expect(page.get_by_role("button", name=f"Play: {name}")).to_be_enabled()
    card.get_by_role("link", name="Set up").click()
    expect(page.get_by_text("It needs the connection.").first).to_be_visible()
    expect(page.get_by_role("button", name="Start")).to_be_disabled()
    assert findings(page) == []
    page.context.set_offline(False)
    expect(page.get_by_role("button", name="Start")).to_be_enabled()
