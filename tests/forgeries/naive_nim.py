"""Nim, the obvious way."""

import math
from itertools import islice
from typing import Any, ClassVar

from tests.forgeries.naive_rules import End, No, random_numbers
from tests.forgeries.plain_json import one_of, record, tagged, truth, whole

_options = record(
    {},
    {
        "heaps": (whole(1, 5), 3),
        "sizes": (one_of("small", "large"), "small"),
        "last_loses": (truth, False),
        "turn_seconds": (whole(0, 60), 0),
    },
)
_action = tagged({"take": record({"heap": whole(), "count": whole()})})


class NaiveNim:
    """Heaps, and whose turn it is."""

    rules_version: ClassVar = 1
    seats: ClassVar = range(2, 4)
    finishing_wins: ClassVar = False

    @staticmethod
    def read_options(value: Any) -> dict[str, Any]:
        found: dict[str, Any] = _options(value)
        return found

    @staticmethod
    def read_action(value: Any) -> tuple[str, dict[str, Any]]:
        found: tuple[str, dict[str, Any]] = _action(value)
        return found

    def __init__(self, options: dict[str, Any], seed: int, seats: int) -> None:
        largest = 7 if options["sizes"] == "small" else 15
        self._heaps = [math.floor(n * largest) + 1 for n in islice(random_numbers(seed), options["heaps"])]
        self._taken = [0] * seats
        self._turn = 0
        self._turn_ms = options["turn_seconds"] * 1000
        self._turn_began = 0
        self._last_loses = options["last_loses"]

    def due(self) -> int | None:
        return self._turn_began + self._turn_ms if self._turn_ms else None

    def time_up(self, at_ms: int) -> None:
        self._next(at_ms)

    def play(self, seat: int, kind: str, action: dict[str, Any], at_ms: int) -> No | None:
        heap, count = action["heap"], action["count"]
        if seat != self._turn:
            return No("not-your-turn")
        if heap not in range(len(self._heaps)):
            return No("no-such-heap", {"heaps": len(self._heaps)})
        if count < 1 or count > self._heaps[heap]:
            return No("not-that-many", {"there": self._heaps[heap]})
        self._heaps[heap] -= count
        self._taken[seat] += count
        if sum(self._heaps):
            self._next(at_ms)
        return None

    def scores(self) -> tuple[int, ...]:
        return tuple(self._taken)

    def end(self) -> End | None:
        if sum(self._heaps):
            return None
        everybody = range(len(self._taken))
        won = [seat for seat in everybody if (seat == self._turn) != self._last_loses]
        return End("last-one-taken", self.scores(), tuple(won))

    def _next(self, at_ms: int) -> None:
        self._turn = (self._turn + 1) % len(self._taken)
        self._turn_began = at_ms
