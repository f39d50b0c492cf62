"""The key by which limits and bans know an address, and its hash, which is all that the store keeps of it."""

import hashlib
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

UNKNOWN = "unknown"
"""The key of everything that is no IP address: all of that shares one allowance."""
HASHED_WITH = "addresses"
"""The name of the store's secret with which addresses are hashed."""
HASH_BYTES = 12
NETWORK_BITS = 64
"""The prefix of the smallest network that a provider gives to a customer: the owner of one IPv6 address has its whole
/64."""


@lru_cache(maxsize=50_000)
def address_key(address: str) -> str:
    """The key of an address: the /64 of an IPv6 address, the IPv4 address of one that maps it, UNKNOWN for anything
    else."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return UNKNOWN
    if isinstance(parsed, IPv6Address):
        mapped = parsed.ipv4_mapped
        return str(mapped or IPv6Network((int(parsed), NETWORK_BITS), strict=False))
    return str(parsed)


def hashed_address(secret: bytes, key: str) -> str:
    """The hash of the key of an address, which is what the store keeps; the secret is the store's (HASHED_WITH)."""
    return hashlib.blake2b(key.encode(), key=secret, digest_size=HASH_BYTES).hexdigest()
