"""Measures how late the event loop is, where it was when it was very late, and how long the collector takes."""

import asyncio
import gc
import sys
import threading
import time
from collections import deque
from pathlib import Path
from types import FrameType

from parlour.server.metrics import Metrics
from parlour.server.stalls import STALL_S, Stall, Stalls, ThreadUsage

BEAT_S = 0.025
BEATS_OF_USAGE = 4
"""The thread's usage is read at every fourth beat, and at a late one."""
LOOK_EACH_S = 0.05
MOST_SEARCHES = 1000
"""The most runs of the collector between two beats that are counted."""
PACKAGE = f"{Path(__file__).parents[1]}/"
ABOVE_THE_LOOP = (__file__, *(f"{PACKAGE}{path}" for path in ("__main__.py", "cli/", "server/serve.py")))
"""The beginnings of the paths of modules that cause no stall: those that call the loop, and this one."""


class LoopWatch:
    """A timer in the event loop; when it is late, a thread looks where the loop is."""

    def __init__(self, stalls: Stalls, metrics: Metrics) -> None:
        self._stalls = stalls
        self._metrics = metrics
        self._loop = asyncio.get_running_loop()
        self._loops_thread = threading.get_ident()
        self._usage = ThreadUsage()
        self._before = self._usage.now()
        self._due = time.perf_counter() + BEAT_S
        self._beats = 0
        self._where: str | None = None
        """The line at which the loop was when it was late, since the last beat."""
        self._collecting_since = 0.0
        self._searches: deque[tuple[int, float]] = deque(maxlen=MOST_SEARCHES)
        """Generation and seconds of each run of the collector that is not counted yet."""
        self._stopped = threading.Event()
        gc.callbacks.append(self._collect)
        self._thread = threading.Thread(target=self._look, name="parlour-watchdog", daemon=True)
        self._thread.start()
        self._timer = self._loop.call_later(BEAT_S, self._beat)

    def stop(self) -> None:
        """Stop watching."""
        self._timer.cancel()
        self._stopped.set()
        self._thread.join()
        gc.callbacks.remove(self._collect)
        self._count_searches()
        self._usage.close()

    def _beat(self) -> None:
        now = time.perf_counter()
        late = max(0.0, now - self._due)
        self._metrics.lagged(late)
        self._count_searches()
        self._beats += 1
        if late >= STALL_S or self._beats % BEATS_OF_USAGE == 0:
            used = self._usage.now()
            if late >= STALL_S:
                activities = self._stalls.activities(self._due, now)
                self._stalls.tell(Stall("loop", self._due, now, used.since(self._before), activities), self._where)
            self._before = used
        self._where = None
        self._due = now + BEAT_S
        self._timer = self._loop.call_later(BEAT_S, self._beat)

    def _look(self) -> None:
        while not self._stopped.wait(LOOK_EACH_S):
            if self._where is None and time.perf_counter() > self._due + STALL_S:
                frame = sys._current_frames().get(self._loops_thread)
                self._where = place_of(frame)

    def _collect(self, phase: str, info: dict[str, int]) -> None:
        """Called by the collector. Takes no lock, which the interrupted thread may hold."""
        if phase == "start":
            self._collecting_since = time.perf_counter()
        else:
            self._searches.append((info["generation"], time.perf_counter() - self._collecting_since))
            self._stalls.over("collector", self._collecting_since)

    def _count_searches(self) -> None:
        while self._searches:
            self._metrics.collected(*self._searches.popleft())


def place_of(frame: FrameType | None) -> str | None:
    """The innermost line of this program in a thread: ``live/hub.py:120 tidy``; None if it is outside the program."""
    while frame is not None:
        path = frame.f_code.co_filename
        if path.startswith(PACKAGE) and not path.startswith(ABOVE_THE_LOOP):
            return f"{path.removeprefix(PACKAGE)}:{frame.f_lineno} {frame.f_code.co_name}"
        frame = frame.f_back
    return None
