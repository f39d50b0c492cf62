"""Ratings of games for several players: what a match between people says about their strength."""

from collections.abc import Collection, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from sqlalchemy import Connection, Row, select

from parlour.core.game import Outcome
from parlour.store.ladder import Ladder
from parlour.store.statements import Prepared, listed, many, raw
from parlour.store.tables import ratings
from parlour.store.writer import Job, add_rows

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

START = 1000
"""What a newcomer's rating is shown as."""
STEP = 24.0
"""Points shown for one unit of the model, so that its first uncertainty spans 200."""
_STRENGTHS = Prepared(
    select(ratings.c.game, ratings.c.player, ratings.c.mu, ratings.c.sigma, ratings.c.games).where(
        ratings.c.player.in_(select(many("people").c.value))
    )
)
_COLUMNS = [column.name for column in ratings.c]
_RATINGS = f"INTO ratings ({', '.join(_COLUMNS)})"
_ANEW = "ON CONFLICT (game, player) DO UPDATE SET " + ", ".join(f"{name} = excluded.{name}" for name in _COLUMNS[2:])


class RatedMatch(Struct, frozen=True):
    """A match that changes ratings."""

    game: str
    people: Sequence[str | None]
    """Who sat where; None for somebody who has been deleted, who counts as a newcomer."""
    outcome: Outcome
    ended: int


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


def rate(connection: Connection, matches: Sequence[RatedMatch]) -> None:
    """Let matches change the ratings of those who played them, one after another."""
    if not matches:
        return
    model = _model()
    strengths = _strengths(connection, {who for match in matches for who in match.people if who is not None})
    rows: dict[tuple[str, str], tuple[Any, ...]] = {}
    for match in matches:
        before = [strengths.get((match.game, who or ""), (model.rating(), 0)) for who in match.people]
        after = model.rate([[strength] for strength, _ in before], ranks=ranks(match.outcome))
        for player, (_, games), [strength] in zip(match.people, before, after, strict=True):
            if player is not None:
                shown = round(strength.ordinal(alpha=STEP, target=START))
                key = (match.game, player)
                strengths[key] = (strength, games + 1)
                rows[key] = (*key, strength.mu, strength.sigma, shown, games + 1, match.ended)
    add_rows(raw(connection), list(rows.values()), _RATINGS, _ANEW)


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


def _strengths(
    connection: Connection, people: Collection[str]
) -> "dict[tuple[str, str], tuple[PlackettLuceRating, int]]":
    """By game and player: how strong, after how many matches."""
    rows = _STRENGTHS.run(connection, people=listed(people))
    return {(game, player): (_model().rating(mu=mu, sigma=sigma), games) for game, player, mu, sigma, games in rows}


@cache
def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce

    return PlackettLuce()
