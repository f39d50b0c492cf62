"""Rooms at home in a real browser: the network is cut, comes back, and what was played arrives at the hub.

The middle of a long game is played by the same Python here, and put where the page keeps it. Where many are asked for
(tests/many.py), every move of it is made on the page.
"""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import PATIENCE_MS, Enter
from tests.e2e.test_offline import keep_for_offline, visit
from tests.home.pages import Page as Table
from tests.home.pages import new_page
from tests.many import MANY

KEPT = """([code, kept]) => new Promise((done, fail) => {
  const opening = indexedDB.open("parlour");
  opening.onerror = () => fail(opening.error);
  opening.onsuccess = () => {
    const transaction = opening.result.transaction("tables", "readwrite");
    const store = transaction.objectStore("tables");
    const found = store.get(code);
    found.onsuccess = () => kept && store.put({ ...found.result, kept });
    transaction.oncomplete = () => {
      opening.result.close();
      done(found.result.kept);
    };
  };
})"""
"""What is kept of a table; what is given is kept in its place."""
STARTED_MS = 2 * PATIENCE_MS
"""Within which Python has started on the busiest machine."""


def cut_off(enter: Enter, path: str, size: str) -> Page:
    """A page of somebody who has been here once and keeps the games; there is no network any more."""
    page = visit(enter, size=size)
    keep_for_offline(page)
    page.context.set_offline(True)
    page.goto(path)
    return page


def at_home(page: Page) -> str:
    """Wait for the room at home; its code."""
    page.wait_for_url("**/room/home-*", timeout=STARTED_MS)
    expect(page.locator(".cover, .game-frame").first).to_be_visible(timeout=STARTED_MS)
    return page.url.rpartition("/")[2]


def played_on(page: Page, by_hand: Callable[[], None], by_python: Callable[[Table], None]) -> None:
    """The middle of a game, and its page loaded again: what comes after it goes on from what was kept."""
    if MANY:
        by_hand()
        page.reload()
        at_home(page)
    else:
        meanwhile(page, by_python)


def meanwhile(page: Page, play: Callable[[Table], None]) -> None:
    """Play on at the table that is on show, and load its page again."""
    code = page.url.rpartition("/")[2]
    kept: dict[str, Any] = page.evaluate(KEPT, [code, None])
    table = new_page()
    table.code = code
    session = kept["session"]
    table.clock.at = session["started"] + max((entry["at_ms"] for entry in session["entries"]), default=0)
    table.ask("take-up", kept=kept)
    play(table)
    page.evaluate(KEPT, [code, table.kept])
    page.reload()
    at_home(page)


def replay(page: Page, way: Locator) -> None:
    """From a way to a match that is over to its replay."""
    way.click()
    page.wait_for_url("**/match/home-*")
    expect(page.get_by_text("Played offline:")).to_be_visible()


def analyse(page: Page, way: Locator) -> None:
    """From a way to a match that is over to what the device says of it."""
    replay(page, way)
    page.get_by_role("button", name="Analyse this match").click()
    expect(page.get_by_text("Worked out on this device.")).to_be_visible(timeout=STARTED_MS)


def arrive(page: Page) -> None:
    """The network is back: the one game that was played is handed in, stands in the history, and its log holds."""
    page.context.set_offline(False)
    page.goto("/me")
    row = page.get_by_role("region", name="Everything played").get_by_role("link")
    # One that began at the hub has another name there: for a moment, until that is known here, it stands there twice.
    expect(row).to_have_count(1)
    expect(row).to_contain_text("offline")
    expect(row).not_to_contain_text("handed in once you are online")
    expect(row).not_to_contain_text("not accepted")
    row.click()
    expect(page.get_by_text("Confirmed: a replay of the log gives this score.")).to_be_visible()
