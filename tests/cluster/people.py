"""People at tables: who plays what with whom, how quickly, and when they are done."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass

from websockets.asyncio.client import ClientConnection

from tests.cluster.choosing import CHOOSE, Json
from tests.cluster.client import Client

PHRASES = ("hello", "nice", "oops", "thanks")
SAYS = 0.03
"""The chance that a move comes with a phrase."""


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
    """After how many of them somebody who plays alone finishes."""
    think_s: float = 0.02
    dozes: float = 0.0
    """The chance that somebody lets their time pass instead of moving."""
    watchers: int = 0


class Person(Client):
    """Plays, or only watches, until so many matches were over and confirmed."""

    def __init__(self, number: int, fronts: tuple[str, ...], plan: Plan, seed: int) -> None:
        """The number-th of those who are at a table, each of whom wants to be at another server."""
        super().__init__(f"{plan.name}-{seed}-{number}", fronts, (seed + number) % 3)
        self._plan = plan
        self._chance = random.Random(seed * 100 + number)
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
        elif view["seat"] is not None and view["seat"] in view["to_move"]:
            await self._move(socket, view)

    async def _move(self, socket: ClientConnection, view: Json) -> None:
        await asyncio.sleep(self._plan.think_s * (0.5 + self._chance.random()))
        if self._chance.random() < self._plan.dozes and view["due_ms"] is not None:
            return
        if self._chance.random() < SAYS:
            await self.say(socket, self._chance.choice(PHRASES))
        action = self._choice(view)
        if action is not None:
            self._acted += 1
            await self.submit(socket, view["seat"], action)

    def _choice(self, view: Json) -> Json | None:
        if view["view"] is None:
            return {"do": "ready"}
        most = self._plan.actions
        chosen = (
            None if most is not None and self._acted >= most else CHOOSE[self._plan.game](view["view"], self._chance)
        )
        return {"do": "finish"} if chosen is None and most is not None else chosen

    def _ask_for_another(self) -> None:
        """Ask for a rematch, unless that was done or this was the last match."""
        room = self.room
        due = room["confirmed"] is not None and room["match"] == self.view["match"] and self.view["seat"] is not None
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
            await asyncio.sleep(0.3)

    async def close(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
        await super().close()


class Table:
    """One room and those who are there."""

    def __init__(self, plan: Plan, fronts: tuple[str, ...], seed: int) -> None:
        sitting = sum(seat in ("me", "anybody") for seat in plan.seats)
        self.plan = plan
        self.people = [Person(number, fronts, plan, seed) for number in range(sitting + plan.watchers)]
        self._players = self.people[:sitting]

    @property
    def acknowledged(self) -> int:
        """How many actions were answered here."""
        return sum(person.acknowledged for person in self.people)

    async def play(self) -> None:
        """From opening the room to the last match's confirmation."""
        for person in self.people:
            await person.arrive()
        await self._open()
        await asyncio.gather(*(person.attend() for person in self.people))

    async def close(self) -> None:
        for person in self.people:
            await person.close()

    async def _open(self) -> None:
        host, *others = self._players
        plan = self.plan
        places = [{"for": seat} if seat in ("me", "anybody") else {"for": "bot", "level": seat} for seat in plan.seats]
        room = await host.post("/api/rooms", {"game": plan.game, "seats": places, "options": plan.options})
        assert "seats" in room, room
        for person in self.people:
            person.code = room["code"]
        for person in others:
            joined = await person.post(f"/api/rooms/{room['code']}/join")
            assert person.id in _sitting(joined) or joined.get("code") == "room-full", joined


def _sitting(room: Json) -> Sequence[str]:
    return [seat["player"] for seat in room.get("seats", ()) if seat["player"]]
