"""The two servers that the load client speaks to: Parlour, and boardgame.io over its socket.io frames."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
from benchmarks.load import Seat, Table, in_steps
from benchmarks.running import Running
from msgspec import Struct

from parlour.games.dots_and_boxes.rules import LINES, dots_of

PEER = Path(__file__).parent / "peers" / "boardgame_io"
EVENT = b"42/dots-and-boxes,"
"""Engine.io's "message", socket.io's "event", and the namespace."""
UPDATE, SYNC = EVENT + b'["update"', EVENT + b'["sync"'
PING, PONG = b"2", b"3"
DRAWN = [msgspec.json.encode(dots_of(line)) for line in range(LINES)]


class Heard(Struct):
    """What matters of a message of Parlour's socket."""

    type: str
    match: str | None = None
    seat: int | None = None
    seq: int = 0
    to_move: tuple[int, ...] = ()
    confirmed: bool | None = None
    refused: Any = None
    code: str = ""


USUAL_FILES = ("sh", "-c", 'ulimit -S -n 1024; exec "$@"', "sh")
"""A command after this runs with as many open files as a program usually may."""
UNLIMITED = {"rate": 1_000_000, "most-sockets": 5000, "people-of-an-address": 1_000_000, "most-rooms": 1_000_000}


def _unlimited(source: Mapping[str, str]) -> list[str]:
    """The flags against limits, as far as a server knows them."""
    asked = [sys.executable, "-m", "parlour", "serve", "--help"]
    known = subprocess.run(asked, env=os.environ | source, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    return [word for name, most in UNLIMITED.items() if f"--{name}" in known for word in (f"--{name}", str(most))]


class Parlour:
    """``parlour serve``: durable, as it is by default.

    If limited, with its limits and the usual number of files, and every table is at home at an address of its own.
    """

    def __init__(
        self,
        database: Path | str,
        *flags: str,
        limited: bool = False,
        name: str = "Parlour, SQLite FULL",
        fronts: Sequence[int] = (),
        checkout: Path | None = None,
    ) -> None:
        """The tables are spread over the ports of ``fronts``, each with all that is its own, as a proxy does it.

        Another checkout than this one runs with the packages of this one.
        """
        self.name = name
        port = () if "--port" in flags else ("--port", "0")
        source = {} if checkout is None else {"PYTHONPATH": str(checkout.resolve() / "src")}
        command = [sys.executable, "-m", "parlour", "serve", *port, "--database", str(database), *flags]
        command = [*USUAL_FILES, *command] if limited else [*command, *_unlimited(source)]
        self.server = Running(command, "Parlour is at", None, **source)
        self._url = self.server.said
        self._limited = limited
        self._fronts = [self._client(None, f"http://127.0.0.1:{port}") for port in fronts]
        self._homes: dict[Table, httpx.AsyncClient] = {}
        self._http = self._client(None)
        self._codes: dict[Table, str] = {}
        self._cookies: dict[Seat, str] = {}
        self._matches: dict[Table, str] = {}
        self._decode = msgspec.json.Decoder(Heard).decode

    async def open(self, tables: Sequence[Table]) -> None:
        while (await self._http.get("/ready")).status_code != 200:
            await asyncio.sleep(0.1)
        await in_steps(tables, self._open)

    async def deal(self, table: Table) -> None:
        """The first game begins with the second player; each of the others is a rematch."""
        code = self._codes[table]
        before = self._matches.get(table)
        for seat in table.seats:
            await self._post(seat, f"/api/rooms/{code}/{'rematch' if before else 'join'}")
        while self._matches.get(table) == before or not all(seat.seen == 0 for seat in table.seats):
            await asyncio.sleep(0.005)

    def move(self, seat: Seat, number: int, line: int) -> bytes:
        return b'{"type":"submit","ref":"%d","match":"%s","seat":%d,"action":%s}' % (
            number,
            self._matches[seat.table].encode(),
            seat.number,
            DRAWN[line],
        )

    def whereabouts(self, table: Table) -> tuple[str, str]:
        """A table's room and match."""
        return self._codes[table], self._matches[table]

    async def close(self) -> None:
        for http in {self._http, *self._fronts, *self._homes.values()}:
            await http.aclose()

    def _client(self, address: str | None, url: str | None = None) -> httpx.AsyncClient:
        # Servers close what is idle for five seconds; a connection that old is not used again.
        transport = httpx.AsyncHTTPTransport(local_address=address, limits=httpx.Limits(keepalive_expiry=2))
        return httpx.AsyncClient(base_url=url or self._url, timeout=60, transport=transport)

    async def _open(self, table: Table) -> None:
        number = len(self._homes)
        address = f"127.0.1.{number + 1}" if self._limited else None
        shared = self._fronts[number % len(self._fronts)] if self._fronts else self._http
        self._homes[table] = self._client(address) if self._limited else shared
        for seat in table.seats:
            response = await self._homes[table].post("/api/me")
            self._homes[table].cookies.clear()
            self._cookies[seat] = response.cookies["parlour"]
        room = {"game": "dots-and-boxes", "seats": [{"for": "me"}, {"for": "anybody"}]}
        code = (await self._post(table.seats[0], "/api/rooms", room))["code"]
        self._codes[table] = code
        place = str(self._homes[table].base_url).rstrip("/")
        socket = f"{place.replace('http', 'ws', 1)}/api/rooms/{code}/socket"
        for seat in table.seats:
            await seat.connect(socket, self._read, address, Cookie=f"parlour={self._cookies[seat]}")

    async def _post(self, seat: Seat, path: str, body: dict[str, Any] | None = None) -> Any:
        headers = {"Cookie": f"parlour={self._cookies[seat]}"}
        response = await self._homes[seat.table].post(path, json=body or {}, headers=headers)
        response.raise_for_status()
        return response.json()

    def _read(self, seat: Seat, frame: bytes) -> None:
        heard = self._decode(frame)
        if heard.type == "view":
            self._matches[seat.table] = heard.match or ""
            if heard.seat is not None:  # a rematch moves everybody one seat on
                seat.number = heard.seat
            seat.sees(heard.seq, seat.number in heard.to_move)
            seat.go_on()
        elif heard.type == "answer":
            if heard.refused is not None:
                seat.table.fail(f"refused: {heard.refused}")
            seat.answered()
            seat.go_on()
        elif heard.type == "room":
            if heard.confirmed:
                seat.table.over.set()
        elif heard.type != "said":
            seat.table.fail(f"{heard.type} {heard.code}")


class Context(Struct):
    """Whose turn it is on boardgame.io, and whether it is over."""

    player: str = msgspec.field(name="currentPlayer")
    gameover: Any = None


class State(Struct):
    """What matters of a state of boardgame.io."""

    ctx: Context
    number: int = msgspec.field(name="_stateID")


class Update(Struct, array_like=True):
    """An event of boardgame.io after a move; what follows the state is left alone."""

    event: str
    match: str
    state: State


class Synced(Struct):
    """What matters of the answer to a sync."""

    state: State


class Sync(Struct, array_like=True):
    """The answer to a sync."""

    event: str
    match: str
    told: Synced


class BoardgameIo:
    """boardgame.io 0.50 in memory, with the same game and without undo."""

    name = "boardgame.io 0.50, in memory"

    def __init__(self) -> None:
        self.server = Running(["node", "server.cjs"], "listening on", PEER, NODE_ENV="production")
        self._url = f"http://127.0.0.1:{self.server.said}"
        self._http = httpx.AsyncClient(base_url=self._url, timeout=60, trust_env=False)
        self._matches: dict[Table, str] = {}
        self._credentials: dict[Seat, str] = {}
        self._first: dict[Seat, int] = {}
        self._decode = msgspec.json.Decoder(Update).decode
        self._decode_sync = msgspec.json.Decoder(Sync).decode

    async def open(self, tables: Sequence[Table]) -> None:
        await in_steps(tables, self._open)

    async def deal(self, table: Table) -> None:
        game = "/games/dots-and-boxes"
        created = await self._http.post(f"{game}/create", json={"numPlayers": 2})
        match = created.json()["matchID"]
        self._matches[table] = match
        for seat in table.seats:
            body = {"playerID": str(seat.number), "playerName": f"player {seat.number}"}
            joined = await self._http.post(f"{game}/{match}/join", json=body)
            self._credentials[seat] = joined.json()["playerCredentials"]
            self._first.pop(seat, None)
            sync = ["sync", match, str(seat.number), self._credentials[seat], 2]
            seat.send(EVENT + msgspec.json.encode(sync))
        while not all(seat in self._first for seat in table.seats):
            await asyncio.sleep(0.005)

    def move(self, seat: Seat, number: int, line: int) -> bytes:  # noqa: ARG002
        action = {
            "type": "MAKE_MOVE",
            "payload": {
                "type": "draw",
                "args": [line],
                "playerID": str(seat.number),
                "credentials": self._credentials[seat],
            },
        }
        table = seat.table
        update = ["update", action, self._first[seat] + seat.seen, self._matches[table], str(seat.number)]
        return EVENT + msgspec.json.encode(update)

    async def close(self) -> None:
        await self._http.aclose()

    async def _open(self, table: Table) -> None:
        socket = f"{self._url.replace('http', 'ws', 1)}/socket.io/?EIO=4&transport=websocket"
        for seat in table.seats:
            await seat.connect(socket, self._read)
            seat.send(b"40/dots-and-boxes,")
        await asyncio.sleep(0.05)

    def _read(self, seat: Seat, frame: bytes) -> None:
        if frame.startswith(UPDATE):
            update = self._decode(frame[len(EVENT) :])
            if update.match == self._matches[seat.table]:
                self._see(seat, update.state)
        elif frame.startswith(SYNC):
            sync = self._decode_sync(frame[len(EVENT) :])
            if sync.match == self._matches[seat.table]:
                self._first[seat] = sync.told.state.number
                self._see(seat, sync.told.state)
        elif frame == PING:
            seat.send(PONG)

    def _see(self, seat: Seat, state: State) -> None:
        before, over = seat.seen, state.ctx.gameover is not None
        seat.sees(state.number - self._first[seat], state.ctx.player == str(seat.number) and not over)
        if seat.seen > before:
            seat.answered()
        seat.go_on()
        if over:
            seat.table.over.set()
