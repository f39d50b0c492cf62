"""The socket of a room: decodes one message at a time, asks the room, and sends what the room has to say."""

import logging
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from parlour.server.audience import Connection, Listener
from parlour.server.background import Background
from parlour.server.desk import Desk
from parlour.server.hub import Hub
from parlour.server.messages import Answer, Bye, Fault, FromClient, Ping, Pong, Say, Submit, decode, encode
from parlour.server.problems import Problem
from parlour.server.rooms import Room
from parlour.server.wire import wire_of
from parlour.store.people import Player

logger = logging.getLogger("parlour")
PATIENCE = 40
"""Messages that are malformed or too many, before the socket is closed."""
RESTART = 1012
CLOSE_CODES = {
    "no-player": 4401,
    "no-such-room": 4404,
    "room-closed": 4404,
    "too-slow": 4408,
    "cannot-resume": 4410,
    "restart": RESTART,
}
CROWDED = 4429


@websocket("/api/rooms/{code:str}/socket")
async def room_socket(
    socket: WebSocket[Any, Any, Any], code: FromPath[str], hub: NamedDependency[Hub], desk: NamedDependency[Desk]
) -> None:
    """Play or watch. The first messages are the room and, once there is a match, the whole view."""
    if not desk.origin_allowed(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(4403, "origin not allowed")
        return
    try:
        desk.admit_address(socket.client.host if socket.client else "")
    except Problem as problem:
        await socket.close(CROWDED, problem.code)
        return
    player = await desk.player(socket.cookies)
    await socket.accept()
    try:
        if player is None:
            raise Problem(401, "no-player", "visit first: POST /api/me")
        await _attend(socket, await hub.find(code), player, hub, desk)
    except Problem as problem:
        await _dismiss(socket, Bye(problem.code, None))


async def _attend(socket: WebSocket[Any, Any, Any], room: Room, player: Player, hub: Hub, desk: Desk) -> None:
    address = socket.client.host if socket.client else ""
    if not room.may_watch(player):
        raise Problem(429, "room-crowded", "too many watch this room")
    if hub.stopping or not desk.take_socket(player, address):
        raise Problem(429, "too-many-sockets", "you have too many windows open")
    connection: Connection = wire_of(socket.scope)
    goodbyes = Background()

    def closed(bye: Bye) -> None:
        room.metrics.bye(bye.code)
        goodbyes.start(_close(socket, bye), "goodbye")

    listener = Listener(player, connection, closed)
    room.enter(listener)
    try:
        await _receive(connection, room, listener, desk)
    finally:
        room.exit(listener)
        desk.give_socket(player, address)
        listener.dismissed.set()
        await goodbyes.stop()


async def _receive(connection: Connection, room: Room, listener: Listener, desk: Desk) -> None:
    patience = PATIENCE
    while (text := await connection.next_text()) is not None:
        fault = await _take(text, room, listener, desk)
        if fault is not None:
            room.metrics.fault(fault.code)
            listener.send(encode(fault))
            patience -= 1
        if patience == 0:
            listener.close(Bye(fault.code if fault else "too-fast", 5000))


async def _take(text: str, room: Room, listener: Listener, desk: Desk) -> Fault | None:
    """Do what one message asks; a Fault if it cannot be done."""
    try:
        desk.admit_player(listener.player)
        message = decode(text)
    except Problem as problem:
        return Fault(problem.code, problem.detail)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        return Fault("malformed", str(error))
    try:
        await _do(message, room, listener)
    except Problem as problem:
        return Fault(problem.code, problem.detail, message.ref if isinstance(message, Submit) else None)
    return None


async def _do(message: FromClient, room: Room, listener: Listener) -> None:
    match message:
        case Submit(ref, match, seat, action):
            attempt = await room.submit(listener.player, seat, match, bytes(action), ref)
            listener.send(encode(Answer(ref, attempt.seq, attempt.refused)))
        case Say(phrase):
            room.say(listener.player, phrase)
        case Ping():
            listener.send(encode(Pong()))


async def _dismiss(socket: WebSocket[Any, Any, Any], bye: Bye) -> None:
    await socket.send({"type": "websocket.send", "text": encode(bye).decode(), "bytes": None})
    await _close(socket, bye)


async def _close(socket: WebSocket[Any, Any, Any], bye: Bye) -> None:
    await socket.close(CLOSE_CODES.get(bye.code, CROWDED), bye.code)
