"""What does PostgreSQL cost a move beside SQLite, and what do two processes carry beside one at the same latency?

Two-player rooms of Dots and Boxes. First one process on either database, in turn, whose players move as soon as they
can. Then, on one PostgreSQL, one process, two with each room at one of them, as the proxies of deploy/ keep it, and two
with every seat at any: more and more people come, until more than one move in a hundred waits longer than the bound
(--bound, in milliseconds). Where there are no more cores than processes, the load client and PostgreSQL are in the way:
the processor time a move of each process, of PostgreSQL and of the client say how much.
"""

import os
import sys
import tempfile
from pathlib import Path

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import rising
from benchmarks.dialects import Parlour
from benchmarks.load import COLUMNS, Dialect, side_by_side
from benchmarks.options import read_options
from benchmarks.rising import CORES, Step, carried, rise
from tests.cluster.processes import PORTS, listens
from tests.postgres import Postgres, running


async def both_databases(folder: Path, postgres: Postgres, tables: int, rounds: int) -> None:
    """One process each, whose games are played in turn."""
    dialects: list[Dialect] = [
        Parlour(folder / "parlour.db", name="SQLite, one process"),
        Parlour(postgres.create(), name="PostgreSQL, one process"),
    ]
    try:
        sqlite, postgresql = await side_by_side(dialects, tables, rounds)
    finally:
        for dialect in dialects:
            dialect.server.stop()
    print(COLUMNS, sqlite.row(), postgresql.row(), sep="\n", flush=True)
    ratio = postgresql.moves_per_cpu_s / sqlite.moves_per_cpu_s
    print(f"\nPostgreSQL / SQLite, moves per CPU second of the server: {ratio:.2f}\n", flush=True)


async def processes(postgres: Postgres, count: int, think_s: float, bound_ms: float, *, together: bool) -> Step:
    """What so many processes carry, each with its own rooms or with any seat of any."""
    port = next(port for port in PORTS if not any(listens(port + more) for more in range(count + 1)))
    how = "" if count == 1 else ", a room at one" if together else ", seats at any"
    dialect = Parlour(
        postgres.create(),
        *("--port", str(port), "--processes", str(count)),
        name=f"{count} process{'es' * (count > 1)}{how}",
        fronts=range(port + 1, port + 1 + count) if together and count > 1 else (),
    )
    try:
        servers = dialect.server.serving if count > 1 else [dialect.server.pid]
        steps = await rise(dialect, postgres.process, servers, think_s, bound_ms)
    finally:
        dialect.server.stop()
    return carried(steps, bound_ms)


def compared(one: Step, two: Step, bound_ms: float) -> str:
    """What the second process brought, and what the machine's cores can carry at all."""
    most = CORES * 1e6 / two.a_move_us
    beside = one.of("PostgreSQL") + one.of("client")
    return (
        f"\nWith a p99 of {bound_ms:.0f} ms at most: one process {one.rate:,.0f} moves/s, two {two.rate:,.0f}, "
        f"{two.rate / one.rate:.2f} times.\n"
        f"One process keeps {one.rate * _server_us(one) / 1e6:.2f} cores busy there, PostgreSQL and the client "
        f"{one.rate * beside / 1e6:.2f} more.\n"
        f"With two processes a move takes {two.a_move_us:.0f} µs of all parts together, {_server_us(two):.0f} of them "
        f"the servers': {CORES} cores carry {most:,.0f} moves/s at most, {most / one.rate:.2f} times one process.\n"
        f"Where every process has a core of its own, {_server_us(one):.0f} µs a move with one process and "
        f"{_server_us(two):.0f} with two let two carry {2 * _server_us(one) / _server_us(two):.2f} times one."
    )


def _server_us(step: Step) -> float:
    return sum(step.of(part) for part in step.used if part.startswith("server"))


async def main() -> None:
    options = read_options(
        __doc__ or "",
        quick={"rounds": 2, "players": 100, "think": 0.06, "bound": 30.0},
        full={"rounds": 10, "players": 200, "think": 0.06, "bound": 30.0},
        only=("databases", "processes"),
    )
    with tempfile.TemporaryDirectory() as folder, running() as postgres:
        if not options.only or "databases" in options.only:
            await both_databases(Path(folder), postgres, options.players // 2, options.rounds)
        if not options.only or "processes" in options.only:
            print(rising.COLUMNS)
            one = await processes(postgres, 1, options.think, options.bound, together=True)
            two = await processes(postgres, 2, options.think, options.bound, together=True)
            await processes(postgres, 2, options.think, options.bound, together=False)
            print(compared(one, two, options.bound))
    print(f"load average: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    uvloop.run(main())
