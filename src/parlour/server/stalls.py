"""What stops everybody, measured and named: a loop that comes too late, a commit that takes too long.

Whatever is known to be able to do so (the collector, checkpoints, long reads) leaves a span behind when it is over; a
stall is told by the spans that lie in it, and by what the system says of the processor's time.
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
SHORTEST_SPAN_S = 0.002
MOST_SPANS = 256
LOOK_EACH_S = 0.1
"""How often a thread's usage is asked for, to know what it was before a stall: 8 µs each."""
logger = logging.getLogger("parlour")
Cause: TypeAlias = Literal["collector", "checkpoint", "no-processor", "own-work", "other-threads", "disk", "unknown"]
STOPS: dict[str, Sequence[Cause]] = {"loop": ("collector",), "commit": ("checkpoint", "collector")}
"""Which spans can stop what. Reads and commits of other threads do not stop the loop: they are told as well."""


class Span(Struct, frozen=True):
    """Something that went on from one moment to another, on the clock that never runs backwards."""

    name: str
    began: float
    ended: float

    def within(self, began: float, ended: float) -> float:
        """How many seconds of it lie between two moments."""
        return max(0.0, min(self.ended, ended) - max(self.began, began))


class Usage(Struct, frozen=True):
    """What a thread and its process have used of the processor, in seconds."""

    thread: float
    process: float
    kept_waiting: float
    """For how long the thread could have run and no processor was free. 0 where the system does not say."""

    def since(self, before: "Usage") -> "Usage":
        """What was used from then on."""
        return Usage(
            self.thread - before.thread, self.process - before.process, self.kept_waiting - before.kept_waiting
        )


class Stall(Struct, frozen=True):
    """Everybody waited."""

    what: Literal["loop", "commit"]
    began: float
    ended: float
    usage: Usage
    """Of the thread that came too late."""
    spans: Sequence[Span]

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self.ended - self.began


def cause_of(stall: Stall) -> Cause:
    """What took at least half of it.

    That there was no processor comes first: then everything else took long as well.
    """
    half = stall.seconds / 2
    if stall.usage.kept_waiting >= half:
        return "no-processor"
    for name in STOPS[stall.what]:
        if sum(span.within(stall.began, stall.ended) for span in stall.spans if span.name == name) >= half:
            return name
    if stall.usage.thread >= half:
        return "own-work"
    if stall.usage.process - stall.usage.thread >= half:
        return "other-threads"
    return "disk" if stall.what == "commit" else "unknown"


class ThreadUsage:
    """Reads the usage of the thread that makes it."""

    def __init__(self) -> None:
        self._file: int | None = None
        with suppress(OSError):
            self._file = os.open("/proc/thread-self/schedstat", os.O_RDONLY | os.O_CLOEXEC)

    def now(self) -> Usage:
        """So far."""
        return Usage(time.thread_time(), time.process_time(), self._kept_waiting())

    def close(self) -> None:
        """It is not asked again."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __del__(self) -> None:
        self.close()

    def _kept_waiting(self) -> float:
        if self._file is None:
            return 0.0
        return int(os.pread(self._file, 100, 0).split()[1]) / 1e9


class Stalls:
    """Keeps spans, and tells of stalls. Watches the store; any thread may call it."""

    def __init__(self, metrics: Metrics, clock: Callable[[], float] = time.perf_counter) -> None:
        self._metrics = metrics
        self._clock = clock
        self._over: deque[Span] = deque(maxlen=MOST_SPANS)
        self._under_way: dict[int, tuple[str, float]] = {}
        self._writers: ThreadUsage | None = None
        """Made by the writer's own thread."""
        self._writers_before = Usage(0, 0, 0)
        self._looked_at = -LOOK_EACH_S

    @contextmanager
    def during(self, name: str) -> Iterator[None]:
        """Something goes on that can stop others."""
        began = self._clock()
        key = threading.get_ident()
        self._under_way[key] = name, began
        try:
            yield
        finally:
            self._under_way.pop(key, None)
            self.over(name, began)

    def over(self, name: str, began: float) -> None:
        """Something went on until now."""
        ended = self._clock()
        if ended - began >= SHORTEST_SPAN_S:
            self._over.append(Span(name, began, ended))

    def spans(self, began: float, ended: float) -> list[Span]:
        """What went on in that time, or still does."""
        under_way = [Span(name, since, ended) for name, since in list(self._under_way.values())]
        return [span for span in (*self._over.copy(), *under_way) if span.within(began, ended) > 0]

    def tell(self, stall: Stall, where: str | None = None) -> None:
        """Count it and log it. Where the loop was seen in the middle of it, if anywhere."""
        cause = cause_of(stall)
        self._metrics.stalled(stall.what, cause)
        facts = {
            "what": stall.what,
            "cause": cause,
            "ms": _ms(stall.seconds),
            "thread_ms": _ms(stall.usage.thread),
            "process_ms": _ms(stall.usage.process),
            "kept_waiting_ms": _ms(stall.usage.kept_waiting),
            "meanwhile": {span.name: _ms(span.within(stall.began, stall.ended)) for span in stall.spans},
        }
        logger.warning("stall", extra={"facts": facts if where is None else facts | {"where": where}})

    # What the store tells

    def committed(self, jobs: int, rows: int, seconds: float) -> None:
        """A commit is on the disk. Called by the writer's thread."""
        self._metrics.committed(jobs, rows, seconds)
        ended = self._clock()
        began = ended - seconds
        if seconds >= STALL_S:
            self.tell(Stall("commit", began, ended, self._used_by_writer(), self.spans(began, ended)))
        elif ended - self._looked_at >= LOOK_EACH_S:
            self._used_by_writer()
        self.over("commit", began)

    def was_read(self, waited: float, seconds: float) -> None:
        """Something was read from the store."""
        self._metrics.was_read(waited, seconds)
        self.over("read", self._clock() - seconds)

    def checkpointed(self, pages: int, seconds: float) -> None:
        """Commits are in the database itself."""
        self._metrics.checkpointed(pages, seconds)

    def _used_by_writer(self) -> Usage:
        """Since it was last asked, which is a moment longer than the last commit took."""
        if self._writers is None:
            self._writers = ThreadUsage()
            self._writers_before = self._writers.now()
        now = self._writers.now()
        used = now.since(self._writers_before)
        self._writers_before, self._looked_at = now, self._clock()
        return used


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
