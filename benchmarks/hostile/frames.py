"""Attacks with frames on a socket."""

import random

import msgspec
from benchmarks.hostile.attack import ADDRESS, Field, Guest, keep_saying
from benchmarks.hostile.connection import BINARY, CONTINUATION, LOST, PING, TEXT, frame

MESSAGES_A_SECOND = 10_000
EMPTY_PARTS = 60_000
"""Of one message that never ends: 360 kB."""


async def _own_room(field: Field) -> tuple[Guest, str]:
    guest = Guest(field)
    await guest.arrive()
    room = await guest.open_room()
    assert room is not None
    field.begin()
    return guest, room.code


async def messages(field: Field) -> None:
    """10,000 messages a second."""
    guest, room = await _own_room(field)
    said = frame(TEXT, b'{"type":"ping"}')
    await keep_saying(field, guest, room, MESSAGES_A_SECOND, lambda: said)


async def pings(field: Field) -> None:
    """100,000 pings of the protocol a second."""
    guest, room = await _own_room(field)
    said = frame(PING) * 10
    await keep_saying(field, guest, room, MESSAGES_A_SECOND, lambda: said)


async def empty_continuations(field: Field) -> None:
    """A message of 60,000 empty parts, again whenever it is cut off."""
    guest, room = await _own_room(field)
    parts = frame(TEXT, b"{", last=False) + frame(CONTINUATION, last=False) * EMPTY_PARTS
    async for _ in field.ticks():
        connection = await guest.socket(room)
        if connection is None:
            continue
        try:
            await connection.send(parts)
        except LOST as error:
            field.account.answers[type(error).__name__] += 1
        while connection.open and field.going_on:
            await anext(field.ticks())
        connection.close()


async def giant_frames(field: Field) -> None:
    """20 frames of a megabyte a second."""
    guest, room = await _own_room(field)
    said = frame(TEXT, b"x" * 1_000_000)
    await keep_saying(field, guest, room, 20, lambda: said)


async def random_bytes(field: Field) -> None:
    """200 frames a second with random bytes."""
    guest, room = await _own_room(field)
    chance = random.Random(1)
    await keep_saying(field, guest, room, 200, lambda: frame(BINARY, chance.randbytes(300)))


async def others_seat(field: Field) -> None:
    """100 moves a second for somebody else's seat."""
    guest = Guest(field)
    await guest.arrive()
    field.begin()
    draw = {"do": "draw", "r0": 0, "c0": 0, "r1": 0, "c1": 1}
    move = {"type": "submit", "ref": "x", "match": field.match, "seat": 0, "action": draw}
    said = frame(TEXT, msgspec.json.encode(move))
    await keep_saying(field, guest, field.room, 100, lambda: said)


async def forged_cookies(field: Field) -> None:
    """Sockets with a cookie that was made up, one after another."""
    field.begin()
    await keep_saying(field, Guest(field, ADDRESS, "forged"), field.room, 100, lambda: frame(TEXT, b"{}"))


async def other_origin(field: Field) -> None:
    """Sockets of a page from elsewhere, one after another."""
    guest = Guest(field)
    await guest.arrive()
    field.begin()
    say = frame(TEXT, b"{}")
    await keep_saying(field, guest, field.room, 100, lambda: say, Origin="https://elsewhere.example")


async def phrases(field: Field) -> None:
    """A spectator says 20 phrases a second to those who play."""
    guest = Guest(field)
    await guest.arrive()
    field.begin()
    said = frame(TEXT, b'{"type":"say","phrase":"hello"}')
    await keep_saying(field, guest, field.room, 20, lambda: said)
