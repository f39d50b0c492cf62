"""Running the application: uvicorn, its limits, and a shutdown that tells everybody to come back."""

import signal
import socket
from collections.abc import Callable, Sequence
from types import FrameType

import uvicorn

from parlour.server.access.interfaces import listening_origins, own_addresses
from parlour.server.app import Parlour
from parlour.server.collector import collect_little
from parlour.server.connections.http_connection import ConnectionServices, connections_by
from parlour.server.connections.open_connections import OpenConnections
from parlour.server.connections.open_files import raise_file_limit, room_for_connections
from parlour.server.connections.request_turns import RequestTurns
from parlour.server.connections.uvicorn_check import check_uvicorn
from parlour.server.settings import Settings
from parlour.server.socket.picows_check import check_picows

GRACE_S = 5
LAST_TICKS = 20
"""Tenths of a second for which a server that must end still answers with the reason."""


class Server(uvicorn.Server):
    """uvicorn's server, which reports its address once it listens, and tells clients to come back before it stops."""

    def __init__(self, parlour: Parlour, listening: Callable[[str], None]) -> None:
        settings = parlour.settings
        room = room_for_connections(settings.most_connections, raise_file_limit())
        connections = OpenConnections(room, settings.most_connections_of_an_address)
        parlour.metrics.gauge(
            "parlour_connections", "Connections that are open, sockets too.", lambda: len(connections)
        )
        parlour.metrics.gauge("parlour_connections_limit", "Connections that there is room for.", lambda: room)
        services = ConnectionServices(
            handler=parlour.handshake,
            open_connections=connections,
            turns=RequestTurns(),
            patience_s=settings.patience_s,
            metrics=parlour.metrics,
            base=settings.base,
        )
        super().__init__(
            uvicorn.Config(
                parlour.app,
                host=settings.host,
                port=settings.port,
                http=connections_by(services),  # type: ignore[arg-type]
                ws="none",
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=GRACE_S,
            )
        )
        self._parlour = parlour
        self._listening = listening
        self._ticks_left = LAST_TICKS

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop on a signal, without raising it again afterwards."""
        if sig == signal.SIGTERM:
            self.should_exit = True
        else:
            super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second: end a moment after the store has failed."""
        if self._parlour.store.failure.reason is not None:
            self._ticks_left -= 1
        return await super().on_tick(counter) or self._ticks_left <= 0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await check_picows()
        await check_uvicorn()
        await super().startup(sockets)
        collect_little()
        for server in self.servers[:1] if sockets else self.servers:  # those after it are for who knows of them
            host, port, *_ = server.sockets[0].getsockname()
            for origin in listening_origins(host, port, own_addresses()):
                self._listening(origin + self._parlour.settings.base)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._parlour.hub.shut_down()
        await super().shutdown(sockets)


def serve(
    settings: Settings, listening: Callable[[str], None], sockets: Sequence[socket.socket] | None = None
) -> str | None:
    """Serve until told to stop; everything accepted is committed by then. Returns the reason if it had to end itself.

    It listens at the sockets, of which it reports the first, or else where the settings say.
    """
    parlour = Parlour(settings)
    Server(parlour, listening).run(None if sockets is None else list(sockets))
    return parlour.store.failure.reason
