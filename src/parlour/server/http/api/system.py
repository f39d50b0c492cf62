"""What a server says about itself: games, protocol, health."""

from importlib.metadata import version
from typing import Any, Literal

from litestar import Response, Router, get, route
from litestar.di import NamedDependency
from litestar.params import SkipValidation
from msgspec import Struct
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from parlour.games.catalogue import ListedGame, catalogue
from parlour.protocol.messages import schema
from parlour.server.access.interfaces import is_loopback, own_addresses, reachable_origins
from parlour.server.access.received_request import ReceivedRequest
from parlour.server.clock import ServerClock
from parlour.server.http.addresses import AnyRequest
from parlour.server.http.pages import DOCS, documentation
from parlour.server.live.hub import Hub
from parlour.server.loading import is_preparing
from parlour.server.metrics import Metrics
from parlour.server.problems import Problem, not_found
from parlour.server.settings import Settings
from parlour.store import rooms
from parlour.store.names import LONGEST_NAME
from parlour.store.store import Store

FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-real-ip")
"""Headers of a proxy: it may stand on this machine, and speak for somebody who is anywhere."""


class Welcome(Struct, frozen=True):
    """The program's version, the addresses of its descriptions, and what pages need to know of this server."""

    parlour: str
    """The program's version."""
    games: str
    openapi: str
    protocol: str
    longest_name: int = LONGEST_NAME
    """The longest name of a player, in letters; the marks on a letter count with it."""
    docs: str | None = None
    """The documentation; nothing where it was not built."""
    sign_in: bool = False
    """Whether people can sign in: POST /api/sign-in."""
    guests: bool = True
    """Whether people play without."""


class Reachable(Struct, frozen=True):
    """The addresses at which other devices find this server."""

    addresses: tuple[str, ...]
    """Origins (``http://192.168.1.5:8000``), the likeliest first; empty where it listens to its own machine only."""


class Health(Struct, frozen=True):
    """Whether a process is ready to be played on."""

    status: Literal["alive", "preparing", "ready"]
    """``preparing``: alive, and somebody waits for the kernels of a game to be compiled or loaded."""


@get("/api", tags=["system"])
async def welcome(settings: NamedDependency[SkipValidation[Settings]]) -> Welcome:
    """The program's version, the addresses of its descriptions, and what pages need to know of this server."""
    base = settings.base
    return Welcome(
        parlour=version("parlour"),
        games=f"{base}/api/games",
        openapi=f"{base}/api/schema/openapi.json",
        protocol=f"{base}/api/protocol",
        docs=f"{base}/{DOCS}/" if documentation() else None,
        sign_in=bool(settings.oidc_issuer),
        guests=settings.guests,
    )


@get("/api/addresses", tags=["system"])
async def addresses(request: AnyRequest, settings: NamedDependency[SkipValidation[Settings]]) -> Reachable:
    """The addresses at which others reach this server. Told to its own machine: to nobody else are they of any use."""
    asked_at = request.url.hostname or ""
    here = is_loopback(request.client.host if request.client else "") and is_loopback(asked_at)
    if not here or any(name in request.headers for name in FORWARDED):
        raise Problem(403, "not-this-machine", "only a browser on the server's own machine is told its addresses")
    _, port = request.scope["server"] or ("", settings.port)
    return Reachable(reachable_origins(settings.host, port or settings.port, own_addresses()))


@get("/api/connection", tags=["system"])
async def connection(request: AnyRequest, clock: NamedDependency[ServerClock]) -> ReceivedRequest:
    """How this request reached the server: what a proxy before it has passed on."""
    address = request.client.host if request.client else ""
    return ReceivedRequest(
        version("parlour"), address, request.scope["scheme"], request.headers.get("host", ""), clock.now_ms()
    )


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
    return Health("preparing" if is_preparing() else "alive")


@get("/ready", tags=["system"])
async def ready(store: NamedDependency[Store], hub: NamedDependency[Hub]) -> Health:
    """The store answers, kernels are compiled, matches under way have been resumed. 503 with the reason if not."""
    await _require_ready(store, hub)
    return Health("ready")


async def _require_ready(store: Store, hub: Hub) -> None:
    await store.read_at_once(rooms.count())
    if not hub.ready:
        raise Problem(503, "not-ready", "the server is starting or stopping")


@route("/health", http_method=["HEAD"], status_code=200, include_in_schema=False)
async def health_headers() -> Health:
    """The status alone, for checks that ask for no body."""
    return Health("preparing" if is_preparing() else "alive")


@route("/ready", http_method=["HEAD"], status_code=200, include_in_schema=False)
async def ready_headers(store: NamedDependency[Store], hub: NamedDependency[Hub]) -> Health:
    """The status alone, for checks that ask for no body."""
    await _require_ready(store, hub)
    return Health("ready")


@get("/metrics", tags=["system"], media_type=CONTENT_TYPE_PLAIN_0_0_4)
async def show_metrics(metrics: NamedDependency[Metrics | None]) -> Response[bytes]:
    """Numbers about the server, in Prometheus's text format."""
    if metrics is None:
        raise not_found("page")
    return Response(await metrics.text_in_turn(), media_type=CONTENT_TYPE_PLAIN_0_0_4)


router = Router(
    "/",
    route_handlers=[
        welcome,
        addresses,
        connection,
        games,
        protocol,
        health,
        health_headers,
        ready,
        ready_headers,
        show_metrics,
    ],
)
