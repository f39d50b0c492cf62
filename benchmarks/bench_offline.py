"""What does it cost to open without a network? Every download, and how soon something is seen and played.

The peer is the same page of the same build without a service worker, in the same run and in turn, twice: what the two
differ by is chance. Figures are medians, with the quartiles beside them. Each visit begins once the one before has
come to rest; at a next visit the service worker sleeps, as it does when somebody comes back. Who comes back in the tab
that is still open finds, without a service worker, the scripts in that tab's memory.

The pages of another checkout, such as the last one without a service worker, are measured beside if it is named:

    git worktree add ../before COMMIT && make -C ../before setup client
    python benchmarks/bench_offline.py --only paints --before ../before
"""

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Literal, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.dialects import Parlour
from benchmarks.options import read_options
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.e2e.browser import SIZES, acquaint, launch

TAKEN_OVER = "() => navigator.serviceWorker.controller !== null"
PAINTED = """() => new Promise((done) => {
  const look = () => {
    const [painted] = performance.getEntriesByName("first-contentful-paint");
    if (painted) done(painted.startTime); else requestAnimationFrame(look);
  };
  look();
})"""
DRAWN = """(() => {
  const look = () => {
    if (document.querySelector(".hub-card") !== null) window.drawnAt = performance.now();
    else requestAnimationFrame(look);
  };
  look();
})()"""
"""In the frame in which the cards of the games are drawn."""
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
PARTS = ("paints", "games")
PAGES = "src/parlour/server/client"
FIRST, NEW_TAB, SAME_TAB, OFFLINE = "first visit", "next visit, new tab", "next visit, same tab", "without a network"


Workers = Literal["allow", "block"]


class Arm(NamedTuple):
    """Pages that are measured beside others."""

    url: str
    workers: Workers


REST_MS = 1000
"""After a visit: what it keeps is written by then, and what it compiles is compiled."""


def opened(browser: Browser, arm: Arm) -> BrowserContext:
    context = browser.new_context(base_url=arm.url, locale="en", service_workers=arm.workers, **SIZES["phone"])
    acquaint(context)
    context.add_init_script(DRAWN)
    context.set_default_timeout(120_000)
    return context


def painted(page: Page) -> tuple[float, float]:
    """When something is seen, and when the games are."""
    page.goto("/")
    page.wait_for_function("() => window.drawnAt !== undefined")
    return page.evaluate(PAINTED), page.evaluate("window.drawnAt")


def rest(page: Page, workers: Workers) -> None:
    """What the last visit began is done."""
    if workers == "allow":
        page.wait_for_function(TAKEN_OVER)
    page.wait_for_timeout(REST_MS)
    page.goto("about:blank")


def put_to_sleep(context: BrowserContext, page: Page) -> None:
    """End the service worker's process; a browser starts it again when it is needed."""
    session = context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    session.detach()


def paints(browser: Browser, arms: Mapping[str, Arm], rounds: int) -> None:
    """How soon something is seen: at a first visit, at the next ones, and without a network."""
    taken: dict[str, dict[str, list[tuple[float, float]]]] = {}
    order = random.Random(1)
    for _ in range(rounds):
        for name in order.sample(list(arms), len(arms)):
            workers = arms[name].workers
            context = opened(browser, arms[name])
            page = context.new_page()
            for visit in (FIRST, NEW_TAB, SAME_TAB, *([OFFLINE] if workers == "allow" else ())):
                if visit in (NEW_TAB, SAME_TAB):
                    put_to_sleep(context, page)
                if visit == NEW_TAB:
                    page.close()
                    page = context.new_page()
                if visit == OFFLINE:
                    context.set_offline(True)
                taken.setdefault(visit, {}).setdefault(name, []).append(painted(page))
                rest(page, workers)
            context.close()
    for place, what in enumerate(("first contentful paint", "the games are drawn")):
        print(f"\n| {what}, {rounds} times | {' | '.join(arms)} |\n|{'---|' * (len(arms) + 1)}")
        for visit, found in taken.items():
            cells = [spread([both[place] for both in found.get(name, ())]) for name in arms]
            print(f"| {visit} | {' | '.join(cells)} |", flush=True)


def spread(milliseconds: list[float]) -> str:
    if not milliseconds:
        return "nothing"
    low, middle, high = statistics.quantiles(milliseconds, n=4)
    return f"{middle:.0f} ms ({low:.0f} to {high:.0f})"


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


def tap(page: Page, game: str) -> float:
    """Seconds from a tap on a card to a board."""
    play = page.get_by_role("button", name=f"Play: {game}")
    play.wait_for()
    began = time.perf_counter()
    play.click()
    page.locator(PLAYABLE).first.wait_for()
    return time.perf_counter() - began


def taps(page: Page, times: int) -> None:
    """Without a network: by a Python that has just been started, and the next time."""
    print(f"\n| game, without a network, {times} times | first tap of a visit | the next |\n|---|---|---|")
    for game in GAMES:
        first, following = [], []
        for _ in range(times):
            page.goto("/settings")
            page.goto("/")
            first.append(tap(page, game))
            page.get_by_role("link", name="Parlour: To the first page").click()
            following.append(tap(page, game))
        print(f"| {game} | {statistics.median(first):.1f} s | {statistics.median(following):.2f} s |", flush=True)


def kept_games(browser: Browser, arm: Arm, times: int) -> None:
    """What keeping the games for offline takes, and how soon they are played then."""
    context = opened(browser, arm)
    page = context.new_page()
    painted(page)
    page.wait_for_function(TAKEN_OVER)
    downloads(page, Path(__file__).parents[1] / PAGES)
    page.goto("/settings")
    page.get_by_role("button", name="Keep for offline").click()
    page.get_by_text("The games are kept here").wait_for()
    context.set_offline(True)
    taps(page, times)


def main() -> None:
    options = read_options(
        __doc__ or "", {"rounds": 4, "taps": 1}, {"rounds": 20, "taps": 5}, PARTS, files=("--before",)
    )
    parts = options.only or PARTS
    if options.before is not None and not (options.before / PAGES / "index.html").is_file():
        sys.exit(
            f"{options.before} is no checkout of Parlour with its pages built: make -C {options.before} setup client"
        )
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running, sync_playwright() as playwright:

        def start(name: str, checkout: Path | None = None) -> str:
            parlour = Parlour(Path(folder) / name, "--no-warm", checkout=checkout)
            running.callback(parlour.server.stop)
            return parlour.server.said

        ours = start("ours.db")
        arms = {
            "with a service worker": Arm(ours, "allow"),
            "without one": Arm(ours, "block"),
            "without one, again": Arm(ours, "block"),
        }
        if options.before is not None:
            arms["the other checkout"] = Arm(start("before.db", options.before), "block")
        browser = launch(playwright)
        if "paints" in parts:
            paints(browser, arms, options.rounds)
        if "games" in parts:
            kept_games(browser, arms["with a service worker"], options.taps)
        browser.close()


if __name__ == "__main__":
    main()
