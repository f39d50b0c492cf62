"""Who asks, from where, and for which room: what routes are given by name.

Litestar starts a task for each of several that wait for nothing else, a tenth of what such a request costs: what
hangs on a request alone is a function of it, and these wait for one another.
"""

from collections.abc import Callable

from litestar import Router
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath

from parlour.server.access.access import Access
from parlour.server.access.authentication import no_player
from parlour.server.access.restrictions import FOR_THE_BANNED
from parlour.server.http.addresses import AnyRequest, address_of
from parlour.server.live.codes import room_of
from parlour.server.live.hub import Hub
from parlour.server.live.rooms.room import Room
from parlour.store.players import Player

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}


def asks_for_change(request: AnyRequest) -> bool:
    """Whether a request asks for what a ban closes."""
    return request.method not in SAFE_METHODS and not request.route_handler.opt.get(FOR_THE_BANNED)


class Dependencies:
    """Finds out who and what a request means."""

    def __init__(self, access: Callable[[], Access], hub: Callable[[], Hub]) -> None:
        """What it asks, by functions: the routes are there before it."""
        self._access = access
        self._hub = hub

    def dependencies(self) -> dict[str, Provide]:
        """By the names that routes use."""
        return {"visitor": Provide(self.visitor), "player": Provide(self.player)}

    def with_room(self, router: Router) -> Router:
        """The same routes, given the room that their path names.

        No others: Litestar takes a wrong field of a body for a fault of its own if a route is given something of that
        name.
        """

        async def room(request: AnyRequest, code: FromPath[str], visitor: NamedDependency[Player | None]) -> Room:
            return await self._room(request, code, visitor)

        return Router("/", route_handlers=[router], dependencies={"room": Provide(room)})

    def with_room_for_players(self, router: Router) -> Router:
        """The same for routes that are given the player too, who is looked at first."""

        async def room(request: AnyRequest, code: FromPath[str], player: NamedDependency[Player]) -> Room:
            return await self._room(request, code, player)

        return Router("/", route_handlers=[router], dependencies={"room": Provide(room)})

    async def _room(self, request: AnyRequest, code: str, visitor: Player | None) -> Room:
        return await room_of(self._hub(), self._access().rate_limits, code, visitor, address_of(request))

    async def visitor(self, request: AnyRequest, access: NamedDependency[Access]) -> Player | None:
        """Whoever the cookie stands for, or nobody: for what everybody may see."""
        player = await access.authentication.player(request.cookies, access.quotas.hashed(address_of(request)))
        if player is not None:
            access.rate_limits.admit_player(player)
        return player

    async def player(self, request: AnyRequest, visitor: NamedDependency[Player | None]) -> Player:
        """Whoever the cookie stands for. Whom a host has banned may look, and change nothing; a guest, where the host
        wants none, may ask to be deleted."""
        if not request.route_handler.opt.get(FOR_THE_BANNED):
            self._access().require_signed_in(visitor)
        if visitor is None:
            raise no_player()
        if asks_for_change(request):
            self.require_not_banned(visitor, request)
        return visitor

    def require_not_banned(self, player: Player | None, request: AnyRequest) -> None:
        """Problem for a player, or everybody at an address, whom a host has sent away."""
        self._access().require_not_banned(player, address_of(request))
