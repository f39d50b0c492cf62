"""How long does one pointer move take while a rectangle is dragged in Ten Exorcism, a mouse led over Dots and Boxes?

Chromium is sent real moves, each to another cell or line. A move counts from its first listener until the page has
changed for it, style and layout included. Beside each, in the same run, a board of its own that draws everything on
every move. Needs the built client (`make client`) and Chromium.
"""

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from benchmarks.options import counted, read_options  # noqa: E402
from tests.e2e.browser import SIZES, launch  # noqa: E402
from tests.server.table import Server  # noqa: E402

WARM = 40
"""Moves that are made and not counted."""

# performance.now() is told in steps of 0.1 ms here.
WATCH = """
window.taken = [];
let began = null;
addEventListener("pointermove", () => { began = performance.now(); }, true);
new MutationObserver(() => {
  if (began === null) return;
  document.documentElement.getBoundingClientRect();
  window.taken.push(performance.now() - began);
  began = null;
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
"""

OPEN = """async (room) => {
  await fetch("/api/me", { method: "POST" });
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/api/rooms", { method: "POST", headers, body: JSON.stringify(room) });
  return "/room/" + (await answer.json()).code;
}"""

CENTRES = """(places) => places.map((place) => {
  const box = place.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})"""


class Board(NamedTuple):
    """A board over which a pointer is led."""

    name: str
    room: dict[str, Any]
    """What is asked of our server. Without a time limit, so that a slow machine gets to the end."""
    peer: str
    """The peer's page."""
    places: str
    """What is on it to go to, in both."""
    ready: str
    """What is on ours when moves count."""
    pressed: bool
    """Whether the pointer is down while it moves."""


BOARDS = (
    Board(
        name="Ten Exorcism",
        room={"game": "ten-exorcism", "seats": [{"for": "me"}], "options": {"mode": "endless"}},
        peer="/tiles.html",
        places="[role=gridcell]",
        ready=".cells-field-open",
        pressed=True,
    ),
    Board(
        name="Dots and Boxes",
        room={"game": "dots-and-boxes", "seats": [{"for": "me"}, {"for": "me"}]},
        peer="/lines.html",
        places="[data-line]",
        ready="[data-acting=true]",
        pressed=False,
    ),
)


@contextmanager
def our_page() -> Iterator[str]:
    """The address of a server of its own, on a store of its own."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            yield server.url
        finally:
            server.stop()


@contextmanager
def naive_page() -> Iterator[str]:
    """The address of the peer, built by the client's own tools."""
    with tempfile.TemporaryDirectory() as folder:
        config = HERE / "peers" / "naive_board" / "vite.config.mjs"
        build = ["exec", "--", "vite", "build", "--config", str(config), "--outDir", folder, "--emptyOutDir"]
        subprocess.run([str(HERE.parent / "scripts" / "npm"), *build], check=True, stdout=subprocess.DEVNULL)
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and keeps no log."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


def open_game(page: Page, address: str, board: Board) -> None:
    page.goto(address)
    page.goto(address + page.evaluate(OPEN, board.room))
    page.locator(board.ready).wait_for()


def open_peer(page: Page, address: str, board: Board) -> None:
    page.goto(address + board.peer)


def taken(page: Page, board: Board, moves: int, label: str) -> list[float]:
    """Milliseconds of each move, after the warm-up."""
    places = page.locator(board.places)
    places.last.wait_for()
    centres: list[tuple[float, float]] = places.evaluate_all(CENTRES)
    random = Random(10)
    at = len(centres) // 2
    page.mouse.move(*centres[at])
    if board.pressed:
        page.mouse.down()
    for number in counted(label, WARM + moves):
        if number == WARM:
            page.evaluate("window.taken.length = 0")
        at = random.choice([index for index in range(len(centres)) if index != at])
        page.mouse.move(*centres[at])
    page.wait_for_timeout(200)
    result: list[float] = page.evaluate("window.taken")
    return result


def measure(browser: Browser, size: str, board: Board, ours: str, peer: str, moves: int) -> None:
    for name, opened, address in (("Parlour", open_game, ours), ("everything drawn", open_peer, peer)):
        context = browser.new_context(locale="en", service_workers="block", **SIZES[size])
        page = context.new_page()
        page.add_init_script(WATCH)
        opened(page, address, board)
        label = f"{board.name}, {size}"
        found = taken(page, board, moves, f"{name}: {label}")
        cuts = statistics.quantiles(found, n=100)
        figures = f"{cuts[49]:.1f} / {cuts[98]:.1f} / {max(found):.1f} ms"
        print(f"| {label} | {name} | {len(found)} | {figures} |", flush=True)
        context.close()


def main() -> None:
    options = read_options(__doc__ or "", {"moves": 300}, {"moves": 2000})
    print("| board | drawn by | moves | p50 / p99 / most |\n|---|---|---|---|")
    with our_page() as ours, naive_page() as peer, sync_playwright() as play:
        browser = launch(play)
        for board in BOARDS:
            for size in SIZES:
                measure(browser, size, board, ours, peer, options.moves)
        browser.close()


if __name__ == "__main__":
    main()
