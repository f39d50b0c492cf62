"""Who somebody is and how much they may ask for, in one value for all who let somebody in."""

from dataclasses import dataclass

from parlour.server.access.authentication import Authentication
from parlour.server.access.quotas import Quotas
from parlour.server.access.rate_limits import RateLimits
from parlour.server.access.restrictions import Restrictions
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
