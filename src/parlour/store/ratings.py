"""Ratings of games for several players: what a match between people says about their strength."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from sqlalchemy import Connection, Row, bindparam, select
from sqlalchemy.dialects.sqlite import insert

from parlour.core.game import Outcome
from parlour.store.ladder import Ladder
from parlour.store.statements import Prepared
from parlour.store.tables import ratings
from parlour.store.writer import Job

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

START = 1000
"""What a newcomer's rating is shown as."""
STEP = 24.0
"""Points shown for one unit of the model, so that its first uncertainty spans 200."""
_STRENGTH = Prepared(
    select(ratings.c.mu, ratings.c.sigma, ratings.c.games).where(
        ratings.c.game == bindparam("of"), ratings.c.player == bindparam("who")
    )
)
_ROW = insert(ratings)
_RATE = Prepared(
    _ROW.on_conflict_do_update(
        index_elements=["game", "player"], set_={c.name: _ROW.excluded[c.name] for c in ratings.c}
    )
)


class Rated(Struct, frozen=True):
    """A player among the rated players of a game."""

    rank: int
    player: str
    name: str
    rating: int
    games: int
    at: int
    """When the last match ended that changed it, in milliseconds."""


class Ratings(Struct, frozen=True):
    """The rated players of a game."""

    game: str
    players: int
    rows: tuple[Rated, ...]
    mine: Rated | None
    around: tuple[Rated, ...]
    """My row with its neighbours."""


def rate(connection: Connection, game: str, people: Sequence[str | None], outcome: Outcome, at: int) -> None:
    """Let a match change the ratings of those who played it; somebody who has been deleted counts as a newcomer."""
    model = _model()
    before = [_strength(connection, game, player) for player in people]
    after = model.rate([[strength] for strength, _ in before], ranks=ranks(outcome))
    for player, (_, games), [strength] in zip(people, before, after, strict=True):
        if player is not None:
            row = {
                "game": game,
                "player": player,
                "mu": strength.mu,
                "sigma": strength.sigma,
                "rating": round(strength.ordinal(alpha=STEP, target=START)),
                "games": games + 1,
                "at": at,
            }
            _RATE.run(connection, **row)


def ranks(outcome: Outcome) -> list[float]:
    """The winners first, everybody else by their score; equal scores share a rank."""
    keys = [(0, 0) if seat in outcome.winners else (1, -score) for seat, score in enumerate(outcome.scores)]
    order = sorted(set(keys))
    return [float(order.index(key) + 1) for key in keys]


def rated(game: str, count: int, player: str | None) -> Job[Ratings]:
    """The best of a game, and where a player stands."""
    ladder = _ladder(game)

    def run(connection: Connection) -> Ratings:
        around = () if player is None else tuple(_rated(*row) for row in ladder.around(connection, player))
        return Ratings(
            game=game,
            players=ladder.size(connection),
            rows=tuple(_rated(*row) for row in ladder.page(connection, 0, count)),
            mine=next((row for row in around if row.player == player), None),
            around=around,
        )

    return run


def of_player(connection: Connection, player: str) -> dict[str, Rated]:
    """A player's ratings by game."""
    games = connection.scalars(select(ratings.c.game).where(ratings.c.player == player).order_by(ratings.c.game)).all()
    found = {game: _ladder(game).of(connection, player) for game in games}
    return {game: _rated(*row) for game, row in found.items() if row is not None}


def _ladder(game: str) -> Ladder:
    return Ladder(ratings, ratings.c.game == game, ratings.c.rating)


def _rated(rank: int, row: Row[Any]) -> Rated:
    return Rated(rank, row.player, row.name, row.rating, row.games, row.at)


def _strength(connection: Connection, game: str, player: str | None) -> "tuple[PlackettLuceRating, int]":
    row = _STRENGTH.run(connection, of=game, who=player).fetchone()
    if row is None:
        return _model().rating(), 0
    mu, sigma, games = row
    return _model().rating(mu=mu, sigma=sigma), games


@cache
def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce

    return PlackettLuce()
