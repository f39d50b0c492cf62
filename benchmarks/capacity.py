"""What a hub for so many people needs, worked out from measured figures: *How much it takes* in docs/OPERATIONS.md.

The figures are those of figures.json. Whoever has measured their own machine (bench_capacity.py --full) finds its own
there; the limit of a faster database can be given by a flag. --write puts what is printed into the page.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.figures import Figures, Served, read

PAGE = Path(__file__).parents[1] / "docs" / "OPERATIONS.md"
BEGIN, END = "<!-- capacity: python benchmarks/capacity.py --write -->\n", "<!-- end of capacity -->\n"
PEOPLE = (10, 1_000, 1_000_000)
KERNELS_BYTES = 104_000_000
"""The kernels' run-time, in a process that has loaded them (docs/HOSTING.md)."""
COMMITS_OF_A_PROCESS = 125.0
"""A second at most when it is busy: commits are eight milliseconds apart (store/writer.py)."""
ROWS_OF_A_COMMIT = 32
"""With which PostgreSQL's commits were measured."""
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
    database_cores: float
    """Of each PostgreSQL."""
    memory: float
    network: float
    """Bits a second."""
    disk: float
    """Bytes a day."""
    ends_first: str
    """What there is least left of among that which cannot be added to, and how much of what is planned is used."""


def cores(served: Served, people: float, think_s: float) -> float:
    """What one process with so many people takes."""
    moves = people / think_s
    shared = served.commits_cores * min(1.0, moves / served.commits_full_at)
    return shared + served.move_us / 1e6 * moves + served.request_us / 1e6 * people / REQUEST_EACH_S


def people_of_a_process(served: Served, think_s: float) -> int:
    """How many play on one process that is as busy as is planned for."""
    a_person = served.move_us / 1e6 / think_s + served.request_us / 1e6 / REQUEST_EACH_S
    return max(1, min(CONNECTIONS, int((BUSY - served.commits_cores) / a_person)))


def plan(figures: Figures, people: int, think_s: float = THINK_S, commits: float | None = None) -> Plan:
    """One process with SQLite where it is enough; otherwise as many, and as many PostgreSQL, as are needed."""
    moves, most = people / think_s, commits or figures.postgresql_commits
    alone = people <= people_of_a_process(figures.sqlite, think_s)
    served = figures.sqlite if alone else figures.postgresql
    processes = 1 if alone else max(2, ceil(people / people_of_a_process(served, think_s)))
    each = people / processes
    commits_of_each = min(moves / processes, COMMITS_OF_A_PROCESS)
    rows = most * ROWS_OF_A_COMMIT
    databases = 0 if alone else ceil(max(processes * commits_of_each / most, moves / rows))
    if databases:  # processes can be added
        used = {
            "commits of a database": processes * commits_of_each / databases / most,
            "rows of a database": moves / databases / rows,
        }
    else:
        used = {
            "processor of the process": cores(served, people, think_s) / BUSY,
            "connections of the process": people / CONNECTIONS,
        }
    first = max(used, key=lambda resource: used[resource])
    return Plan(
        people,
        moves,
        processes,
        databases,
        processes * cores(served, each, think_s),
        figures.postgresql_move_us / 1e6 * moves / databases if databases else 0.0,
        processes * (served.process_bytes + KERNELS_BYTES) + people * (served.socket_bytes + served.room_bytes / 2),
        8 * moves * (figures.received_bytes + figures.sent_bytes),
        moves * served.disk_bytes * DAY_S,
        f"{first}: {used[first]:.1%} used",
    )


def in_units(value: float, units: Sequence[str]) -> str:
    """Two digits that count, with the unit of a thousand that fits."""
    place = 0
    while value >= 1000 and place + 1 < len(units):
        value, place = value / 1000, place + 1
    return f"{value:,.0f} {units[place]}" if value >= 10 else f"{value:.1f} {units[place]}"


BYTES = ("B", "kB", "MB", "GB", "TB")


def row(of: Plan) -> str:
    """One line of the table of plans."""
    database = f"{of.databases} PostgreSQL, {of.database_cores:.1f} cores each" if of.databases else "SQLite"
    return (
        f"| {of.people:,} | {in_units(of.moves, ('',)).strip()} | {of.processes} | {of.cores:.2f} | {database} | "
        f"{in_units(of.memory, BYTES)} | {in_units(of.network, ('bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s'))} | "
        f"{in_units(of.disk, BYTES)} | {of.ends_first} |"
    )


HEAD = (
    "| people | moves a second | processes | cores | database | memory | network | disk a day | ends first |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def table(figures: Figures, people: Sequence[int], think_s: float = THINK_S, commits: float | None = None) -> str:
    """For several numbers of people."""
    return "\n".join((HEAD, *(row(plan(figures, count, think_s, commits)) for count in people)))


def figures_table(figures: Figures) -> str:
    """What was measured, side by side."""
    lite, gres = figures.sqlite, figures.postgresql
    rows = (
        ("processor of a process, a move when many play", f"{lite.move_us:.0f} µs", f"{gres.move_us:.0f} µs"),
        (
            "processor of a process, commits for people who think",
            f"{lite.commits_cores:.2f} cores from {lite.commits_full_at:,.0f} moves a second on",
            f"{gres.commits_cores:.2f} cores from {gres.commits_full_at:,.0f} on",
        ),
        ("processor of a process, an HTTP request", f"{lite.request_us:.0f} µs", f"{gres.request_us:.0f} µs"),
        ("processor of PostgreSQL, a move", "none", f"{figures.postgresql_move_us:.0f} µs"),
        (
            "PostgreSQL, four writers, 32 rows and one NOTIFY a commit",
            "",
            f"{figures.postgresql_commits:,.0f} a second",
        ),
        ("disk, a move, with its share of players and rooms", f"{lite.disk_bytes:.0f} B", f"{gres.disk_bytes:.0f} B"),
        ("memory, a socket", in_units(lite.socket_bytes, BYTES), in_units(gres.socket_bytes, BYTES)),
        ("memory, a room with a match", in_units(lite.room_bytes, BYTES), in_units(gres.room_bytes, BYTES)),
        ("memory, a process", in_units(lite.process_bytes, BYTES), in_units(gres.process_bytes, BYTES)),
        ("wire, a move in a room for two, to the players", f"{figures.received_bytes:,.0f} B", "the same"),
        ("wire, from them", f"{figures.sent_bytes:,.0f} B", "the same"),
    )
    lines = (f"| {what} | {on_sqlite} | {on_postgresql} |" for what, on_sqlite, on_postgresql in rows)
    return "\n".join(("| what | SQLite | PostgreSQL |", "|---|---|---|", *lines))


def formulas(figures: Figures) -> str:
    """For whoever plans for another number, on SQLite."""
    served = figures.sqlite
    fixed, wire = served.process_bytes + KERNELS_BYTES, figures.received_bytes + figures.sent_bytes
    return f"""\
    moves a second      m = p / t
    cores of a process  {served.commits_cores:.2f} · min(1, m / {served.commits_full_at:.0f}) \
+ {served.move_us:.0f} µs · m + {served.request_us:.0f} µs · p / {REQUEST_EACH_S:.0f}
    memory              {in_units(fixed, BYTES)} a process \
+ p · ({in_units(served.socket_bytes, BYTES)} + {in_units(served.room_bytes, BYTES)} / 2)
    network             m · {wire:,.0f} bytes a second
    disk                m · {served.disk_bytes:.0f} bytes a second
    commits a second    the lesser of m and {COMMITS_OF_A_PROCESS:.0f}, for each process
    connections         6 to the database for each process"""


def carries(figures: Figures) -> str:
    """What one process and one database are good for."""
    alone, beside = (people_of_a_process(served, THINK_S) for served in (figures.sqlite, figures.postgresql))
    commits = min(beside / THINK_S, COMMITS_OF_A_PROCESS)
    processes = max(1, int(figures.postgresql_commits / commits))
    people = min(processes * beside, int(figures.postgresql_commits * ROWS_OF_A_COMMIT * THINK_S))
    return (
        f"A process with SQLite carries {_about(alone)} people, one of several on PostgreSQL {_about(beside)}; "
        f"a PostgreSQL as it was\nmeasured carries {processes} such processes, {_about(people)} people."
    )


def _about(people: int) -> str:
    return f"{round(people, 2 - len(str(people))):,}"


def section(figures: Figures) -> str:
    """Everything that figures say, as the page has it."""
    return (
        f"Measured {figures.measured}.\n\n{figures_table(figures)}\n\n"
        f"Assumed that everybody moves every {THINK_S:.0f} seconds and asks for something by HTTP every "
        f"{REQUEST_EACH_S:.0f}, with {BUSY:.0%} of a core a\nprocess planned for, people **at the same time** need:\n\n"
        f"{table(figures, PEOPLE)}\n\n{carries(figures)}\n\n"
        f"Formulas, for *p* people at once who move every *t* seconds, on SQLite:\n\n{formulas(figures)}\n"
    )


def write_page(figures: Figures) -> None:
    """Let docs/OPERATIONS.md say what the figures say."""
    before, _, rest = PAGE.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{section(figures)}\n{END}{after}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, nargs="+", default=PEOPLE)
    parser.add_argument("--think", type=float, default=THINK_S, help="seconds between two moves of one person")
    parser.add_argument("--commits", type=float, help="that one PostgreSQL takes a second")
    parser.add_argument("--write", action="store_true", help="put the figures and what follows into the page")
    options = parser.parse_args()
    if min(options.people) < 1 or options.think <= 0 or (options.commits is not None and options.commits <= 0):
        parser.error("people, seconds and commits are above zero")
    figures = read()
    print(table(figures, options.people, options.think, options.commits))
    if options.write:
        write_page(figures)


if __name__ == "__main__":
    main()
