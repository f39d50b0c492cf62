"""HAProxy with the project's own configuration, and a second front that sends everybody anywhere."""

import socket
from collections.abc import Sequence
from pathlib import Path

from tests.cluster.processes import ROOT, Program
from tests.proxies.programs import program

EXAMPLE = ROOT / "deploy" / "haproxy.cfg"
EXAMPLE_SERVERS = ("127.0.0.1:8001", "127.0.0.1:8002", "127.0.0.1:8003")
EXAMPLE_FRONT = "127.0.0.1:8000"
WISH = "X-Wish"
"""The header that says, at the second front, to which server somebody wants to go: they do while it runs."""


class Proxy(Program):
    """At ``port`` as in production; at ``other_port`` the sockets of one room go to different processes."""

    def __init__(self, folder: Path, port: int, other_port: int, servers: Sequence[int]) -> None:
        super().__init__("haproxy", folder, port)
        self.fronts = (self.url, f"http://127.0.0.1:{other_port}")
        self._admin = folder / "haproxy.sock"
        self._file = folder / "haproxy.cfg"
        self._file.write_text(configuration(EXAMPLE.read_text(), port, other_port, servers, self._admin))

    def command(self) -> Sequence[str]:
        return [program("haproxy"), "-db", "-f", str(self._file)]

    def tell(self, order: str) -> str:
        """Say something to its admin socket, and what it answers."""
        with socket.socket(socket.AF_UNIX) as admin:
            admin.settimeout(5)
            admin.connect(str(self._admin))
            admin.sendall(f"{order}\n".encode())
            return b"".join(iter(lambda: admin.recv(65536), b"")).decode()


def configuration(example: str, port: int, other_port: int, servers: Sequence[int], admin: Path) -> str:
    """The example with these ports, and beside its front one that spreads the sockets of every room."""
    for written in (EXAMPLE_FRONT, *EXAMPLE_SERVERS):
        assert example.count(written) == 1, f"the example does not name {written} once"
    example = example.replace(EXAMPLE_FRONT, f"127.0.0.1:{port}")
    for number, written in enumerate(EXAMPLE_SERVERS):
        line = next(line for line in example.splitlines() if written in line)
        here = line.replace(written, f"127.0.0.1:{servers[number]}") if number < len(servers) else ""
        example = example.replace(line, here)
    backend = example.partition("\nbackend parlour\n")[2]
    spread = backend.replace("balance hash var(txn.room)", "balance roundrobin")
    assert spread != backend, "the example does not keep a room's sockets together"
    names = [line.split()[1] for line in backend.splitlines() if line.split()[:1] == ["server"]]
    wishes = "".join(
        f"    use-server {name} if {{ req.hdr({WISH}) -m str {number} }}\n" for number, name in enumerate(names)
    )
    return (
        f"{example}\nfrontend anywhere\n    bind 127.0.0.1:{other_port}\n    default_backend anywhere\n"
        f"\nbackend anywhere\n{spread}\n{wishes}\nglobal\n    stats socket {admin} mode 600 level admin\n"
    )
