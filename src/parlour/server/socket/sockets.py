"""Sockets: one message is decoded at a time, and a room or the lobby is asked; what they have to say is sent."""

import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from time import monotonic
from typing import Protocol, TypeAlias

import msgspec

from parlour.server.access.desk import Desk
from parlour.server.access.limits import AWAY_S
from parlour.server.background import Background
from parlour.server.live.daily import Daily
from parlour.server.live.hub import Hub
from parlour.server.live.open_rooms import OpenRooms
from parlour.server.live.room import Room
from parlour.server.live.subscribers import Connection, Outbox, Subscriber
from parlour.server.metrics import Metrics
from parlour.server.protocol.messages import Bye, Fault, FromClient, Ping, Pong, Say, Submit, decode, encode
from parlour.server.protocol.problems import Problem
from parlour.server.socket.picows_adapter import RESTART, UpgradeRefused, UpgradeRequest
from parlour.store.players import Player

logger = logging.getLogger("parlour")
TOO_FAST = Problem(429, "too-fast", "too many requests; wait a moment")
PATIENCE = 40
"""Messages that are malformed or too many, before the socket is closed."""
BROKEN = 1011
AWAY_MS = int(AWAY_S * 1000)
CLOSE_CODES = {
    "no-player": 4401,
    "no-such-room": 4404,
    "room-closed": 4404,
    "too-slow": 4408,
    "cannot-resume": 4410,
    "restart": RESTART,
    "broken": BROKEN,
}
CROWDED = 4429


class Channel(Protocol):
    """What a socket opens."""

    def enter(self, listener: Subscriber) -> None:
        """Somebody is there from now on, and gets what there is to see."""
        ...

    def exit(self, listener: Subscriber) -> None:
        """The socket was closed."""
        ...

    def take(self, message: FromClient, listener: Subscriber) -> None:
        """Do what a message asks, or Problem."""
        ...


Leads: TypeAlias = Callable[[Player], Awaitable[Channel]]
"""Where a socket leads, if it is open to that player; Problem if not."""


class Sockets:
    """Lets in whoever comes from our page with a cookie, and says goodbye to everybody else.

    ``/api/rooms/CODE/socket``: play or watch. The first messages are the room and, once there is a match, the whole
    view. ``/api/lobby/socket``: see the open rooms come and go. The first message is the whole list.
    """

    def __init__(self, hub: Hub, desk: Desk, daily: Daily, background: Background) -> None:
        self._hub = hub
        self._desk = desk
        self._daily = daily
        self._background = background
        self._outbox = Outbox()

    def answer(self, knock: UpgradeRequest) -> Callable[[Connection], None]:
        """What to do with the socket of whoever knocks, or UpgradeRefused."""
        leads = self._door_at(knock.path)
        if not self._desk.origin_allowed(knock.origin, knock.host):
            raise UpgradeRefused(HTTPStatus.FORBIDDEN, "origin-not-allowed")
        try:
            self._desk.admit_again(knock.cookies)
            self._desk.admit_address(knock.address)
        except Problem as problem:
            raise UpgradeRefused(HTTPStatus.TOO_MANY_REQUESTS, problem.code) from None
        return lambda connection: self._background.start(self._open(connection, knock, leads), "socket")

    def _door_at(self, path: str) -> Leads:
        match path.split("/"):
            case ["", "api", "rooms", code, "socket"]:
                return lambda player: self._room(code, player)
            case ["", "api", "lobby", "socket"]:
                return self._lobby
            case _:
                raise UpgradeRefused(HTTPStatus.NOT_FOUND, "no-such-socket")

    async def _room(self, code: str, player: Player) -> Channel:
        room = await self._hub.find(code)
        if not room.may_watch(player):
            raise Problem(429, "room-crowded", "too many watch this room")
        if room.live is not None and not room.holds_seat(player):
            seed = room.live.match.opening.seed
            await self._daily.require_sight(player, room.kit.game.id, seed, room.state.daily)
        return RoomChannel(room)

    async def _lobby(self, _player: Player) -> Channel:
        return OpenRoomsChannel(self._hub.lobby)

    async def _open(self, connection: Connection, knock: UpgradeRequest, leads: Leads) -> None:
        try:
            player = await self._desk.player(knock.cookies)
            if player is None:
                self._desk.send_away(knock.cookies)
                raise Problem(401, "no-player", "visit first: POST /api/me")
            self._attend(connection, await leads(player), player, knock)
        except Problem as problem:
            bye = Bye(problem.code, None)
            connection.write([encode(bye)])
            _close(connection, bye)
        except Exception:
            connection.close(BROKEN, "")
            raise

    def _attend(self, connection: Connection, door: Channel, player: Player, knock: UpgradeRequest) -> None:
        if self._hub.stopping or not self._desk.take_socket(player, knock.address):
            raise Problem(429, "too-many-sockets", "you have too many windows open")

        def closed(bye: Bye) -> None:
            self._hub.metrics.bye(bye.code)
            if bye.retry_ms == AWAY_MS:
                self._desk.send_away(knock.cookies)
            _close(connection, bye)
            listener.dismissed.set()

        def gone(hostile: bool) -> None:
            if hostile:
                self._desk.send_away(knock.cookies)
            door.exit(listener)
            self._desk.give_socket(player, knock.address)
            listener.dismissed.set()

        listener = Subscriber(player, connection, self._outbox, closed)
        door.enter(listener)
        connection.attend(MessageReader(door, listener, self._desk, self._hub.metrics).hear, gone)


class MessageReader:
    """Somebody's messages, as long as they stay."""

    def __init__(self, door: Channel, listener: Subscriber, desk: Desk, metrics: Metrics) -> None:
        self._door = door
        self._listener = listener
        self._bucket = desk.bucket_of(listener.player)
        self._metrics = metrics
        self._patience = PATIENCE

    def hear(self, text: bytes) -> None:
        """Do what one message asks, or say why not."""
        listener = self._listener
        if listener.closing is not None:
            return
        message = None
        try:
            if not self._bucket.take(monotonic()):
                raise TOO_FAST
            message = decode(text)
            self._door.take(message, listener)
        except Problem as problem:
            ref = message.ref if isinstance(message, Submit) else None
            self._object(Fault(problem.code, problem.detail, ref))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._object(Fault("malformed", str(error)))
        except Exception:
            logger.exception("a message could not be taken")
            listener.close(Bye("broken", 1000))

    def _object(self, fault: Fault) -> None:
        self._metrics.fault(fault.code)
        self._listener.send(encode(fault))
        self._patience -= 1
        if self._patience == 0:
            self._listener.close(Bye(fault.code, AWAY_MS))


class RoomChannel:
    """Into a room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.enter = room.enter
        self.exit = room.exit

    def take(self, message: FromClient, listener: Subscriber) -> None:
        if isinstance(message, Submit):
            self._room.submit(listener, message)
        elif isinstance(message, Say):
            self._room.say(listener.player, message.phrase)
        else:
            listener.send(encode(Pong()))


class OpenRoomsChannel:
    """Into the lobby, where there is nothing to do but look."""

    def __init__(self, lobby: OpenRooms) -> None:
        self.enter = lobby.enter
        self.exit = lobby.exit

    def take(self, message: FromClient, listener: Subscriber) -> None:
        if not isinstance(message, Ping):
            raise Problem(409, "not-in-a-room", "open the socket of a room to say or play something")
        listener.send(encode(Pong()))


def _close(connection: Connection, bye: Bye) -> None:
    connection.close(CLOSE_CODES.get(bye.code, CROWDED), bye.code)
