"""Attacks that fill the server: guests, rooms, the list of open rooms, the disk."""

import asyncio
import itertools
from functools import partial

import msgspec
from benchmarks.hostile.attack import Field, Guest, keep_saying
from benchmarks.hostile.connection import TEXT, frame

ROOMS_EACH = 20
CROWD = 10
"""Guests of one address who act at the same time."""
REFUSALS_A_SECOND = 20
PROXY = "127.0.0.1"
"""From here a server believes whom a request is made for."""


async def _arrived(field: Field, count: int) -> list[Guest]:
    """Guests who were let in."""
    guests = [Guest(field) for _ in range(count)]
    return [guest for guest in guests if await guest.arrive()]


async def guests_and_rooms(field: Field) -> None:
    """One address opens as many rooms as it can, 20 for each guest."""
    field.begin()

    async def one() -> None:
        while field.going_on:
            guest = Guest(field)
            if not await guest.arrive():
                await asyncio.sleep(0.2)
            else:
                for _ in range(ROOMS_EACH):
                    await guest.open_room(seats=2)
            guest.leave()

    await asyncio.gather(*(one() for _ in range(CROWD)))


async def one_network(field: Field) -> None:
    """Guests from ever new addresses of one IPv6 network, as a proxy names them."""
    field.begin()
    numbers = itertools.count(1)

    async def one() -> None:
        guest = Guest(field, PROXY)
        while field.going_on:
            guest.cookie = ""
            if not await guest.arrive(X_Forwarded_For=f"2001:db8::{next(numbers):x}"):
                await asyncio.sleep(0.05)
        guest.leave()

    await asyncio.gather(*(one() for _ in range(CROWD)))


async def lobby(field: Field) -> None:
    """125 public rooms of one address, to push others off the list."""
    guests = await _arrived(field, 7)
    field.begin()
    body = {"game": "dots-and-boxes", "seats": [{"for": "me"}, {"for": "anybody"}], "public": True}
    for number in range(125):
        if guests and field.going_on:
            await guests[number % len(guests)].ask("room", "POST", "/api/rooms", body)
    async for _ in field.ticks():
        pass


async def openings(field: Field) -> None:
    """Matches that begin and are left at once, as many as are let: every one of them is written down."""
    guests = await _arrived(field, CROWD)
    field.begin()

    async def one(guest: Guest) -> None:
        while field.going_on:
            room = await guest.open_room()
            if room is None:
                await asyncio.sleep(0.1)
            else:
                await guest.leave_room(room)

    await asyncio.gather(*(one(guest) for guest in guests))


async def refused_moves(field: Field) -> None:
    """Ten guests of one address make 20 refused moves a second each, with the longest refs."""
    guests = await _arrived(field, CROWD)
    rooms = [(guest, room) for guest in guests if (room := await guest.open_room()) is not None]
    field.begin()
    numbers = itertools.count()

    def move(match: str) -> bytes:
        draw = {"do": "draw", "r0": 0, "c0": 0, "r1": 5, "c1": 5}
        submit = {"type": "submit", "ref": f"{next(numbers):064}", "match": match, "seat": 0, "action": draw}
        return frame(TEXT, msgspec.json.encode(submit))

    await asyncio.gather(
        *(
            keep_saying(field, guest, room.code, REFUSALS_A_SECOND, partial(move, room.match or ""))
            for guest, room in rooms
        )
    )
