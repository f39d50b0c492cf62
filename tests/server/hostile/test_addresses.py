"""Who has many addresses is one, whoever they ask and through whomever."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis.strategies import integers, text
from websockets.exceptions import InvalidStatus

from parlour.server.access.addresses import UNKNOWN, address_key
from tests.server.table import Guest, Server, eventually

NETWORK = int.from_bytes(bytes.fromhex("20010db800010002"))


@given(integers(0, 2**64 - 1))
def test_every_address_of_one_ipv6_network_has_one_key(host: int) -> None:
    address = ":".join(f"{NETWORK << 64 | host:032x}"[start : start + 4] for start in range(0, 32, 4))
    assert address_key(address) == "2001:db8:1:2::/64"


def test_another_ipv6_network_has_another_key() -> None:
    assert address_key("2001:db8:1:3::1") != address_key("2001:db8:1:2::1")
    assert address_key("fe80::1%eth0") == address_key("fe80::2") == "fe80::/64"


@pytest.mark.parametrize("address", ["192.0.2.7", "::ffff:192.0.2.7", "::FFFF:c000:207"])
def test_an_ipv4_address_has_one_key_however_it_is_written(address: str) -> None:
    assert address_key(address) == "192.0.2.7"


@given(text().filter(lambda made_up: not any(mark in made_up for mark in ".:")))
def test_whatever_is_no_address_shares_one_key(made_up: str) -> None:
    assert address_key(made_up) == UNKNOWN
    assert address_key(f"192.0.2.7:80 {made_up}") == UNKNOWN


def test_a_whole_ipv6_network_has_the_allowance_of_one_address(tmp_path: Path) -> None:
    server = Server(tmp_path, "--rate", "1")
    try:
        with Guest(server) as ann:

            def refused() -> bool:
                """Whether an address that never asked finds its network's allowance spent, over HTTP and by socket."""
                for host in range(10):
                    ann.http.get("/health", headers=forwarded(f"2001:db8::{host:x}"))
                over_http = ann.http.get("/health", headers=forwarded("2001:db8::fffe")).status_code
                try:
                    ann.socket("BBBBBB", **forwarded("2001:db8::ffff")).close()
                except InvalidStatus as refused:
                    return over_http == refused.response.status_code == 429
                return False

            eventually(refused)
            assert ann.http.get("/health", headers=forwarded("2001:db8:0:1::1")).status_code == 200
    finally:
        server.stop()


def forwarded(address: str) -> dict[str, str]:
    """What a proxy on this machine says about whom it speaks for."""
    return {"X-Forwarded-For": address}
