"""Who somebody is and how much they may ask for, in one value for all who let somebody in."""

from dataclasses import dataclass

from parlour.server.access.authentication import Authentication
from parlour.server.access.quotas import Quotas
from parlour.server.access.rate_limits import RateLimits
from parlour.server.access.restrictions import Restrictions


@dataclass(frozen=True)
class Access:
    """One of each for the whole server."""

    authentication: Authentication
    rate_limits: RateLimits
    quotas: Quotas
    restrictions: Restrictions
