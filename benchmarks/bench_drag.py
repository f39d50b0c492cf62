"""How soon does a drag in Ten Exorcism show, and how soon is it answered at home, by Python beside the page?

From the pointer's lift, in Chromium: until the ghosts that make ten are gone from the page, and until the page shows
what the rules said of it. A frame takes 16.7 ms. The peer is a hub on the same machine, on the same board in the same
run: whatever a network takes comes on top. Needs the built client.

Of the answer at home it is told which part passes until Python is asked, until it has answered (in its own thread),
until the page hears of it (a browser draws the frame that follows the lift first), and until the page has changed.
"""

import re
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import msgspec
from benchmarks.options import read_options
from playwright.sync_api import BrowserContext, Page, sync_playwright
from tests.e2e import test_ten_exorcism as ten
from tests.e2e.browser import SIZES, acquaint, launch
from tests.server.table import Server

from parlour.games.ten_exorcism import rules

TAKEN_OVER = "() => navigator.serviceWorker.controller !== null"
NOW = "performance.timeOrigin + performance.now()"
"""A clock that page and worker share."""
LISTEN = f"""(() => {{
  const Plain = window.Worker;
  window.asked = new Map();
  window.Worker = class extends Plain {{
    // Each worker counts its questions by itself.
    moves = new Map();
    constructor(...all) {{
      super(...all);
      this.addEventListener("message", ({{ data }}) => this.moves.get(data.id)?.push({NOW}));
    }}
    postMessage(message, ...more) {{
      if (message.text?.includes('"receive"')) {{
        const moments = [{NOW}];
        this.moves.set(message.id, moments);
        window.asked.set(message.id, moments);
      }}
      return super.postMessage(message, ...more);
    }}
  }};
}})()"""
"""Notes when Python is sent a message, by the number of the question, and when the page has its answer."""
LISTEN_THERE = f"""() => {{
  const plain = self.postMessage.bind(self);
  self.answered = [];
  self.postMessage = (message) => {{
    self.answered.push([message.id, {NOW}]);
    plain(message);
  }};
}}"""
"""Notes in a worker when Python has answered."""
WATCH = f"""() => {{
  const now = () => {NOW};
  const score = () => document.querySelector("[data-score]")?.dataset.score;
  const empty = () => document.querySelectorAll(".ten-mark").length;
  window.taken = [];
  let [drag, shown, gone] = [null, score(), empty()];
  const count = () => {{ if (drag) {{ drag.frames += 1; requestAnimationFrame(count); }} }};
  addEventListener("pointerup", () => {{
    drag = {{ lifted: now(), frames: 0 }};
    requestAnimationFrame(count);
  }}, true);
  new MutationObserver(() => {{
    if (!drag) return;
    if (empty() !== gone) [gone, drag.drawn, drag.drawn_after] = [empty(), now(), drag.frames];
    if (score() === shown) return;
    window.taken.push({{ ...drag, answered: now() }});
    [drag, shown] = [null, score()];
  }}).observe(document, {{ subtree: true, childList: true, attributes: true }});
}}"""
"""Notes of every drag when the pointer was lifted, the ghosts were gone and it was answered, and the frames between."""
WARM = 5
"""Drags that are made and not counted."""


class Drag(msgspec.Struct):
    """Moments in milliseconds, and how many frames had begun by then since the lift."""

    lifted: float
    drawn: float
    answered: float
    frames: int
    drawn_after: int


Parts = tuple[float, float, float, float]
"""Milliseconds until Python is asked, has answered, is heard, and is shown."""


def drags(page: Page, seed: int) -> tuple[list[Drag], list[Parts]]:
    """Each drag of a whole game, and at home the parts of its answer."""
    page.goto("/games/ten-exorcism")
    page.get_by_role("radio", name=re.compile("^Endless")).check()
    page.locator("summary", has_text="More").click()
    page.get_by_label("Play a certain board").fill(str(seed))
    page.get_by_role("button", name="Start").click()
    page.locator(ten.CELLS).first.wait_for()
    page.evaluate(WATCH)
    for worker in page.workers:
        worker.evaluate(LISTEN_THERE)
    hand, score, board = ten.Mouse(page), 0, ten.board_of(page)
    while (move := ten.nearest(board, (0, 0))) is not None:
        score += rules.ghosts_in(rules.powers_in(board, move))
        board = rules.exorcise(board, move)
        hand.drag((move.top, move.left), (move.bottom, move.right))
        page.wait_for_function(ten.SCORE, arg=score)
    taken = msgspec.convert(page.evaluate("window.taken"), list[Drag])[WARM:]
    asked: dict[int, list[float]] = dict(page.evaluate("[...window.asked]"))
    said: list[tuple[int, float]] = [one for worker in page.workers for one in worker.evaluate("self.answered")]
    spans = [(asked[number][0], there, asked[number][1]) for number, there in said if len(asked.get(number, ())) == 2]
    parts = [
        (sent - drag.lifted, there - sent, here - there, drag.answered - here)
        for drag in taken
        for sent, there, here in spans
        if drag.lifted <= sent <= here <= drag.answered
    ]
    return taken, parts


def row(where: str, taken: list[Drag]) -> str:
    drawn = [one.drawn - one.lifted for one in taken]
    answered = [one.answered - one.lifted for one in taken]
    at_once = sum(one.drawn_after == 0 for one in taken) / len(taken)
    next_one = sum(one.frames <= 1 for one in taken) / len(taken)
    slow = statistics.quantiles(answered, n=100)[98]
    return (
        f"| {where}, {len(taken)} drags | {statistics.median(drawn):.1f} ms | {at_once:.0%} "
        f"| {statistics.median(answered):.1f} ms | {slow:.1f} ms | {next_one:.0%} |"
    )


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
        parts: list[Parts] = []
        found: dict[str, list[Drag]] = {"at home": [], "at a hub on this machine": []}
        for seed in range(1, options.games + 1):
            for where, taken in found.items():
                context.set_offline(where == "at home")
                some, of_python = drags(page, seed)
                taken.extend(some)
                parts.extend(of_python)
        browser.close()
    print("| a drag | ghosts gone | in the next frame | answered | 99 % | in the frame after that |")
    print("|---|---|---|---|---|---|")
    for where, taken in found.items():
        print(row(where, taken))
    print("\n| of an answer at home | median |\n|---|---|")
    names = ("until Python is asked", "until it has answered", "until the page hears of it", "until the page shows it")
    for name, spent in zip(names, zip(*parts, strict=True), strict=True):
        print(f"| {name} | {statistics.median(spent):.1f} ms |")


if __name__ == "__main__":
    main()
