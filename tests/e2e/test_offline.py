"""One visit, then no network: every page opens, and says what can be done there. Newer pages come with the network."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import newer_build
from tests.e2e.browser import LAN, Enter, findings, uncover, visitors
from tests.server.table import Server

TAKEN_OVER = "() => navigator.serviceWorker.controller !== null"
BUILD = "() => document.documentElement.dataset.build"
UPDATE = """async () => {
  navigator.serviceWorker.addEventListener("message", ({ data }) => { window.takenOver = data.build; });
  await (await navigator.serviceWorker.ready).update();
}"""
"""Asks for newer pages."""
NONCE = "() => document.querySelector('meta[property=csp-nonce]').nonce"
KEPT_ANSWERS = """async () => (await caches.has("answers"))
  ? (await (await caches.open("answers")).keys()).map((request) => new URL(request.url).pathname) : []"""
FORGOTTEN = """async (me) => {
  const kept = async () => (await (await caches.open("answers")).keys()).some(({ url }) => url.includes(me));
  for (let frame = 0; frame < 1000 && await kept(); frame++) await new Promise(requestAnimationFrame);
  return !(await kept());
}"""
HEADINGS = {
    "/": "The games room",
    "/games/ten-exorcism": "Ten Exorcism",
    "/games/dots-and-boxes": "Dots and Boxes",
    "/games/stackdoku": "Stackdoku",
    "/daily": "Today’s daily",
    "/leaderboards/ten-exorcism/endless": "Leaderboards",
    "/leaderboards/dots-and-boxes": "Leaderboards",
    "/session": "Session file",
    "/settings": "Settings",
    "/nowhere": "Nothing here",
}
PLAYED_ELSEWHERE = ("/room/ABCDEF", "/match/none", "/player/none")
"""Pages about what this browser never asked for."""


def visit(enter: Enter, path: str = "/settings", **more: object) -> Page:
    """A visit, until the pages are kept."""
    page = enter(path, service_workers="allow", **more)
    page.wait_for_function(TAKEN_OVER)
    return page


def hear_of_rooms(page: Page) -> None:
    """Wait for the list of open rooms: a socket that is closed while it opens is complained of."""
    rooms = page.get_by_role("region", name="Open rooms")
    expect(rooms.locator(":is(.hub-list, .empty)")).to_be_visible()
    expect(rooms).not_to_contain_text("come back with the connection")
    expect(rooms).not_to_contain_text("One moment")


def keep_for_offline(page: Page) -> None:
    """On the settings' page: whoever is there stays there."""
    if not page.url.endswith("/settings"):
        page.goto("/settings")
    page.get_by_role("button", name="Keep for offline").click()
    expect(page.get_by_text("The games are kept here")).to_be_visible()


@pytest.mark.long
def test_after_one_visit_every_page_opens_without_a_network(enter: Enter) -> None:
    page = visit(enter, "/", size="phone")
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("button", name="Keep for offline").click()
    expect(page.get_by_text("The games are kept here")).to_be_visible()
    page.context.set_offline(True)
    nonces = set()
    for path, heading in HEADINGS.items():
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
        nonces.add(page.evaluate(NONCE))
        if path == "/":
            for game in ("Ten Exorcism", "Dots and Boxes", "Stackdoku"):
                expect(page.get_by_role("heading", name=game)).to_be_visible()
    assert len(nonces) == len(HEADINGS), "each opening has a nonce of its own"
    for path in PLAYED_ELSEWHERE:
        page.goto(path)
        expect(page.get_by_role("link", name="See what can be played")).to_be_visible()
    page.get_by_role("link", name="See what can be played").click()
    expect(page.get_by_role("status")).to_contain_text("You can play here meanwhile")
    assert findings(page) == []
    page.context.set_offline(False)
    expect(page.get_by_role("status")).to_have_count(0)
    hear_of_rooms(page)


def test_what_only_the_server_can_begin_waits_for_it_and_what_was_read_is_read_again(enter: Enter) -> None:
    page = visit(enter)
    documentation = page.get_by_role("link", name="Documentation")
    expect(documentation).to_be_visible()
    page.context.set_offline(True)
    expect(documentation).to_have_count(0)
    page.context.set_offline(False)
    expect(documentation).to_be_visible()
    page.goto("/daily")
    start = page.get_by_role("button", name="Start: Ten Exorcism")
    expect(start).to_be_enabled()
    page.context.set_offline(True)
    expect(page.get_by_text("It can be started once the connection is back")).to_be_visible()
    expect(start).to_be_disabled()
    page.context.set_offline(False)
    expect(start).to_be_enabled()
    page.goto("/leaderboards/ten-exorcism/classic")
    expect(page.locator("main :is(table, .empty)")).to_be_visible()
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("main :is(table, .empty)")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_answers_about_somebody_go_with_them(enter: Enter) -> None:
    page = visit(enter, refused=401)
    page.goto("/me")
    expect(page.get_by_role("region", name="Everything played")).to_be_visible()
    me = page.request.post("/api/me").json()["id"]
    assert any(me in path for path in page.evaluate(KEPT_ANSWERS))
    page.get_by_role("link", name="Settings").first.click()
    page.get_by_role("button", name="Delete everything about me").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete everything about me").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_function("(me) => localStorage.getItem('parlour.answers-of') !== me", arg=me)
    assert page.evaluate(FORGOTTEN, me)


def test_a_newer_build_opens_after_the_game_and_not_in_it_and_brings_its_python(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_PAGES", str(tmp_path / "pages"))
    newer = newer_build.write(tmp_path / "pages")
    with Server(tmp_path) as server, visitors(browser, server) as enter:
        # The hub keeps the log of a match that counts for itself.
        page = visit(enter, refused=409)
        keep_for_offline(page)
        page.get_by_role("link", name="Parlour: To the first page").click()
        hear_of_rooms(page)
        older = page.evaluate(BUILD)
        page.get_by_role("button", name="Play: Stackdoku").click()
        uncover(page)
        port = server.url.rpartition(":")[2]
        server.stop()
        with Server(tmp_path, "--port", port, program=("-m", "tests.e2e.newer_build")):
            page.evaluate(UPDATE)
            page.wait_for_function("(newer) => window.takenOver === newer", arg=newer)
            assert page.evaluate(BUILD) == older
            expect(page.locator(".game-board")).to_be_visible()
            page.context.set_offline(True)
            page.get_by_role("link", name="Parlour: To the first page").click()
            expect(page.get_by_role("heading", level=1)).to_have_text("The games room")
            page.wait_for_function(f"() => document.documentElement.dataset.build === '{newer}'")
            page.get_by_role("button", name="Play: Ten Exorcism").click()
            page.wait_for_url("**/room/home-*")
            expect(page.locator(".cover, .game-board").first).to_be_visible()
            page.context.set_offline(False)
            page.goto("/")
            assert page.evaluate(BUILD) == newer
            hear_of_rooms(page)


def test_where_browsers_keep_nothing_the_settings_say_why(enter: Enter, hub: Server) -> None:
    port = hub.url.rpartition(":")[2]
    page = enter(f"http://{LAN}:{port}/settings", service_workers="allow")
    expect(page.get_by_text("an address that begins with https")).to_be_visible()


def test_a_browser_without_webassembly_says_so_and_offers_to_keep_nothing(enter: Enter) -> None:
    page = enter("/nowhere", service_workers="allow")
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto("/settings")
    expect(page.get_by_text("This browser cannot run the games by itself")).to_be_visible()
    expect(page.get_by_role("button", name="Keep for offline")).to_have_count(0)
