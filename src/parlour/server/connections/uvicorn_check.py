"""A check, before the server listens, that uvicorn still does what connections rely on."""

from importlib.metadata import version

from litestar.types import Receive, Scope, Send
from uvicorn import Config
from uvicorn.server import ServerState

from parlour.core.errors import ParlourError
from parlour.server.connections.http_connection import ConnectionServices, connections_by
from parlour.server.connections.open_connections import OpenConnections
from parlour.server.connections.request_turns import RequestTurns
from parlour.server.metrics import Metrics
from parlour.server.socket.picows_check import (
    CHECK_ANSWER,
    CHECK_FRAMES,
    CHECK_HANDSHAKE,
    CHECK_PONG,
    CHECK_S,
    Echo,
    answered,
    connected_to,
)

NEEDED = "uvicorn>=0.54"
_REQUEST = b"POST /check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody"


class UvicornUnsupported(ParlourError):
    """The installed uvicorn does not do what connections need of it."""


async def check_uvicorn() -> None:
    """Send this process two requests, a handshake and frames in one packet; UvicornUnsupported if an answer is
    wrong."""
    echo, open_connections = Echo(), OpenConnections(2, 1)
    try:
        config = Config(echo_body, lifespan="off", log_config=None, ws="none", server_header=False)
        config.load()
        take = connections_by(ConnectionServices(echo, open_connections, RequestTurns(), CHECK_S, Metrics()))
        async with connected_to(take(config, ServerState(), {})) as theirs:
            answer = await answered(theirs, _REQUEST * 2 + CHECK_HANDSHAKE + CHECK_FRAMES)
        first, second, handshake, frames = answer.split(b"\r\n\r\n", 3)
        answers = (first[:12], second[:16], handshake[:16], frames, echo.received, len(open_connections))
        wanted = (b"HTTP/1.1 200", b"bodyHTTP/1.1 200", b"bodyHTTP/1.1 101")
        if answers != (*wanted, CHECK_ANSWER + CHECK_PONG, [b"/check", b"text"], 1):
            raise ValueError(f"{answers} is what came of it")
    except Exception as error:
        found = version("uvicorn")
        raise UvicornUnsupported(f"uvicorn {found} cannot carry connections ({error!r}); install {NEEDED}") from error


async def echo_body(_scope: Scope, receive: Receive, send: Send) -> None:
    """An application that answers with what it is sent."""
    body = b""
    more = True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return
        body += message["body"]
        more = message["more_body"]
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", str(len(body)).encode())]}
    )
    await send({"type": "http.response.body", "body": body, "more_body": False})
