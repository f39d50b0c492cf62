"""One key for each address that limits and bans bind, and its hash, which is all that is written down of it."""

import hashlib
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

UNKNOWN = "unknown"
"""The one key of whatever is no address: all of them share one allowance."""
HASHED_WITH = "addresses"
"""The name of the store's secret with which addresses are hashed: none is written down as it is."""
HASH_BYTES = 12
NETWORK_BITS = 64
"""What one customer of a provider is given at least: whoever has one IPv6 address has all of its /64."""


@lru_cache(maxsize=50_000)
def address_key(address: str) -> str:
    """Addresses with the same key count as one: an IPv6 address by its network, one that maps IPv4 as that IPv4."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return UNKNOWN
    if isinstance(parsed, IPv6Address):
        mapped = parsed.ipv4_mapped
        return str(mapped or IPv6Network((int(parsed), NETWORK_BITS), strict=False))
    return str(parsed)


def hashed_address(secret: bytes, key: str) -> str:
    """What is written down of the key of an address; the secret is the store's (HASHED_WITH)."""
    return hashlib.blake2b(key.encode(), key=secret, digest_size=HASH_BYTES).hexdigest()
