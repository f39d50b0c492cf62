"""Laws of the whole suite: how long an example takes decides no test, and a test that is skipped is a failure."""

import os
import sys
import time
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling

from tests.postgres import Postgres, running

# What Python compiles is kept, as by make: else each of hundreds of processes compiles it all again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
settings.register_profile("parlour", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("parlour")
LONGEST_S = 30
"""What a test of a day may take."""
INSTALLED = ("tests/dist/",)
"""Where all tests look at one installation."""
TOGETHER = ("tests/e2e/", *INSTALLED, "tests/server/", "tests/proxies/", "tests/batch/", "tests/pyodide/")
"""Where the tests of a file share a server, a browser, a cluster or a Pyodide, and take longest for it."""


def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are processors, since tests wait for one another's processes; each costs what it loads."""
    return len(os.sched_getaffinity(0)) + 2 if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1) + 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long is begun first, so that nobody waits for it at the end."""
    items.sort(key=lambda item: (item.get_closest_marker("long") is None, not item.nodeid.startswith(TOGETHER)))


def together(nodeid: str) -> str:
    """What one of pytest's workers runs as a whole: a test, or a file or folder whose tests share what they start."""
    file = nodeid.partition("::")[0]
    if not file.startswith(TOGETHER):
        return nodeid
    return next((folder for folder in INSTALLED if file.startswith(folder)), file)


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = together
    return scheduler


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """The summary names what was skipped; the exit code says that it must not be."""
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None and terminal.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture
def within_one_day() -> None:
    """Midnight (UTC), when days, weeks and daily challenges change, does not fall into the test."""
    left_s = 86_400 - time.time() % 86_400
    if left_s < LONGEST_S:
        time.sleep(left_s + 1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL, one for each of pytest's workers."""
    with running() as server:
        yield server
