from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.browser import ONCE_COMPILED, Enter, launch, visitors
from tests.server.table import Server


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Closed before any other test runs in this process: Playwright's event loop would be in its way."""
    with sync_playwright() as playwright:
        opened = launch(playwright, *ONCE_COMPILED)
        yield opened
        opened.close()


@pytest.fixture(scope="package")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all browser tests that do not stop it."""
    with Server(tmp_path_factory.mktemp("hub"), "--no-mark-fast") as running:
        yield running


@pytest.fixture
def enter(browser: Browser, hub: Server) -> Iterator[Enter]:
    """Let a new person in: ``enter("/", size="phone", language="ko")`` gives their page."""
    with visitors(browser, hub) as enter:
        yield enter
