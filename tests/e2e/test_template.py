"""The template's page as a game of the hub: its board fits whatever the options allow."""

import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.e2e.browser import AT_REST, overlaps, visitors
from tests.e2e.test_pages import as_guest
from tests.e2e.test_small_screens import OUTSIDE, SCROLLS
from tests.nim import Nim, Options
from tests.server.table import Guest, Server

ROOT = Path(__file__).parents[2]
LARGEST = Options(heaps=5, sizes="large")
SCREENS = {(390, 844): 30, (1280, 800): 44, (320, 568): 24, (844, 390): 24}
"""The least side of what is touched that each screen has room for."""
HIDDEN = """() => [...document.querySelectorAll(".nim-stone")].filter((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) !== one;
}).map((one) => one.ariaLabel)"""
SIDES = """() => [...document.querySelectorAll(".nim-stone")]
  .map((one) => one.getBoundingClientRect()).flatMap(({ width, height }) => [width, height])"""


@pytest.fixture
def hub_with_template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("PARLOUR_PAGES", str(built_with_template(tmp_path / "sources")))
    with Server(tmp_path, program=("-m", "tests.e2e.newer_build")) as running:
        yield running


def built_with_template(folder: Path) -> Path:
    """The pages of a hub that has the template among its games, as docs/ADDING_A_GAME.md says where its files go."""
    client, languages = folder / "client", Path("src/parlour/languages")
    template = ROOT / "client" / "template" / "nim"
    shutil.copytree(ROOT / "client", client, ignore=shutil.ignore_patterns("node_modules", "template"))
    (client / "node_modules").symlink_to(ROOT / "client" / "node_modules")
    shutil.copytree(template, client / "src" / "games" / "nim", ignore=shutil.ignore_patterns("text"))
    shutil.copytree(ROOT / languages, folder / languages)
    for text in (template / "text").iterdir():
        shutil.copy(text, folder / languages / text.stem / "games" / "nim.json")
    (folder / "build").mkdir()
    (folder / "build" / "python").symlink_to(ROOT / "build" / "python")
    build = f"cd {shlex.quote(str(client))} && vite build --logLevel warn"
    subprocess.run([ROOT / "scripts" / "npm", "exec", "--silent", "--call", build], check=True)
    return folder / "src" / "parlour" / "server" / "client"


def test_the_largest_options_fit_every_screen(browser: Browser, hub_with_template: Server) -> None:
    seed = max(range(1000), key=lambda seed: sum(Nim().start(LARGEST, seed, 2).heaps))
    with visitors(browser, hub_with_template) as enter, Guest(hub_with_template) as guest:
        page = enter("about:blank", size="phone")
        as_guest(page, guest)
        room = guest.open("nim", "me", "me", seed=seed, options={"heaps": 5, "sizes": "large"})
        page.goto(f"/room/{room['code']}")
        page.get_by_role("button", name="Learn by doing").click()
        lesson = page.locator(".nim-lesson .nim-stone")
        box = lesson.first.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= SCREENS[390, 844]
        lesson.first.click()
        page.get_by_role("button", name="Done").click()
        lesson.wait_for(state="detached")
        assert page.locator(".nim-stone").count() > 60
        for (width, height), side in SCREENS.items():
            page.set_viewport_size(ViewportSize(width=width, height=height))
            assert not page.evaluate(SCROLLS)
            assert page.evaluate(OUTSIDE, [".nim-heap", ".nim-stone"]) == []
            assert overlaps(page, [".nim-heap", ".seat-card"]) == []
            assert overlaps(page, [".nim-stone"]) == []
            page.wait_for_function(AT_REST)
            assert page.evaluate(HIDDEN) == []
            assert min(page.evaluate(SIDES)) >= side, (width, height)


def test_stones_are_seen_in_the_systems_own_colours(browser: Browser, hub_with_template: Server) -> None:
    with visitors(browser, hub_with_template) as enter, Guest(hub_with_template) as guest:
        page = enter("about:blank", forced_colors="active")
        as_guest(page, guest)
        room = guest.open("nim", "me", "me", seed=1)
        page.goto(f"/room/{room['code']}")
        page.get_by_role("button", name="Just play").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.mouse.move(0, 0)
        heap = page.locator(".nim-heap").first
        stones = heap.locator(".nim-stone")
        page.wait_for_function(AT_REST)
        left = heap.screenshot()
        stones.last.hover()
        page.wait_for_function(AT_REST)
        chosen = heap.screenshot()
        page.mouse.move(0, 0)
        heap.evaluate("(heap) => heap.replaceChildren()")
        page.wait_for_function(AT_REST)
        none = heap.screenshot()
        assert len({left, chosen, none}) == 3
