"""Tables of a round: how people come together in one room, and play there to the end."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from tests.cluster.people.person import DailyPlayer, Discarder, Person, Plan, SecondDevice, Traveller, seats_of

Opening: TypeAlias = Callable[[Plan, list[Person]], Awaitable[None]]
"""Lets people, of whom those who play come first, find each other: each gets the code of their room."""


async def invite(plan: Plan, people: list[Person]) -> None:
    """The first opens a room and tells the others its code."""
    host, *others = people
    places = [{"for": seat} if seat in ("me", "anybody") else {"for": "bot", "level": seat} for seat in plan.seats]
    room = await host.post("/api/rooms", {"game": plan.game, "seats": places, "options": plan.options})
    assert "seats" in room, room
    for person in people:
        person.code = room["code"]
    for person in others[: plan.people - 1]:
        joined = await person.post(f"/api/rooms/{room['code']}/join")
        assert seats_of(joined, person.id) or joined.get("code") == "room-full", joined


async def meet(plan: Plan, people: list[Person]) -> None:
    """Both ask for whoever is there. Whoever was asked after twice, because an answer was lost, may wait in two rooms:
    the first comes to where the second is, and leaves every other."""
    first, second = people
    wanted = {"game": plan.game, "options": plan.options}
    for person in people:
        found = await person.post("/api/rooms/quick", wanted)
        assert seats_of(found, person.id), found
        person.code = found["code"]
    if first.code != second.code:
        joined = await first.post(f"/api/rooms/{second.code}/join")
        assert seats_of(joined, first.id), joined
        await first.post(f"/api/rooms/{first.code}/leave")
        first.code = second.code


async def attempt(_plan: Plan, people: list[Person]) -> None:
    """Ask twice for the one attempt at the challenge of the day."""
    for person in people:
        assert isinstance(person, DailyPlayer)
        person.code = await person.ask()
        await person.ask()


async def sign_in_twice(plan: Plan, people: list[Person]) -> None:
    """One who plays is signed in on another device too."""
    player, other = people
    assert isinstance(player, Traveller)
    assert isinstance(other, SecondDevice)
    await player.sign_in(other)
    await invite(plan, people)


OPENINGS: Mapping[str, Opening] = {"quick": meet, "daily": attempt, "devices": sign_in_twice}
"""By the names of tables; at the others people invite each other."""
KINDS: Mapping[str, tuple[type[Person], ...]] = {
    "thrown": (Discarder,),
    "daily": (DailyPlayer,),
    "devices": (Traveller, SecondDevice),
}
"""Who is at which table; at the others everybody just plays."""


class Table:
    """One room and those who are there."""

    def __init__(self, plan: Plan, fronts: tuple[str, ...], seed: int) -> None:
        self.plan = plan
        kinds = KINDS.get(plan.name, (Person,) * (plan.people + plan.watchers))
        self.people = [kind(number, fronts, plan, seed) for number, kind in enumerate(kinds)]

    @property
    def acknowledged(self) -> int:
        """How many actions were answered here."""
        return sum(person.acknowledged for person in self.people)

    async def play(self) -> None:
        """From opening the room to the last match's confirmation."""
        for person in self.people:
            if not isinstance(person, SecondDevice):
                await person.arrive()
        await OPENINGS.get(self.plan.name, invite)(self.plan, self.people)
        await asyncio.gather(*(person.attend() for person in self.people))

    async def close(self) -> None:
        for person in self.people:
            await person.close()
