"""Does a move cost more the more there is? Processor time of the server a move, beside the same with little there.

Finished matches, open rooms and players are put into a store by its own jobs before the server starts; of very many
matches most are copies of others. Then people play Dots and Boxes at it, the servers of one table in turn. A match is
made long by lines that are drawn already, which the rules refuse and the log keeps.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

import httpx
import msgspec
import uvloop
from msgspec import structs
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.dialects import DRAWN, Heard, Parlour
from benchmarks.filling import multiply
from benchmarks.load import Dialect, side_by_side
from benchmarks.options import counted, read_options

from parlour.games import kit_of
from parlour.protocol.ranking import Origin, Seated
from parlour.server.live.people.seating import Nobody, Person, RoomState
from parlour.store import log, players, rooms, standings
from parlour.store.players import Player
from parlour.store.rooms import StoredRoom
from parlour.store.store import Store
from parlour.store.transaction import Job, Transaction
from parlour.testing.players import finished

GAME = "dots-and-boxes"
AT_ONCE = 500
PEOPLE = 100
"""How many played the matches that are finished."""
APART_MS = 600_000
"""Between the beginnings of two matches that are finished: what counts for a rating is how often two met of late."""
MOST_WRITTEN = 1_000
"""Finished matches that are written one by one; what goes beyond is copies of them."""
REFUSED = 80
"""Refused lines between two that are drawn: a hundred in a row would not be logged."""
Fill: TypeAlias = Callable[[range], Job[None]]
"""The job that adds things of these numbers."""


def add_players(numbers: range) -> Job[None]:
    """Guests, each with a name of their own."""

    def run(transaction: Transaction) -> None:
        for number in numbers:
            name = f"{number:016x}"
            players.add(Player(name, f"Guest {number}"), name.encode(), number)(transaction)

    return run


def add_rooms(numbers: range) -> Job[None]:
    """Public rooms in which somebody waits for another."""

    def run(transaction: Transaction) -> None:
        for number in numbers:
            host = f"{number % PEOPLE:016x}"
            state = RoomState(options={}, public=True, holders=(Person(host, f"Guest {number}"), Nobody()))
            room = StoredRoom(f"R{number}", GAME, host, msgspec.json.encode(state), None, 2**41)
            rooms.save(room, None)(transaction)

    return run


def add_finished(numbers: range) -> Job[None]:
    """Matches between people, each with its log, confirmed and counted."""
    played = finished(kit_of(GAME).game, 1).session

    def run(transaction: Transaction) -> None:
        judged = []
        for number in numbers:
            later_ms = number * APART_MS
            session = structs.replace(
                played, id=f"{number:016x}", started=played.started + later_ms, ended=(played.ended or 0) + later_ms
            )
            pair = (number % PEOPLE, (number + 1 + number // PEOPLE) % PEOPLE)
            sitting = [Seated(f"Guest {one}", f"{one:016x}", None) for one in pair]
            log.begin("R", session, sitting, Origin(drawn=True, daily=None), listed=True)(transaction)
            stored = log.stored(session.id)(transaction)
            if stored is not None:
                judged.append((stored, True))
        standings.confirm(judged)(transaction)

    return run


FACTORS: dict[str, Fill] = {"finished": add_finished, "rooms": add_rooms, "players": add_players}


async def fill(database: Path, factor: str, size: int) -> None:
    """A store with so many of them, and the people whom they name."""
    store = Store(database)
    try:
        await store.write(add_players(range(PEOPLE)))
        first = PEOPLE if factor == "players" else 0
        last = min(size, MOST_WRITTEN) if factor == "finished" else size
        steps = range(first, last, AT_ONCE)
        for number in counted(f"{last} {factor}", len(steps)):
            start = steps[number]
            await store.write(FACTORS[factor](range(start, min(start + AT_ONCE, last))))
    finally:
        store.close()
    multiply(database, size // last, APART_MS)


async def grown(folder: Path, factor: str, sizes: Sequence[int], tables: int, rounds: int) -> None:
    """One server for each size, whose games are played in turn."""
    dialects: list[Dialect] = []
    try:
        for size in sizes:
            database = folder / f"{factor}-{size}.db"
            await fill(database, factor, size)
            dialects.append(Parlour(database, "--no-warm", name=f"{size:,} {factor}"))
        for measured in await side_by_side(dialects, tables, rounds):
            print(
                f"| {measured.name} | {1e6 / measured.moves_per_cpu_s:.0f} | {measured.wait_ms(0.5):.1f} | "
                f"{measured.resident_mb:.0f} |",
                flush=True,
            )
    finally:
        for dialect in dialects:
            dialect.server.stop()


class Drawer(WSListener):
    """Somebody who holds both seats and sends the next line when the one before is answered."""

    def __init__(self) -> None:
        self._transport: WSTransport | None = None
        self._decode = msgspec.json.Decoder(Heard).decode
        self._view: Heard | None = None
        self._answered = 0
        self._goal = 0
        self._there = asyncio.Event()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            heard = self._decode(frame.get_payload_as_bytes())
            if heard.type == "view":
                self._view = heard
                self._there.set()
            elif heard.type == "answer":
                self._answered += 1
                self._go_on()

    async def reach(self, entries: int) -> None:
        """Play until the log has so many."""
        await self._there.wait()
        self._goal = entries
        self._there.clear()
        self._go_on()
        while self._answered < entries:
            self._there.clear()
            await self._there.wait()

    def _go_on(self) -> None:
        if self._answered < self._goal and self._transport is not None and self._view is not None:
            cycle, place = divmod(self._answered, REFUSED + 1)
            line = DRAWN[cycle if place == 0 else 0]
            match, seat = (self._view.match or "").encode(), self._view.to_move[0]
            self._transport.send(
                WSMsgType.TEXT,
                b'{"type":"submit","ref":"%d","match":"%s","seat":%d,"action":%s}'
                % (self._answered, match, seat, line),
            )
        else:
            self._there.set()


async def long_matches(folder: Path, windows: Sequence[int], width: int, tables: int) -> None:
    """What a move costs when the log of its match has so many entries already."""
    dialect = Parlour(folder / "entries.db", "--no-warm")
    try:
        drawers = [await _sit_down(dialect) for _ in range(tables)]
        for start in windows:
            await asyncio.gather(*(drawer.reach(start) for drawer in drawers))
            before = dialect.server.cpu_s()
            await asyncio.gather(*(drawer.reach(start + width) for drawer in drawers))
            cpu_us = (dialect.server.cpu_s() - before) * 1e6 / (width * tables)
            print(
                f"| {start:,} entries in the match | {cpu_us:.0f} | | {dialect.server.resident_mb():.0f} |", flush=True
            )
    finally:
        await dialect.close()
        dialect.server.stop()


async def _sit_down(dialect: Parlour) -> Drawer:
    url = dialect.server.said
    async with httpx.AsyncClient(base_url=url, timeout=60, trust_env=False) as http:
        (await http.post("/api/me")).raise_for_status()
        room = await http.post("/api/rooms", json={"game": GAME, "seats": [{"for": "me"}, {"for": "me"}]})
        cookie, code = http.cookies["parlour"], room.json()["code"]
    drawer = Drawer()
    address = f"{url.replace('http', 'ws', 1)}/api/rooms/{code}/socket"
    await ws_connect(lambda: drawer, address, extra_headers={"Cookie": f"parlour={cookie}"})
    return drawer


async def main() -> None:
    options = read_options(
        __doc__ or "",
        quick={"most": 1_000, "players": 40, "rounds": 3, "width": 200, "longest": 2_000},
        full={"most": 100_000, "players": 100, "rounds": 10, "width": 500, "longest": 4_000},
        only=(*FACTORS, "entries"),
    )
    sizes = [size for size in (100, 1_000, 10_000, 100_000) if size <= options.most]
    print("| what there is | processor µs a move | p50 ms | RSS MB |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for factor in FACTORS:
            if not options.only or factor in options.only:
                await grown(Path(folder), factor, sizes, options.players // 2, options.rounds)
        if not options.only or "entries" in options.only:
            windows = [start for start in (0, 1_000, 2_000, 4_000) if start <= options.longest]
            await long_matches(Path(folder), windows, options.width, options.players // 2)
    print(f"\nload average: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    uvloop.run(main())
