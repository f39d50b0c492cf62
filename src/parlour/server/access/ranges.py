"""Ranges of addresses that hosts ban (``203.0.113.0/24``): reading one, and finding those that contain an address."""

from collections import defaultdict
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Generic, Literal, TypeVar

from parlour.core.errors import MalformedInput
from parlour.server.access.addresses import NETWORK_BITS, UNKNOWN, address_key

T = TypeVar("T")
SHORTEST = {4: 8, 6: 16}
"""The prefix length of the widest range that can be banned, by version of IP. No single owner has a wider one, and a
typing error cannot ban more people."""
LONGEST = {4: 31, 6: NETWORK_BITS - 1}
"""The prefix length of the narrowest range; a longer prefix is a single address, as limits count them."""
MAPPED = IPv6Network("::ffff:0:0/96")
"""The IPv6 addresses that stand for IPv4 ones."""


def read_address_or_range(typed: str) -> tuple[Literal["address", "range"], str]:
    """Read an address, as its key, or a range, as it is written with its first address.

    MalformedInput for a text that is neither, and for a range that cannot be banned.
    """
    key = address_key(typed.strip())
    if key != UNKNOWN:
        return "address", key
    try:
        network = _unmapped(ip_network(typed.strip(), strict=False))
    except ValueError:
        raise MalformedInput(f"{typed} is neither an IP address nor a range like 203.0.113.0/24") from None
    shortest, longest = SHORTEST[network.version], LONGEST[network.version]
    if network.version == MAPPED.version and network.overlaps(MAPPED) and network.prefixlen >= shortest:
        raise MalformedInput(f"all addresses of IPv4 are in {typed}: a range of those is written like 203.0.113.0/24")
    if network.prefixlen == longest + 1:
        return "address", address_key(str(network.network_address))
    if not shortest <= network.prefixlen <= longest:
        raise MalformedInput(f"a range of IPv{network.version} is banned from /{shortest} to /{longest}, not {typed}")
    return "range", str(network)


def _unmapped(network: IPv4Network | IPv6Network) -> IPv4Network | IPv6Network:
    if network.version == MAPPED.version and network.subnet_of(MAPPED):
        bits = network.prefixlen - MAPPED.prefixlen
        return IPv4Network((int(network.network_address) - int(MAPPED.network_address), bits))
    return network


class Ranges(Generic[T]):
    """Values by range. A lookup costs one dictionary access for each prefix length among the ranges."""

    def __init__(self, found: dict[str, T]) -> None:
        """The values by range, written as `read_address_or_range` writes them."""
        lengths: defaultdict[tuple[int, int], dict[int, T]] = defaultdict(dict)
        for written, value in found.items():
            network = ip_network(written)
            host_bits = network.max_prefixlen - network.prefixlen
            lengths[network.version, host_bits][int(network.network_address) >> host_bits] = value
        self._lengths = dict(lengths)

    def around(self, key: str) -> list[T]:
        """The values of the ranges that contain an address, given by its key (`address_key`)."""
        if not self._lengths:
            return []
        version, number = _number(key)
        return [
            networks[number >> host_bits]
            for (of_version, host_bits), networks in self._lengths.items()
            if of_version == version and number >> host_bits in networks
        ]


@lru_cache(maxsize=50_000)
def _number(key: str) -> tuple[int, int]:
    """The version of IP and the number of a key's first address; (0, 0) if the key is no address."""
    try:
        first = ip_network(key).network_address
    except ValueError:
        return 0, 0
    return first.version, int(first)
