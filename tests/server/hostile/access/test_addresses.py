"""Who has many addresses is one, whoever they ask and through whomever."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis.strategies import SearchStrategy, integers, ip_addresses, lists, sampled_from, text, tuples
from websockets.exceptions import InvalidStatus

from parlour.core.errors import MalformedInput
from parlour.server.access.addresses import UNKNOWN, address_key
from parlour.server.access.ranges import Ranges, read_address_or_range
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


@pytest.mark.parametrize(
    ("typed", "found"),
    {
        "203.0.113.7": ("address", "203.0.113.7"),
        " 203.0.113.7/32 ": ("address", "203.0.113.7"),
        "2001:db8::7/64": ("address", "2001:db8::/64"),
        "203.0.113.7/24": ("range", "203.0.113.0/24"),
        "10.0.0.0/8": ("range", "10.0.0.0/8"),
        "203.0.113.7/31": ("range", "203.0.113.6/31"),
        "2001:db8:1::/32": ("range", "2001:db8::/32"),
        "2001::/16": ("range", "2001::/16"),
        "::ffff:203.0.113.7/120": ("range", "203.0.113.0/24"),
        "::ffff:203.0.113.7/128": ("address", "203.0.113.7"),
    }.items(),
)
def test_a_host_types_an_address_or_a_range(typed: str, found: tuple[str, str]) -> None:
    assert read_address_or_range(typed) == found


@pytest.mark.parametrize("typed", ["0.0.0.0/0", "10.0.0.0/7", "::/0", "2001::/15", "2001:db8::/65", "2001:db8::1/128"])
def test_a_range_that_is_too_wide_or_no_range_of_its_own_is_refused_with_what_would_be_right(typed: str) -> None:
    with pytest.raises(MalformedInput, match=r"from /8 to /31|from /16 to /63"):
        read_address_or_range(typed)


@pytest.mark.parametrize("typed", ["::ffff:203.0.113.7/64", "::/63", "::/16"])
def test_a_range_around_all_of_ipv4_is_refused(typed: str) -> None:
    with pytest.raises(MalformedInput, match="is written like"):
        read_address_or_range(typed)


@pytest.mark.parametrize("typed", ["example.org", "203.0.113.0/", "203.0.113.0/24/1", "203.0.113.0/-1", "/24", ""])
def test_what_is_neither_address_nor_range_is_refused(typed: str) -> None:
    with pytest.raises(MalformedInput, match="neither an IP address nor a range"):
        read_address_or_range(typed)


def near() -> SearchStrategy[IPv4Address | IPv6Address]:
    """Addresses of a few networks, so that ranges meet them, and of anywhere."""
    near_by = sampled_from(["203.0.113.", "203.0.112.", "203.1.113."])
    few = tuples(near_by, integers(0, 255)).map(lambda parts: ip_address(f"{parts[0]}{parts[1]}"))
    return few | ip_addresses() | integers(0, 2**80).map(lambda host: IPv6Address((0x20010DB8 << 96) + (host << 40)))


def begins_a_range(address: IPv4Address | IPv6Address) -> bool:
    """Whether no range of it has all of IPv4 in it."""
    return address.version == 4 or int(address) >> 112 != 0


@given(lists(tuples(near().filter(begins_a_range), integers(0, 1000)), max_size=30), lists(near(), max_size=10))
def test_an_address_is_in_a_range_exactly_if_its_network_says_so(
    wanted: list[tuple[IPv4Address | IPv6Address, int]], asked: list[IPv4Address | IPv6Address]
) -> None:
    typed = [f"{one}/{8 + most % 24 if one.version == 4 else 16 + most % 48}" for one, most in wanted]
    written = {read_address_or_range(one)[1] for one in typed}
    ranges = Ranges({one: one for one in written})
    for address in [*asked, *(one for one, _ in wanted)]:
        key = address_key(str(address))
        first = ip_network(key).network_address
        around = {one for one in written if first.version == ip_network(one).version and first in ip_network(one)}
        assert set(ranges.around(key)) == around
    assert ranges.around(UNKNOWN) == []


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
