"""What does one more player cost? Processor, wire and disk for a move; memory for a socket and for a room.

Two-player rooms of Dots and Boxes, ours alone: what a server of so many people needs is worked out from these figures
(benchmarks/capacity.py). Sockets that only look at the list of open rooms come first, then tables, then whole games.
Then what PostgreSQL takes from several writers that commit as the server does: rows of one statement and one NOTIFY a
commit. It is the tests' own, whose files lie in memory where there is some.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import httpx
import psycopg
import uvloop
from picows import WSListener, WSTransport, ws_connect

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.dialects import Parlour
from benchmarks.load import Load, Seat
from benchmarks.options import read_options
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


async def measure(dialect: Parlour, sockets: int, tables: int, rounds: int) -> dict[str, float]:
    resident: Callable[[], float] = dialect.server.resident_mb
    load, wire = Load(dialect, tables, think_s=0), Wire()
    await (warm := Load(dialect, 2, think_s=0)).open()
    await warm.games(2)
    empty_mb = resident()
    looking = await onlookers(dialect, sockets)
    with_sockets_mb = resident()
    await load.open()
    await load.games(1)
    with_tables_mb = resident()
    for table in load.tables:
        for seat in table.seats:
            wire.tap(seat)
    measured = await load.games(rounds)
    requests = await requests_us(dialect)
    for transport in looking:
        transport.disconnect()
    await load.close()
    socket_kb = 1024 * (with_sockets_mb - empty_mb) / sockets
    return {
        "processor, µs a move": 1e6 / measured.moves_per_cpu_s,
        "processor, µs a request": requests,
        "received by players, bytes a move": wire.received / measured.moves,
        "sent by players, bytes a move": wire.sent / measured.moves,
        "memory, kB a socket": socket_kb,
        "memory, kB a room with a match": 1024 * (with_tables_mb - with_sockets_mb) / tables - 2 * socket_kb,
        "memory, MB of a server": empty_mb,
        "moves": measured.moves,
    }


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


def postgresql(writers: int, rows: int, seconds: float) -> float:
    """Commits a second of so many writers together."""
    with running() as server:
        address = server.create()
        with psycopg.connect(address) as connection:
            connection.execute("CREATE TABLE entries (match int, seq int, entry bytea, PRIMARY KEY (match, seq))")
        with ThreadPoolExecutor(writers) as threads:
            until = time.perf_counter() + seconds
            done = threads.map(lambda writer: commit(address, writer, rows, until), range(writers))
            return sum(done) / seconds


async def main() -> None:
    options = read_options(
        __doc__ or "",
        quick={"sockets": 400, "tables": 100, "rounds": 2, "seconds": 2.0},
        full={"sockets": 2000, "tables": 400, "rounds": 5, "seconds": 10.0},
    )
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "parlour.db"
        dialect = Parlour(database)
        try:
            found = await measure(dialect, options.sockets, options.tables, options.rounds)
        finally:
            dialect.server.stop()
        kept = options.tables * (options.rounds + 1) * LINES
        found["disk, bytes a move, with players and rooms"] = database.stat().st_size / kept
    print("| figure | measured |\n|---|---|")
    for name, value in found.items():
        print(f"| {name} | {value:,.0f} |")
    for writers, rows in ((1, 1), (1, 32), (4, 1), (4, 32)):
        commits = postgresql(writers, rows, options.seconds)
        print(f"| PostgreSQL, {writers} × {rows} rows, commits a second | {commits:,.0f} |")


if __name__ == "__main__":
    uvloop.run(main())
