"""What a server says about itself: games, protocol, health."""

from importlib.metadata import version
from typing import Any

from litestar import Response, Router, get
from litestar.di import NamedDependency
from msgspec import Struct
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from parlour.games.catalogue import ListedGame, catalogue
from parlour.server.live.hub import Hub
from parlour.server.metrics import Metrics
from parlour.server.protocol.messages import schema
from parlour.server.protocol.problems import Problem, not_found
from parlour.store import rooms
from parlour.store.store import Store


class Welcome(Struct, frozen=True):
    """Where things are."""

    parlour: str
    """The program's version."""
    games: str = "/api/games"
    openapi: str = "/api/schema/openapi.json"
    protocol: str = "/api/protocol"


class Health(Struct, frozen=True):
    """Alive, or ready."""

    status: str


@get("/api", tags=["system"])
async def welcome() -> Welcome:
    """Where things are."""
    return Welcome(version("parlour"))


@get("/api/games", tags=["system"])
async def games() -> list[ListedGame]:
    """What can be played here."""
    return catalogue()


@get("/api/protocol", tags=["system"])
async def protocol() -> dict[str, Any]:
    """JSON Schema of every message of the socket, both ways."""
    return schema()


@get("/health", tags=["system"])
async def health() -> Health:
    """The process answers."""
    return Health("alive")


@get("/ready", tags=["system"])
async def ready(store: NamedDependency[Store], hub: NamedDependency[Hub]) -> Health:
    """The store answers, kernels are compiled, matches under way have been resumed. 503 with the reason if not."""
    await store.read(rooms.count())
    if not hub.ready:
        raise Problem(503, "not-ready", "the server is starting or stopping")
    return Health("ready")


@get("/metrics", tags=["system"], media_type=CONTENT_TYPE_PLAIN_0_0_4)
async def show_metrics(metrics: NamedDependency[Metrics | None]) -> Response[bytes]:
    """Numbers about the server, in Prometheus's text format."""
    if metrics is None:
        raise not_found("page")
    return Response(await metrics.text_in_turn(), media_type=CONTENT_TYPE_PLAIN_0_0_4)


router = Router("/", route_handlers=[welcome, games, protocol, health, ready, show_metrics])
