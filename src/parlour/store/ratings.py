"""Ratings of games for several players: what a match between people says about their strength."""

from collections.abc import Collection, Sequence
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct
from sqlalchemy import bindparam, select

from parlour.core.game import Outcome
from parlour.store.ladder import Ladder
from parlour.store.statements import Insertion, Row, Statement, Value, each_of
from parlour.store.tables import ratings
from parlour.store.transaction import Transaction, job

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

START = 1000
"""What a newcomer's rating is shown as."""
STEP = 24.0
"""Points shown for one unit of the model, so that its first uncertainty spans 200."""
_STRENGTHS = Statement(
    select(ratings.c.game, ratings.c.player, ratings.c.mu, ratings.c.sigma, ratings.c.games).where(
        ratings.c.player.in_(select(each_of("people").c.value))
    )
)
_GAMES = Statement(select(ratings.c.game).where(ratings.c.player == bindparam("player")).order_by(ratings.c.game))
_RATE = Insertion(ratings, existing="replace")
_LADDER = Ladder(ratings, ratings.c.rating, ("game",))


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


def rate(transaction: Transaction, matches: Sequence[RatedMatch]) -> None:
    """Let matches change the ratings of those who played them, one after another."""
    if not matches:
        return
    model = _model()
    strengths = _strengths(transaction, {who for match in matches for who in match.people if who is not None})
    rows: dict[tuple[str, str], tuple[Value, ...]] = {}
    for match in matches:
        before = [strengths.get((match.game, who or ""), (model.rating(), 0)) for who in match.people]
        after = model.rate([[strength] for strength, _ in before], ranks=ranks(match.outcome))
        for player, (_, games), [strength] in zip(match.people, before, after, strict=True):
            if player is not None:
                shown = round(strength.ordinal(alpha=STEP, target=START))
                key = (match.game, player)
                strengths[key] = (strength, games + 1)
                rows[key] = (*key, strength.mu, strength.sigma, shown, games + 1, match.ended)
    transaction.insert(_RATE, list(rows.values()))


def ranks(outcome: Outcome) -> list[float]:
    """The winners first, everybody else by their score; equal scores share a rank."""
    keys = [(0, 0) if seat in outcome.winners else (1, -score) for seat, score in enumerate(outcome.scores)]
    order = sorted(set(keys))
    return [float(order.index(key) + 1) for key in keys]


@job
def rated(transaction: Transaction, game: str, count: int, player: str | None) -> Ratings:
    """The best of a game, and where a player stands."""
    key = {"game": game}
    around = () if player is None else tuple(_rated(*row) for row in _LADDER.around(transaction, key, player))
    return Ratings(
        game=game,
        players=_LADDER.size(transaction, key),
        rows=tuple(_rated(*row) for row in _LADDER.page(transaction, key, 0, count)),
        mine=next((row for row in around if row.player == player), None),
        around=around,
    )


def of_player(transaction: Transaction, player: str) -> dict[str, Rated]:
    """A player's ratings by game."""
    games = [row.game for row in transaction.many(_GAMES, player=player)]
    found = {game: _LADDER.of(transaction, {"game": game}, player) for game in games}
    return {game: _rated(*row) for game, row in found.items() if row is not None}


def _rated(rank: int, row: Row) -> Rated:
    return Rated(rank, row.player, row.name, row.rating, row.games, row.at)


def _strengths(
    transaction: Transaction, people: Collection[str]
) -> "dict[tuple[str, str], tuple[PlackettLuceRating, int]]":
    """By game and player: how strong, after how many matches."""
    rows = transaction.many(_STRENGTHS, people=list(people))
    return {(game, player): (_model().rating(mu=mu, sigma=sigma), games) for game, player, mu, sigma, games in rows}


@cache
def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce

    return PlackettLuce()
