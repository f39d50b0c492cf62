"""Ratings of games for several players: what a match between people says about their strength.

Who plays the same people over and over learns, and teaches the ratings, less each time: the n-th meeting within a week
weighs 1/n. Newcomers are as one person there, so that fresh guests are worth no more than one of them. docs/FAIRNESS.md
has the bounds.
"""

from collections.abc import Collection, Sequence
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct, structs
from sqlalchemy import bindparam, delete, select

from parlour.protocol.days import DAY_MS
from parlour.store.ladder import Ladder
from parlour.store.meetings import Meeting, Meetings, StoredMeetings
from parlour.store.statements import Insertion, Row, Statement, Value, each_of
from parlour.store.tables import ratings
from parlour.store.transaction import Transaction, job

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

START = 1000
"""The rating that is shown of a newcomer."""
STEP = 24.0
"""Points shown for one unit of the model, so that its first uncertainty spans 200."""
SETTLED_GAMES = 10
"""The number of rated games from which on a player is no newcomer; until then their rating is provisional."""
SETTLED_OPPONENTS = 3
"""The number of opponents who were no newcomers until which a rating is provisional too."""
BELOW = 1_000_000
"""The points by which a provisional rating stands below the others on the ladder: below all of them."""
RECENT_MS = 7 * DAY_MS
"""The time for which a meeting makes the next one of the same people weigh less."""
_STRENGTHS = Statement(
    select(
        ratings.c.game, ratings.c.player, ratings.c.mu, ratings.c.sigma, ratings.c.games, ratings.c.provisional
    ).where(ratings.c.player.in_(select(each_of("people").c.value)))
)
_GAMES = Statement(select(ratings.c.game).where(ratings.c.player == bindparam("player")).order_by(ratings.c.game))
_RATE = Insertion(ratings, existing="replace")
_OF_GAME = Statement(select(ratings).where(ratings.c.game == bindparam("game")))
_REMOVE = Statement(
    delete(ratings).where(ratings.c.game == bindparam("game"), ratings.c.player.in_(select(each_of("people").c.value)))
)
_LADDER = Ladder(ratings, ratings.c.points, ("game",))


class RatedMatch(Struct, frozen=True):
    """A match that changes ratings."""

    match: str
    game: str
    people: Sequence[str | None]
    """The players by seat when it began; None for somebody who has been deleted or was a guest whose rating ended,
    who counts as a newcomer."""
    places: Sequence[int]
    """The place of each of them, from 1; ties share one."""
    ended: int


class Strength(Struct, frozen=True):
    """A player's strength in one game, as the model knows it."""

    mu: float
    sigma: float
    games: int = 0
    provisional: bool = True

    @property
    def newcomer(self) -> bool:
        return self.games < SETTLED_GAMES

    @property
    def shown(self) -> int:
        """The rating as people read it."""
        return round(START + STEP * (self.mu - 3 * self.sigma))


class RatingChange(Struct, frozen=True):
    """A rating before and after a match."""

    before: int
    after: int
    provisional: bool
    """Whether it still rests on few games or few opponents."""


class RatedPlayer(Struct, frozen=True):
    """A player's row among the rated players of a game."""

    rank: int
    player: str
    name: str
    rating: int
    games: int
    at: int
    """When the last match ended that changed it, in milliseconds."""
    provisional: bool
    """Whether it rests on few games or few opponents: such ratings stand below all others."""


class Ratings(Struct, frozen=True):
    """The rated players of a game."""

    game: str
    players: int
    rows: tuple[RatedPlayer, ...]
    mine: RatedPlayer | None
    around: tuple[RatedPlayer, ...]
    """My row with its neighbours."""


Changes: TypeAlias = dict[tuple[str, str], RatingChange]
"""Rating changes by match and player."""


RatingRows: TypeAlias = dict[tuple[str, str], tuple[Value, ...]]
"""Rows of ``ratings`` by game and player."""


DifferingRatings: TypeAlias = dict[str, tuple[Value, ...] | None]
"""The rows that players should have in one game; None for somebody who should have none."""


class Calculation:
    """Ratings as matches change them, one after another; nothing is written."""

    def __init__(self, strengths: dict[tuple[str, str], Strength], met: Meetings) -> None:
        self._strengths = strengths
        """The strengths by game and player."""
        self._met = met
        self.rows: RatingRows = {}
        """The rows of everybody who played a match that was added."""

    def add(self, match: RatedMatch) -> Changes:
        """Add the next match; returns what it changes."""
        before = [self._strengths.get((match.game, who or ""), _newcomer()) for who in match.people]
        weights = [_weight(self._met, match, seat, before) for seat in range(len(before))]
        self._met.add(_meetings(match, before))
        changes: Changes = {}
        for who, old, strength in zip(match.people, before, _after(before, match.places, weights), strict=True):
            if who is not None:
                key = (match.game, who)
                provisional = strength.provisional and not _is_settled(self._met, match.game, who, strength)
                self._strengths[key] = structs.replace(strength, provisional=provisional)
                self.rows[key] = (*key, *_row(self._strengths[key], match.ended))
                changes[match.match, who] = RatingChange(old.shown, strength.shown, provisional)
        return changes


def rate(transaction: Transaction, matches: Sequence[RatedMatch]) -> Changes:
    """Let matches change the ratings of those who played them, one after another; what changed."""
    if not matches:
        return {}
    strengths = _strengths(transaction, {who for match in matches for who in match.people if who is not None})
    calculation = Calculation(strengths, StoredMeetings(transaction))
    changes = {key: change for match in matches for key, change in calculation.add(match).items()}
    transaction.insert(_RATE, list(calculation.rows.values()))
    return changes


def differing_ratings(transaction: Transaction, game: str, rows: RatingRows) -> DifferingRatings:
    """The ratings of a game that should be as in these rows, where the store has others."""
    stored = {row.player: tuple(row) for row in transaction.many(_OF_GAME, game=game)}
    wanted = {player: row for (_, player), row in rows.items()}
    return {player: wanted.get(player) for player in {**stored, **wanted} if stored.get(player) != wanted.get(player)}


def replace_ratings(transaction: Transaction, game: str, differing: DifferingRatings) -> None:
    """Write what the ratings of some players should be."""
    transaction.run(_REMOVE, game=game, people=[player for player, row in differing.items() if row is None])
    transaction.insert(_RATE, [row for row in differing.values() if row is not None])


def _after(before: Sequence[Strength], places: Sequence[int], weights: Sequence[float]) -> list[Strength]:
    """The strengths after a match, changed as far as it weighs for each player."""
    model = _model()
    rated = model.rate(
        [[model.rating(mu=each.mu, sigma=each.sigma)] for each in before], ranks=[float(place) for place in places]
    )
    return [
        structs.replace(
            each,
            mu=each.mu + weight * (found.mu - each.mu),
            sigma=each.sigma + weight * (found.sigma - each.sigma),
            games=each.games + 1,
        )
        for each, weight, [found] in zip(before, weights, rated, strict=True)
    ]


def _weight(met: Meetings, match: RatedMatch, seat: int, before: Sequence[Strength]) -> float:
    """The weight of a match for a player: the mean over those they met."""
    player, since, weights = match.people[seat], match.ended - RECENT_MS, []
    for other, opponent in enumerate(match.people):
        if other == seat:
            continue
        if before[other].newcomer:
            times = met.with_newcomers(match.game, player, since)
        else:
            times = met.with_one(match.game, player, opponent, since)
        weights.append(1 / (1 + times))
    return sum(weights) / len(weights)


def _meetings(match: RatedMatch, before: Sequence[Strength]) -> list[Meeting]:
    """The meetings in a match. That somebody was met stays known when they are deleted: guests are not worth more for
    that."""
    return [
        Meeting(match.game, one, match.ended, match.match, seat, match.people[seat], strength.newcomer)
        for own, one in enumerate(match.people)
        for seat, strength in enumerate(before)
        if one is not None and seat != own
    ]


def _is_settled(met: Meetings, game: str, player: str, strength: Strength) -> bool:
    """Whether a rating is more than a guess: enough games, and enough opponents who were no newcomers."""
    return not strength.newcomer and met.settled_opponents(game, player) >= SETTLED_OPPONENTS


def _row(strength: Strength, at: int) -> tuple[Value, ...]:
    """A player's row without its key."""
    rating = strength.shown
    points = rating - BELOW if strength.provisional else rating
    return (strength.mu, strength.sigma, rating, strength.games, at, strength.provisional, points)


@job
def rated(transaction: Transaction, game: str, count: int, player: str | None) -> Ratings:
    """The best rated players of a game, and a player's own row with its neighbours."""
    key = {"game": game}
    around = () if player is None else tuple(_rated(*row) for row in _LADDER.around(transaction, key, player))
    return Ratings(
        game=game,
        players=_LADDER.size(transaction, key),
        rows=tuple(_rated(*row) for row in _LADDER.page(transaction, key, 0, count)),
        mine=next((row for row in around if row.player == player), None),
        around=around,
    )


def of_player(transaction: Transaction, player: str) -> dict[str, RatedPlayer]:
    """A player's ratings by game."""
    games = [row.game for row in transaction.many(_GAMES, player=player)]
    found = {game: _LADDER.of(transaction, {"game": game}, player) for game in games}
    return {game: _rated(*row) for game, row in found.items() if row is not None}


def _rated(rank: int, row: Row) -> RatedPlayer:
    return RatedPlayer(rank, row.player, row.name, row.rating, row.games, row.at, bool(row.provisional))


def _strengths(transaction: Transaction, people: Collection[str]) -> dict[tuple[str, str], Strength]:
    """The stored strengths of some players, by game and player."""
    rows = transaction.many(_STRENGTHS, people=list(people))
    return {(row.game, row.player): Strength(row.mu, row.sigma, row.games, bool(row.provisional)) for row in rows}


@cache
def _newcomer() -> Strength:
    first: PlackettLuceRating = _model().rating()
    return Strength(first.mu, first.sigma)


@cache
def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce

    return PlackettLuce()
