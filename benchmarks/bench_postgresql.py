"""What does PostgreSQL cost a move beside SQLite, and what do two processes carry beside one?

Two-player rooms of Dots and Boxes whose players move as soon as they can. First one process on either database, in
turn; then on one PostgreSQL one process, and two with twice the players, so that each player waits as long if nothing
is in the way: each room at one process, as the proxies of deploy/ keep it, then every seat at any. Where there are no
more cores than processes the load client and PostgreSQL are in the way: the processor time a move of each process, of
PostgreSQL and of the client say how much.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.dialects import Parlour
from benchmarks.load import Dialect, Load, Measured, family_cpu_s, side_by_side
from benchmarks.options import read_options
from tests.cluster.processes import PORTS, listens
from tests.postgres import Postgres, running

COLUMNS = "| server | moves | moves/CPU-s | moves/s | p50 / p99 ms | RSS MB |\n|---|---|---|---|---|---|"


def row(measured: Measured) -> str:
    return (
        f"| {measured.name} | {measured.moves:,} | {measured.moves_per_cpu_s:,.0f} | "
        f"{measured.moves / measured.wall_s:,.0f} | {measured.wait_ms(0.5):.1f} / {measured.wait_ms(0.99):.1f} | "
        f"{measured.resident_mb:.0f} |"
    )


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
    print(COLUMNS, row(sqlite), row(postgresql), sep="\n", flush=True)
    ratio = postgresql.moves_per_cpu_s / sqlite.moves_per_cpu_s
    print(f"\nPostgreSQL / SQLite, moves per CPU second of the server: {ratio:.2f}\n", flush=True)


async def processes(postgres: Postgres, count: int, tables: int, rounds: int, *, together: bool) -> Measured:
    """So many processes, each with its own rooms or with any seat of any; what the rest used up is said beside it."""
    port = next(port for port in PORTS if not any(listens(port + more) for more in range(count + 1)))
    how = "" if count == 1 else ", a room at one" if together else ", seats at any"
    dialect = Parlour(
        postgres.create(),
        *("--port", str(port), "--processes", str(count)),
        name=f"PostgreSQL, {count} process{'es' * (count > 1)}{how}, {2 * tables} players",
        fronts=range(port + 1, port + 1 + count) if together and count > 1 else (),
    )
    try:
        load = Load(dialect, tables, think_s=0)
        await load.open()
        await load.games(1)
        database_s, client_s, wall_s = _used(postgres), time.process_time(), time.perf_counter()
        measured = await load.games(rounds)
        database_s, client_s = _used(postgres) - database_s, time.process_time() - client_s
        wall_s = time.perf_counter() - wall_s
        await load.close()
    finally:
        dialect.server.stop()
    print(row(measured), flush=True)
    a_move: Callable[[float], str] = lambda seconds: f"{seconds / measured.moves * 1e6:.0f} µs"  # noqa: E731
    busy = (measured.cpu_s + database_s + client_s) / wall_s
    print(
        f"|   a move: servers {a_move(measured.cpu_s)}, PostgreSQL {a_move(database_s)}, client {a_move(client_s)}; "
        f"{busy:.1f} of {os.cpu_count()} cores busy | | | | | |",
        flush=True,
    )
    return measured


def _used(postgres: Postgres) -> float:
    return family_cpu_s(postgres.process)


async def main() -> None:
    options = read_options(
        __doc__ or "",
        quick={"rounds": 2, "players": 100},
        full={"rounds": 10, "players": 200},
        only=("databases", "processes"),
    )
    tables = options.players // 2
    with tempfile.TemporaryDirectory() as folder, running() as postgres:
        if not options.only or "databases" in options.only:
            await both_databases(Path(folder), postgres, tables, options.rounds)
        if not options.only or "processes" in options.only:
            print(COLUMNS)
            one = await processes(postgres, 1, tables, options.rounds, together=True)
            two = await processes(postgres, 2, 2 * tables, options.rounds, together=True)
            await processes(postgres, 2, 2 * tables, options.rounds, together=False)
            moves = (two.moves / two.wall_s) / (one.moves / one.wall_s)
            waits = two.wait_ms(0.5) / one.wait_ms(0.5)
            print(f"\ntwo processes / one: moves a second {moves:.2f}, wait {waits:.2f}")
            print(f"moves per CPU second of the servers {two.moves_per_cpu_s / one.moves_per_cpu_s:.2f}")
    print(f"load average: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    uvloop.run(main())
