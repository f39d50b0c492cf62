"""Connections that are silent, slow or countless cost little, and shut nobody out."""

import asyncio
import os
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from litestar.types import Receive, Scope, Send
from uvicorn import Config
from uvicorn.server import ServerState

from parlour.server.connections.http_connection import (
    LARGEST_HEAD,
    LARGEST_LINE,
    MOST_UNREAD,
    ConnectionServices,
    HttpConnection,
    connections_by,
)
from parlour.server.connections.open_connections import OpenConnections
from parlour.server.connections.open_files import RESERVED_FILES
from parlour.server.connections.request_turns import RequestTurns
from parlour.server.connections.uvicorn_check import echo_body
from parlour.server.metrics import Metrics
from parlour.server.socket.picows_check import Echo
from tests.patience import WAIT_S
from tests.server.hostile.connections.raw import ELSEWHERE, Line
from tests.server.table import Guest, Server, eventually, take

EACH = 8
MANY = [f"127.0.1.{number}" for number in range(1, 31)]
"""Addresses of strangers."""


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for nobody for long; who asks it for something does so in one go."""
    with Server(tmp_path_factory.mktemp("impatient"), "--patience", "0.3") as running:
        yield running


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has room for few."""
    flags = ("--most-connections", "40", "--most-connections-each", str(EACH))
    with Server(tmp_path_factory.mktemp("narrow"), *flags, files=(64, 1_000)) as running:
        yield running


def get(line: Line, path: str = "/health", more: str = "") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: {line.host}\r\n{more}\r\n".encode()


def ended(server: Server, code: str) -> int:
    """How many connections the server closed for this reason."""
    text = httpx.get(f"{server.url}/metrics", trust_env=False, verify=False, timeout=WAIT_S).text
    found = re.search(rf'^parlour_connections_ended_total{{code="{code}"}} (\d+)', text, re.MULTILINE)
    return int(found[1]) if found else 0


def dripping(line: Line, drop: bytes) -> bytes:
    """What is said to whoever sends a few bytes again and again."""
    line.socket.settimeout(0.02)

    def answered() -> bool:
        line.send(drop)
        with suppress(TimeoutError, ConnectionResetError):
            line.received += line.socket.recv(65_536)
        return b"\r\n\r\n" in line.received

    eventually(answered)
    return line.received


def test_a_silent_connection_is_closed(impatient: Server) -> None:
    with Line(impatient.url) as line:
        assert line.until_closed() == b""


def test_a_head_that_never_ends_is_closed_however_it_drips(impatient: Server) -> None:
    with Line(impatient.url) as line:
        line.send(b"GET /health HTTP/1.1\r\nX-Slow: ")
        assert b" 408 " in dripping(line, b"x")


def test_empty_lines_do_not_keep_a_connection(impatient: Server) -> None:
    with Line(impatient.url) as line:
        line.send(get(line))
        assert line.status() == 200
        line.until(b"}")
        assert b" 408 " in dripping(line, b"\r\n")


@pytest.mark.parametrize(("path", "status"), [("/api/verdicts", 408), ("/api/me", 200)])
def test_a_body_that_never_ends_is_closed_whether_anybody_reads_it_or_not(
    impatient: Server, path: str, status: int
) -> None:
    with Line(impatient.url) as line:
        line.send(f"POST {path} HTTP/1.1\r\nHost: {line.host}\r\nContent-Length: 100\r\n\r\nfew".encode())
        assert line.status() == status
        line.until_closed()
    assert "Traceback" not in impatient.log.read_text()


def test_whoever_leaves_within_a_body_is_no_fault_of_the_program(impatient: Server) -> None:
    with Line(impatient.url) as line:
        line.send(f"POST /api/verdicts HTTP/1.1\r\nHost: {line.host}\r\nContent-Length: 9\r\n\r\nfew".encode())
    eventually(lambda: '"path":"/api/verdicts","status":408' in impatient.log.read_text())
    assert '"level":"error"' not in impatient.log.read_text()


def test_an_answer_that_nobody_takes_is_given_up(impatient: Server) -> None:
    with Line(impatient.url) as line:
        line.send(get(line, "/api/schema/openapi.json") * 300)
        eventually(lambda: ended(impatient, "answer-not-taken") > 0)


class StuckTransport(asyncio.Transport):
    """Whose other side has taken some of what was sent, and takes no more."""

    def __init__(self) -> None:
        super().__init__()
        self.unsent = 0
        self.aborted = asyncio.Event()
        self._closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.unsent += len(data)

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def is_closing(self) -> bool:
        return self._closing

    def close(self) -> None:
        self._closing = True

    def abort(self) -> None:
        self.aborted.set()

    def pause_reading(self) -> None:
        """There is nothing to read."""

    def resume_reading(self) -> None:
        """There is nothing to read."""


async def answer_unread(_scope: Scope, _receive: Receive, send: Send) -> None:
    """An application that answers without looking at what it is sent."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def connected(application: Callable[[Scope, Receive, Send], Awaitable[None]]) -> tuple[HttpConnection, StuckTransport]:
    """A connection to an application."""
    config = Config(application, lifespan="off", log_config=None, ws="none")
    config.load()
    services = ConnectionServices(Echo(), OpenConnections(2, 1), RequestTurns(), 0.01, Metrics())
    connection, transport = connections_by(services)(config, ServerState(), {}), StuckTransport()
    connection.connection_made(transport)
    return connection, transport


@pytest.mark.parametrize("more", [b"", b"Connection: close\r\n"])
def test_an_answer_of_which_the_last_bytes_are_not_taken_is_given_up(more: bytes) -> None:
    async def check() -> None:
        connection, transport = connected(echo_body)
        connection.data_received(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + more + b"\r\n")
        while not connection.cycle.response_complete:
            await asyncio.sleep(0)
        connection.pause_writing()
        connection.resume_writing()
        async with asyncio.timeout(WAIT_S):
            await transport.aborted.wait()

    asyncio.run(check())


def test_a_body_that_nobody_read_is_not_kept_beyond_its_answer() -> None:
    async def check() -> None:
        connection, _ = connected(answer_unread)
        connection.data_received(
            b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 300000\r\n\r\n" + b"x" * 250_000
        )
        assert len(connection.cycle.body) == 250_000
        while not connection.cycle.response_complete:
            await asyncio.sleep(0)
        assert not connection.cycle.body

    asyncio.run(check())


@pytest.mark.parametrize(("waiting", "too_much"), [(MOST_UNREAD, False), (MOST_UNREAD + 1, True)])
def test_little_is_kept_of_what_comes_behind_a_request(waiting: int, too_much: bool) -> None:
    async def check() -> None:
        connection, transport = connected(echo_body)
        connection.data_received(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" + b"x" * waiting)
        assert transport.aborted.is_set() == too_much

    asyncio.run(check())


def test_headers_are_read_up_to_their_limit_and_no_further(server: Server) -> None:
    with Line(server.url) as line:
        start = get(line, more="X-Large: ")[:-2]
        line.send(start + b"x" * (LARGEST_HEAD - len(start) - 4) + b"\r\n\r\n")
        assert line.status() == 200
        line.until(b"}")
        line.send(start + b"x" * (LARGEST_HEAD - len(start) - 3) + b"\r\n\r\n")
        assert line.status() == 431
        line.until_closed()


def test_headers_without_end_are_not_taken(server: Server) -> None:
    """What the system buffers on the way is all that goes out; a quarter of the attack that was seen is tried."""
    with Line(server.url) as line:
        line.send(get(line, more="X-Large: ")[:-2])
        sent, part = 0, b"x" * 65_536
        with suppress(BrokenPipeError, ConnectionResetError):
            while sent < 49_000_000:
                line.socket.sendall(part)
                sent += len(part)
        assert sent < 49_000_000


def test_a_long_address_is_refused(server: Server) -> None:
    with Line(server.url) as line:
        line.send(get(line, "/" + "x" * LARGEST_LINE))
        assert line.status() == 414


def test_the_silent_ones_of_an_address_make_room_for_its_next(narrow: Server) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(Line(narrow.url)) for _ in range(EACH + 3)]
        for line in lines[:3]:
            assert line.until_closed() == b""
        for line in lines[3:]:
            line.send(get(line))
            assert line.status() == 200


def test_sockets_make_room_for_nobody_and_an_address_has_so_many(narrow: Server) -> None:
    with Guest(narrow) as ann, ExitStack() as stack:
        for _ in range(EACH):
            line = stack.enter_context(Line(narrow.url))
            line.send(line.upgrade("/api/lobby/socket", ann.cookie))
            assert line.status() == 101
        with Line(narrow.url) as line:
            line.send(get(line))
            assert b"too-many-connections" in line.until_closed()
        with Line(narrow.url, MANY[0]) as line:
            line.send(get(line))
            assert line.status() == 200


def test_countless_silent_connections_shut_nobody_out(narrow: Server) -> None:
    with Guest(narrow) as ann, ExitStack() as stack:
        code = ann.open("nim", "me", "me")["code"]
        table = stack.enter_context(ann.enter(code))
        for address in MANY * EACH:
            stack.enter_context(Line(narrow.url, address))
        with Line(narrow.url) as newcomer:
            newcomer.send(get(newcomer))
            assert newcomer.status() == 200
        assert table.play(0, take(0))["seq"] == 0


def open_files(server: Server) -> int:
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))  # noqa: PTH208


def test_the_server_never_runs_out_of_files(tmp_path: Path) -> None:
    files = RESERVED_FILES + 40
    server = Server(tmp_path, files=(files, files))
    try:
        with Guest(server) as ann, ExitStack() as stack:
            code = ann.open("nim", "me", "me")["code"]
            table = stack.enter_context(ann.enter(code))
            before = open_files(server)
            for number, address in enumerate(MANY * 20):
                stack.enter_context(Line(server.url, address))
                if number % 60 == 0:
                    assert table.play(0, take(0))["seq"] is not None
            assert open_files(server) <= before + 41
            with Guest(server) as bob:
                assert bob.get("/api/rooms") is not None
            with Line(server.url, ELSEWHERE) as line:
                line.send(get(line))
                assert line.status() == 200
        assert "too many open files" not in server.log.read_text().lower()
    finally:
        server.stop()


def test_the_server_takes_all_the_files_that_it_may_have(narrow: Server) -> None:
    limits = Path(f"/proc/{narrow.process.pid}/limits").read_text()
    assert re.search(r"^Max open files +1000 +1000 ", limits, re.MULTILINE)
