"""The addresses at which other devices on the network reach this machine."""

import socket
import struct
import sys
from collections.abc import Iterator, Sequence
from ipaddress import ip_address

_ELSEWHERE = ("192.0.2.1", 9)
"""An address reserved for documentation. Nothing is sent there; the system only tells from which address it would
be."""
_SIOCGIFADDR = 0x8915
_INTERFACE = struct.Struct("16s4x4s8x")
"""The part of Linux's ifreq for an IPv4 address: the interface's name, and the address after a family and a port."""


def reachable_origins(host: str, port: int, own: Sequence[str]) -> tuple[str, ...]:
    """The origins at which other devices reach a server that listens on `host`; `own` are the machine's addresses."""
    if _is_everywhere(host):
        found = [address for address in own if not is_loopback(address)]
    else:
        found = [] if is_loopback(host) else [host]
    return tuple(_origin(address, port) for address in found)


def listening_origins(host: str, port: int, own: Sequence[str]) -> tuple[str, ...]:
    """The origins of a server that listens on `host`: first for its own machine, then for other devices."""
    here = "127.0.0.1" if _is_everywhere(host) else host
    return tuple(dict.fromkeys((_origin(here, port), *reachable_origins(host, port, own))))


def _origin(address: str, port: int) -> str:
    return f"http://{f'[{address}]' if ':' in address else address}:{port}"


def is_loopback(host: str) -> bool:
    """Whether a host is the loopback interface."""
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def _is_everywhere(host: str) -> bool:
    """Whether a host stands for all addresses of the machine."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return host == ""


def own_addresses() -> list[str]:
    """The IPv4 addresses of this machine: first that of its default route, then those of its other interfaces."""
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
