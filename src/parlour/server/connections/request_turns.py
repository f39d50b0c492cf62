"""The order in which requests are answered: few at a time, one from each address in turn."""

import asyncio
from collections.abc import Callable

from parlour.server.work.fair_queue import FairQueue

BEGUN_AT_ONCE = 2
"""Requests and handshakes that are begun in one iteration of the event loop: each takes a quarter of a millisecond."""


class RequestTurns:
    """The requests that wait. However many arrive together, matches and other addresses wait for a few of them only."""

    def __init__(self) -> None:
        self._waiting: FairQueue[Callable[[], None]] = FairQueue()
        self._left = BEGUN_AT_ONCE
        """How many may still be begun in this iteration of the loop."""

    def begin(self, address: str, answer: Callable[[], None]) -> None:
        """Answer a request now, or in a later iteration of the loop if this one has begun enough."""
        if not self._left:
            self._waiting.add(address, answer)
            return
        self._take_one()
        answer()

    def _take_one(self) -> None:
        if self._left == BEGUN_AT_ONCE:
            asyncio.get_running_loop().call_soon(self._next_turn)
        self._left -= 1

    def _next_turn(self) -> None:
        self._left = BEGUN_AT_ONCE
        while self._waiting and self._left:
            self._take_one()
            self._waiting.take()()
