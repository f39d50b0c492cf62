"""The measured figures from which capacity is worked out: one file, written by bench_capacity.py."""

from pathlib import Path

import msgspec
from msgspec import Struct

FILE = Path(__file__).parent / "figures.json"


class Served(Struct, frozen=True):
    """What one process costs on one kind of database."""

    move_us: float
    """Processor for a move when many play: commits are shared then."""
    commits_cores: float
    """Cores for commits alone once there is one every few milliseconds, whatever else happens."""
    commits_full_at: float
    """Moves a second from which on that is so."""
    request_us: float
    """Processor for an HTTP request that reads from the store."""
    disk_bytes: float
    """For a move, with its share of players, rooms and indexes."""
    socket_bytes: float
    room_bytes: float
    """With a match under way; its sockets are counted apart."""
    process_bytes: float
    """A process at which somebody has played, without kernels."""


class Figures(Struct, frozen=True):
    """All that was measured in one run."""

    measured: str
    """When, and on what."""
    sqlite: Served
    postgresql: Served
    postgresql_move_us: float
    """Processor of PostgreSQL itself for a move when many play."""
    postgresql_commits: float
    """A second, of four writers together, 32 rows and one NOTIFY each."""
    received_bytes: float
    """By both players of a room for two, for a move."""
    sent_bytes: float


def read() -> Figures:
    """As they were written last."""
    return msgspec.json.decode(FILE.read_bytes(), type=Figures)


def write(figures: Figures) -> None:
    """From now on capacity is worked out from these."""
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=2) + b"\n")
