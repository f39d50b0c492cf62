"""Two servers over one database, and a room of Ann's and Bob's as both know it, for whoever has no event loop."""

import asyncio
from collections.abc import Awaitable, Coroutine
from typing import Any, TypeVar

import msgspec

from parlour.core.session import AnySession
from parlour.games.dots_and_boxes.rules import Draw
from parlour.protocol.messages import Bye, Submit
from parlour.protocol.refs import Refs
from parlour.server.live.people.seating import Person
from parlour.server.live.rooms.room import Room
from parlour.server.problems import Problem
from parlour.server.settings import Settings
from parlour.store import log, players
from parlour.store.address import Address
from parlour.store.log import StoredMatch
from parlour.store.players import Player
from tests.patience import WAIT_S
from tests.server.late_parlour import open_parlour

PLAYERS = tuple(Player(name.lower(), name) for name in ("Ann", "Bob", "Cleo"))
GAME, ALONE = "dots-and-boxes", "nim-alone"
T = TypeVar("T")


class Screen:
    """A subscriber who waits for one answer."""

    address = "127.0.0.1"

    def __init__(self, player: Player) -> None:
        self.player = player
        self.gone = asyncio.Event()
        self.answered: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    def send(self, text: bytes) -> None:
        message = msgspec.json.decode(text)
        if message["type"] == "answer" and not self.answered.done():
            self.answered.set_result(message)

    def close(self, bye: Bye) -> None:
        """Nobody answers any more."""
        self.gone.set()
        if not self.answered.done():
            self.answered.set_exception(Problem(503, bye.code, "sent away"))


class Server:
    """A server of the house. Its task is its own: what begins in a task of anyio's ends in it."""

    def __init__(self, settings: Settings) -> None:
        self.parlour = open_parlour(settings)
        self._up, self._end = asyncio.Event(), asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def started(self) -> "Server":
        up = asyncio.get_running_loop().create_task(self._up.wait())
        await asyncio.wait((up, self._task), return_when=asyncio.FIRST_COMPLETED)
        if self._task.done():
            await self._task
        return self

    async def end(self) -> None:
        self._end.set()
        await self._task

    async def _run(self) -> None:
        async with self.parlour.app.lifespan():
            self._up.set()
            await self._end.wait()


class House:
    """Its two servers are called 0 and 1."""

    def __init__(self, address: Address) -> None:
        self._settings = Settings(address, warm=False)
        self._runner = asyncio.Runner()
        self._servers: list[Server] = []
        for number in (0, 1):
            self._servers.append(self.do(self._started()))
            if number == 0:
                self.code = self.do(self._room_opened())

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for it."""
        return self._runner.run(asyncio.wait_for(work, WAIT_S))

    async def room(self, server: int, code: str | None = None) -> Room:
        """A room at a server, which may have to read it first; the one that both know if no other is named."""
        return await self._servers[server].parlour.hub.find(code or self.code)

    async def opened_alone(self, server: int) -> Room:
        """A room in which Ann plays alone."""
        ann = PLAYERS[0]
        hub = self._servers[server].parlour.hub
        return await hub.open(ann, ALONE, {}, (Person(ann.id, ann.name),), public=False, seed=None)

    async def submit(self, server: int, player: Player, submit: Submit) -> "asyncio.Future[dict[str, Any]]":
        """Say it over a socket of that server; what it will be answered, or Problem."""
        screen = Screen(player)
        (await self.room(server)).receive(screen, submit)
        return screen.answered

    async def stored(self, match: str) -> StoredMatch:
        """What the database holds of a match."""
        found = await self.stored_if_any(match)
        assert found is not None
        return found

    async def refs(self, stored: StoredMatch) -> Refs:
        """What its entries were called."""
        return await self._servers[0].parlour.store.read(log.refs(stored.number))

    async def stored_if_any(self, match: str) -> StoredMatch | None:
        """The same of a match that may have been removed."""
        return await self._servers[0].parlour.store.read(log.stored(match))

    async def now(self, server: int) -> tuple[object, ...]:
        """What a server knows of the room once it has read what it may have missed."""
        room = await self.room(server)
        await room.refresh()
        host = room.match_host
        return room.state.holders, room.phase, None if host is None else host.id

    def restart(self, server: int) -> None:
        """End a server as a signal does, and start another in its place."""
        self.do(self._servers[server].end())
        self._servers[server] = self.do(self._started())

    def close(self) -> None:
        for server in self._servers:
            self.do(server.end())
        self._runner.close()

    async def _started(self) -> Server:
        return await Server(self._settings).started()

    async def _room_opened(self) -> str:
        parlour = self._servers[0].parlour
        for player in PLAYERS:
            await parlour.store.write(players.add(player, player.id.encode(), 0))
        ann, bob, _ = PLAYERS
        holders = (Person(ann.id, ann.name), Person(bob.id, bob.name))
        return (await parlour.hub.open(ann, GAME, {}, holders, public=False, seed=None)).code


async def both(first: Awaitable[T], second: Awaitable[T]) -> list[T | BaseException]:
    """Two things at once, whatever becomes of each."""
    return list(await asyncio.gather(first, second, return_exceptions=True))


def drawing(ref: str, session: AnySession, seat: int, line: Draw) -> Submit:
    """A player's message."""
    return Submit(ref, session.id, seat, msgspec.Raw(msgspec.json.encode(line)))
