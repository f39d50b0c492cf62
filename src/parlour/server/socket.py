"""Sockets: one message is decoded at a time, and a room or the lobby is asked; what they have to say is sent."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from parlour.server.audience import Connection, Listener
from parlour.server.background import Background
from parlour.server.daily import Daily
from parlour.server.desk import Desk
from parlour.server.hub import Hub
from parlour.server.lobby import Lobby
from parlour.server.messages import Answer, Bye, Fault, FromClient, Ping, Pong, Say, Submit, decode, encode
from parlour.server.metrics import Metrics
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


class Door(Protocol):
    """What a socket opens."""

    def enter(self, listener: Listener) -> None:
        """Somebody is there from now on, and gets what there is to see."""
        ...

    def exit(self, listener: Listener) -> None:
        """The socket was closed."""
        ...

    async def take(self, message: FromClient, listener: Listener) -> None:
        """Do what a message asks, or Problem."""
        ...


@websocket("/api/rooms/{code:str}/socket")
async def room_socket(
    socket: WebSocket[Any, Any, Any],
    code: FromPath[str],
    hub: NamedDependency[Hub],
    desk: NamedDependency[Desk],
    daily: NamedDependency[Daily],
) -> None:
    """Play or watch. The first messages are the room and, once there is a match, the whole view."""

    async def door(player: Player) -> Door:
        room = await hub.find(code)
        if not room.may_watch(player):
            raise Problem(429, "room-crowded", "too many watch this room")
        if room.live is not None and not room.holds_seat(player):
            seed = room.live.match.opening.seed
            await daily.require_sight(player, room.kit.game.id, seed, room.state.daily)
        return RoomDoor(room)

    await _open(socket, door, hub, desk)


@websocket("/api/lobby/socket")
async def lobby_socket(
    socket: WebSocket[Any, Any, Any], hub: NamedDependency[Hub], desk: NamedDependency[Desk]
) -> None:
    """See the open rooms come and go. The first message is the whole list."""

    async def door(_player: Player) -> Door:
        return LobbyDoor(hub.lobby)

    await _open(socket, door, hub, desk)


class RoomDoor:
    """Into a room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.enter = room.enter
        self.exit = room.exit

    async def take(self, message: FromClient, listener: Listener) -> None:
        match message:
            case Submit(ref, match, seat, action):
                attempt = await self._room.submit(listener.player, seat, match, bytes(action), ref)
                listener.send(encode(Answer(ref, attempt.seq, attempt.refused)))
            case Say(phrase):
                self._room.say(listener.player, phrase)
            case Ping():
                listener.send(encode(Pong()))


class LobbyDoor:
    """Into the lobby, where there is nothing to do but look."""

    def __init__(self, lobby: Lobby) -> None:
        self.enter = lobby.enter
        self.exit = lobby.exit

    async def take(self, message: FromClient, listener: Listener) -> None:
        if not isinstance(message, Ping):
            raise Problem(409, "not-in-a-room", "open the socket of a room to say or play something")
        listener.send(encode(Pong()))


async def _open(
    socket: WebSocket[Any, Any, Any], door: Callable[[Player], Awaitable[Door]], hub: Hub, desk: Desk
) -> None:
    """Let in whoever comes from our page with a cookie, and say goodbye to everybody else."""
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
        await _attend(socket, await door(player), player, hub, desk)
    except Problem as problem:
        await _dismiss(socket, Bye(problem.code, None))


async def _attend(socket: WebSocket[Any, Any, Any], door: Door, player: Player, hub: Hub, desk: Desk) -> None:
    address = socket.client.host if socket.client else ""
    if hub.stopping or not desk.take_socket(player, address):
        raise Problem(429, "too-many-sockets", "you have too many windows open")
    connection: Connection = wire_of(socket.scope)
    goodbyes = Background()

    def closed(bye: Bye) -> None:
        hub.metrics.bye(bye.code)
        goodbyes.start(_close(socket, bye), "goodbye")

    listener = Listener(player, connection, closed)
    door.enter(listener)
    try:
        await _receive(connection, door, listener, desk, hub.metrics)
    finally:
        door.exit(listener)
        desk.give_socket(player, address)
        listener.dismissed.set()
        await goodbyes.stop()


async def _receive(connection: Connection, door: Door, listener: Listener, desk: Desk, metrics: Metrics) -> None:
    patience = PATIENCE
    while (text := await connection.next_text()) is not None:
        fault = await _take(text, door, listener, desk)
        if fault is not None:
            metrics.fault(fault.code)
            listener.send(encode(fault))
            patience -= 1
        if patience == 0:
            listener.close(Bye(fault.code if fault else "too-fast", 5000))


async def _take(text: str, door: Door, listener: Listener, desk: Desk) -> Fault | None:
    """Do what one message asks; a Fault if it cannot be done."""
    try:
        desk.admit_player(listener.player)
        message = decode(text)
    except Problem as problem:
        return Fault(problem.code, problem.detail)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        return Fault("malformed", str(error))
    try:
        await door.take(message, listener)
    except Problem as problem:
        return Fault(problem.code, problem.detail, message.ref if isinstance(message, Submit) else None)
    return None


async def _dismiss(socket: WebSocket[Any, Any, Any], bye: Bye) -> None:
    await socket.send({"type": "websocket.send", "text": encode(bye).decode(), "bytes": None})
    await _close(socket, bye)


async def _close(socket: WebSocket[Any, Any, Any], bye: Bye) -> None:
    await socket.close(CLOSE_CODES.get(bye.code, CROWDED), bye.code)
