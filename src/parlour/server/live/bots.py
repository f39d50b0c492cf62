"""Bots think on threads of their own; what they choose is submitted like anybody's action."""

import asyncio
import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from parlour.core.bot import Thinking
from parlour.core.game import Ready, Seat
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch
from parlour.games import bot_of
from parlour.server.metrics import Metrics

logger = logging.getLogger("parlour")
THREADS = 2
SEED_STEP = 0x9E3779B1
"""Spreads the bots' seeds over a match, so that the same log is played on in the same way."""


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
        """Whoever is thinking answers now; nobody starts again."""
        self._stop.set()
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _think(self, kit: Kit, level: str, match: AnyMatch, seat: Seat) -> Any:
        began = time.perf_counter()
        seed = (match.opening.seed + match.count * SEED_STEP) % 2**32
        try:
            action = bot_of(kit, level).choose(match.state, seat, Thinking(seed, stop=self._stop))
            kit.game.apply(match.state, seat, action, match.played_ms)
        except Exception as error:
            # A bot that fails must not stop a match that people are in: it plays anything legal instead.
            facts = {"game": kit.game.id, "level": level, "match": match.opening.id}
            logger.exception("bot failed", exc_info=error, extra={"facts": facts})
            return kit.game.legal_actions(match.state, seat)[0]
        finally:
            self._metrics.thought(kit.game.id, level, time.perf_counter() - began)
        return action
