"""The handshake: who gets a socket, and which channel it is subscribed to.

``/api/rooms/CODE/socket``: play or watch. The first messages are the room and, once there is a match, the whole view.
``/api/lobby/socket``: see the open rooms come and go. The first message is the whole list.
"""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import TypeAlias

from parlour.protocol.messages import Bye, encode
from parlour.server.access.access import Access
from parlour.server.access.allowance import Allowance
from parlour.server.access.authentication import no_player
from parlour.server.access.devices import DeviceSocket
from parlour.server.access.limits.rate_limits import BAN_S
from parlour.server.access.origins import origin_allowed
from parlour.server.background import Background
from parlour.server.live.codes import room_of
from parlour.server.live.daily import Daily
from parlour.server.live.hub import Hub
from parlour.server.metrics import Metrics
from parlour.server.problems import Problem, not_found
from parlour.server.socket.picows_adapter import RESTART, UpgradeRefused, UpgradeRequest
from parlour.server.socket.session import Channel, Outbox, SocketConnection, SocketSession
from parlour.server.work.asker import ask_for
from parlour.store.players import Player

BROKEN = 1011
BAN_MS = int(BAN_S * 1000)
CLOSE_CODES = {
    "no-player": 4401,
    "signed-out": 4401,
    "sign-in-required": 4401,
    "banned": 4403,
    "no-such-room": 4404,
    "room-closed": 4404,
    "closed-by-host": 4404,
    "too-slow": 4408,
    "cannot-resume": 4410,
    "restart": RESTART,
    "broken": BROKEN,
}
CROWDED = 4429
FindChannel: TypeAlias = Callable[[Player], Awaitable[Channel]]
"""Finds the channel of a socket; Problem if the player may not subscribe to it."""


class Handshake:
    """Accepts sockets of players that come from our page; answers others with the reason."""

    def __init__(
        self,
        hub: Hub,
        daily: Daily,
        access: Access,
        background: Background,
        metrics: Metrics,
        origins: tuple[str, ...],
    ) -> None:
        self._hub = hub
        self._daily = daily
        self._authentication = access.authentication
        self._rate_limits = access.rate_limits
        self._access = access
        self._background = background
        self._metrics = metrics
        self._origins = origins
        self._outbox = Outbox()

    def accept(self, request: UpgradeRequest) -> Callable[[SocketConnection], None]:
        """The function that takes the socket once it is open; UpgradeRefused if it is not accepted."""
        try:
            self._rate_limits.require_not_banned(request.cookies)
            self._rate_limits.admit_address(request.address)
        except Problem as problem:
            raise UpgradeRefused(HTTPStatus.TOO_MANY_REQUESTS, problem.code) from None
        find_channel = self._channel_at(request.path, request.address)
        if not origin_allowed(request.origin, request.host, self._origins):
            raise UpgradeRefused(HTTPStatus.FORBIDDEN, "origin-not-allowed")
        return lambda connection: self._background.start(self._open(connection, request, find_channel), "socket")

    def _channel_at(self, path: str, address: str) -> FindChannel:
        match path.split("/"):
            case ["", "api", "rooms", code, "socket"]:
                return lambda player: self._room(code, player, address)
            case ["", "api", "lobby", "socket"]:
                return self._open_rooms
            case _:
                raise UpgradeRefused(HTTPStatus.NOT_FOUND, "no-such-socket")

    async def _room(self, code: str, player: Player, address: str) -> Channel:
        room = await room_of(self._hub, self._rate_limits, code, player, address)
        if room.match_host is not None and not room.holds_seat(player):
            seed = room.match_host.match.header.seed
            await self._daily.require_sight(player, room.kit.game.id, seed, room.state.daily)
        # What may have changed meanwhile is looked at last: from here to the subscription nothing is waited for.
        if room.closed:
            raise not_found("room")
        if not room.may_watch(player):
            raise Problem(429, "room-crowded", "too many watch this room")
        return room

    async def _open_rooms(self, _player: Player) -> Channel:
        return self._hub.open_rooms

    async def _open(self, connection: SocketConnection, request: UpgradeRequest, find_channel: FindChannel) -> None:
        ask_for(request.address)
        device = self._authentication.devices.enter(self._authentication.cookie.token_hash(request.cookies))
        try:
            address = self._access.quotas.hashed(request.address)
            player = await self._authentication.player(request.cookies, address)
            if player is None:
                self._rate_limits.ban(request.cookies)
                raise no_player()
            self._subscribe(connection, await find_channel(player), player, request, device)
        except Problem as problem:
            self._authentication.devices.exit(device)
            wait_s = problem.retry_after_s
            bye = Bye(problem.code, None if wait_s is None else wait_s * 1000)
            connection.write([encode(bye)])
            _close(connection, bye)
        except Exception:
            self._authentication.devices.exit(device)
            connection.close(BROKEN, "")
            raise

    def _subscribe(
        self,
        connection: SocketConnection,
        channel: Channel,
        player: Player,
        request: UpgradeRequest,
        device: DeviceSocket,
    ) -> None:
        if device.signed_out:
            raise no_player()
        self._access.require_signed_in(player)
        device.player, device.address = player.id, request.address
        self._access.require_not_banned(player, device.address)
        if self._hub.stopping:
            raise Problem(503, "restart", "the server stops; come back in a moment", retry_after_s=1)
        if not self._rate_limits.take_socket(player, request.address):
            raise Problem(429, "too-many-sockets", "you have too many windows open")

        def closed_by_us(bye: Bye) -> None:
            self._metrics.bye(bye.code)
            if bye.retry_ms == BAN_MS:
                self._rate_limits.ban(request.cookies)
            _close(connection, bye)
            session.gone.set()

        def closed(protocol_broken: bool) -> None:
            if protocol_broken:
                self._rate_limits.ban(request.cookies)
            self._authentication.devices.exit(device)
            channel.exit(session)
            self._rate_limits.give_socket(player, request.address)
            session.gone.set()

        allowance = Allowance(self._access, player, request.address)
        session = SocketSession(
            player=player,
            connection=connection,
            channel=channel,
            outbox=self._outbox,
            allowance=allowance,
            metrics=self._metrics,
            retry_ms=BAN_MS,
            closed=closed_by_us,
        )
        device.close = session.close
        channel.enter(session)
        connection.start_reading(session.receive, session.count_frame, closed)


def _close(connection: SocketConnection, bye: Bye) -> None:
    connection.close(CLOSE_CODES.get(bye.code, CROWDED), bye.code)
