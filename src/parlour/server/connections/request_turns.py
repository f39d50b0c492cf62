"""When a request that was read begins to be answered: few at once, in turn by address."""

import asyncio
from collections.abc import Callable

from parlour.server.work.fair_queue import FairQueue

BEGUN_AT_ONCE = 2
"""Requests and handshakes that begin in one turn of the loop. Each takes a quarter of a millisecond, refused or not."""


class RequestTurns:
    """However many requests arrive together, those who play wait for a few of them; other addresses come in between."""

    def __init__(self) -> None:
        self._waiting: FairQueue[Callable[[], None]] = FairQueue()
        self._left = BEGUN_AT_ONCE
        """How many may still begin in this turn of the loop."""

    def begin(self, address: str, answer: Callable[[], None]) -> None:
        """Answer now, or in a later turn of the loop if this one has had its share."""
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
