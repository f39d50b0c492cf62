"""The metrics of the server, in Prometheus's format. No label holds anything that a client can choose."""

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial

from litestar.types import Scope
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
QUICK_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
THINKING_S = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30)
PAUSE = 10
"""The pause between two writings of the metrics, in multiples of the time that a writing takes."""
GROUPS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


class Metrics:
    """All metrics of one process, in a registry of its own."""

    def __init__(self) -> None:
        self._next: asyncio.Task[bytes] | None = None
        """Writes the text that current requests wait for."""
        self._free_at = 0.0
        """The time at which the next text may be written."""
        registry = self._registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        histogram, counter = partial(_histogram, registry), partial(Counter, registry=registry)
        self._requests = histogram(
            "parlour_request_seconds",
            "HTTP requests by how long they took, with the route's template.",
            QUICK_S,
            ("method", "route", "status"),
        )
        self._commits = histogram("parlour_commit_seconds", "Commits by how long they took.", QUICK_S)
        self._reads = histogram("parlour_read_seconds", "Reads of the store by how long they took.", QUICK_S)
        self._read_waits = histogram(
            "parlour_read_wait_seconds", "Reads of the store by how long they waited for a reader.", QUICK_S
        )
        self._checkpoints = histogram(
            "parlour_checkpoint_seconds",
            "Moves of commits from the log into the database by how long they took.",
            QUICK_S,
        )
        self._log_pages = Gauge(
            "parlour_log_pages", "Pages in the log beside the database at its last move.", registry=registry
        )
        self._lag = histogram(
            "parlour_loop_lag_seconds", "How late the event loop was, looked at forty times a second.", QUICK_S
        )
        self._collections = histogram(
            "parlour_collector_seconds",
            "Searches for unreachable objects, in which everybody stops, by how long they took.",
            QUICK_S,
            ("generation",),
        )
        self._stalls = counter("parlour_stalls", "Times when everybody waited for 50 ms or longer.", ("what", "cause"))
        self._groups = histogram("parlour_commit_jobs", "Commits by how many jobs shared them.", GROUPS)
        self._entries = counter("parlour_entries", "Entries of logs that were committed.")
        self._refusals = counter("parlour_refusals", "Actions that the rules refused.", ("game", "code"))
        self._faults = counter("parlour_faults", "Messages of sockets that could not be taken.", ("code",))
        self._byes = counter("parlour_byes", "Sockets that the server closed.", ("code",))
        self._sign_ins = counter(
            "parlour_sign_ins", "Sign-ins with the provider that were done, or why they failed.", ("outcome",)
        )
        self._connections_ended = counter(
            "parlour_connections_ended",
            "Connections that the server closed before a request was whole or its answer was taken.",
            ("code",),
        )
        self._thinking = histogram(
            "parlour_bot_thinking_seconds", "Moves of bots by how long they thought.", THINKING_S, ("game", "level")
        )
        self._work = histogram(
            "parlour_work_seconds", "Tasks that workers did, by the processor time they took.", THINKING_S, ("work",)
        )

    def gauge(self, name: str, help_text: str, value: Callable[[], float]) -> None:
        """Register a number that is computed at each look at the metrics."""
        Gauge(name, help_text, registry=self._registry).set_function(value)

    def answered(self, scope: Scope, status: int, seconds: float) -> None:
        """A request was answered."""
        method = str(scope.get("method", ""))
        route = str(scope.get("path_template") or "unknown")
        self._requests.labels(method if method in METHODS else "other", route, str(status)).observe(seconds)

    def signed_in(self, outcome: str) -> None:
        """A sign-in was done, or failed for the reason of this code."""
        self._sign_ins.labels(outcome).inc()

    def committed(self, jobs: int, rows: int, seconds: float) -> None:
        """A commit is on the disk. Called by the writer's thread."""
        self._commits.observe(seconds)
        self._groups.observe(jobs)
        self._entries.inc(rows)

    def was_read(self, waited: float, seconds: float) -> None:
        """Count a reading from the store. Called by a reader's thread."""
        self._read_waits.observe(waited)
        self._reads.observe(seconds)

    def checkpointed(self, pages: int, seconds: float) -> None:
        """Commits are in the database itself. Called by the checkpointer's thread."""
        self._checkpoints.observe(seconds)
        self._log_pages.set(pages)

    def lagged(self, seconds: float) -> None:
        """The loop was so late."""
        self._lag.observe(seconds)

    def collected(self, generation: int, seconds: float) -> None:
        """The collector has run."""
        self._collections.labels(str(generation)).observe(seconds)

    def stalled(self, what: str, cause: str) -> None:
        """Count a stall, in which everybody had to wait."""
        self._stalls.labels(what, cause).inc()

    def refused(self, game: str, code: str) -> None:
        """The rules refused an action."""
        self._refusals.labels(game, code).inc()

    def fault(self, code: str) -> None:
        """A message could not be taken."""
        self._faults.labels(code).inc()

    def bye(self, code: str) -> None:
        """A socket is closed by the server."""
        self._byes.labels(code).inc()

    def connection_ended(self, code: str) -> None:
        """A connection is closed by the server."""
        self._connections_ended.labels(code).inc()

    def process_is(self, name: str, program: str) -> None:
        """Register the name of this process in the store, and the version of its program."""
        labels = ("process", "version")
        said = Gauge("parlour_process_info", "This process among those of its store.", labels, registry=self._registry)
        said.labels(name, program).set(1)

    def thought(self, game: str, level: str, seconds: float) -> None:
        """A bot has chosen."""
        self._thinking.labels(game, level).observe(seconds)

    def worked(self, work: str, seconds: float) -> None:
        """A worker has done a task."""
        self._work.labels(work).observe(seconds)

    def text(self) -> bytes:
        """All metrics as text. Takes 30 ms when many routes have been used: not for the event loop."""
        return generate_latest(self._registry)

    async def text_in_turn(self) -> bytes:
        """All metrics as text, as of now or a moment later. Requests at the same time share one text."""
        if self._next is None:
            self._next = asyncio.create_task(self._write_in_turn())
        return await asyncio.shield(self._next)

    async def _write_in_turn(self) -> bytes:
        await asyncio.sleep(self._free_at - time.monotonic())
        self._next = None
        began = time.monotonic()
        text = await asyncio.to_thread(self.text)
        took = time.monotonic() - began
        self._free_at = began + PAUSE * took
        return text


def _histogram(
    registry: CollectorRegistry, name: str, help_text: str, buckets: Sequence[float], labels: Sequence[str] = ()
) -> Histogram:
    return Histogram(name, help_text, labels, buckets=buckets, registry=registry)
