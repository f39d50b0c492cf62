"""Screens of the running product: every page, phone and desktop, night and day."""

import base64
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import msgspec
from playwright.sync_api import Browser, Page, sync_playwright
from scripts.shown_games import Line, drawn_lines, ghosts, ghosts_of, played, stack
from tests.e2e.browser import PATIENCE_MS, SIZES, acquaint, launch
from tests.e2e.test_pages import as_guest
from tests.games.stackdoku.building import blind_line
from tests.server.table import Guest, Json, Seat, Server

from parlour.core.match import AnyMatch
from parlour.core.session import encode_session
from parlour.games import kit_of
from parlour.games.documents import options_from
from parlour.games.stackdoku.actions import Rescue
from parlour.games.ten_exorcism.rules import COLS, ROWS, exorcise, ghosts_in, rectangle_of, rectangles

QUALITY = 84
GHOSTS, GHOSTS_MOVES = 42, 24
LOST = 9
"""A stack that a blind player loses."""
SOLVED = 3
"""A stack that is solved."""
WORTH_SHOWING = 150
"""Ghosts freed in the result that is shown."""
HIGHER = 980
"""A screen on which the hub shows the daily, open rooms and last games, too."""
THEMES: dict[str, Literal["dark", "light"]] = {"night": "dark", "day": "light"}
NAMES = ("Ada", "Noor", "Minjun", "Ingrid", "Kofi")
Prepare = Callable[[Page], None]


def play(guest: Guest, room: Json, line: Line) -> None:
    """Play a line in a room."""
    with guest.enter(room["code"]) as seat:
        if seat.view["view"] is None:
            seat.play(0, {"do": "ready"})
        for turn, action in line:
            seat.play(turn, msgspec.to_builtins(action))


def free(guest: Guest, room: Json, count: int | None = None) -> None:
    """Free ghosts on the board that the server drew: so many rectangles of a good line, and no more."""
    with guest.enter(room["code"]) as seat:
        if seat.view["view"] is None:
            seat.play(0, {"do": "ready"})
        board = bytes(power for row in seat.view["view"]["board"] for power in row)
        for turn, action in ghosts_of(board, count):
            seat.play(turn, msgspec.to_builtins(action))
        if seat.view["outcome"] is None:
            seat.play(0, {"do": "finish"})


def free_well(guest: Guest, least: int) -> Json:
    """A room on whose board a good line frees at least so many ghosts, with that line played."""
    while True:
        room = opened(guest, "ten-exorcism", [ME], None, mode="endless")
        with guest.enter(room["code"]) as seat:
            powers = [power for row in seat.view["view"]["board"] for power in row]
        line = ghosts_of(bytes(powers))
        if freed_by(bytes(powers), line) >= least:
            play(guest, room, line)
            return room
        guest.post(f"/api/rooms/{room['code']}/discard")


def freed_by(board: bytes, line: Line) -> int:
    left = board
    for _, select in line:
        left = exorcise(left, rectangle_of(select))
    return ghosts_in(board) - ghosts_in(left)


def played_ghosts() -> AnyMatch:
    """Ten Exorcism as it stands in its picture."""
    *_, match = played("ten-exorcism", GHOSTS, None, ghosts(GHOSTS, GHOSTS_MOVES))
    return match


def opened(guest: Guest, game: str, seats: list[Json], seed: int | None, **options: Any) -> Json:
    room: Json = guest.post("/api/rooms", {"game": game, "seats": seats, "options": options, "seed": seed})
    return room


ME: Json = {"for": "me"}
BOT: Json = {"for": "bot", "level": "skilled"}


def history(server: Server) -> tuple[Guest, Seat]:
    """Several people with games behind them; the first of them is shown, and another waits in an open room."""
    guests = [Guest(server) for _ in NAMES]
    for number, (guest, name) in enumerate(zip(guests, NAMES, strict=True)):
        guest.http.patch("/api/me", json={"name": name})
        for game in range(3 if number == 0 else 1):
            free(guest, opened(guest, "ten-exorcism", [ME], None, mode="endless"), 52 + 3 * game - 3 * number)
        if number:
            free(guest, {"code": guest.post("/api/daily/ten-exorcism")["mine"]["room"]}, 30 + 3 * number)
    open_room = {"game": "dots-and-boxes", "seats": [ME, {"for": "anybody"}], "public": True}
    return guests[0], guests[1].enter(guests[1].post("/api/rooms", open_room)["code"])


def screens(guest: Guest) -> dict[str, tuple[str | Callable[[], str], Prepare]]:
    """By name: the address, and what to do before looking."""

    candles: list[str] = []

    def candle() -> str:
        """A room of its own each time: its candle burns."""
        room = opened(guest, "ten-exorcism", [ME], GHOSTS)
        candles.append(room["code"])
        play(guest, room, ghosts(GHOSTS, GHOSTS_MOVES))
        return f"/room/{room['code']}"

    def first_page() -> str:
        """Without the rooms of earlier pictures, which nobody goes on with."""
        for code in candles:
            guest.http.post(f"/api/rooms/{code}/discard", json={})
        return "/"

    blocked, lost = (opened(guest, "stackdoku", [ME], LOST) for _ in range(2))
    line = blind_line("easy", LOST)
    for room, actions in ((blocked, line[: line.index(Rescue())]), (lost, line)):
        play(guest, room, [(0, action) for action in actions])
    play(guest, opened(guest, "stackdoku", [ME], SOLVED), stack("easy", SOLVED))
    free(guest, opened(guest, "ten-exorcism", [ME], None, mode="endless"), 50)
    play(guest, opened(guest, "dots-and-boxes", [ME, ME], 3), drawn_lines(("casual", "expert"), 3))
    freed = free_well(guest, WORTH_SHOWING)
    felt = opened(guest, "dots-and-boxes", [ME, ME, ME, ME], 5)
    play(guest, felt, drawn_lines(("skilled", "expert", "skilled", "expert"), 5, 46))
    tiles = opened(guest, "stackdoku", [ME], 5, difficulty="medium")
    play(guest, tiles, stack("medium", 5, 34))
    covered = opened(guest, "ten-exorcism", [ME], None)
    waiting = opened(guest, "dots-and-boxes", [ME, {"for": "anybody"}, BOT], None)
    over = {
        row["game"]: row["match"]
        for row in guest.get(f"/api/players/{guest.get('/api/me')['id']}/matches")
        if row["ended"]
    }
    return {
        "hub": (first_page, higher),
        "set-up": ("/games/dots-and-boxes", nothing),
        "cover": (f"/room/{covered['code']}", nothing),
        "ten-exorcism": (candle, drag),
        "result": (f"/room/{freed['code']}", nothing),
        "dots-and-boxes": (f"/room/{felt['code']}", nothing),
        "stackdoku": (f"/room/{tiles['code']}", nothing),
        "stackdoku-blocked": (f"/room/{blocked['code']}", nothing),
        "stackdoku-lost": (f"/room/{lost['code']}", nothing),
        "room": (f"/room/{waiting['code']}", nothing),
        "replay": (f"/match/{over['ten-exorcism']}?at=20", nothing),
        "session": ("/session", drop),
        "analysis": (f"/match/{over['dots-and-boxes']}", analyse),
        "leaderboards": ("/leaderboards/ten-exorcism/endless", nothing),
        "daily": ("/daily", nothing),
        "player": ("/me", nothing),
        "settings": ("/settings", nothing),
        "help": (f"/room/{tiles['code']}", open_help),
        "tutorial": ("/games/ten-exorcism", learn),
    }


def nothing(_page: Page) -> None:
    """As it is."""


def higher(page: Page) -> None:
    """A desktop's page as on a higher screen, with what lies below the cards."""
    size = page.viewport_size
    if size and size["width"] > size["height"]:
        page.set_viewport_size({**size, "height": HIGHER})


def drop(page: Page) -> None:
    """A session file of a game well played, opened from the page."""
    options = options_from(kit_of("ten-exorcism"), {"mode": "endless"})
    *_, match = played("ten-exorcism", GHOSTS, options, ghosts(GHOSTS))
    with TemporaryDirectory() as folder:
        file = Path(folder) / "ten-exorcism.json"
        file.write_bytes(encode_session(match.session))
        page.locator("input[type=file]").set_input_files(file)
        page.get_by_role("slider").wait_for()  # the file is there until it has been read
    for _ in range(GHOSTS_MOVES):
        page.get_by_role("slider").press("ArrowRight")


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
    page.locator(".analysis .move-chart-plot svg").first.wait_for(timeout=120_000)
    for _ in range(3):
        page.keyboard.press("ArrowDown")


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
                base_url=server.url,
                locale="en",
                color_scheme=scheme,
                reduced_motion="reduce",
                service_workers="block",
                **settings,
            )
            context.set_default_timeout(PATIENCE_MS)
            acquaint(context)
            page = context.new_page()
            as_guest(page, guest)
            for name, (address, prepare) in shown.items():
                page.set_viewport_size(settings["viewport"])
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
        guest, waiting = history(server)
        with waiting:
            yield from photograph(browser, server, guest, folder)
        browser.close()
