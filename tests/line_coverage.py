"""Which lines of the program the tests run in their own process: ``python -m pytest -p tests.line_coverage``.

A plugin is loaded before the program: lines that run once run then. What runs in servers, browsers and other processes
of the tests is not counted, nor are kernels, which are compiled. The tracer takes a third of the time of a test that it
traces: those that run the same lines over and over, as properties do, run without it.
"""

from collections.abc import Generator
from pathlib import Path

import coverage
import pytest
from hypothesis import is_hypothesis_test

FOLDER = Path(__file__).parents[1] / "build" / "coverage"
UNTRACED = (
    *(f"tests/{part}/" for part in ("cluster", "dist", "e2e", "forgeries", "fuzz", "pyodide", "wasm")),
    *(
        f"tests/games/{part}"
        for part in ("test_contract", "ten_exorcism/test_properties", "dots_and_boxes/test_solver")
    ),
    *(f"tests/server/hostile/{part}" for part in ("test_faults.py", "test_time.py")),
)
"""Beginnings of the names of tests that run little here, or the same over and over."""

_traced = coverage.Coverage(
    data_file=FOLDER / "python", data_suffix=True, source_pkgs=["parlour"], config_file=False, messages=False
)
_traced.start()


def is_property(item: pytest.Item) -> bool:
    """Whether hypothesis makes up what the test is given."""
    return isinstance(item, pytest.Function) and is_hypothesis_test(item.obj)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    untraced = item.nodeid.startswith(UNTRACED) or is_property(item)
    if untraced:
        _traced.stop()
    try:
        return (yield)
    finally:
        if untraced:
            _traced.start()


def pytest_unconfigure() -> None:
    """Each of pytest's workers writes a file of its own."""
    _traced.stop()
    _traced.save()
