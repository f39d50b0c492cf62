"""A connection that cannot become a socket gives its place back."""

import asyncio
from contextlib import suppress

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from parlour.server.connections.http_connection import ConnectionServices, connections_by
from parlour.server.connections.open_connections import OpenConnections
from parlour.server.connections.request_turns import RequestTurns
from parlour.server.connections.uvicorn_check import echo_body
from parlour.server.metrics import Metrics
from parlour.server.socket.picows_adapter import SocketProtocol
from parlour.server.socket.picows_check import CHECK_HANDSHAKE, Echo, connected_pair
from tests.patience import WAIT_S


def failing(*_args: object, **_kwargs: object) -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize("part", ["__init__", "connection_made", "data_received"])
def test_a_place_is_free_again_when_picows_fails(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    monkeypatch.setattr(SocketProtocol, part, failing)

    async def check() -> None:
        ours, theirs = connected_pair()
        places, state, loop = OpenConnections(2, 1), ServerState(), asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, _context: None)
        config = Config(echo_body, lifespan="off", log_config=None, ws="none")
        config.load()
        take = connections_by(ConnectionServices(Echo(), places, RequestTurns(), WAIT_S, Metrics()))
        async with asyncio.timeout(WAIT_S):
            await loop.connect_accepted_socket(lambda: take(config, state, {}), ours)
            assert len(places) == 1
            await loop.sock_sendall(theirs, CHECK_HANDSHAKE)
            with suppress(ConnectionResetError):
                assert await loop.sock_recv(theirs, 1) == b""
        assert (len(places), state.connections) == (0, set())
        ours.close()
        theirs.close()

    asyncio.run(check())
