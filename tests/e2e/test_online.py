"""Two people at one table, with everything that happens to connections."""

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests.e2e.browser import Enter, visitors
from tests.server.table import Server


@pytest.fixture
def own_hub(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop."""
    with Server(tmp_path) as running:
        yield running


@pytest.fixture
def enter_own(browser: Browser, own_hub: Server) -> Iterator[Enter]:
    with visitors(browser, own_hub) as enter:
        yield enter


def draw(page: Page, name: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{name}")).press("Enter")


def test_a_match_goes_on_after_a_reload_and_a_restart_of_the_server(enter_own: Enter, own_hub: Server) -> None:
    ann = enter_own("/games/dots-and-boxes")
    ann.get_by_role("group", name=re.compile("Seat B")).get_by_role("radio", name="Invite").check()
    ann.get_by_role("button", name="Open the room").click()
    expect(ann.get_by_role("heading", name="Waiting for players")).to_be_visible()

    bob = enter_own(ann.url, size="phone")
    expect(bob.locator(".dots-board")).to_be_visible()
    eve = enter_own(ann.url)
    expect(eve.get_by_text("You are watching.")).to_be_visible()

    draw(ann, "horizontal line, row 1, column 1")
    expect(bob.get_by_role("button", name=re.compile("^horizontal line, row 1, column 1, drawn by A"))).to_be_attached()
    bob.reload()
    draw(bob, "vertical line, row 2, column 2")
    for page in (ann, bob, eve):
        name = re.compile("^vertical line, row 2, column 2, drawn by B")
        expect(page.get_by_role("button", name=name)).to_be_attached()

    board, note = bob.locator(".dots-board"), bob.get_by_text("No connection: your move is kept and sent again.")
    place = board.bounding_box()
    draw(ann, "vertical line, row 4, column 4")
    expect(bob.get_by_role("button", name=re.compile("^vertical line, row 4, column 4, drawn by A"))).to_be_attached()
    own_hub.process.send_signal(signal.SIGSTOP)
    draw(bob, "vertical line, row 3, column 3")
    expect(bob.get_by_text("Sending…")).to_be_visible()
    expect(note).to_be_visible()
    seen = note.bounding_box()
    assert seen is not None
    assert seen["width"] > 100
    expect(bob.get_by_text("Waiting for the connection.")).to_be_visible()
    assert board.bounding_box() == place
    own_hub.process.send_signal(signal.SIGCONT)
    expect(note).not_to_be_visible()
    for page in (ann, bob):
        name = re.compile("^vertical line, row 3, column 3, drawn by B")
        expect(page.get_by_role("button", name=name)).to_be_attached()

    port = own_hub.url.rsplit(":", 1)[1]
    own_hub.stop()
    expect(ann.get_by_text("Connection lost")).to_be_visible()
    expect(bob.get_by_text("Waiting for the connection.")).to_be_visible()
    own_hub.flags = ("--port", port)
    own_hub.start()
    expect(ann.get_by_text("Connection lost")).not_to_be_visible()
    draw(ann, "horizontal line, row 6, column 5")
    for page in (ann, bob, eve):
        name = re.compile("^horizontal line, row 6, column 5, drawn by A")
        expect(page.get_by_role("button", name=name)).to_be_attached()

    bob.context.set_offline(True)
    draw(bob, "horizontal line, row 1, column 5")
    expect(note).to_be_visible()
    with pytest.raises(Error):
        bob.reload()
    bob.context.set_offline(False)
    bob.goto(ann.url)
    for page in (ann, bob, eve):
        name = re.compile("^horizontal line, row 1, column 5, drawn by B")
        expect(page.get_by_role("button", name=name)).to_be_attached()
