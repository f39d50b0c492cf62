"""Attacks that make the server compute."""

import asyncio
import itertools
import time

import msgspec
from benchmarks.hostile.attack import Field, Guest
from benchmarks.hostile.connection import TEXT, Connection, frame

AT_ONCE = 15
HINTS = 3
REFUSED = 210
EXPERTS_A_SECOND = 20


async def steps(field: Field) -> None:
    """15 readers at once ask for 200 steps of a Stackdoku match with hints and refused moves."""
    guest = Guest(field)
    await guest.arrive()
    match = await _long_match(guest)
    field.begin()

    async def one() -> None:
        reader = Guest(field)
        while field.going_on:
            answer = await reader.ask("steps", "GET", f"/api/matches/{match}/steps?count=200&first=10")
            if answer is None or not answer.ok:
                await asyncio.sleep(0.1)
        reader.leave()

    await asyncio.gather(*(one() for _ in range(AT_ONCE)))


async def _long_match(guest: Guest) -> str:
    """A match of Stackdoku that was left after some help and very many refused moves."""
    room = await guest.open_room("stackdoku", 1, options={"difficulty": "expert"})
    assert room is not None
    assert room.match is not None
    socket = await guest.socket(room.code)
    assert socket is not None
    await _submit(socket, room.match, "ready", {"do": "ready"})
    for number in range(HINTS + REFUSED):
        action = {"do": "hint"} if number < HINTS else {"do": "remove", "a": 0, "b": 0}
        await _submit(socket, room.match, f"{number}", action)
        await asyncio.sleep(0.055)
    await asyncio.sleep(1)
    socket.close()
    await guest.leave_room(room)
    return room.match


async def _submit(socket: Connection, match: str, ref: str, action: object) -> None:
    message = {"type": "submit", "ref": ref, "match": match, "seat": 0, "action": action}
    await socket.send(frame(TEXT, msgspec.json.encode(message)))


async def expert_deals(field: Field) -> None:
    """20 expert levels of Stackdoku a second."""
    guests = [Guest(field) for _ in range(AT_ONCE)]
    arrived = [guest for guest in guests if await guest.arrive()]
    field.begin()

    async def one(guest: Guest) -> None:
        while field.going_on:
            began = time.monotonic()
            room = await guest.open_room("stackdoku", 1, options={"difficulty": "expert"})
            if room is not None:
                await guest.leave_room(room)
            await asyncio.sleep(max(0.0, len(arrived) / EXPERTS_A_SECOND - (time.monotonic() - began)))

    await asyncio.gather(*(one(guest) for guest in arrived))


async def verdicts(field: Field) -> None:
    """15 at once ask for verdicts on openings of expert levels, each to be dealt."""
    field.begin()
    seeds = itertools.count(1)

    async def one() -> None:
        guest = Guest(field)
        while field.going_on:
            session = {
                "parlour": 1,
                "id": "x",
                "game": "stackdoku",
                "rules_version": 1,
                "options": {"difficulty": "expert"},
                "seed": next(seeds),
                "seats": 1,
                "started": 0,
                "entries": [{"at_ms": 0, "seat": 0, "action": {"do": "undo"}, "refused": {"code": "nothing-to-undo"}}],
            }
            answer = await guest.ask("verdict", "POST", "/api/verdicts", session)
            if answer is None or not answer.ok:
                await asyncio.sleep(0.1)
        guest.leave()

    await asyncio.gather(*(one() for _ in range(AT_ONCE)))
