"""How often somebody may say something in a room: those who play now and then, those who watch seldom."""

from collections.abc import Callable
from time import monotonic

from parlour.server.access.limits.token_buckets import Bucket, Buckets
from parlour.server.problems import Problem

PLAYERS_EACH_S, PLAYERS_AT_ONCE = 1.0, 5
"""Phrases of one player who sits here."""
WATCHERS_EACH_S, WATCHERS_AT_ONCE = 0.1, 2
"""Phrases of all who watch from one address."""
ALL_WATCHERS_EACH_S, ALL_WATCHERS_AT_ONCE = 0.5, 5
"""Phrases of all who watch."""
MOST_REMEMBERED = 200


class PhraseLimits:
    """The allowances of one room."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._players = Buckets(PLAYERS_EACH_S, PLAYERS_AT_ONCE, MOST_REMEMBERED, clock)
        self._watchers = Buckets(WATCHERS_EACH_S, WATCHERS_AT_ONCE, MOST_REMEMBERED, clock)
        self._all_watchers = Bucket(ALL_WATCHERS_EACH_S, ALL_WATCHERS_AT_ONCE, clock())

    def admit_player(self, player: str) -> None:
        """Count a phrase of somebody who sits here; Problem if that is one too many."""
        if not self._players.take(player):
            raise Problem(429, "too-fast", "too much was said; wait a moment")

    def admit_watcher(self, address: str) -> None:
        """Count a phrase of somebody who watches; Problem if that is one too many."""
        if not (self._watchers.take(address) and self._all_watchers.take(self._clock())):
            raise Problem(429, "too-fast", "those who watch have said enough; wait a while")
