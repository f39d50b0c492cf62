"""What every attack has at hand."""

import asyncio
import resource
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import msgspec
from benchmarks.hostile.connection import LOST, Account, Answer, Connection

ADDRESS = "127.0.0.2"
"""Where an attacker is at home: no honest player is."""
STEP_S = 0.01
"""An attack at a rate sends what is due this often."""


@dataclass
class Field:
    """Where an attack takes place."""

    host: str
    """A name and a port."""
    seconds: float
    room: str
    """Somebody else's room, and the match in it."""
    match: str
    account: Account = field(default_factory=Account)
    _ends: float = 0.0
    _cpu_s: float = 0.0

    def begin(self) -> None:
        """From here on the attack is measured; what came before was preparation."""
        self.account.sent = 0
        self.account.answers.clear()
        self._ends = time.monotonic() + self.seconds
        self._cpu_s = _cpu_s()
        print("ready", flush=True)

    @property
    def going_on(self) -> bool:
        return time.monotonic() < self._ends

    def cpu_s(self) -> float:
        """Processor seconds since it began."""
        return _cpu_s() - self._cpu_s

    async def ticks(self) -> AsyncIterator[float]:
        """How many seconds have passed since the last time, again and again until the attack is over."""
        last = time.monotonic()
        while self.going_on:
            await asyncio.sleep(STEP_S)
            now = time.monotonic()
            yield now - last
            last = now

    async def connect(self, address: str = ADDRESS) -> Connection:
        return await Connection.to(self.host, address, self.account)

    def count(self, what: str, answer: Answer) -> None:
        """An answer by its status and, if it is a refusal, its code."""
        code = "" if answer.ok or not answer.body.startswith(b"{") else f" {answer.json().get('code', '')}"
        self.account.answers[f"{what} {answer.status}{code}"] += 1


class Room(msgspec.Struct, frozen=True):
    """Where a match is played."""

    code: str
    match: str | None


@dataclass
class Guest:
    """A guest at some address, who asks over one connection for as long as that lasts."""

    field: Field
    address: str = ADDRESS
    cookie: str = ""
    _connection: Connection | None = None

    async def arrive(self, **headers: str) -> bool:
        """Whether the server took in another guest."""
        answer = await self.ask("guest", "POST", "/api/me", **headers)
        self.cookie = answer.cookie if answer is not None else ""
        return bool(self.cookie)

    async def ask(self, what: str, method: str, path: str, body: Any = None, **headers: str) -> Answer | None:
        """A request, counted with its answer; None if there was none. A connection may have been idle for too long."""
        idle = self._connection is not None
        try:
            answer = await self._ask(method, path, body, headers)
        except LOST as error:
            self.leave()
            if idle:
                return await self.ask(what, method, path, body, **headers)
            self.field.account.answers[f"{what} {type(error).__name__}"] += 1
            return None
        self.field.count(what, answer)
        return answer

    async def _ask(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Answer:
        if self._connection is None:
            self._connection = await self.field.connect(self.address)
        return await self._connection.ask(method, path, body, cookie=self.cookie, **headers)

    async def open_room(self, game: str = "dots-and-boxes", seats: int = 2, **options: Any) -> Room | None:
        """A room in which this guest holds every seat, so that its match begins at once; None if it was refused."""
        body = {"game": game, "seats": [{"for": "me"}] * seats} | options
        answer = await self.ask("room", "POST", "/api/rooms", body)
        return msgspec.json.decode(answer.body, type=Room) if answer is not None and answer.ok else None

    async def leave_room(self, room: Room) -> None:
        """The match ends where it stands."""
        await self.ask("leave", "POST", f"/api/rooms/{room.code}/leave", {})

    async def socket(self, room: str, **headers: str) -> Connection | None:
        """A socket in a room, or None if it was refused."""
        try:
            connection = await self.field.connect(self.address)
            granted = await connection.upgrade(f"/api/rooms/{room}/socket", cookie=self.cookie, **headers)
        except LOST as error:
            self.field.account.answers[f"handshake {type(error).__name__}"] += 1
            return None
        if not granted:
            connection.close()
            return None
        return connection

    def leave(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None


Attack: TypeAlias = Callable[[Field], Coroutine[Any, Any, None]]
"""Calls ``begin`` when it is prepared, and stops when it is no longer going on."""


async def keep_saying(
    field: Field, guest: Guest, room: str, each_s: float, say: Callable[[], bytes], **headers: str
) -> None:
    """Say things over a socket at a rate, and come back whenever sent away."""
    connection: Connection | None = None
    due = 0.0
    async for passed in field.ticks():
        if connection is None or not connection.open:
            connection, due = await guest.socket(room, **headers), 0.0
            continue
        due += passed * each_s
        try:
            await connection.send(b"".join(say() for _ in range(int(due))))
        except LOST:
            connection.close()
        due -= int(due)
    if connection is not None:
        connection.close()


def _cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
