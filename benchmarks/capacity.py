"""What a hub for so many people needs, worked out from measured figures: the table of docs/OPERATIONS.md.

The figures are those of a shared two-core machine. Whoever has measured their own machine (bench_capacity.py,
bench_server.py) changes them below, or the limits of their database by the flag.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

MOVE_S = 70e-6
"""Processor for a move: 14,286 moves a processor second (bench_server.py)."""
COMMITS_CORES = 0.19
"""Cores for commits alone: 490 moves a second took 0.22 cores, of which 0.03 are the moves' own (bench_server.py)."""
COMMITS_FULL_AT = 490.0
"""Moves a second from which on commits cost no more: they are shared."""
REQUEST_S = 900e-6
"""Processor for an HTTP request (bench_capacity.py)."""
WIRE_BYTES = 1543 + 123
"""For a move in a room for two: to both players, and from one of them (bench_capacity.py)."""
DISK_BYTES = 152
"""For a move, with its share of players, rooms and indexes (bench_capacity.py)."""
SOCKET_BYTES = 11_000
ROOM_BYTES = 105_000
"""With a match under way (bench_capacity.py)."""
PROCESS_BYTES = 190_000_000
"""A process that nobody plays on, and the kernels' run-time (bench_capacity.py, docs/HOSTING.md)."""
POSTGRESQL_COMMITS = 717.0
"""A second, of four writers together, 32 rows and one NOTIFY each (bench_capacity.py)."""
POSTGRESQL_ROWS = 22_900.0
"""A second, in that run."""
COMMITS_OF_A_PROCESS = 125.0
"""A second at most when it is busy: commits are eight milliseconds apart (store/writer.py)."""
CONNECTIONS = 10_000
"""Of a process (parlour serve --most-connections)."""

THINK_S = 3.0
"""Assumed: between two moves of one person, the other's turn included."""
REQUEST_EACH_S = 30.0
"""Assumed: between two requests of one person."""
BUSY = 0.5
"""The part of a core that is planned for: the rest is for bad minutes, and for the processes that die."""
DAY_S = 86_400


@dataclass(frozen=True)
class Plan:
    """What so many people at once need."""

    people: int
    moves: float
    """A second."""
    processes: int
    databases: int
    """PostgreSQL, each with a part of the rooms; 0 where one process with SQLite is enough."""
    cores: float
    """Of all processes of the server together, on average."""
    memory: float
    network: float
    """Bits a second."""
    disk: float
    """Bytes a day."""
    ends_first: str
    """What there is least left of among that which cannot be added to, and how much of what is planned is used."""


def cores(people: float, think_s: float) -> float:
    """What one process with so many people takes."""
    moves = people / think_s
    return COMMITS_CORES * min(1.0, moves / COMMITS_FULL_AT) + MOVE_S * moves + REQUEST_S * people / REQUEST_EACH_S


def people_of_a_process(think_s: float) -> int:
    """How many play on one process that is as busy as is planned for."""
    a_person = MOVE_S / think_s + REQUEST_S / REQUEST_EACH_S
    return min(CONNECTIONS, int((BUSY - COMMITS_CORES) / a_person))


def plan(people: int, think_s: float = THINK_S, commits: float = POSTGRESQL_COMMITS) -> Plan:
    """One process where it is enough; otherwise as many, and as many databases, as are needed."""
    moves = people / think_s
    processes = ceil(people / people_of_a_process(think_s))
    each = people / processes
    commits_of_each = min(moves / processes, COMMITS_OF_A_PROCESS)
    databases = 0 if processes == 1 else ceil(max(processes * commits_of_each / commits, moves / POSTGRESQL_ROWS))
    if databases:  # processes can be added
        used = {
            "commits of a database": processes * commits_of_each / databases / commits,
            "rows of a database": moves / databases / POSTGRESQL_ROWS,
        }
    else:
        used = {
            "processor of the process": cores(people, think_s) / BUSY,
            "connections of the process": people / CONNECTIONS,
        }
    first = max(used, key=lambda resource: used[resource])
    return Plan(
        people,
        moves,
        processes,
        databases,
        processes * cores(each, think_s),
        processes * PROCESS_BYTES + people * (SOCKET_BYTES + ROOM_BYTES / 2),
        8 * moves * WIRE_BYTES,
        moves * DISK_BYTES * DAY_S,
        f"{first}: {used[first]:.1%} used",
    )


def in_units(value: float, units: Sequence[str]) -> str:
    """Two digits that count, with the unit of a thousand that fits."""
    place = 0
    while value >= 1000 and place + 1 < len(units):
        value, place = value / 1000, place + 1
    return f"{value:,.0f} {units[place]}" if value >= 10 else f"{value:.1f} {units[place]}"


def row(of: Plan) -> str:
    """One line of the table."""
    bytes_ = ("B", "kB", "MB", "GB", "TB")
    database = f"{of.databases} PostgreSQL" if of.databases else "SQLite"
    return (
        f"| {of.people:,} | {in_units(of.moves, ('',)).strip()} | {of.processes} | {of.cores:.2f} | {database} | "
        f"{in_units(of.memory, bytes_)} | {in_units(of.network, ('bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s'))} | "
        f"{in_units(of.disk, bytes_)} | {of.ends_first} |"
    )


HEAD = (
    "| people | moves a second | processes | cores | database | memory | network | disk a day | ends first |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def table(people: Sequence[int], think_s: float = THINK_S, commits: float = POSTGRESQL_COMMITS) -> str:
    """For several numbers of people."""
    return "\n".join((HEAD, *(row(plan(count, think_s, commits)) for count in people)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, nargs="+", default=[10, 1_000, 1_000_000])
    parser.add_argument("--think", type=float, default=THINK_S, help="seconds between two moves of one person")
    parser.add_argument("--commits", type=float, default=POSTGRESQL_COMMITS, help="that one PostgreSQL takes a second")
    options = parser.parse_args()
    if min(options.people) < 1 or options.think <= 0 or options.commits <= 0:
        parser.error("people, seconds and commits are above zero")
    print(table(options.people, options.think, options.commits))


if __name__ == "__main__":
    main()
