"""Bots think on threads of their own; what they choose is submitted like anybody's action."""

import asyncio
import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from parlour.core.game import Ready, Seat
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch
from parlour.protocol.bots import choice
from parlour.server.metrics import Metrics

logger = logging.getLogger("parlour")
THREADS = 2


class BotPlayers:
    """All bots of the server."""

    def __init__(self, pause_s: float, metrics: Metrics) -> None:
        self._pause_s = pause_s
        self._metrics = metrics
        self._stop = threading.Event()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="parlour-bot")

    async def choose(self, kit: Kit, level: str, match: AnyMatch, seat: Seat) -> Any:
        """A legal action, not before the pause is over; a bot that is waited for is ready at once."""
        if match.covered:
            return Ready()
        thinking = asyncio.get_running_loop().run_in_executor(self._threads, self._think, kit, level, match, seat)
        action, _ = await asyncio.gather(thinking, asyncio.sleep(self._pause_s))
        return action

    def stop(self) -> None:
        """Let bots that are thinking answer now, and none start again."""
        self._stop.set()
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _think(self, kit: Kit, level: str, match: AnyMatch, seat: Seat) -> Any:
        began = time.perf_counter()
        chosen = choice(kit, level, match, seat, self._stop)
        self._metrics.thought(kit.game.id, level, time.perf_counter() - began)
        if chosen.failure is not None:
            facts = {"game": kit.game.id, "level": level, "match": match.header.id}
            logger.error("bot failed", exc_info=chosen.failure, extra={"facts": facts})
        return chosen.action
