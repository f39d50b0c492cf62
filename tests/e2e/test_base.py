"""A hub below a path of its host, behind a proxy that passes the path on as it is: every page, socket and file."""

import signal
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, WebSocket, expect

from tests.cluster.processes import Program, free_ports
from tests.e2e.browser import Enter, visitors
from tests.e2e.home import STARTED_MS
from tests.e2e.test_dots_and_boxes import drawn, free_line, sit_down
from tests.e2e.test_offline import TAKEN_OVER
from tests.e2e.test_other_packages import PLAY_OUT
from tests.other_packages import WINDFALL, install_package
from tests.proxies.programs import program
from tests.server.table import Server

BASE = "/fun/games"
CONFIGURATION = """
defaults
    mode http
    timeout connect 5s
    timeout client 90s
    timeout server 90s

frontend example
    bind 127.0.0.1:{port}
    http-request return status 404 unless {{ path {base} }} or {{ path_beg {base}/ }}
    http-request set-header X-Forwarded-For %[src]
    default_backend games

backend games
    server one 127.0.0.1:{upstream}
"""
KEPT = """async () => [
  ...Object.keys(localStorage), ...Object.keys(sessionStorage), ...(await caches.keys()),
  ...(await indexedDB.databases()).map(({ name }) => name).filter((name) => name !== "workbox-expiration"),
]"""
"""The names of all that the browser keeps for this host; Workbox's own names each cache inside."""


class PathProxy(Program):
    """Everything below the base, as it is, and nothing else."""

    def command(self) -> list[str]:
        return [program("haproxy"), "-db", "-f", str(self.log.with_suffix(".cfg"))]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("games")
    install_package(WINDFALL, folder)
    [port] = free_ports(1)
    with Server(folder, "--no-mark-fast", "--base", BASE, template_games=False) as running:
        proxy = PathProxy("example", folder, port)
        upstream = urlsplit(running.url).port
        (folder / "example.cfg").write_text(CONFIGURATION.format(port=port, base=BASE, upstream=upstream))
        proxy.start()
        running.url = f"{proxy.url}{BASE}/"
        yield running
        proxy.end(signal.SIGTERM)


@pytest.fixture
def enter_games(browser: Browser, games: Server) -> Iterator[Enter]:
    """Lets people in; whatever is asked for outside the base fails the test."""
    outside: list[str] = []

    def look(asked: Request | WebSocket) -> None:
        address = urlsplit(asked.url)
        if address.scheme in ("http", "https", "ws", "wss") and not address.path.startswith(f"{BASE}/"):
            outside.append(asked.url)

    with visitors(browser, games) as enter:

        def enter_watched(path: str = "", **more: object) -> Page:
            page = enter("about:blank", **more)
            page.context.on("request", look)
            page.on("websocket", look)
            page.goto(path)
            return page

        yield enter_watched
    assert outside == []


def test_from_the_hub_to_a_game_with_an_invited_friend_and_back_by_a_deep_address(enter_games: Enter) -> None:
    host, friend = enter_games(refused=403), enter_games("settings", size="phone")
    expect(host.get_by_role("heading", level=1)).to_have_text("The games room")
    host.locator(".hub-card", has_text="Dots and Boxes").get_by_role("link", name="Set up").click()
    room = sit_down(host, "Invite")
    link = host.get_by_role("textbox", name="Text to share").input_value()
    assert urlsplit(link).path == BASE + room
    friend.goto(link)
    free_line(host).click()
    expect(drawn(friend)).to_have_count(1)
    host.reload()
    expect(drawn(host)).to_have_count(1)
    host.goto("nowhere/at/all")
    expect(host.get_by_role("heading", level=1)).to_have_text("Nothing here")
    host.get_by_role("link", name="To the first page").first.click()
    host.wait_for_url(f"**{BASE}/")
    expect(host.get_by_role("link", name="Your turn").or_(host.get_by_text("’s turn")).first).to_be_visible()


def test_a_game_of_another_package_is_played_to_its_end_and_shared(enter_games: Enter) -> None:
    page = enter_games("daily")
    page.get_by_role("button", name="Start: Windfall").click()
    page.get_by_role("button", name="Just play").click()
    page.evaluate(PLAY_OUT)
    expect(page.get_by_role("dialog")).to_contain_text("Place 1 of 1")
    page.get_by_role("link", name="Watch the replay", exact=True).click()
    page.wait_for_url(f"**{BASE}/match/*")
    page.reload()
    expect(page.locator(".windfall-wall")).to_be_visible()


def test_it_is_kept_and_played_without_a_network_under_names_of_its_own(enter_games: Enter) -> None:
    page = enter_games("settings", service_workers="allow")
    page.wait_for_function(TAKEN_OVER)
    page.get_by_role("button", name="Keep for offline").click()
    expect(page.get_by_text("The games are kept here")).to_be_visible()
    page.context.set_offline(True)
    page.goto("games/windfall")
    page.get_by_role("radio", name="Five kinds").check()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(f"**{BASE}/room/home-*", timeout=STARTED_MS)
    page.get_by_role("button", name="Just play").click()
    page.evaluate(PLAY_OUT)
    expect(page.get_by_role("dialog")).to_contain_text("Left on the wall")
    kept = page.evaluate(KEPT)
    assert len(kept) > 6
    assert [name for name in kept if BASE not in name] == []
