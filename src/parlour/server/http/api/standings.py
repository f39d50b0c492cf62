"""``/api/leaderboards`` and ``/api/ratings``: who is best, with the match that proves it."""

from typing import Annotated

from litestar import Router, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from parlour.games import kits
from parlour.server.clock import ServerClock
from parlour.server.problems import not_found
from parlour.store import leaderboards, ratings
from parlour.store.leaderboards import Leaderboard
from parlour.store.periods import Span
from parlour.store.players import Player
from parlour.store.ratings import Ratings
from parlour.store.store import Store

MOST_ROWS = 100


class Board(Struct, frozen=True):
    """A leaderboard: the results of one kind of match of a game, ranked."""

    game: str
    board: str


@get("/leaderboards")
async def boards() -> list[Board]:
    """The leaderboards that there are."""
    return [Board(kit.game.id, name) for kit in kits().values() if kit.boards for name in kit.boards.names]


@get("/leaderboards/{game:str}/{board:str}")
async def leaderboard(
    game: FromPath[str],
    board: FromPath[str],
    store: NamedDependency[Store],
    clock: NamedDependency[ServerClock],
    visitor: NamedDependency[Player | None],
    span: Annotated[Span, QueryParameter()] = "all",
    count: Annotated[int, QueryParameter(ge=1, le=MOST_ROWS)] = 20,
    witnessed: Annotated[bool, QueryParameter()] = True,
) -> Leaderboard:
    """The best score of each player, today, this week or ever. Ties share a rank.

    A score ranks if a replay has borne it out, the server drew the seed, and nobody helped. What was played at home
    ranks apart, with ``witnessed=false``: a replay proves that it is legal, not when it was played.
    """
    kit = kits().get(game)
    if kit is None or kit.boards is None or board not in kit.boards.names:
        raise not_found("leaderboard")
    player = None if visitor is None else visitor.id
    looked_for = leaderboards.leaderboard if witnessed else leaderboards.home_board
    return await store.read(looked_for(game, board, span, clock.now_ms(), count, player))


@get("/ratings/{game:str}")
async def rated(
    game: FromPath[str],
    store: NamedDependency[Store],
    visitor: NamedDependency[Player | None],
    count: Annotated[int, QueryParameter(ge=1, le=MOST_ROWS)] = 20,
) -> Ratings:
    """The best players of a game for several.

    A match changes ratings if a replay has borne it out and everybody in it was a person with one seat.
    """
    kit = kits().get(game)
    if kit is None or kit.game.seats.stop <= 2:
        raise not_found("rating")
    return await store.read(ratings.rated(game, count, None if visitor is None else visitor.id))


router = Router("/api", route_handlers=[boards, leaderboard, rated], tags=["standings"])
