"""Signing in with a real provider, in a browser: a guest's games come along, and another browser is the same player."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser import Enter, findings, visitors
from tests.e2e.test_offline import TAKEN_OVER
from tests.server.sign_in.provider import DONE, SECRET, RealProvider
from tests.server.table import Guest, Server

NAME = "input[autocomplete=nickname]"


@pytest.fixture(scope="module")
def provider() -> Iterator[RealProvider]:
    with RealProvider() as running:
        yield running


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory, provider: RealProvider) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("hub with sign-in")
    (folder / "secret").write_text(SECRET)
    with Server(folder, *provider.flags, "--oidc-secret-file", str(folder / "secret"), "--no-mark-fast") as running:
        provider.knows(running.url)
        yield running


@pytest.fixture
def enter(browser: Browser, hub: Server) -> Iterator[Enter]:
    with visitors(browser, hub) as enter:
        yield enter


def sign_in(page: Page, login: str) -> None:
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_label("Your login").fill(login)
    page.get_by_role("button", name="Go on").click()


def played(hub: Server) -> str:
    """The cookie of a guest who has finished a game."""
    with Guest(hub) as guest:
        room = guest.open("ten-exorcism", "me", options={"mode": "endless"})
        with guest.enter(room["code"]) as table:
            assert table.play(0, {"do": "finish"})["refused"] is None
        return guest.cookie


def test_a_guest_signs_in_and_is_the_same_player_in_another_browser(enter: Enter, hub: Server) -> None:
    mine = enter("about:blank", service_workers="allow")
    mine.context.add_cookies([{"name": "parlour", "value": played(hub), "url": hub.url}])
    mine.goto("/settings")
    mine.wait_for_function(TAKEN_OVER)
    expect(mine.get_by_role("heading", name="Your account")).to_be_visible()
    assert findings(mine) == []
    sign_in(mine, "mina")
    expect(mine).to_have_url(f"{hub.url}/settings")
    expect(mine.locator(NAME)).to_have_value("mina")
    expect(mine.get_by_role("button", name="Sign out", exact=True)).to_be_visible()
    expect(mine.get_by_role("button", name="Give me a recovery phrase")).to_have_count(0)
    assert hub.log.read_text().count(DONE) == 1, "the service worker asks for it once"
    mine.goto("/me")
    expect(mine.locator("main").get_by_text("Ten Exorcism").first).to_be_visible()

    other = enter("/settings", size="phone")
    sign_in(other, "mina")
    expect(other.locator(NAME)).to_have_value("mina")
    expect(other.get_by_text("You are signed in on 2 devices.")).to_be_visible()
    assert findings(other) == []
    other.goto("/me")
    expect(other.locator("main").get_by_text("Ten Exorcism").first).to_be_visible()
    other.goto("/settings")
    other.get_by_role("button", name="Sign out", exact=True).click()
    expect(other.locator(NAME)).not_to_have_value("mina")
    expect(other.locator("main").get_by_role("button", name="Sign in", exact=True)).to_be_visible()
    mine.goto("/settings")
    expect(mine.locator(NAME)).to_have_value("mina")


def test_who_is_not_signed_in_is_told_why_and_can_try_again(enter: Enter) -> None:
    page = enter("/settings", language="ko")
    page.get_by_role("button", name="로그인", exact=True).click()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("heading", name="로그인", level=1)).to_be_visible()
    expect(page.get_by_role("alert").first).to_have_text("로그인하지 않았습니다. 원하면 다시 시도하세요.")
    assert findings(page) == []
    page.get_by_role("link", name="게임으로 돌아가기").click()
    expect(page.locator(".hub-cards")).to_be_visible()


def test_without_guests_every_page_asks_to_sign_in(
    browser: Browser, provider: RealProvider, hub: Server, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("hub without guests")
    (folder / "secret").write_text(SECRET)
    flags = (*provider.flags, "--oidc-secret-file", str(folder / "secret"), "--no-guests")
    with Server(folder, *flags) as strict, visitors(browser, strict) as enter:
        provider.knows(hub.url, strict.url)
        page = enter("/games/ten-exorcism", refused=401)
        expect(page.get_by_role("heading", name="Sign in", level=1)).to_be_visible()
        assert findings(page) == []
        sign_in(page, "noor")
        expect(page).to_have_url(f"{strict.url}/games/ten-exorcism")
        expect(page.get_by_role("heading", level=1)).to_have_text("Ten Exorcism")
