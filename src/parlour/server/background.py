"""Work that nobody waits for: kept alive while it runs, logged when it fails, ended when the server stops."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from parlour.store.failure import StoreBusy, StoreUnavailable

FIRST_WAIT_S = 1.0
LONGEST_WAIT_S = 60.0
TELL_EACH_S = 60.0
"""How often the log says that a task waits for a database that is busy."""
logger = logging.getLogger("parlour")


class Background:
    """The tasks that are under way."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False

    def start(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Let it run beside everything else; once everything stops, nothing is begun."""
        if self._stopped:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def keep(
        self, work: Callable[[], Coroutine[Any, Any, None]], name: str, longest_wait_s: float = LONGEST_WAIT_S
    ) -> None:
        """Let something run that the server cannot do without: if it fails it is begun again, until it is done.

        It is begun later each time, unless all that failed was a database that is away, busy or full: that passes. The
        store tells of it; that it is busy, which only some are told, is said here.
        """
        self.start(self._keep(work, name, longest_wait_s), name)

    async def _keep(self, work: Callable[[], Coroutine[Any, Any, None]], name: str, longest_wait_s: float) -> None:
        wait_s, told_s = FIRST_WAIT_S, -TELL_EACH_S
        while True:
            try:
                return await work()
            except StoreUnavailable as error:
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
        """End what is under way and wait until it has ended. Whatever else comes begins nothing."""
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
