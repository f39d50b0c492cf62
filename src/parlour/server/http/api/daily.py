"""``/api/daily``: the challenges of the day."""

from typing import Annotated

from litestar import Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from parlour.server.access.access import Access
from parlour.server.http.addresses import AnyRequest, address_of
from parlour.server.http.api.standings import MOST_ROWS
from parlour.server.live.daily import Challenge, Daily
from parlour.store.leaderboards import Leaderboard
from parlour.store.players import Player


@get("/")
async def challenges(daily: NamedDependency[Daily], visitor: NamedDependency[Player | None]) -> list[Challenge]:
    """Today's challenge of every solo game."""
    return await daily.challenges(visitor)


@post("/{game:str}", status_code=200)
async def attempt(
    game: FromPath[str],
    daily: NamedDependency[Daily],
    player: NamedDependency[Player],
    request: AnyRequest,
    access: NamedDependency[Access],
) -> Challenge:
    """Open the room of my one ranked attempt, or give it back if I have begun."""
    access.quotas.admit_match(player, address_of(request))
    return await daily.open(player, game, access.quotas.hashed(address_of(request)))


@get("/{game:str}/{day:str}")
async def standings(
    game: FromPath[str],
    day: FromPath[str],
    daily: NamedDependency[Daily],
    visitor: NamedDependency[Player | None],
    count: Annotated[int, QueryParameter(ge=1, le=MOST_ROWS)] = 20,
) -> Leaderboard:
    """Who did best on a day (``2026-11-15``). What they played is shown to those who have played it."""
    return await daily.standings(game, day, count, visitor)


router = Router("/api/daily", route_handlers=[challenges, attempt, standings], tags=["daily"])
