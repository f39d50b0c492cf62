"""Stalls, measured and explained: moments in which the event loop came late, or a commit took long, so that all waited.

What is known to be able to stall (the collector, checkpoints, long reads) is recorded as an activity. The cause of a
stall is found among the activities during it and the processor time that the system reports.
"""

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Literal, TypeAlias

from msgspec import Struct

from parlour.server.metrics import Metrics

STALL_S = 0.05
SHORTEST_ACTIVITY_S = 0.002
MOST_ACTIVITIES = 256
LOG_EACH_S = 60
"""At most so often a stall of the loop, or of a commit, is logged; one that is twice as long as the last always is."""
LOOK_EACH_S = 0.1
"""How often a thread's usage is read, to know what it was before a stall: 8 µs each time."""
logger = logging.getLogger("parlour")
Cause: TypeAlias = Literal["collector", "checkpoint", "no-processor", "own-work", "other-threads", "disk", "unknown"]
STOPS: dict[str, Sequence[Cause]] = {"loop": ("collector",), "commit": ("checkpoint", "collector")}
"""Which activities can stall what. Reads and commits of other threads cannot stall the loop, but are logged too."""


class Activity(Struct, frozen=True):
    """One activity, from its beginning to its end, in seconds of a monotonic clock."""

    name: str
    began: float
    ended: float

    def within(self, began: float, ended: float) -> float:
        """The seconds of the activity that lie between two moments."""
        return max(0.0, min(self.ended, ended) - max(self.began, began))


class Usage(Struct, frozen=True):
    """The processor time of a thread and of its process, in seconds."""

    thread: float
    process: float
    kept_waiting: float
    """The seconds for which the thread was ready to run and no processor was free. 0 where the system does not tell."""

    def since(self, before: "Usage") -> "Usage":
        """The difference to an earlier reading."""
        return Usage(
            self.thread - before.thread, self.process - before.process, self.kept_waiting - before.kept_waiting
        )


class Stall(Struct, frozen=True):
    """A time in which the loop or a commit kept everybody waiting."""

    what: Literal["loop", "commit"]
    began: float
    ended: float
    usage: Usage
    """The usage of the loop's or the writer's thread during the stall."""
    activities: Sequence[Activity]

    @property
    def seconds(self) -> float:
        """The length of the stall."""
        return self.ended - self.began


def cause_of(stall: Stall) -> Cause:
    """The cause that took at least half of a stall.

    A lack of processors is checked first, since everything else takes long then as well.
    """
    half = stall.seconds / 2
    if stall.usage.kept_waiting >= half:
        return "no-processor"
    for name in STOPS[stall.what]:
        if (
            sum(activity.within(stall.began, stall.ended) for activity in stall.activities if activity.name == name)
            >= half
        ):
            return name
    if stall.usage.thread >= half:
        return "own-work"
    if stall.usage.process - stall.usage.thread >= half:
        return "other-threads"
    return "disk" if stall.what == "commit" else "unknown"


class ThreadUsage:
    """Reads the usage of the thread that created it."""

    def __init__(self) -> None:
        self._file: int | None = None
        with suppress(OSError):
            self._file = os.open("/proc/thread-self/schedstat", os.O_RDONLY | os.O_CLOEXEC)

    def now(self) -> Usage:
        """The usage so far."""
        return Usage(time.thread_time(), time.process_time(), self._kept_waiting())

    def close(self) -> None:
        """Close the file of the thread's statistics."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __del__(self) -> None:
        self.close()

    def _kept_waiting(self) -> float:
        if self._file is None:
            return 0.0
        return int(os.pread(self._file, 100, 0).split()[1]) / 1e9


class _LogLimit:
    """Which stalls of one kind are logged, and what the others were. Any thread may call it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._logged: Stall | None = None
        self._left_out: list[tuple[float, float]] = []
        """The seconds of those since then, and when each ended."""

    def take(self, stall: Stall) -> dict[str, int] | None:
        """What was left out since the last line, if this stall is to be logged; None if it is left out, too."""
        with self._lock:
            last, left_out = self._logged, self._left_out
            if last and stall.ended - last.ended < LOG_EACH_S and stall.seconds < 2 * last.seconds:
                left_out.append((stall.seconds, stall.ended))
                return None
            self._logged, self._left_out = stall, []
        if not left_out:
            return {}
        longest, _ = max(left_out)
        _, last_ended = left_out[-1]
        return {
            "left_out": len(left_out),
            "longest_left_out_ms": _ms(longest),
            "last_left_out_s_ago": round(stall.ended - last_ended),
        }


class Stalls:
    """Records activities, and logs and counts stalls. The store reports to it; any thread may call it."""

    def __init__(self, metrics: Metrics, clock: Callable[[], float] = time.perf_counter) -> None:
        self._metrics = metrics
        self._clock = clock
        self._limits = {what: _LogLimit() for what in STOPS}
        self._over: deque[Activity] = deque(maxlen=MOST_ACTIVITIES)
        self._under_way: dict[int, tuple[str, float]] = {}
        self._writers: ThreadUsage | None = None
        """Created by the writer's thread, whose usage it reads."""
        self._writers_before = Usage(0, 0, 0)
        self._looked_at = -LOOK_EACH_S

    @contextmanager
    def during(self, name: str) -> Iterator[None]:
        """Record the `with` block as an activity."""
        began = self._clock()
        key = threading.get_ident()
        self._under_way[key] = name, began
        try:
            yield
        finally:
            self._under_way.pop(key, None)
            self.over(name, began)

    def over(self, name: str, began: float) -> None:
        """Record an activity that ends now."""
        ended = self._clock()
        if ended - began >= SHORTEST_ACTIVITY_S:
            self._over.append(Activity(name, began, ended))

    def activities(self, began: float, ended: float) -> list[Activity]:
        """The activities during a time, those that still go on included."""
        under_way = [Activity(name, since, ended) for name, since in list(self._under_way.values())]
        return [activity for activity in (*self._over.copy(), *under_way) if activity.within(began, ended) > 0]

    def tell(self, stall: Stall, where: str | None = None) -> None:
        """Count a stall, and log it within the limit; `where` is the line of the program at which the loop was seen."""
        cause = cause_of(stall)
        self._metrics.stalled(stall.what, cause)
        left_out = self._limits[stall.what].take(stall)
        if left_out is None:
            return
        facts = {
            "what": stall.what,
            "cause": cause,
            "ms": _ms(stall.seconds),
            "thread_ms": _ms(stall.usage.thread),
            "process_ms": _ms(stall.usage.process),
            "kept_waiting_ms": _ms(stall.usage.kept_waiting),
            "meanwhile": {
                activity.name: _ms(activity.within(stall.began, stall.ended)) for activity in stall.activities
            },
            **left_out,
        }
        logger.warning("stall", extra={"facts": facts if where is None else facts | {"where": where}})

    # Called by the store

    def committed(self, jobs: int, rows: int, seconds: float) -> None:
        """A commit is on the disk. Called by the writer's thread."""
        self._metrics.committed(jobs, rows, seconds)
        ended = self._clock()
        began = ended - seconds
        if seconds >= STALL_S:
            self.tell(Stall("commit", began, ended, self._used_by_writer(), self.activities(began, ended)))
        elif ended - self._looked_at >= LOOK_EACH_S:
            self._used_by_writer()
        self.over("commit", began)

    def was_read(self, waited: float, seconds: float) -> None:
        """Record a reading from the store."""
        self._metrics.was_read(waited, seconds)
        self.over("read", self._clock() - seconds)

    def checkpointed(self, pages: int, seconds: float) -> None:
        """Commits are in the database itself."""
        self._metrics.checkpointed(pages, seconds)

    def _used_by_writer(self) -> Usage:
        """The writer's usage since the last call: a little more than that of the last commit."""
        if self._writers is None:
            self._writers = ThreadUsage()
            self._writers_before = self._writers.now()
        now = self._writers.now()
        used = now.since(self._writers_before)
        self._writers_before, self._looked_at = now, self._clock()
        return used


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
