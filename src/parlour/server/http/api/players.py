"""``/api/players``: what everybody may know of a player."""

from typing import Annotated

from litestar import Router, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from parlour.server.problems import not_found
from parlour.store import profiles
from parlour.store.profiles import PlayedMatch, Profile
from parlour.store.store import Store

MOST_LISTED = 100


@get("/{player_id:str}")
async def page(player_id: FromPath[str], store: NamedDependency[Store]) -> Profile:
    """A player's page: ratings, personal bests, statistics."""
    found = await store.read(profiles.profile(player_id))
    if found is None:
        raise not_found("player")
    return found


@get("/{player_id:str}/matches")
async def history(
    player_id: FromPath[str],
    store: NamedDependency[Store],
    game: Annotated[str | None, QueryParameter(max_length=100)] = None,
    before: Annotated[str | None, QueryParameter(max_length=100)] = None,
    count: Annotated[int, QueryParameter(ge=1, le=MOST_LISTED)] = 20,
) -> list[PlayedMatch]:
    """A player's matches, the latest first. The next page begins ``before`` the last match of this one."""
    return await store.read(profiles.history(player_id, game, before, count))


router = Router("/api/players", route_handlers=[page, history], tags=["players"])
