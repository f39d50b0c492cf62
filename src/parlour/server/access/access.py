"""Who somebody is and how much they may ask for, in one value for all who let somebody in."""

from dataclasses import dataclass

from parlour.server.access.authentication import Authentication
from parlour.server.access.limits.quotas import Quotas
from parlour.server.access.limits.rate_limits import RateLimits
from parlour.server.access.restrictions import Restricted, Restrictions
from parlour.server.protocol.problems import Problem
from parlour.store.players import Player


@dataclass(frozen=True)
class Access:
    """One of each for the whole server."""

    authentication: Authentication
    rate_limits: RateLimits
    quotas: Quotas
    restrictions: Restrictions
    guests: bool = True
    """Whether people play without a sign-in."""

    def require_signed_in(self, player: Player | None) -> None:
        """Problem for a guest where the host wants none."""
        if not self.guests and (player is None or not player.account):
            raise Problem(401, "sign-in-required", "the host of this server lets people play who sign in")

    def ban_of(self, player: str | None, address: str) -> Restricted | None:
        """What bans a player, or everybody at an address, given by its key: of itself, or of a range around it."""
        return self.restrictions.ban_of(player, self.quotas.hashed(address)) or self.restrictions.ban_around(address)

    def require_not_banned(self, player: Player | None, address: str) -> None:
        """Problem if a host has sent the player, or everybody at an address, away."""
        found = self.ban_of(None if player is None else player.id, address)
        if found is not None:
            raise Problem(403, "banned", f"the host of this server has sent you away: {found.reason}")
