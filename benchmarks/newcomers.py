"""People who come for the first time while others play: whether they still get a room."""

import asyncio
import time
from dataclasses import dataclass, field

from benchmarks.hostile.connection import LOST, Account, Connection
from benchmarks.running import Running

EACH_S = 1.0
"""So often does somebody come."""
PATIENCE_S = 5.0
OWNER = "127.0.3.1"
"""The address of whoever has a public room; newcomers have one each."""
ROOM = {"game": "dots-and-boxes", "seats": [{"for": "me"}, {"for": "anybody"}]}


@dataclass
class Newcomers:
    """They come one after another and leave again. Meanwhile the server's memory is watched."""

    server: Running
    came: int = 0
    got_in: int = 0
    most_mb: float = 0.0
    listed: bool = False
    """Whether the public room that was opened first is on the list of open rooms, seen from the last newcomer."""
    _public: str = ""
    _owner: Connection | None = None
    _account: Account = field(default_factory=Account)

    async def open_to_anybody(self) -> None:
        """A public room, whose owner waits in it."""
        self._owner, cookie = await self._arrive(OWNER)
        room = (await self._owner.ask("POST", "/api/rooms", ROOM | {"public": True}, cookie=cookie)).json()
        self._public = room["code"]
        await self._owner.upgrade(f"/api/rooms/{self._public}/socket", cookie=cookie)

    async def try_every_game(self) -> None:
        """A room of each, left at once: what the first of them makes the server load is no attacker's doing."""
        connection, cookie = await self._arrive(OWNER)
        for game in (await connection.ask("GET", "/api/games")).json():
            seats = [{"for": "me"}] * game["seats"][0]
            room = await connection.ask("POST", "/api/rooms", {"game": game["id"], "seats": seats}, cookie=cookie)
            await connection.ask("POST", f"/api/rooms/{room.json()['code']}/leave", {}, cookie=cookie)
        connection.close()

    def leave(self) -> None:
        """The public room's owner is gone."""
        if self._owner is not None:
            self._owner.close()

    def forget(self) -> None:
        """Count anew."""
        self.came = self.got_in = 0
        self.most_mb = 0.0

    async def come(self, seconds: float) -> None:
        """For so long."""
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            began = time.monotonic()
            self.most_mb = max(self.most_mb, self.server.resident_mb())
            self.came += 1
            try:
                async with asyncio.timeout(PATIENCE_S):
                    self.got_in += await self._one(f"127.0.4.{self.came % 250 + 1}")
            except LOST:
                self.listed = False
            await asyncio.sleep(max(0.0, EACH_S - (time.monotonic() - began)))

    async def _one(self, address: str) -> bool:
        """Whether a newcomer got a room."""
        connection, cookie = await self._arrive(address)
        open_rooms = await connection.ask("GET", "/api/rooms", cookie=cookie)
        self.listed = open_rooms.ok and any(room["code"] == self._public for room in open_rooms.json())
        opened = await connection.ask("POST", "/api/rooms", ROOM, cookie=cookie)
        if opened.ok:
            await connection.ask("POST", f"/api/rooms/{opened.json()['code']}/leave", {}, cookie=cookie)
        connection.close()
        return opened.ok

    async def _arrive(self, address: str) -> tuple[Connection, str]:
        connection = await Connection.to(self.server.said.partition("://")[2], address, self._account)
        return connection, (await connection.ask("POST", "/api/me")).cookie
