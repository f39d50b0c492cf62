"""Players in the process of the server: HTTP without a network, sockets without frames; they know what was answered."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
from msgspec import Raw

from parlour.protocol.messages import Bye, Submit
from parlour.server.app import Parlour
from parlour.server.clock import ServerClock
from parlour.server.problems import Problem
from parlour.store.players import Player
from tests.patience import WAIT_S
from tests.server.table import Json, take


class Failed(Exception):
    """The server could not do it: to be tried again."""


class Refused(Exception):
    """The server would not do it."""


class LaterClock(ServerClock):
    """Ahead of the real one."""

    def __init__(self, ahead_ms: int) -> None:
        super().__init__()
        self.ahead_ms = ahead_ms

    def now_ms(self) -> int:
        return super().now_ms() + self.ahead_ms


class Screen:
    """An open socket's worth of subscriber."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.address = "127.0.0.1"
        self.gone = asyncio.Event()
        self.answers: dict[str, Json] = {}
        self.came = asyncio.Event()

    def send(self, text: bytes) -> None:
        message: Json = msgspec.json.decode(text)
        if message["type"] == "answer":
            self.answers[message["ref"]] = message
            self.came.set()

    def close(self, bye: Bye) -> None:  # noqa: ARG002
        self.gone.set()
        self.came.set()


class People:
    """Everybody who uses one server; what they know of it outlives the process in two files."""

    def __init__(self, parlour: Parlour, clock: LaterClock, folder: Path, known: dict[str, str]) -> None:
        self.parlour = parlour
        self.clock = clock
        self.hub = parlour.hub
        self.store = parlour.store
        self.known = known
        """Cookies by name, codes of rooms, ids of matches: whatever a scenario wants to find again."""
        self.routes: set[str] = set()
        """What was asked for: ``POST /api/rooms/{code}/join``."""
        self._http = httpx.AsyncClient(
            transport=httpx.ASGITransport(self._app), base_url="http://127.0.0.1", timeout=WAIT_S
        )
        self._acknowledged = os.open(folder / "acknowledged", os.O_CREAT | os.O_APPEND | os.O_WRONLY)

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        await self.parlour.app(scope, receive, send)
        self.routes.add(f"{scope['method']} {scope.get('path_template')}")

    async def request(self, who: str, method: str, path: str, body: Json | None = None, **headers: str) -> Any:
        """What the server answers; Refused, or Failed."""
        headers |= {"Cookie": f"parlour={self.known[who]}"} if who in self.known else {}
        response = await self._http.request(method, path, json={} if body is None else body, headers=headers)
        if response.status_code >= 500:
            assert response.status_code == 503, f"a full disk is no fault of the program: {response.text}"
            raise Failed(response.text)
        if not response.is_success:
            raise Refused(response.text)
        if "parlour" in response.cookies:
            self.known[who] = response.cookies["parlour"]
        self._http.cookies.clear()
        return response.json() if response.content else None

    async def post(self, who: str, path: str, body: Json | None = None) -> Any:
        return await self.request(who, "POST", path, body)

    async def guests(self, *names: str) -> None:
        for name in names:
            self.known[f"{name} id"] = (await self.post(name, "/api/me"))["id"]

    async def open(self, who: str, game: str, *seats: str, **more: Any) -> str:
        """``open("ann", "nim", "me", "anybody")``; other words are bot levels. Gives the code."""
        places = [{"for": seat} if seat in ("me", "anybody") else {"for": "bot", "level": seat} for seat in seats]
        room = await self.post(who, "/api/rooms", {"game": game, "seats": places} | more)
        return str(room["code"])

    async def play(self, who: str, code: str, seat: int, action: Json, ref: str) -> Json:
        """Let a seat try an action; what is answered is written down before anything else happens."""
        room = await self.hub.find(code)
        if room.match_host is None:
            raise Refused("no match")
        screen = Screen(await self.player(who))
        room.enter(screen)
        try:
            match = room.match_host.id
            room.receive(screen, Submit(ref, match, seat, Raw(msgspec.json.encode(action))))
            while ref not in screen.answers and not screen.gone.is_set():
                screen.came.clear()
                await screen.came.wait()
        except Problem as problem:
            raise Refused(str(problem)) from None
        finally:
            room.exit(screen)
        if ref not in screen.answers:
            raise Failed("the socket was closed")
        answer = screen.answers[ref]
        os.write(self._acknowledged, msgspec.json.encode([match, ref, answer["seq"]]) + b"\n")
        return answer

    async def take_all(self, who: tuple[str, ...], code: str) -> None:
        """Play Nim to its end: each takes the first heap that is left."""
        room = await self.hub.find(code)
        while room.match_host is not None and room.match_host.match.outcome is None:
            match = room.match_host.match
            [seat] = match.game.to_move(match.state)
            heap = next(index for index, size in enumerate(match.state.heaps) if size)
            count = 1 if len(who) == 1 else match.state.heaps[heap]
            await self.play(who[seat % len(who)], code, seat, take(heap, count), f"out{match.count}")

    async def player(self, who: str) -> Player:
        found = await self.request(who, "GET", "/api/me")
        return msgspec.convert(found, Player)

    async def eventually(self, holds: Callable[["People"], Awaitable[bool]]) -> None:
        """Ask again until it holds."""
        async with asyncio.timeout(WAIT_S):
            while not await holds(self):
                await asyncio.sleep(0.005)

    async def close(self) -> None:
        await self._http.aclose()
        os.close(self._acknowledged)
