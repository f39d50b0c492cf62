"""The ways in for somebody else: a code that is typed, a link that is shared from any page, a picture of it."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.browser import LAN, SIZES, TWO_FRAMES, Enter, findings, findings_at, visitors
from tests.server.table import Guest, Server

RUNS_OFF = "() => document.documentElement.scrollWidth > innerWidth"
LINES_OF = """(element, word) => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() && !texts.currentNode.data.includes(word));
  const range = document.createRange();
  range.setStart(texts.currentNode, texts.currentNode.data.indexOf(word));
  range.setEnd(texts.currentNode, range.startOffset + word.length);
  return range.getClientRects().length;
}"""
"""On how many lines a word stands that a browser may break."""
PLACES = """() => [...document.querySelectorAll(".code-field, .hub-card")]
  .map((one) => one.getBoundingClientRect().toJSON())"""
SELECTED = "(field) => field.value.slice(field.selectionStart, field.selectionEnd)"


@pytest.fixture(scope="module")
def open_hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that listens to the whole network."""
    with Server(tmp_path_factory.mktemp("open"), "--host", "0.0.0.0", template_games=False) as running:
        yield running


@pytest.fixture
def enter_open(browser: Browser, open_hub: Server) -> Iterator[Enter]:
    with visitors(browser, open_hub) as enter:
        yield enter


def room_of(server: Server) -> str:
    """The code of a room in which somebody waits."""
    with Guest(server) as host:
        code: str = host.open("dots-and-boxes", "me", "anybody")["code"]
        return code


def fields(page: Page) -> str:
    return page.get_by_role("textbox", name="Text to share").input_value()


@pytest.mark.parametrize("width", [800, 1000, 1280])
def test_a_wrong_code_moves_neither_its_boxes_nor_the_games_on_a_large_screen(enter: Enter, width: int) -> None:
    page = enter("/", refused=404, viewport={"width": width, "height": 800})
    page.locator(".hub-card").first.wait_for()
    box = page.get_by_role("textbox", name="Have a code?")
    box.wait_for()
    page.wait_for_load_state("networkidle")  # and with it whatever the cards still ask for
    page.evaluate(TWO_FRAMES)
    before = page.evaluate(PLACES)
    assert len(before) > 1
    box.press_sequentially("zzzzzz")
    said = page.get_by_text("No room has the code ZZZZZZ.")
    expect(said).to_be_in_viewport(ratio=1)
    assert page.evaluate(PLACES) == before


def test_a_code_is_typed_and_the_room_opens_with_its_last_letter(enter: Enter, hub: Server) -> None:
    code = room_of(hub)
    page = enter("/", size="phone", refused=404)
    box = page.get_by_role("textbox", name="Have a code?")
    box.press_sequentially("zzzzzz")
    expect(page.get_by_text("No room has the code ZZZZZZ.")).to_be_visible()
    expect(box).to_have_value("ZZZZZZ")
    expect(box).to_be_focused()
    assert findings_at(page, "desktop", "phone") == []
    box.fill("")
    box.press_sequentially(code[:5].lower())
    box.press("Enter")
    expect(page.get_by_text("A code has six letters or digits.")).to_be_visible()
    box.press_sequentially(code[5].lower())
    expect(page).to_have_url(re.compile(f"/room/{code}$"))
    expect(page.locator(".dots-board")).to_be_visible()


def test_whoever_opens_an_invitation_is_seated_at_once_and_can_watch_instead(enter: Enter, hub: Server) -> None:
    def free(page: Page) -> Locator:
        return page.get_by_role("button", name="Take this seat")

    with Guest(hub) as host:
        code = host.open("dots-and-boxes", "me", "anybody", "anybody")["code"]
        watcher = enter(f"/room/{code}?watch")
        expect(free(watcher)).to_have_count(2)
        friend = enter(f"/room/{code}", size="phone")
        expect(friend.locator(".notice")).to_contain_text("You are B.")
        expect(free(watcher)).to_have_count(1)
        assert findings(friend) == []

        friend.get_by_role("button", name="Watch instead").click()
        expect(free(friend)).to_have_count(2)
        friend.reload()
        expect(free(friend), "whoever stood up is not seated again").to_have_count(2)
        expect(free(watcher)).to_have_count(2)
        free(friend).first.click()
        expect(free(watcher)).to_have_count(1)

        expect(enter(f"/room/{code}").locator(".dots-board")).to_be_visible()
        friend.get_by_role("button", name="Leave the room").click()
        friend.get_by_role("dialog").get_by_role("button", name="Watch instead").click()
        expect(friend.get_by_text("Your seat is kept.")).to_be_visible()
        expect(friend.get_by_role("button", name="Take your seat again")).to_be_visible()


def test_a_whole_link_is_pasted_where_nothing_is(enter: Enter, hub: Server) -> None:
    code = room_of(hub)
    page = enter("/room/ZZZZZZ")
    expect(page.get_by_role("heading", level=1)).to_have_text("No such room")
    expect(page.get_by_text("No room has this code.")).to_be_visible()
    page.get_by_role("textbox", name="Have a code?").fill(f"Come! http://parlor.example/room/{code}")
    expect(page).to_have_url(re.compile(f"/room/{code}$"))


def test_a_link_is_copied_on_a_page_without_https(enter_open: Enter, open_hub: Server) -> None:
    port, code = open_hub.url.rsplit(":", 1)[1], room_of(open_hub)
    page = enter_open(f"http://{LAN}:{port}/room/{code}", size="phone")
    assert page.evaluate("() => [isSecureContext, navigator.clipboard, navigator.share]") == [False, None, None]
    page.get_by_role("button", name="Invite").click()
    expect(page.get_by_role("textbox", name="Text to share")).to_have_value(f"http://{LAN}:{port}/room/{code}")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    for size in ("desktop", "phone"):
        page.set_viewport_size(SIZES[size]["viewport"])
        page.evaluate(TWO_FRAMES)
        assert not page.evaluate(RUNS_OFF)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Parlour").click()
    page.get_by_role("textbox", name="Have a code?").press("Control+V")
    expect(page).to_have_url(re.compile(f"/room/{code}$"))


def test_what_cannot_be_copied_is_shown_and_selected(enter_open: Enter, open_hub: Server) -> None:
    port = open_hub.url.rsplit(":", 1)[1]
    page = enter_open(f"http://{LAN}:{port}/settings", size="phone")
    page.get_by_role("button", name="Give me a recovery phrase").click()
    phrase = page.locator(".settings-phrase").inner_text()
    page.get_by_role("button", name="Copy it").click()
    sheet = page.get_by_role("dialog", name="Share")
    field = sheet.get_by_role("textbox", name="Text to share")
    expect(field).to_be_focused()
    assert field.evaluate(SELECTED) == phrase
    sheet.get_by_role("button", name="Copy").click()
    expect(sheet.get_by_text("Copied.")).to_be_visible()
    assert findings(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Copy it")).to_be_focused()
    page.get_by_label("I have a recovery phrase").press("Control+V")
    expect(page.get_by_label("I have a recovery phrase")).to_have_value(phrase)


def test_a_link_to_this_machine_offers_the_addresses_by_which_others_find_it(
    enter_open: Enter, open_hub: Server, enter: Enter, hub: Server
) -> None:
    with Guest(open_hub) as guest:
        addresses = guest.get("/api/addresses")["addresses"]
    with Guest(open_hub) as host:
        code = host.open("dots-and-boxes", "me", "anybody", "anybody")["code"]
    page = enter_open(f"/room/{code}")
    note = page.get_by_role("note")
    expect(page.get_by_role("textbox", name="Text to share")).to_be_visible()
    expect(note, "who sits down is not told of the server").to_have_count(0)
    page.get_by_role("button", name="Invite").click()
    expect(note).to_contain_text("127.0.0.1")
    # A machine without a network has no other address.
    assert fields(page).startswith(addresses[0] if addresses else open_hub.url)
    assert findings(page) == []
    alone = enter(f"/room/{room_of(hub)}", size="phone")
    alone.get_by_role("button", name="Invite").click()
    expect(alone.get_by_role("note")).to_contain_text("parlour serve --host 0.0.0.0")
    assert not alone.evaluate(RUNS_OFF)
    alone.set_viewport_size({"width": 320, "height": 568})
    alone.evaluate(TWO_FRAMES)
    assert alone.get_by_role("note").evaluate(LINES_OF, "--host") == 1
