"""At which addresses others find a server, and who is told."""

import socket
from pathlib import Path

import httpx
import pytest

from parlour.server.access.interfaces import is_loopback, listening_origins, own_addresses, reachable_origins
from tests.patience import WAIT_S
from tests.server.table import Guest, Server

OWN = ["192.168.1.5", "127.0.0.1", "10.0.0.7"]


@pytest.mark.parametrize(
    ("host", "origins"),
    [
        ("0.0.0.0", ("http://192.168.1.5:8000", "http://10.0.0.7:8000")),
        ("::", ("http://192.168.1.5:8000", "http://10.0.0.7:8000")),
        ("127.0.0.1", ()),
        ("localhost", ()),
        ("::1", ()),
        ("192.168.1.5", ("http://192.168.1.5:8000",)),
        ("fd00::2", ("http://[fd00::2]:8000",)),
        ("games.example", ("http://games.example:8000",)),
    ],
)
def test_others_find_a_server_at_the_addresses_on_which_it_listens(host: str, origins: tuple[str, ...]) -> None:
    assert reachable_origins(host, 8000, OWN) == origins


def test_a_server_says_where_it_can_be_opened_and_never_at_an_address_that_is_none() -> None:
    assert listening_origins("0.0.0.0", 80, OWN) == (
        "http://127.0.0.1:80",
        "http://192.168.1.5:80",
        "http://10.0.0.7:80",
    )
    assert listening_origins("127.0.0.1", 80, OWN) == ("http://127.0.0.1:80",)
    assert listening_origins("192.168.1.5", 80, OWN) == ("http://192.168.1.5:80",)
    assert listening_origins("::1", 80, OWN) == ("http://[::1]:80",)


def test_a_machine_knows_itself_by_several_names() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "127.0.0.2", "::1", "[::1]", "::ffff:127.0.0.1", "localhost")))
    assert not any(map(is_loopback, ("192.168.1.5", "0.0.0.0", "games.example", "", "not an address")))


def test_every_address_of_this_machine_can_be_listened_on() -> None:
    for address in own_addresses():
        with socket.socket() as listener:
            listener.bind((address, 0))


def test_a_server_for_its_own_machine_says_that_nobody_else_reaches_it(ann: Guest) -> None:
    assert ann.get("/api/addresses") == {"addresses": []}


def test_a_servers_addresses_are_told_to_its_own_machine_alone(tmp_path: Path) -> None:
    server = Server(tmp_path, "--host", "0.0.0.0", template_games=False)
    try:
        port = server.url.rsplit(":", 1)[1]
        others = [address for address in own_addresses() if not is_loopback(address)]
        told = httpx.get(f"{server.url}/api/addresses", trust_env=False, verify=False, timeout=WAIT_S)
        assert told.json() == {"addresses": [f"http://{address}:{port}" for address in others]}
        by_name = httpx.get(
            f"{server.url}/api/addresses",
            headers={"Host": "games.example"},
            trust_env=False,
            verify=False,
            timeout=WAIT_S,
        )
        assert (by_name.status_code, by_name.json()["code"]) == (403, "not-this-machine")
        for name, value in (("X-Forwarded-For", "203.0.113.9"), ("Forwarded", "for=203.0.113.9"), ("Via", "1.1 proxy")):
            passed_on = httpx.get(
                f"{server.url}/api/addresses", headers={name: value}, trust_env=False, verify=False, timeout=WAIT_S
            )
            assert (passed_on.status_code, passed_on.json()["code"]) == (403, "not-this-machine")
        for address in others:
            elsewhere = httpx.get(
                f"http://{address}:{port}/api/addresses", trust_env=False, verify=False, timeout=WAIT_S
            )
            assert (elsewhere.status_code, elsewhere.json()["code"]) == (403, "not-this-machine")
    finally:
        server.stop()
