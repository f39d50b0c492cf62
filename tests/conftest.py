"""Laws of the whole suite: how long an example takes decides no test, and a test that is skipped is a failure."""

import os
import sys
import time
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.postgres import Postgres, running

# What Python compiles is kept, as by make: else each of hundreds of processes compiles it all again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
settings.register_profile("parlour", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("parlour")
LONGEST_S = 30
"""What a test of a day may take."""


def pytest_xdist_auto_num_workers() -> int:
    """Four more than there are processors: browsers, sockets, disks and clocks let many tests wait."""
    return len(os.sched_getaffinity(0)) + 4 if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1) + 4


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long tests come first in the share of each of pytest's workers: at the end nobody waits for one of them."""
    workers = config.workerinput["workercount"] if hasattr(config, "workerinput") else 1
    long = [item for item in items if item.get_closest_marker("long")]
    others = [item for item in items if not item.get_closest_marker("long")]
    share = -(-len(others) // workers)
    items[:] = [
        item
        for worker in range(workers)
        for item in (*long[worker::workers], *others[worker * share : (worker + 1) * share])
    ]


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
