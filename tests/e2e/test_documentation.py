"""The documentation in a browser: found from Settings, searched, read on a phone and at night."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.browser import Enter, findings
from tests.server.table import Server

WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
GROUND = "() => getComputedStyle(document.body).backgroundColor"


def asked_of_others(page: Page, hub: Server) -> list[str]:
    """Requests to other hosts, from now on."""
    found: list[str] = []
    page.on("request", lambda sent: None if sent.url.startswith((hub.url, "data:")) else found.append(sent.url))
    return found


def test_the_documentation_is_found_from_settings_and_searched_without_asking_anybody_else(
    enter: Enter, hub: Server
) -> None:
    page = enter("/settings")
    elsewhere = asked_of_others(page, hub)
    page.get_by_role("link", name="Documentation").click()
    expect(page.get_by_role("heading", level=1, name="Playing")).to_be_visible()
    page.get_by_role("searchbox").or_(page.get_by_placeholder("Search")).first.fill("hint")
    page.keyboard.press("Enter")
    expect(page.locator("ul.search li a").first).to_have_attribute("href", re.compile("^(playing|rules)[.]html"))
    page.locator("ul.search li a").first.click()
    expect(page.locator("article")).to_contain_text("hint")
    assert findings(page) == []
    page.get_by_role("link", name="Back to the games").click()
    expect(page).to_have_url(f"{hub.url}/")
    assert elsewhere == []


def test_one_theme_holds_in_the_hub_and_in_the_documentation(enter: Enter) -> None:
    page = enter("/settings", color_scheme="light")
    page.get_by_role("radio", name="Night").check()
    page.get_by_role("link", name="Documentation").click()
    expect(page.locator("body")).to_have_attribute("data-theme", "dark")
    assert page.evaluate(GROUND) == "rgb(23, 19, 31)"
    assert findings(page) == []
    switch = page.locator(".theme-toggle:visible")
    while page.locator("body").get_attribute("data-theme") != "light":
        switch.click()
    assert page.evaluate(GROUND) == "rgb(244, 238, 225)"
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-theme", "light")
    page.get_by_role("link", name="Back to the games").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "day")


def test_the_documentation_is_set_in_the_typefaces_of_the_hub(enter: Enter) -> None:
    page = enter("/docs/playing.html")
    loaded = page.evaluate("() => document.fonts.ready.then((all) => [...all].map((one) => [one.family, one.status]))")
    assert {(family.strip('"'), status) for family, status in loaded} == {
        ("Fraunces Variable", "loaded"),
        ("Atkinson Hyperlegible Next Variable", "loaded"),
    }
    expect(page).to_have_title("Playing - Parlour")


def test_the_documentation_is_read_on_a_phone_at_night(enter: Enter, hub: Server) -> None:
    page = enter("/docs/architecture.html", size="phone", color_scheme="dark")
    elsewhere = asked_of_others(page, hub)
    shown = page.locator("img.diagram.only-dark").first
    shown.scroll_into_view_if_needed()
    expect(shown).to_be_visible()
    expect(page.locator("img.diagram.only-light").first).to_be_hidden()
    assert page.evaluate(WIDER) == 0
    assert elsewhere == []
    assert findings(page) == []
