"""At which addresses this machine can be reached by others on its network."""

import socket
import struct
import sys
from collections.abc import Iterator, Sequence
from ipaddress import ip_address

_ELSEWHERE = ("192.0.2.1", 9)
"""An address set aside for documentation. It is never spoken to: the system only says from where it would be."""
_SIOCGIFADDR = 0x8915
_INTERFACE = struct.Struct("16s4x4s8x")
"""Linux's ifreq as far as an IPv4 address goes: a name, and the address behind a family and a port."""


def reachable_origins(host: str, port: int, own: Sequence[str]) -> tuple[str, ...]:
    """Origins for others of a server that listens on this host, on a machine that has these addresses of its own."""
    if _is_everywhere(host):
        found = [address for address in own if not is_loopback(address)]
    else:
        found = [] if is_loopback(host) else [host]
    return tuple(_origin(address, port) for address in found)


def listening_origins(host: str, port: int, own: Sequence[str]) -> tuple[str, ...]:
    """Where such a server can be opened: first on its own machine, if it listens there, then by others."""
    here = "127.0.0.1" if _is_everywhere(host) else host
    return tuple(dict.fromkeys((_origin(here, port), *reachable_origins(host, port, own))))


def _origin(address: str, port: int) -> str:
    return f"http://{f'[{address}]' if ':' in address else address}:{port}"


def is_loopback(host: str) -> bool:
    """Whether this names the machine itself, as seen from itself."""
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def _is_everywhere(host: str) -> bool:
    """Whether this stands for all addresses of the machine."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return host == ""


def own_addresses() -> list[str]:
    """IPv4 addresses of this machine: first the one that it speaks to the network from, then its other interfaces'."""
    found = dict.fromkeys((*_towards_the_network(), *_of_interfaces()))
    return [address for address in found if not ip_address(address).is_link_local]


def _towards_the_network() -> Iterator[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return
        yield probe.getsockname()[0]


def _of_interfaces() -> Iterator[str]:
    if sys.platform != "linux":
        return
    from fcntl import ioctl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                answer = ioctl(probe.fileno(), _SIOCGIFADDR, _INTERFACE.pack(name.encode(), bytes(4)))
            except OSError:
                continue  # it has no address
            yield socket.inet_ntoa(_INTERFACE.unpack(answer)[1])
