"""Background coroutines: kept alive while they run, logged when they fail, cancelled when the server stops."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from parlour.store.failure import StoreAway, StoreBusy, StoreFull, StoreUnavailable

FIRST_WAIT_S = 1.0
LONGEST_WAIT_S = 60.0
TELL_EACH_S = 60.0
"""How often the log repeats that a coroutine waits for a busy database."""
PASSES = (StoreAway, StoreBusy, StoreFull)
"""States of a database that end by themselves. That it cuts a coroutine off may be the coroutine's own fault."""
logger = logging.getLogger("parlour")


class Background:
    """The background coroutines that are running."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False

    def start(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Run a coroutine in the background; nothing is started once the server stops."""
        if self._stopped:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def keep(
        self, work: Callable[[], Coroutine[Any, Any, None]], name: str, longest_wait_s: float = LONGEST_WAIT_S
    ) -> None:
        """Run something that the server needs: if it fails it is started again, until it is done.

        The pause grows with each failure, unless the database was away, busy or full, which passes. The store logs
        that it is away or full; that it is busy is logged here.
        """
        self.start(self._keep(work, name, longest_wait_s), name)

    async def _keep(self, work: Callable[[], Coroutine[Any, Any, None]], name: str, longest_wait_s: float) -> None:
        wait_s, told_s = FIRST_WAIT_S, -TELL_EACH_S
        while True:
            try:
                return await work()
            except PASSES as error:
                if isinstance(error, StoreBusy) and time.monotonic() - told_s >= TELL_EACH_S:
                    told_s = time.monotonic()
                    logger.warning("task waits", extra={"facts": {"task": name, "reason": str(error)}})
                await asyncio.sleep(FIRST_WAIT_S)
            except Exception as error:
                facts = {"task": name, "again_after_s": wait_s}
                logger.error("task failed", exc_info=error, extra={"facts": facts})
                await asyncio.sleep(wait_s)
                wait_s = min(2 * wait_s, longest_wait_s)

    async def stop(self) -> None:
        """Cancel all coroutines and wait for their end. Nothing is started after this."""
        self._stopped = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, StoreUnavailable):
            logger.error("task failed", exc_info=error, extra={"facts": {"task": task.get_name()}})
