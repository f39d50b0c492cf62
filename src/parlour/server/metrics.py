"""Numbers about the server, in Prometheus's format. No label holds anything that a client can choose."""

from typing import TYPE_CHECKING

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.types import Scope
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from parlour.server.protocol.problems import not_found

if TYPE_CHECKING:
    from parlour.server.after.analyses import Analyses
    from parlour.server.live.hub import Hub

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
QUICK_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
THINKING_S = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30)
GROUPS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


class Metrics:
    """What is counted, with a registry of its own."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._requests = Histogram(
            "parlour_request_seconds",
            "HTTP requests by how long they took, with the route's template.",
            ("method", "route", "status"),
            buckets=QUICK_S,
            registry=registry,
        )
        self._commits = Histogram(
            "parlour_commit_seconds", "Commits by how long they took.", buckets=QUICK_S, registry=registry
        )
        self._groups = Histogram(
            "parlour_commit_jobs", "Commits by how many jobs shared them.", buckets=GROUPS, registry=registry
        )
        self._entries = Counter("parlour_entries", "Entries of logs that were committed.", registry=registry)
        self._refusals = Counter(
            "parlour_refusals", "Attempts that the rules refused.", ("game", "code"), registry=registry
        )
        self._faults = Counter(
            "parlour_faults", "Messages of sockets that could not be taken.", ("code",), registry=registry
        )
        self._byes = Counter("parlour_byes", "Sockets that the server closed.", ("code",), registry=registry)
        self._thinking = Histogram(
            "parlour_bot_thinking_seconds",
            "Moves of bots by how long they thought.",
            ("game", "level"),
            buckets=THINKING_S,
            registry=registry,
        )
        self._sockets = Gauge("parlour_sockets", "Sockets that are open.", registry=registry)
        self._rooms = Gauge("parlour_rooms", "Rooms in memory.", registry=registry)
        self._matches = Gauge("parlour_matches", "Matches under way in those rooms.", registry=registry)
        self._analyses = Gauge("parlour_analyses", "Matches that wait to be analysed.", registry=registry)

    def watch(self, hub: "Hub", analyses: "Analyses") -> None:
        """Take the numbers of what is going on from here whenever somebody asks."""
        self._analyses.set_function(lambda: float(analyses.waiting))
        self._sockets.set_function(lambda: float(hub.count().sockets))
        self._rooms.set_function(lambda: float(hub.count().rooms))
        self._matches.set_function(lambda: float(hub.count().matches))

    def answered(self, scope: Scope, status: int, seconds: float) -> None:
        """A request was answered."""
        method = str(scope.get("method", ""))
        route = str(scope.get("path_template") or "unknown")
        self._requests.labels(method if method in METHODS else "other", route, str(status)).observe(seconds)

    def committed(self, jobs: int, rows: int, seconds: float) -> None:
        """A commit is on the disk. Called by the writer's thread."""
        self._commits.observe(seconds)
        self._groups.observe(jobs)
        self._entries.inc(rows)

    def refused(self, game: str, code: str) -> None:
        """The rules refused an attempt."""
        self._refusals.labels(game, code).inc()

    def fault(self, code: str) -> None:
        """A message could not be taken."""
        self._faults.labels(code).inc()

    def bye(self, code: str) -> None:
        """A socket is closed by the server."""
        self._byes.labels(code).inc()

    def thought(self, game: str, level: str, seconds: float) -> None:
        """A bot has chosen."""
        self._thinking.labels(game, level).observe(seconds)

    def text(self) -> bytes:
        """All of it, for Prometheus."""
        return generate_latest(self._registry)


@get("/metrics", tags=["system"], media_type=CONTENT_TYPE_PLAIN_0_0_4)
async def show_metrics(metrics: NamedDependency[Metrics | None]) -> Response[bytes]:
    """Numbers about the server, in Prometheus's text format."""
    if metrics is None:
        raise not_found("page")
    return Response(metrics.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4)
