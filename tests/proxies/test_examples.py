"""Behind each proxy of the documentation a game is played over TLS, and the doctor finds nothing wrong."""

import signal
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import httpx
import pytest

from tests.cli.program import Program
from tests.cluster.processes import free_ports
from tests.patience import WAIT_S
from tests.proxies import examples
from tests.proxies.programs import Caddy, Haproxy, Nginx, Proxy, write_certificate
from tests.server.table import Seat, Server, eventually

Make = Callable[[Path, int, str], Proxy]
"""A proxy in a folder, at a port, before a hub at an address."""


def caddy(folder: Path, port: int, hub: str) -> Proxy:
    return Caddy(folder, port, examples.caddy("games.example", port, hub))


def caddy_of_compose(folder: Path, port: int, hub: str) -> Proxy:
    return Caddy(folder, port, examples.composed(hub))


def nginx(folder: Path, port: int, hub: str) -> Proxy:
    return Nginx(folder, port, examples.nginx(port, hub, write_certificate(folder)))


def caddy_below_a_path(folder: Path, port: int, hub: str) -> Proxy:
    return Caddy(folder, port, examples.caddy("example.org", port, hub))


def nginx_below_a_path(folder: Path, port: int, hub: str) -> Proxy:
    return Nginx(folder, port, examples.nginx_below_a_path(port, hub, write_certificate(folder)))


def haproxy_below_a_path(folder: Path, port: int, hub: str) -> Proxy:
    return Haproxy(folder, port, examples.haproxy_below_a_path(port, hub, write_certificate(folder)))


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("hub"), template_games=False) as running:
        yield running


@pytest.fixture(scope="module")
def hub_below_a_path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("hub"), "--base", examples.BASE, template_games=False) as running:
        yield running


@pytest.fixture
def program(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capsys, monkeypatch)


@contextmanager
def running(proxy: Proxy) -> Iterator[Proxy]:
    proxy.start()
    try:
        yield proxy
    finally:
        proxy.end(signal.SIGTERM)


def play(url: str, trusted: Path) -> None:
    """A guest begins a match against a bot and makes a move, from a page of this address."""
    context = ssl.create_default_context(cafile=trusted)
    origin = f"https://{urlsplit(url).netloc}"
    with httpx.Client(timeout=WAIT_S, trust_env=False, verify=context, headers={"Origin": origin}) as http:
        assert "Secure" in http.post(f"{url}/api/me").headers["set-cookie"]
        seats = [{"for": "me"}, {"for": "bot", "level": "novice"}]
        room = http.post(f"{url}/api/rooms", json={"game": "dots-and-boxes", "seats": seats}).json()["code"]
        [(name, token)] = http.cookies.items()
        cookie, address = f"{name}={token}", f"{url}/api/rooms/{room}/socket"
        with Seat(address, token, tls=for_two_threads(trusted), Cookie=cookie, Origin=origin) as seat:
            seat.hear("view")
            assert seat.play(0, {"do": "draw", "r0": 0, "c0": 0, "r1": 0, "c1": 1})["refused"] is None
        assert http.get(f"{url}/metrics").status_code == 404


def for_two_threads(trusted: Path) -> ssl.SSLContext:
    """TLS 1.2 for a socket at which one thread reads while another writes.

    OpenSSL allows only one at a time. With TLS 1.3 the server sends tickets after the handshake, and reading one while
    the first request is written can lose that request: about one connection in a hundred then waits for ever.
    """
    context = ssl.create_default_context(cafile=trusted)
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    return context


def try_out(proxy: Proxy, path: str, program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """As somebody would who has just set it up: the doctor first."""
    eventually(lambda: proxy.trusted.exists() and passes_on(proxy, path))
    monkeypatch.setenv("SSL_CERT_FILE", str(proxy.trusted))
    ran = program("doctor", "--no-store", "--json", "--url", f"{proxy.url}{path}", "--idle", 0)
    assert [check for check in ran.json["checks"] if check["level"] != "ok"] == []
    play(f"{proxy.url}{path}", proxy.trusted)


def passes_on(proxy: Proxy, path: str) -> bool:
    """Whether it speaks TLS and finds the hub ready: Caddy makes its certificate after it has begun to listen."""
    context = ssl.create_default_context(cafile=proxy.trusted)
    try:
        found = httpx.get(f"{proxy.url}{path}/ready", verify=context, trust_env=False, timeout=WAIT_S)
    except httpx.TransportError:
        return False
    return found.is_success


@pytest.mark.parametrize("make", [caddy, caddy_of_compose, nginx])
def test_a_game_is_played_over_tls(
    make: Make, hub: Server, tmp_path: Path, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(make(tmp_path, free_ports(1)[0], urlsplit(hub.url).netloc)) as proxy:
        try_out(proxy, "", program, monkeypatch)


@pytest.mark.parametrize("make", [caddy_below_a_path, caddy_of_compose, nginx_below_a_path, haproxy_below_a_path])
def test_a_game_is_played_over_tls_below_a_path(
    make: Make, hub_below_a_path: Server, tmp_path: Path, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(make(tmp_path, free_ports(1)[0], urlsplit(hub_below_a_path.url).netloc)) as proxy:
        try_out(proxy, examples.BASE, program, monkeypatch)


class Named(BaseHTTPRequestHandler):
    """Answers with the port at which it was asked."""

    def do_GET(self) -> None:
        body = str(self.connection.getsockname()[1]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_request(self, *_: object) -> None:
        pass


@pytest.fixture
def processes() -> Iterator[list[int]]:
    """The ports of three that say which of them was asked."""
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), Named) for _ in range(3)]
    for server in servers:
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield [server.server_address[1] for server in servers]
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(("kind", "file"), [(Nginx, "nginx.conf"), (Caddy, "Caddyfile")])
def test_what_concerns_a_room_goes_to_one_process(
    kind: Callable[[Path, int, str], Proxy], file: str, processes: list[int], tmp_path: Path
) -> None:
    [port] = free_ports(1)
    with (
        running(kind(tmp_path, port, examples.deployed(file, port, processes))),
        httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=WAIT_S) as http,
    ):

        def each_room_has_its_own() -> bool:
            """Forty rooms: were it by chance, never."""
            asked = [
                {http.get(f"/api/rooms/ROOM{number}{rest}").text for rest in ("", "/socket")} for number in range(40)
            ]
            return all(len(by) == 1 for by in asked) and len(set.union(*asked)) > 1

        eventually(each_room_has_its_own)
        assert http.get("/metrics").status_code == 404
