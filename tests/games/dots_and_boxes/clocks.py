"""Clocks for searches: a test says how time passes, and counts how often a search looks."""

import pytest

from parlour.games.dots_and_boxes import engine, slices

MOST_READINGS = 2_000
"""A search that looks at the clock more often than this after a test began does not end by itself."""


class SearchClock:
    """The time of all searches of a test: it goes on by a step whenever a search looks, and not in between."""

    def __init__(self, step: float) -> None:
        self._step = step
        self.readings = 0

    def perf_counter(self) -> float:
        """The time now, in seconds; AssertionError for a search that goes on and on."""
        self.readings += 1
        assert self.readings < MOST_READINGS, "the search goes on though it should have ended"
        return self.readings * self._step


def searches_by(clock: SearchClock, monkeypatch: pytest.MonkeyPatch) -> SearchClock:
    """Let all searches of a test read this clock."""
    for module in (engine, slices):
        monkeypatch.setattr(module, "time", clock)
    return clock
