"""``/api/daily``: the challenges of the day."""

from typing import Annotated

from litestar import Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from parlour.server.http.api.standings import MOST_ROWS
from parlour.server.http.dependencies import PlayerQuota
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
    quota: NamedDependency[PlayerQuota],
) -> Challenge:
    """Open the room of my one ranked attempt, or give it back if I have begun."""
    quota.admit_match()
    return await daily.open(player, game, quota.hashed_address)


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
