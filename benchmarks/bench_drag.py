"""How soon is a drag in Ten Exorcism answered at home, by Python beside the page?

From the pointer's lift until the page shows what the rules said of it, in Chromium. The peer is a hub on the same
machine, on the same board in the same run: whatever a network takes comes on top. A frame takes 16.7 ms. Needs the
built client. Of what it takes at home it is told which part passes until Python is asked, until its answer is there
(both ways between the threads, and Python itself), and until the page has changed.
"""

import re
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.options import read_options
from playwright.sync_api import BrowserContext, Page, sync_playwright
from tests.e2e import test_ten_exorcism as ten
from tests.e2e.browser import SIZES, acquaint, launch
from tests.server.table import Server

from parlour.games.ten_exorcism import rules

TAKEN_OVER = "() => navigator.serviceWorker.controller !== null"
LISTEN = """(() => {
  const Plain = window.Worker;
  window.asked = [];
  window.Worker = class extends Plain {
    constructor(...all) {
      super(...all);
      this.sent = new Map();
      this.addEventListener("message", ({ data }) => {
        const sent = this.sent.get(data.asked);
        if (sent !== undefined) window.asked.push([sent, performance.now()]);
        this.sent.delete(data.asked);
      });
    }
    postMessage(message, ...more) {
      if (message.text?.includes('"hear"')) this.sent.set(message.asked, performance.now());
      return super.postMessage(message, ...more);
    }
  };
})()"""
"""Notes when Python is asked to hear something, and when its answer comes."""
WATCH = """() => {
  const score = () => document.querySelector("[data-score]")?.dataset.score;
  [window.taken, window.asked] = [[], []];
  let [lifted, shown] = [null, score()];
  addEventListener("pointerup", () => { lifted = performance.now(); }, true);
  new MutationObserver(() => {
    if (lifted === null || score() === shown) return;
    window.taken.push([lifted, performance.now()]);
    [lifted, shown] = [null, score()];
  }).observe(document, { subtree: true, childList: true, attributes: true });
}"""
WARM = 5
"""Drags that are made and not counted."""


Span = tuple[float, float]
"""From when to when, in milliseconds."""


def drags(page: Page, seed: int) -> tuple[list[float], list[tuple[float, float, float]]]:
    """Milliseconds of each drag of a whole game; and at home before, during and after Python's part of it."""
    page.goto("/games/ten-exorcism")
    page.get_by_role("radio", name=re.compile("^Endless")).check()
    page.locator("summary", has_text="More").click()
    page.get_by_label("Play a certain board").fill(str(seed))
    page.get_by_role("button", name="Start").click()
    page.locator(ten.CELLS).first.wait_for()
    page.evaluate(WATCH)
    hand, score, board = ten.Mouse(page), 0, ten.board_of(page)
    while (move := ten.nearest(board, (0, 0))) is not None:
        score += rules.ghosts_in(rules.powers_in(board, move))
        board = rules.exorcise(board, move)
        hand.drag((move.top, move.left), (move.bottom, move.right))
        page.wait_for_function(ten.SCORE, arg=score)
    taken: list[Span] = page.evaluate("window.taken")[WARM:]
    asked: list[Span] = page.evaluate("window.asked")
    parts = [
        (sent - lifted, answered - sent, shown - answered)
        for lifted, shown in taken
        for sent, answered in asked
        if lifted <= sent <= answered <= shown
    ]
    return [shown - lifted for lifted, shown in taken], parts


def prepared(context: BrowserContext) -> Page:
    """A page with Python at hand."""
    page = context.new_page()
    page.goto("/")
    page.wait_for_function(TAKEN_OVER)
    page.goto("/settings")
    page.get_by_role("button", name="Keep for offline").click()
    page.get_by_text("The games are kept here").wait_for()
    return page


def main() -> None:
    options = read_options(__doc__ or "", {"games": 1}, {"games": 5})
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder), "--no-mark-fast", template_games=False) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        sized = SIZES["desktop"] | {"reduced_motion": "reduce"}
        context = browser.new_context(base_url=server.url, locale="en", service_workers="allow", **sized)
        acquaint(context)
        context.set_default_timeout(120_000)
        context.add_init_script(LISTEN)
        page = prepared(context)
        parts: list[tuple[float, float, float]] = []
        found: dict[str, list[float]] = {"at home": [], "at a hub on this machine": []}
        for seed in range(1, options.games + 1):
            for where, taken in found.items():
                context.set_offline(where == "at home")
                milliseconds, of_python = drags(page, seed)
                taken.extend(milliseconds)
                parts.extend(of_python)
        browser.close()
    print("| a drag is answered | median | 99 % | within a frame |\n|---|---|---|---|")
    for where, taken in found.items():
        quick = sum(one < 1000 / 60 for one in taken) / len(taken)
        slow = statistics.quantiles(taken, n=100)[98]
        print(f"| {where}, {len(taken)} drags | {statistics.median(taken):.1f} ms | {slow:.1f} ms | {quick:.0%} |")
    print("\n| of a drag at home | median |\n|---|---|")
    names = ("until Python is asked", "until its answer is there", "until the page shows it")
    for name, spent in zip(names, zip(*parts, strict=True), strict=True):
        print(f"| {name} | {statistics.median(spent):.1f} ms |")


if __name__ == "__main__":
    main()
