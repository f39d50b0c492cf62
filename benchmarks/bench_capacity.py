"""What does one more player cost? Processor, wire and disk for a move; memory for a socket and for a room.

Two-player rooms of Dots and Boxes, ours alone, on SQLite and on PostgreSQL: what a server of so many people needs is
worked out from these figures (benchmarks/capacity.py). Sockets that only look at the list of open rooms come first,
then tables, then whole games, then people who think before they move. Then what PostgreSQL takes from several writers
that commit as the server does: rows of one statement and one NOTIFY a commit. It is the tests' own, whose files lie in
memory where there is some. With --full, or --write 1, the figures are kept in figures.json, and docs/OPERATIONS.md is
brought up to date.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import httpx
import psycopg
import uvloop
from picows import WSListener, WSTransport, ws_connect

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import capacity
from benchmarks.dialects import Parlour
from benchmarks.figures import Figures, Served, write
from benchmarks.load import Load, Seat
from benchmarks.options import read_options
from benchmarks.running import family_cpu_s
from tests.postgres import running

from parlour.games.dots_and_boxes.rules import LINES

HEADER_IN, HEADER_OUT = 4, 8
"""Bytes before a message of some hundred bytes, from a server and from a client."""


@dataclass
class Wire:
    """What players received and sent."""

    received: int = 0
    sent: int = 0

    def tap(self, seat: Seat) -> None:
        """Count what passes through a seat's socket."""
        read, send = seat.read, seat.send

        def counted_read(whose: Seat, frame: bytes) -> None:
            self.received += len(frame) + HEADER_IN
            read(whose, frame)

        def counted_send(text: bytes) -> None:
            self.sent += len(text) + HEADER_OUT
            send(text)

        seat.read = counted_read
        seat.send = counted_send  # type: ignore[method-assign]


async def onlookers(dialect: Parlour, count: int) -> list[WSTransport]:
    """So many guests who look at the list of open rooms."""
    url = dialect.server.said
    opened = []
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        while (await http.get("/ready")).status_code != 200:
            await asyncio.sleep(0.1)
        for _ in range(count):
            cookie = (await http.post("/api/me")).cookies["parlour"]
            http.cookies.clear()
            address = url.replace("http", "ws", 1) + "/api/lobby/socket"
            transport, _ = await ws_connect(WSListener, address, extra_headers={"Cookie": f"parlour={cookie}"})
            opened.append(transport)
    return opened


REQUESTS = 1000


async def requests_us(dialect: Parlour) -> float:
    """Processor time of a request that reads from the store."""
    async with httpx.AsyncClient(base_url=dialect.server.said, timeout=60) as http:
        await http.post("/api/me")
        before = dialect.server.cpu_s()
        for _ in range(REQUESTS):
            await http.get("/api/me/rooms")
        return 1e6 * (dialect.server.cpu_s() - before) / REQUESTS


PACED = 450.0
"""Moves a second of people who think: so many that commits come as often as they can, so few that most carry one."""


@dataclass(frozen=True)
class Measures:
    """How much is measured."""

    sockets: int
    tables: int
    rounds: int
    seconds: float
    """For which people play who think."""


async def measure(
    dialect: Parlour, how: Measures, kept: Callable[[], float], beside_s: Callable[[], float]
) -> tuple[Served, Wire, float]:
    """What one server costs; what passed between it and the players for a move; what its database took for one, in
    microseconds of processor. ``kept`` gives bytes on the disk, ``beside_s`` the database's processor time so far."""
    resident, cpu_s = dialect.server.resident_mb, dialect.server.cpu_s
    await (warm := Load(dialect, 2, think_s=0)).open()
    await warm.games(2)
    empty_mb = resident()
    looking = await onlookers(dialect, how.sockets)
    with_sockets_mb = resident()
    load, wire, empty_bytes = Load(dialect, how.tables, think_s=0), Wire(), kept()
    await load.open()
    await load.games(1)
    with_tables_mb = resident()
    for table in load.tables:
        for seat in table.seats:
            wire.tap(seat)
    measured = await load.games(how.rounds)
    wire = Wire(wire.received // measured.moves, wire.sent // measured.moves)
    await load.deal()
    database_s = beside_s()
    played = await load.play()
    database_us = 1e6 * (beside_s() - database_s) / played.moves
    disk_bytes = (kept() - empty_bytes) / (how.tables * (how.rounds + 2) * LINES)
    request_us = await requests_us(dialect)
    load.think_s = how.tables / PACED
    await load.lay()
    before = cpu_s()
    slowly = await load.watch(how.seconds)
    rate, cores = slowly.moves / slowly.wall_s, (cpu_s() - before) / slowly.wall_s
    for transport in looking:
        transport.disconnect()
    await load.close()
    move_us = 1e6 / measured.moves_per_cpu_s
    socket_kb = 1024 * (with_sockets_mb - empty_mb) / how.sockets
    served = Served(
        move_us=round(move_us, 1),
        commits_cores=round(max(0.0, cores - rate * move_us / 1e6), 3),
        commits_full_at=round(rate),
        request_us=round(request_us),
        disk_bytes=round(disk_bytes),
        socket_bytes=round(socket_kb) * 1000,
        room_bytes=round(1024 * (with_tables_mb - with_sockets_mb) / how.tables - 2 * socket_kb) * 1000,
        process_bytes=round(empty_mb) * 1e6,
    )
    return served, wire, round(database_us, 1)


INSERT = b"INSERT INTO entries SELECT %s, * FROM unnest(%s::int[], %s::bytea[])"
ENTRY = b"x" * 90


def commit(address: str, writer: int, rows: int, until: float) -> int:
    """How many commits one writer gets done."""
    with psycopg.connect(address) as connection:
        count = 0
        while time.perf_counter() < until:
            numbers = list(range(count * rows, (count + 1) * rows))
            connection.execute(INSERT, (writer, numbers, [ENTRY] * rows))
            connection.execute(b"SELECT pg_notify('hints', 'match 1')")
            connection.commit()
            count += 1
    return count


def commits_a_second(writers: int, rows: int, seconds: float) -> float:
    """Commits a second of so many writers together."""
    with running() as server:
        address = server.create()
        with psycopg.connect(address) as connection:
            connection.execute("CREATE TABLE entries (match int, seq int, entry bytea, PRIMARY KEY (match, seq))")
        with ThreadPoolExecutor(writers) as threads:
            until = time.perf_counter() + seconds
            done = threads.map(lambda writer: commit(address, writer, rows, until), range(writers))
            return sum(done) / seconds


async def on_sqlite(how: Measures) -> tuple[Served, Wire, float]:
    """SQLite is part of the server."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "parlour.db"
        dialect = Parlour(database)
        try:
            return await measure(dialect, how, lambda: database.stat().st_size, lambda: 0.0)
        finally:
            dialect.server.stop()


async def on_postgresql(how: Measures) -> tuple[Served, Wire, float]:
    with running() as postgres:
        address = postgres.create()
        dialect = Parlour(address)
        try:
            return await measure(dialect, how, lambda: _size(address), lambda: family_cpu_s(postgres.process))
        finally:
            dialect.server.stop()


def _size(address: str) -> float:
    with psycopg.connect(address) as connection:
        [[size]] = connection.execute("SELECT pg_database_size(current_database())").fetchall()
    return float(size)


async def main() -> None:
    options = read_options(
        __doc__ or "",
        quick={"sockets": 400, "tables": 100, "rounds": 2, "seconds": 3.0, "write": 0},
        full={"sockets": 2000, "tables": 400, "rounds": 5, "seconds": 20.0, "write": 1},
    )
    how = Measures(options.sockets, options.tables, options.rounds, options.seconds)
    sqlite, wire, _ = await on_sqlite(how)
    postgresql, _, database_us = await on_postgresql(how)
    commits = {each: commits_a_second(*each, options.seconds) for each in ((1, 1), (1, 32), (4, 1), (4, 32))}
    load_average = os.getloadavg()[0]
    figures = Figures(
        f"on {datetime.now(UTC):%Y-%m-%d} on {os.cpu_count()} cores under a load of {load_average:.1f}",
        sqlite,
        postgresql,
        database_us,
        round(commits[4, 32]),
        wire.received,
        wire.sent,
    )
    print(capacity.figures_table(figures))
    for (writers, rows), found in commits.items():
        print(f"| PostgreSQL, {writers} × {rows} rows, commits a second | {found:,.0f} |")
    if options.write:
        write(figures)
        capacity.write_page(figures)


if __name__ == "__main__":
    uvloop.run(main())
