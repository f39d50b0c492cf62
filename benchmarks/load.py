"""A load client for games over WebSockets: many two-player tables of Dots and Boxes in one asyncio process.

A dialect says how one server's tables are laid and how its frames are read and written; everything else, above all who
sends when and what is measured, is the same for all of them.
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import httpx
from benchmarks.running import Running
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from parlour.games.dots_and_boxes.rules import LINES


class Seat(WSListener):
    """One player's socket. ``seen`` moves have been heard of; ``sent_at`` is set while an answer is awaited."""

    def __init__(self, table: "Table", number: int) -> None:
        self.table = table
        self.number = number
        self.transport: WSTransport | None = None
        self.read: Callable[[Seat, bytes], None] = lambda _seat, _frame: None
        self.seen = 0
        self.mine = False
        self.sent_at: float | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.read(self, frame.get_payload_as_bytes())

    def on_ws_disconnected(self, _transport: WSTransport) -> None:
        self.transport = None
        self.table.lost()

    async def connect(
        self, url: str, read: "Callable[[Seat, bytes], None]", address: str | None = None, **headers: str
    ) -> None:
        """Open the socket, from a certain address of this machine if one is named."""
        self.read = read
        home = None if address is None else (address, 0)
        await ws_connect(lambda: self, url, extra_headers=headers, websocket_handshake_timeout=30, local_addr=home)

    def send(self, text: bytes) -> None:
        if self.transport is not None:
            self.transport.send(WSMsgType.TEXT, text)

    def sees(self, count: int, mine: bool) -> None:
        """So many moves were made, and whether this seat is to move."""
        self.seen, self.mine = count, mine

    def answered(self) -> None:
        """The move that was sent is acknowledged."""
        if self.sent_at is not None:
            self.table.load.waits.append(time.perf_counter() - self.sent_at)
            self.sent_at = None

    def go_on(self) -> None:
        """Send the next move if it is this seat's turn and nothing is awaited."""
        if self.mine and self.sent_at is None and self.seen == self.table.made:
            self.table.made += 1
            if self.table.load.think_s:
                wait_s = self.table.load.think_s * (0.5 + self.table.chance.random())
                asyncio.get_running_loop().call_later(wait_s, self._move, self.table.made - 1)
            else:
                self._move(self.table.made - 1)

    def _move(self, number: int) -> None:
        self.sent_at = time.perf_counter()
        self.send(self.table.load.dialect.move(self, number, self.table.lines[number]))


@dataclass(eq=False)
class Table:
    """Two seats and the order in which the lines are drawn."""

    load: "Load"
    chance: random.Random
    seats: tuple[Seat, Seat] = field(init=False)
    lines: list[int] = field(default_factory=lambda: list(range(LINES)))
    made: int = LINES
    over: asyncio.Event = field(default_factory=asyncio.Event)
    failed: str | None = None

    def __post_init__(self) -> None:
        self.seats = (Seat(self, 0), Seat(self, 1))

    def lay(self) -> None:
        """Ready for another game; nothing is sent before it is set going."""
        self.chance.shuffle(self.lines)
        self.made = LINES

    def set_going(self) -> None:
        self.made = 0
        self.over.clear()
        for seat in self.seats:
            seat.go_on()

    def lost(self) -> None:
        if not self.load.closing:
            self.fail("a socket was closed")

    def fail(self, why: str) -> None:
        self.failed = self.failed or why
        self.over.set()


class Dialect(Protocol):
    """How one server is spoken to."""

    name: str
    server: Running

    async def open(self, tables: Sequence[Table]) -> None:
        """Connect both seats of each table."""
        ...

    async def deal(self, table: Table) -> None:
        """Begin a game; returns when both seats have seen it."""
        ...

    def move(self, seat: Seat, number: int, line: int) -> bytes:
        """The frame that draws a line."""
        ...

    async def close(self) -> None:
        """Let go of what speaks HTTP."""
        ...


@dataclass(frozen=True)
class Measured:
    """What a run showed."""

    name: str
    moves: int
    cpu_s: float
    wall_s: float
    waits: list[float]
    resident_mb: float

    @property
    def moves_per_cpu_s(self) -> float:
        return self.moves / self.cpu_s

    def and_then(self, later: "Measured") -> "Measured":
        """This and a later run of the same server as one."""
        return Measured(
            self.name,
            self.moves + later.moves,
            self.cpu_s + later.cpu_s,
            self.wall_s + later.wall_s,
            self.waits + later.waits,
            later.resident_mb,
        )

    def wait_ms(self, part: float) -> float:
        """The wait that this part of the moves did not exceed."""
        ranked = sorted(self.waits)
        return ranked[min(len(ranked) - 1, int(part * len(ranked)))] * 1000

    def row(self) -> str:
        """A row of the table below ``COLUMNS``."""
        return (
            f"| {self.name} | {self.moves:,} | {self.moves_per_cpu_s:,.0f} | {self.moves / self.wall_s:,.0f} | "
            f"{self.wait_ms(0.5):.1f} / {self.wait_ms(0.99):.1f} | {self.resident_mb:.0f} |"
        )


COLUMNS = "| server | moves | moves/CPU-s | moves/s | p50 / p99 ms | RSS MB |\n|---|---|---|---|---|---|"


class Load:
    """Tables at one server."""

    def __init__(self, dialect: Dialect, tables: int, think_s: float, seed: int = 1) -> None:
        self.dialect = dialect
        self.think_s = think_s
        self.waits: list[float] = []
        self.closing = False
        self._going_on: set[asyncio.Task[None]] = set()
        self._seed = seed
        self.tables = self._laid(range(tables))

    async def open(self) -> None:
        await self.dialect.open(self.tables)

    async def add(self, tables: int) -> None:
        """Open as many more as are missing."""
        more = self._laid(range(len(self.tables), tables))
        await self.dialect.open(more)
        self.tables += more

    def _laid(self, numbers: range) -> list[Table]:
        return [Table(self, random.Random(self._seed * 100_000 + number)) for number in numbers]

    async def games(self, rounds: int) -> Measured:
        """Whole games at every table at once; laying the tables between them is not counted."""
        await self.deal()
        measured = await self.play()
        for _ in range(rounds - 1):
            await self.deal()
            measured = measured.and_then(await self.play())
        return measured

    async def deal(self) -> None:
        """Begin a game at every table; nobody moves yet."""
        await in_steps(self.tables, self._lay)

    async def play(self) -> Measured:
        """The games that were dealt, at every table at once."""
        self.waits.clear()
        cpu_s, began = self.dialect.server.cpu_s(), time.perf_counter()
        for table in self.tables:
            table.set_going()
        await asyncio.gather(*(table.over.wait() for table in self.tables))
        wall_s, cpu_s = time.perf_counter() - began, self.dialect.server.cpu_s() - cpu_s
        self._require_all()
        return self._measured(cpu_s, wall_s)

    async def for_seconds(self, seconds: float) -> Measured:
        """Play for a while, in games that nobody finishes."""
        await self.lay()
        return await self.watch(seconds)

    async def lay(self) -> None:
        """Begin games and let everybody come to play."""
        await self.deal()
        for table in self.tables:
            table.set_going()
        await asyncio.sleep(max(self.think_s, 0.2))

    def keep_playing(self, tables: Sequence[Table], within_s: float) -> None:
        """Let tables play one game after another from now on, each from a moment of its own on: no two at one pace."""
        for table in tables:
            playing = asyncio.ensure_future(self._keep_playing(table, within_s * table.chance.random()))
            self._going_on.add(playing)
            playing.add_done_callback(self._going_on.discard)

    async def _keep_playing(self, table: Table, after_s: float) -> None:
        await asyncio.sleep(after_s)
        while not table.failed:
            try:
                await self._lay(table)
            except httpx.HTTPError as error:
                table.fail(str(error))
            table.set_going()
            await table.over.wait()

    async def watch(self, seconds: float) -> Measured:
        """What is seen from now on for so long, of games under way."""
        measured = await self.watch_whoever_is_left(seconds)
        self._require_all()
        return measured

    async def watch_whoever_is_left(self, seconds: float) -> Measured:
        """The same where tables may fail. Whoever still waits at the end counts with the wait so far."""
        self.waits.clear()
        cpu_s, began = self.dialect.server.cpu_s(), time.perf_counter()
        await asyncio.sleep(seconds)
        now = time.perf_counter()
        self.waits += [now - at for table in self.tables for seat in table.seats if (at := seat.sent_at) is not None]
        return self._measured(self.dialect.server.cpu_s() - cpu_s, now - began)

    @property
    def failed(self) -> int:
        """How many tables could not go on."""
        return sum(table.failed is not None for table in self.tables)

    async def close(self) -> None:
        self.closing = True
        for playing in list(self._going_on):
            playing.cancel()
        for table in self.tables:
            for seat in table.seats:
                if seat.transport is not None:
                    seat.transport.disconnect()
        await self.dialect.close()

    async def _lay(self, table: Table) -> None:
        table.lay()
        await self.dialect.deal(table)

    def _measured(self, cpu_s: float, wall_s: float) -> Measured:
        server = self.dialect.server
        return Measured(self.dialect.name, len(self.waits), cpu_s, wall_s, list(self.waits), server.resident_mb())

    def _require_all(self) -> None:
        failed = [table.failed for table in self.tables if table.failed]
        if failed:
            raise RuntimeError(f"{self.dialect.name}: {len(failed)} tables failed: {failed[0]}")


async def in_steps(tables: Sequence[Table], work: Callable[[Table], Awaitable[None]], at_once: int = 20) -> None:
    """Something for every table, not for all of them at the same moment."""
    for start in range(0, len(tables), at_once):
        await asyncio.gather(*(work(table) for table in tables[start : start + at_once]))


async def side_by_side(dialects: Sequence[Dialect], tables: int, rounds: int) -> list[Measured]:
    """A game at every table of each server in turn, so that whatever else the machine does meets them alike."""
    loads = [Load(dialect, tables, think_s=0) for dialect in dialects]
    for load in loads:
        await load.open()
        await load.games(1)
    measured = [await load.games(1) for load in loads]
    for _ in range(rounds - 1):
        measured = [before.and_then(await load.games(1)) for before, load in zip(measured, loads, strict=True)]
    for load in loads:
        await load.close()
    return measured
