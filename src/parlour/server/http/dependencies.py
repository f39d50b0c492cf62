"""The dependencies of routes: the visitor, the player, the room.

Each needs the one before it where that can be: Litestar starts a coroutine for each of several that do not, which costs
a tenth of a request. What depends on the request alone is a plain function of it.
"""

from collections.abc import Callable

from litestar import Router
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath

from parlour.server.access.access import Access
from parlour.server.access.authentication import no_player
from parlour.server.access.limits.quotas import Quotas
from parlour.server.access.restrictions import FOR_THE_BANNED
from parlour.server.http.addresses import AnyRequest, address_of
from parlour.server.live.codes import room_of
from parlour.server.live.hub import Hub
from parlour.server.live.rooms.room import Room
from parlour.store.players import Player

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}


def asks_for_change(request: AnyRequest) -> bool:
    """Whether a request changes something that banned people may not change."""
    return request.method not in SAFE_METHODS and not request.route_handler.opt.get(FOR_THE_BANNED)


class PlayerQuota:
    """The quotas that a request uses: its player's, and those of the address that it comes from."""

    def __init__(self, quotas: Quotas, player: Player, address: str) -> None:
        self._quotas = quotas
        self._player = player
        self._address = address

    @property
    def hashed_address(self) -> str:
        """The hash of the address, as the store keeps it."""
        return self._quotas.hashed(self._address)

    def admit_match(self, more_bytes: int = 0) -> None:
        """Count a match, or a room that may begin one (`Quotas.admit_match`)."""
        self._quotas.admit_match(self._player, self._address, more_bytes)

    def admit_bytes(self, size: int) -> None:
        """Count bytes that are written to the store."""
        self._quotas.admit_bytes(self._player, self._address, size)


class Dependencies:
    """Finds the player and the room of a request."""

    def __init__(self, access: Callable[[], Access], hub: Callable[[], Hub]) -> None:
        """Access and hub are given by functions, since routes are made before them."""
        self._access = access
        self._hub = hub

    def dependencies(self) -> dict[str, Provide]:
        """The dependencies by the names that routes use."""
        return {
            "visitor": Provide(self.visitor),
            "player": Provide(self.player),
            "quota": Provide(self.quota),
        }

    def with_room(self, router: Router) -> Router:
        """The router with the dependency `room`, which its path names.

        Other routers do not get it: Litestar takes an invalid field of a body for a fault of its own if the route has a
        dependency of that name.
        """
        return Router("/", route_handlers=[router], dependencies={"room": Provide(self.room)})

    def with_room_for_players(self, router: Router) -> Router:
        """The router with the dependency `room`, found after the player is checked."""
        return Router("/", route_handlers=[router], dependencies={"room": Provide(self.room_for_player)})

    async def room(self, request: AnyRequest, code: FromPath[str], visitor: NamedDependency[Player | None]) -> Room:
        """The room of a code, for anybody; Problem if there is none."""
        return await room_of(self._hub(), self._access().rate_limits, code, visitor, address_of(request))

    async def room_for_player(self, request: AnyRequest, code: FromPath[str], player: NamedDependency[Player]) -> Room:
        """The room of a code, for a player; Problem if there is none."""
        return await self.room(request, code, player)

    async def visitor(self, request: AnyRequest, access: NamedDependency[Access]) -> Player | None:
        """The player of the cookie, or None: for what everybody may see."""
        player = await access.authentication.player(request.cookies, access.quotas.hashed(address_of(request)))
        if player is not None:
            access.rate_limits.admit_player(player)
        return player

    async def player(self, request: AnyRequest, visitor: NamedDependency[Player | None]) -> Player:
        """The player of the cookie; Problem without one. Banned players may read and change nothing; where the host
        allows no guests, a guest may still delete themselves."""
        if not request.route_handler.opt.get(FOR_THE_BANNED):
            self._access().require_signed_in(visitor)
        if visitor is None:
            raise no_player()
        if asks_for_change(request):
            self.require_not_banned(visitor, request)
        return visitor

    async def quota(self, request: AnyRequest, player: NamedDependency[Player]) -> PlayerQuota:
        """What the player of the cookie and their address may still use."""
        return PlayerQuota(self._access().quotas, player, address_of(request))

    def require_not_banned(self, player: Player | None, request: AnyRequest) -> None:
        """Problem if a host has banned the player or the address."""
        self._access().require_not_banned(player, address_of(request))
