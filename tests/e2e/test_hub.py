"""The hub as visitors find it."""

from playwright.sync_api import Browser, expect

from tests.e2e.browser import SIZES, Enter, findings_at
from tests.e2e.test_pages import as_guest
from tests.server.table import Guest, Server

SCRIPTS = "**/assets/*.js"
PLACES = """() => [
  [...document.querySelectorAll(".hub-card")].slice(0, 3).map((card) => card.getBoundingClientRect().top),
  document.querySelector("section[aria-labelledby=continue]").getBoundingClientRect().bottom,
]"""
"""Where the first cards begin, and where what stands above them ends, at one moment."""


def test_the_hub_opens_without_complaints(enter: Enter) -> None:
    page = enter("/", size="phone")
    expect(page.get_by_role("heading", level=1)).to_have_text("The games room")
    assert findings_at(page, *SIZES) == []


def test_a_page_has_its_name_and_the_theme_that_was_chosen_before_its_script_comes(enter: Enter) -> None:
    page = enter("/settings", color_scheme="light")
    page.get_by_role("radio", name="Night").check()
    page.route(SCRIPTS, lambda _held: None)
    page.goto("/", wait_until="commit")
    expect(page.get_by_role("banner")).to_have_text("Parlour")
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    page.unroute(SCRIPTS)
    expect(page.get_by_role("link", name="Settings")).to_be_visible()


def test_an_unknown_address_says_so(enter: Enter) -> None:
    page = enter("/nowhere/at/all")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing here")


def test_the_hub_is_laid_out_for_every_width(enter: Enter, hub: Server) -> None:
    page = enter("about:blank")
    with Guest(hub) as guest, Guest(hub) as other:
        as_guest(page, guest)
        code = other.open("dots-and-boxes", "anybody", "me")["code"]
        guest.post(f"/api/rooms/{code}/join")
        page.goto("/")
        going_on = page.get_by_role("region", name="Continue")
        expect(going_on.get_by_text("Your turn")).to_be_visible()
        expect(going_on).to_contain_text(other.me["name"])
    for width, height in ((820, 1180), (844, 390), (1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => innerWidth === width", arg=width)
        tops, above = page.evaluate(PLACES)
        assert len(set(tops)) == 1, f"a hole at {width}"
        assert above < tops[0]
        assert not page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
    assert page.locator(".hub-cards").evaluate("one => one.clientWidth") > 1600


def test_without_a_network_nothing_waits_to_begin_by_itself(browser: Browser, hub: Server) -> None:
    context = browser.new_context(base_url=hub.url, service_workers="block", **SIZES["phone"])
    page = context.new_page()
    page.goto("/")
    expect(page.get_by_role("region", name="My last games")).to_be_visible()
    context.set_offline(True)
    play = page.get_by_role("button", name="Play: Ten Exorcism")
    expect(play).to_be_disabled()
    expect(page.get_by_role("article", name="Ten Exorcism")).to_contain_text("It needs the connection.")
    expect(page.get_by_role("status").filter(has_text="The server cannot be reached.")).to_be_visible()
    page.get_by_role("link", name="Leaderboards").click()
    expect(page.get_by_role("alert")).to_contain_text("This page did not arrive")
    context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_have_text("Leaderboards")
    assert page.request.get("/api/me/rooms").json() == []
    context.close()


def test_a_korean_browser_is_spoken_to_in_korean(enter: Enter) -> None:
    page = enter("/", language="ko-KR")
    expect(page.get_by_role("heading", level=1)).to_have_text("놀이방")


def test_the_keyboard_and_the_screen_reader_come_along_to_another_page(enter: Enter) -> None:
    page = enter("/")
    page.get_by_role("link", name="Set up").first.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    expect(page.locator("[aria-live]", has_text="Ten Exorcism")).to_have_count(1)
    page.get_by_role("button", name="Start").press("Enter")
    expect(page.get_by_role("button", name="Light the candle")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[aria-live]", has_text="The candle burns.")).to_have_count(1)
    expect(page.get_by_role("grid")).to_be_focused()
    expect(page.locator(".ten-board:focus-visible")).to_have_count(1)
