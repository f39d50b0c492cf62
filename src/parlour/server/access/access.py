"""Authentication, rate limits, quotas and restrictions together, for the code that lets requests and sockets in."""

from dataclasses import dataclass

from parlour.server.access.authentication import Authentication
from parlour.server.access.limits.quotas import Quotas
from parlour.server.access.limits.rate_limits import RateLimits
from parlour.server.access.restrictions import Restricted, Restrictions
from parlour.server.problems import Problem
from parlour.store.players import Player


@dataclass(frozen=True)
class Access:
    """The one authentication, set of limits and set of bans of this process."""

    authentication: Authentication
    rate_limits: RateLimits
    quotas: Quotas
    restrictions: Restrictions
    guests: bool = True
    """Whether people may play without signing in."""

    def require_signed_in(self, player: Player | None) -> None:
        """Problem for a guest on a server that allows only signed-in players."""
        if not self.guests and (player is None or not player.account):
            raise Problem(401, "sign-in-required", "the host of this server lets people play who sign in")

    def ban_of(self, player: str | None, address: str) -> Restricted | None:
        """The ban that is in force for a player, for an address (given by its key), or for a range that contains it."""
        return self.restrictions.ban_of(player, self.quotas.hashed(address)) or self.restrictions.ban_around(address)

    def require_not_banned(self, player: Player | None, address: str) -> None:
        """Problem if a host has banned the player or the address."""
        found = self.ban_of(None if player is None else player.id, address)
        if found is not None:
            raise Problem(403, "banned", f"the host of this server has sent you away: {found.reason}")
