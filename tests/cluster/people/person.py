"""People at tables: how each of them plays, leaves and comes back, throws a game away, or is signed out."""

import asyncio
import random
import time
from dataclasses import dataclass

from websockets.asyncio.client import ClientConnection

from tests.cluster.checking.history import Attempted, Discarded, Returned, StillSignedIn
from tests.cluster.people.choosing import CHOOSE, Json
from tests.cluster.people.client import Client

PHRASES = ("hello", "nice", "oops", "thanks")
SAYS = 0.03
"""The chance that a move comes with a phrase."""
SIGNS_OUT_AFTER = 8
"""After so many moves whoever has a second device signs it out."""
AGAIN_S = 0.3
"""Before somebody presses a button again."""


@dataclass(frozen=True)
class Plan:
    """What happens at a table."""

    name: str
    game: str
    seats: tuple[str, ...]
    """``me``, ``anybody``, or the level of a bot."""
    options: Json
    matches: int = 1
    """How many are played, one after another in the same room."""
    actions: int | None = None
    """After how many of them somebody who plays alone is done."""
    think_s: float = 0.02
    dozes: float = 0.0
    """The chance that somebody lets their time pass instead of moving."""
    leaves: float = 0.0
    """The chance that whoever sat down last leaves instead of moving; they come back."""
    watchers: int = 0

    @property
    def people(self) -> int:
        """How many sit there."""
        return sum(seat in ("me", "anybody") for seat in self.seats)


class Person(Client):
    """Plays, or only watches, until so many matches were over and confirmed."""

    def __init__(self, number: int, fronts: tuple[str, ...], plan: Plan, seed: int) -> None:
        """The number-th of those who are at a table, each of whom wants to be at another server."""
        super().__init__(f"{plan.name}-{seed}-{number}", fronts, (seed + number) % 3)
        self._plan = plan
        self._chance = random.Random(seed * 100 + number)
        self._plays = number < plan.people
        self._leaves = plan.leaves if number == plan.people - 1 else 0.0
        self._acted = 0
        self._asking: asyncio.Task[None] | None = None

    def finished(self) -> bool:
        view, room = self.view, self.room
        if not view or not room or self.pending is not None:
            return False
        over = view["outcome"] is not None and room["match"] == view["match"] and room["confirmed"] is not None
        return bool(over and room["played"] >= self._plan.matches)

    async def consider(self, socket: ClientConnection) -> None:
        view = self.view
        if not view or self.pending is not None:
            return
        if view["outcome"] is not None:
            self._ask_for_another()
        elif self._plays and self.room["match"] == view["match"]:
            mine = seats_of(self.room, self.id)
            if not mine:
                await self._come_back(view["match"])
            elif mine[0] in view["to_move"]:
                await self._move(socket, view, mine[0])

    async def _move(self, socket: ClientConnection, view: Json, seat: int) -> None:
        await asyncio.sleep(self._plan.think_s * (0.5 + self._chance.random()))
        if self._chance.random() < self._plan.dozes and view["due_ms"] is not None:
            return
        if self._chance.random() < self._leaves:
            await self._do("leave")
            return
        if self._chance.random() < SAYS:
            await self.say(socket, self._chance.choice(PHRASES))
        if self._plan.actions is not None and self._acted >= self._plan.actions:
            await self.be_done(socket, seat)
            return
        action = {"do": "ready"} if view["view"] is None else CHOOSE[self._plan.game](view["view"], self._chance)
        if action is not None:
            self._acted += 1
            await self.submit(socket, seat, action)
        elif self._plan.actions is not None:
            await self.be_done(socket, seat)

    async def be_done(self, socket: ClientConnection, seat: int) -> None:
        """Enough of a game that is played alone."""
        await self.submit(socket, seat, {"do": "finish"})

    async def _come_back(self, match: str) -> None:
        """To the seat that was left, whether or not it is known yet that it was."""
        if await self._do("join") is None:
            self.events.append(Returned(time.monotonic(), match))

    async def _do(self, what: str) -> str | None:
        """Press a button of the room; None, or the code of the refusal. The room is what the answer says."""
        answer = await self.post(f"/api/rooms/{self.code}/{what}")
        if "seats" in answer:
            self.room = answer
            return None
        code = str(answer["code"])
        self.note_refusal(code)
        await asyncio.sleep(AGAIN_S)
        return code

    def _ask_for_another(self) -> None:
        """Ask for a rematch, unless that was done or this was the last match."""
        room = self.room
        due = room["confirmed"] is not None and room["match"] == self.view["match"] and self._plays
        if not due or room["played"] >= self._plan.matches or (self._asking is not None and not self._asking.done()):
            return
        if self.id not in room["rematch"]:
            self._acted = 0
            self._asking = asyncio.create_task(self._rematch())

    async def _rematch(self) -> None:
        """Ask, and if that is refused ask again, as somebody would press the button again."""
        played = self.room["played"]
        while self.room["played"] == played and self.id not in self.room["rematch"]:
            answer = await self.post(f"/api/rooms/{self.code}/rematch")
            if "seats" in answer:
                return
            self.note_refusal(answer["code"])
            await asyncio.sleep(AGAIN_S)

    async def attend(self) -> None:
        await super().attend()
        if self.sent_away is not None and not self.finished():
            raise AssertionError(f"{self.name} was sent away from {self.code}: {self.sent_away}")

    async def close(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
        await super().close()


class Discarder(Person):
    """Plays alone for a while and then throws the game away."""

    def finished(self) -> bool:
        return self.sent_away == "room-closed"

    async def be_done(self, socket: ClientConnection, seat: int) -> None:
        """If the answer was lost, the next one is that there is no such room: nobody else could have closed it."""
        match, refused = self.view["match"], await self._thrown_away()
        if refused in (None, "no-such-room"):
            self.events.append(Discarded(time.monotonic(), match))
            self.sent_away = "room-closed"
        else:
            await super().be_done(socket, seat)

    async def _thrown_away(self) -> str | None:
        answer = await self.post(f"/api/rooms/{self.code}/discard")
        return None if "kept" in answer else str(answer["code"])


class DailyPlayer(Person):
    """Has one attempt at the challenge of the day, however often they ask for it."""

    async def ask(self) -> str:
        """Give the code of the room in which it is played."""
        challenge = await self.post(f"/api/daily/{self._plan.game}")
        mine = challenge["mine"]
        self.events.append(Attempted(time.monotonic(), self._plan.game, mine["match"]))
        return str(mine["room"])

    async def be_done(self, socket: ClientConnection, seat: int) -> None:
        await self.ask()
        await super().be_done(socket, seat)


class SecondDevice(Person):
    """Looks at somebody's game on another device of theirs, until it is signed out."""

    def finished(self) -> bool:
        return self.sent_away in ("signed-out", "no-player")

    async def consider(self, socket: ClientConnection) -> None:
        """Only look."""


class Traveller(Person):
    """Has a second device, and signs it out in the middle of a game."""

    other: SecondDevice

    async def _move(self, socket: ClientConnection, view: Json, seat: int) -> None:
        if self._acted == SIGNS_OUT_AFTER:
            self._acted += 1
            await self._sign_out_others()
        await super()._move(socket, view, seat)

    async def sign_in(self, other: SecondDevice) -> None:
        """On another device too. A phrase that was asked for twice may be the one that stopped working."""
        self.other = other
        while not await other.recover((await self.post("/api/me/phrase"))["phrase"]):
            await asyncio.sleep(AGAIN_S)

    async def _sign_out_others(self) -> None:
        """From the answer on, no server knows the other device."""
        answer = await self.post("/api/me/devices/sign-out-others")
        if "code" in answer:
            self.note_refusal(answer["code"])
        elif await self.other.is_let_in():
            self.events.append(StillSignedIn(time.monotonic(), self.other.name))


def seats_of(room: Json, player: str) -> list[int]:
    """Which seats somebody holds."""
    return [number for number, seat in enumerate(room.get("seats", ())) if seat["player"] == player]
