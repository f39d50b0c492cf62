"""Screens of the running product: every page, phone and desktop, night and day."""

import base64
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import msgspec
from playwright.sync_api import Browser, Page, sync_playwright
from tests.e2e.browser import PATIENCE_MS, SIZES, launch
from tests.e2e.test_pages import as_guest, play_out
from tests.games.stackdoku.building import blind_line
from tests.server.table import Guest, Json, Server

from parlour.core.match import AnyMatch, Match
from parlour.core.mulberry32 import below, mulberry32
from parlour.games import kits
from parlour.games.documents import options_from
from parlour.games.stackdoku.actions import Rescue
from parlour.games.ten_exorcism.rules import COLS, ROWS, rectangles

QUALITY = 84
GHOSTS, GHOSTS_MOVES = 42, 14
LOST = 9
"""A stack that a blind player loses."""
THEMES: dict[str, Literal["dark", "light"]] = {"night": "dark", "day": "light"}
NAMES = ("Ada", "Noor", "Minjun", "Ingrid", "Kofi")
Prepare = Callable[[Page], None]


def moves(game: str, seed: int, seats: int, told: dict[str, str], most: int) -> Iterator[tuple[AnyMatch, int, Any]]:
    """Random legal moves of a seed: the match before each, who moves, and what."""
    kit = kits()[game]
    options = options_from(kit.game, told)
    match: AnyMatch = Match.begin(kit.game, id="beside", seed=seed, started=0, seats=seats, options=options)
    for step, number in zip(range(most + 1), mulberry32(seed), strict=False):
        if match.outcome is not None:
            return
        [turn, *_] = kit.game.to_move(match.state)
        legal = [action for action in kit.game.legal_actions(match.state, turn) if not isinstance(action, kit.help)]
        action = legal[below(number, len(legal))]
        yield match, turn, action
        match, _ = match.submit(turn, action, step)


def play(guest: Guest, room: Json, seed: int, most: int = 10_000) -> None:
    """The same moves on the server."""
    told = {name: str(value) for name, value in room["options"].items()}
    with guest.enter(room["code"]) as seat:
        for _before, turn, action in moves(room["game"], seed, len(room["seats"]), told, most - 1):
            seat.play(turn, msgspec.to_builtins(action))


def played_ghosts() -> AnyMatch:
    """Ten Exorcism as it stands in its picture."""
    *_, (match, _turn, _action) = moves("ten-exorcism", GHOSTS, 1, {}, GHOSTS_MOVES)
    return match


def opened(guest: Guest, game: str, seats: list[Json], seed: int | None, **options: Any) -> Json:
    room: Json = guest.post("/api/rooms", {"game": game, "seats": seats, "options": options, "seed": seed})
    return room


ME: Json = {"for": "me"}
BOT: Json = {"for": "bot", "level": "skilled"}


def history(server: Server) -> Guest:
    """Several people with games behind them; the first of them is shown."""
    guests = [Guest(server) for _ in NAMES]
    for number, (guest, name) in enumerate(zip(guests, NAMES, strict=True)):
        guest.http.patch("/api/me", json={"name": name})
        for _game in range(3 if number == 0 else 1):
            play_out(guest, "ten-exorcism", [ME])
    play(guests[0], opened(guests[0], "dots-and-boxes", [ME, ME], 3), 3)
    guests[1].post("/api/rooms", {"game": "dots-and-boxes", "seats": [ME, {"for": "anybody"}], "public": True})
    return guests[0]


def screens(guest: Guest) -> dict[str, tuple[str | Callable[[], str], Prepare]]:
    """By name: the address, and what to do before looking."""

    def ghosts() -> str:
        """A room of its own each time: its candle burns."""
        room = opened(guest, "ten-exorcism", [ME], GHOSTS)
        play(guest, room, GHOSTS, GHOSTS_MOVES)
        return f"/room/{room['code']}"

    threads = opened(guest, "dots-and-boxes", [ME, ME, ME, ME], 5)
    play(guest, threads, 5, 44)
    stack = opened(guest, "stackdoku", [ME], 5, difficulty="easy")
    play(guest, stack, 5, 9)
    blocked, lost = (opened(guest, "stackdoku", [ME], LOST) for _ in range(2))
    line = blind_line("easy", LOST)
    for room, actions in ((blocked, line[: line.index(Rescue())]), (lost, line)):
        with guest.enter(room["code"]) as seat:
            for action in actions:
                seat.play(0, msgspec.to_builtins(action))
    waiting = opened(guest, "dots-and-boxes", [ME, {"for": "anybody"}, BOT], None)
    played = {
        row["game"]: row["match"]
        for row in guest.get(f"/api/players/{guest.get('/api/me')['id']}/matches")
        if row["ended"]
    }
    return {
        "hub": ("/", nothing),
        "set-up": ("/games/dots-and-boxes", nothing),
        "ten-exorcism": (ghosts, drag),
        "dots-and-boxes": (f"/room/{threads['code']}", nothing),
        "stackdoku": (f"/room/{stack['code']}", nothing),
        "stackdoku-blocked": (f"/room/{blocked['code']}", nothing),
        "stackdoku-lost": (f"/room/{lost['code']}", nothing),
        "room": (f"/room/{waiting['code']}", nothing),
        "replay": (f"/match/{played['ten-exorcism']}?at=20", nothing),
        "analysis": (f"/match/{played['dots-and-boxes']}", analyse),
        "leaderboards": ("/leaderboards/ten-exorcism/endless", nothing),
        "daily": ("/daily", nothing),
        "player": ("/me", nothing),
        "settings": ("/settings", nothing),
        "help": (f"/room/{stack['code']}", open_help),
        "tutorial": ("/games/ten-exorcism", learn),
    }


def nothing(_page: Page) -> None:
    """As it is."""


def drag(page: Page) -> None:
    """Ghosts that make ten in a rectangle, the pointer still down."""
    grid = page.get_by_role("grid")
    box = grid.bounding_box()
    if box is None:
        raise LookupError("the page has no board")
    match = played_ghosts()
    top, left, bottom, right = max(rectangles(match.state.board), key=lambda found: (found[3] - found[1], found))
    wide = box["width"] > box["height"]
    rows, cols = (COLS, ROWS) if wide else (ROWS, COLS)
    corners = [(left, top), (right, bottom)] if wide else [(top, left), (bottom, right)]
    (r0, c0), (r1, c1) = corners
    page.mouse.move(box["x"] + box["width"] * (c0 + 0.5) / cols, box["y"] + box["height"] * (r0 + 0.5) / rows)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * (c1 + 0.5) / cols, box["y"] + box["height"] * (r1 + 0.5) / rows, steps=4)


def analyse(page: Page) -> None:
    ask = page.get_by_role("button", name="Analyse this match")
    if ask.count():
        ask.click()
    page.locator(".analysis svg").first.wait_for(timeout=120_000)
    page.evaluate("document.querySelector('.analysis').scrollIntoView()")


def open_help(page: Page) -> None:
    page.get_by_role("button", name="How to play").click()
    page.get_by_role("dialog").wait_for()


def learn(page: Page) -> None:
    page.get_by_role("button", name="Learn by doing").click()
    page.get_by_role("dialog").wait_for()


STILL = """() => Promise.all(
  document.getAnimations().filter((moving) => moving.effect?.getComputedTiming().endTime !== Infinity)
    .map((moving) => moving.finished.catch(() => {})),
)"""
"""Whatever moves has come to rest, except what never does."""


def photograph(browser: Browser, server: Server, guest: Guest, folder: Path) -> Iterator[str]:
    """Every screen in both sizes and both themes; the name of each as it is taken."""
    shown = screens(guest)
    for size, settings in SIZES.items():
        for theme, scheme in THEMES.items():
            context = browser.new_context(
                base_url=server.url, locale="en", color_scheme=scheme, reduced_motion="reduce", **settings
            )
            context.set_default_timeout(PATIENCE_MS)
            page = context.new_page()
            as_guest(page, guest)
            for name, (address, prepare) in shown.items():
                page.goto(address if isinstance(address, str) else address())
                page.wait_for_load_state("networkidle")
                page.wait_for_timeout(400)
                prepare(page)
                page.wait_for_timeout(400)
                page.evaluate(STILL)
                file = f"{name}-{size}-{theme}.webp"
                save(page, folder / file)
                page.mouse.up()
                yield file
            context.close()


def save(page: Page, file: Path) -> None:
    session = page.context.new_cdp_session(page)
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    file.write_bytes(base64.b64decode(taken["data"]))
    session.detach()


@contextmanager
def product() -> Iterator[Server]:
    with TemporaryDirectory() as folder:
        server = Server(Path(folder), "--no-mark-fast", template_games=False)
        try:
            yield server
        finally:
            server.stop()


def take(folder: Path) -> Iterator[str]:
    """Start the product, play in it, and photograph it."""
    with product() as server, sync_playwright() as playwright:
        browser = launch(playwright)
        yield from photograph(browser, server, history(server), folder)
        browser.close()
