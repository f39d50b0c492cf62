"""A real Chromium in front of a real server, used as a person would."""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from parlour.games import kits
from tests.many import MANY
from tests.server.table import Seat, Server

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
CALM = {"reduced_motion": "reduce"}
"""How pages are opened unless a test says otherwise: to draw what moves takes much of a browser's time."""
LIVELY = {"reduced_motion": "no-preference"}
"""For tests that look at what moves, or go a newcomer's whole way."""
SIZES: dict[str, dict[str, Any]] = {"phone": PHONE, "desktop": DESKTOP}
AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
LAN = "lan.test"
"""This machine by a name that Chromium does not trust, as it trusts no machine on a network: a page without HTTPS."""
QUIET = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--host-resolver-rules=MAP {LAN} 127.0.0.1",
]
ONCE_COMPILED = [] if MANY else ["--js-flags=--liftoff-only --no-maglev --no-opt"]
"""Chromium compiles WebAssembly and JavaScript quickly, and what runs often not once more: no page is open for so long
that it would pay. The first takes a fifth of processor time from tests of games at home; the second takes 5 to 7 %
from the browser tests measured, 8 to 14 % from their pages. Where many are asked for, and where time is measured,
it compiles as it does for people."""
MET = """try { localStorage.setItem("parlourBASE.games-met", JSON.stringify(GAMES)); } catch {}"""
AT_REST = """() => document.getAnimations().every(
  (one) => one.playState !== "running" || one.effect?.getTiming().iterations === Infinity)"""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""After which what has just been asked for is there, and moves if it does."""
OVERLAPS = """(selectors) => {
  const boxes = selectors.flatMap((selector) => [...document.querySelectorAll(selector)])
    .map((one) => [one.className, one.getBoundingClientRect()]);
  return boxes.flatMap(([name, a], index) => boxes.slice(index + 1).filter(([, b]) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1,
  ).map(([other]) => `${name} and ${other}`));
}"""
STAY = """() => {
  const later = window.setTimeout;
  window.setTimeout = (work, ms, ...rest) => later(work, ms === 4000 || ms === 5000 ? 2 ** 30 : ms, ...rest);
}"""
"""What is shown for a moment from now on, notices for 4 seconds and phrases for 5, stays to be looked at."""
EXPECTED = (
    "ERR_CONNECTION_REFUSED",
    "ERR_INTERNET_DISCONNECTED",
    "net::ERR_FAILED",
    "Service Worker registration blocked",
    "WebSocket is closed before the connection is established",
)
"""What a browser reports of a stopped server, of a cut network and of a service worker that has nothing to answer with,
while the page itself says what was lost; what Playwright reports of what it keeps a page from; and of a page that is
left while its socket opens."""
NOWHERE = "/nowhere"
"""Addresses below this have no page. Their 404 is fine."""
NO_ICON = "/favicon.ico"
"""What a Chromium with windows asks of a server whose page names no icon, as the provider's of sign-ins does not."""
PATIENCE_MS = 90_000
"""Within which a page shows whatever it will on the busiest machine."""
expect.set_options(timeout=PATIENCE_MS)

Enter = Callable[..., Page]


def launch(playwright: Playwright, *flags: str) -> Browser:
    """Chromium from the PATH, rather without its windows; a sentence about what to install if there is none."""
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return playwright.chromium.launch(executable_path=found, args=[*QUIET, *flags])
    raise RuntimeError("the browser tests need Chromium on the PATH: scripts/get-chromium installs it")


def acquaint(context: BrowserContext, base: str = "") -> None:
    """Whoever uses this browser has met every game: no lesson is offered before the first board."""
    context.add_init_script(MET.replace("BASE", base).replace("GAMES", json.dumps([*kits()])))


@contextmanager
def visitors(browser: Browser, server: Server) -> Iterator[Enter]:
    """A function that lets a new person in, each with a browser of their own; complaints of any page fail the test.

    A browser complains of every refused request. What is refused on purpose is named: ``refused=401``. A ``newcomer``
    has never played here. Pages are kept for offline only where that is asked for (``service_workers="allow"``): that
    is many files, again for every visitor.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def enter(
        path: str = "/",
        size: str = "desktop",
        language: str = "en",
        refused: int | None = None,
        newcomer: bool = False,
        **more: Any,
    ) -> Page:
        chosen = CALM | {"service_workers": "block"} | SIZES[size] | more
        context = browser.new_context(base_url=server.url, locale=language, **chosen)
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        if not newcomer:
            acquaint(context, urlsplit(server.url).path.rstrip("/"))
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda message: (
                complaints.append(message.text)
                if message.type in ("error", "warning")
                and f"status of {refused} " not in message.text
                and NOWHERE not in message.location["url"]
                and not message.location["url"].endswith(NO_ICON)
                else None
            ),
        )
        page.goto(path)
        return page

    try:
        yield enter
    finally:
        for context in contexts:
            context.close()
    unexpected = [text for text in complaints if not any(known in text for known in EXPECTED)]
    assert unexpected == [], unexpected


def uncover(page: Page) -> None:
    """Begin a match that waits."""
    page.locator(".cover-begin").click()
    expect(page.locator(".cover")).to_have_count(0)


def seat_of(page: Page) -> Seat:
    """Whoever plays on a room's page, by a socket of their own: so the middle of a long game takes little time."""
    [cookie] = [one["value"] for one in page.context.cookies() if one["name"] == "parlour"]
    seat = Seat(f"{page.url.replace('/room/', '/api/rooms/')}/socket", cookie)
    seat.hear("view")
    return seat


def findings(page: Page) -> list[str]:
    """What axe-core calls serious or critical once the page has come to rest, in a line each."""
    page.evaluate(TWO_FRAMES)
    page.wait_for_function(AT_REST)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text())
    result = page.evaluate("async () => await axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{found['id']}: {node['target']} {node['failureSummary']}"
        for found in result["violations"]
        if found["impact"] in ("serious", "critical")
        for node in found["nodes"]
    ]


def findings_at(page: Page, *sizes: str) -> list[str]:
    """The same at several sizes of a window, which stays at the last."""
    found = list[str]()
    for size in sizes:
        page.set_viewport_size(SIZES[size]["viewport"])
        found += findings(page)
    return found


def overlaps(page: Page, selectors: list[str]) -> list[str]:
    """Which of these cover one another."""
    found: list[str] = page.evaluate(OVERLAPS, selectors)
    return found
