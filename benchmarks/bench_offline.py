"""What does it cost to open without a network? Every download, and how soon something is seen and played.

The peer is the same page without a service worker, in the same run and in turn. Figures are medians.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Literal

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.options import read_options
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.e2e.browser import SIZES, acquaint, launch
from tests.server.table import Server

TAKEN_OVER = "() => navigator.serviceWorker.controller !== null"
PAINTED = """() => new Promise((done) => {
  const look = () => {
    const [painted] = performance.getEntriesByName("first-contentful-paint");
    if (painted) done(painted.startTime); else requestAnimationFrame(look);
  };
  look();
})"""
CARDS = "() => document.querySelector('.hub-card') !== null"
LOADED = """() => {
  const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  return [all.length, all.reduce((sum, one) => sum + one.transferSize, 0)];
}"""
KEPT = """async () => {
  const sizes = [];
  const build = (await caches.keys()).find((name) => name.startsWith("build-"));
  for (const request of await (await caches.open(build)).keys()) {
    const path = new URL(request.url).pathname;
    if (path.endsWith("/files.json")) sizes.push(...await (await fetch(path)).json());
  }
  return sizes;
}"""
PLAYABLE = ".cover-begin, .game-board"
GAMES = ("Ten Exorcism", "Dots and Boxes", "Stackdoku")


Workers = Literal["allow", "block"]


def opened(browser: Browser, server: Server, workers: Workers) -> BrowserContext:
    context = browser.new_context(base_url=server.url, locale="en", service_workers=workers, **SIZES["phone"])
    acquaint(context)
    context.set_default_timeout(120_000)
    return context


def painted(page: Page) -> float:
    page.goto("/")
    page.wait_for_function(CARDS)
    found: float = page.evaluate(PAINTED)
    return found


def paints(browser: Browser, server: Server, rounds: int) -> None:
    """How soon something is seen: at a first visit, at the next one, and without a network."""
    both: list[Workers] = ["block", "allow"]
    taken: dict[tuple[str, Workers], list[float]] = {}
    for _ in range(rounds):
        both.reverse()
        for workers in both:
            context = opened(browser, server, workers)
            page = context.new_page()
            taken.setdefault(("first visit", workers), []).append(painted(page))
            if workers == "allow":
                page.wait_for_function(TAKEN_OVER)
            taken.setdefault(("next visit", workers), []).append(painted(page))
            if workers == "allow":
                context.set_offline(True)
                taken.setdefault(("without a network", workers), []).append(painted(page))
            context.close()
    print("| first contentful paint | with a service worker | without one |\n|---|---|---|")
    for visit in dict.fromkeys(name for name, _ in taken):
        allow, block = taken.get((visit, "allow")), taken.get((visit, "block"))
        shown = [f"{statistics.median(found):.0f} ms" if found else "nothing" for found in (allow, block)]
        print(f"| {visit} | {shown[0]} | {shown[1]} |")


def downloads(page: Page, folder: Path) -> None:
    count, transferred = page.evaluate(LOADED)
    print("\n| download | bytes over the network |\n|---|---|")
    print(f"| the first page, {count} files | {transferred:,} |")
    for name in sorted((folder / "assets").glob("pack-*.json")):
        answer = page.request.get(f"/assets/{name.name}", headers={"Accept-Encoding": "gzip"})
        print(f"| all pages and games, kept after the first visit | {int(answer.headers['content-length']):,} |")
    files = page.evaluate(KEPT)
    for file in files:
        print(f"| {file['path'].rpartition('/')[2]} | {file['transferred']:,} |")
    print(f"| all that is kept for playing offline | {sum(file['transferred'] for file in files):,} |")


def taps(page: Page) -> None:
    """From a tap on a card to a board, without a network: by a Python that has just been started, and the next time."""
    print("\n| game, without a network | first tap of a visit | the next |\n|---|---|---|")
    for game in GAMES:
        waits = []
        for fresh in (True, False):
            if fresh:
                page.goto("/settings")
                page.goto("/")
            else:
                page.get_by_role("link", name="Parlour: To the first page").click()
            play = page.get_by_role("button", name=f"Play: {game}")
            play.wait_for()
            began = time.perf_counter()
            play.click()
            page.locator(PLAYABLE).first.wait_for()
            waits.append(time.perf_counter() - began)
        print(f"| {game} | {waits[0]:.1f} s | {waits[1]:.2f} s |", flush=True)


def main() -> None:
    options = read_options(__doc__ or "", {"rounds": 3}, {"rounds": 15})
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder), template_games=False) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        paints(browser, server, options.rounds)
        context = opened(browser, server, "allow")
        page = context.new_page()
        painted(page)
        page.wait_for_function(TAKEN_OVER)
        downloads(page, Path(__file__).parents[1] / "src/parlour/server/client")
        page.goto("/settings")
        page.get_by_role("button", name="Keep for offline").click()
        page.get_by_text("The games are kept here").wait_for()
        context.set_offline(True)
        taps(page)
        browser.close()


if __name__ == "__main__":
    main()
