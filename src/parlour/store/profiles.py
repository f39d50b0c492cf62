"""A player's page: what they played, how well, and since when."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Integer, and_, func, or_, select, type_coerce

from parlour.core.game import Outcome
from parlour.store import leaderboards, ratings
from parlour.store.leaderboards import Standing
from parlour.store.ratings import Rated
from parlour.store.tables import matches, players, results, seats
from parlour.store.writer import Job

_OUTCOME = msgspec.json.Decoder(Outcome)


class Statistics(Struct, frozen=True, kw_only=True):
    """Everything that a player finished on one board, counted or not, alone or with others."""

    game: str
    board: str
    played: int
    won: int
    best: int
    best_match: str
    mean: float
    seconds: float
    """Time played."""
    last: int
    """When the last match ended, in milliseconds."""


class PersonalBest(Struct, frozen=True):
    """The best ranked score of a player on one board, with its rank among everybody's."""

    game: str
    board: str
    standing: Standing


class Rating(Struct, frozen=True):
    """A player's rating in one game, with its rank among everybody's."""

    game: str
    standing: Rated


class Profile(Struct, frozen=True):
    """A player's page."""

    id: str
    name: str
    since: int
    """When they first came, in milliseconds."""
    ratings: tuple[Rating, ...]
    bests: tuple[PersonalBest, ...]
    statistics: tuple[Statistics, ...]


class PlayedSeat(Struct, frozen=True):
    """A seat of a match and what came of it."""

    name: str
    player: str | None
    bot: str | None
    score: int | None
    """None when the match has no outcome."""
    won: bool


class PlayedMatch(Struct, frozen=True, kw_only=True):
    """A match in which a player sat."""

    match: str
    game: str
    board: str | None
    """Where it counts; None unless it was played to its end and borne out."""
    started: int
    ended: int | None
    reason: str | None
    """How it ended; None while it is played and when it was left."""
    seats: tuple[PlayedSeat, ...]
    confirmed: bool | None
    counted: bool
    """Whether it counts on a leaderboard or for ratings."""
    daily: str | None


def profile(player: str) -> Job[Profile | None]:
    """A player's page; None if there is no such player, or no longer."""

    def run(connection: Connection) -> Profile | None:
        looking = select(players.c.name, players.c.created).where(players.c.id == player)
        row = connection.execute(looking).one_or_none()
        if row is None:
            return None
        return Profile(
            id=player,
            name=row.name,
            since=row.created,
            ratings=tuple(Rating(*found) for found in ratings.of_player(connection, player).items()),
            bests=tuple(PersonalBest(*found) for found in leaderboards.bests_of(connection, player)),
            statistics=_statistics(connection, player),
        )

    return run


def history(player: str, game: str | None, before: str | None, most: int) -> Job[list[PlayedMatch]]:
    """The player's matches, the latest first; of one game; those that began before a match."""
    looking = (
        select(matches, results.c.board, results.c.counted)
        .join(results, and_(results.c.match == matches.c.id, results.c.player == player), isouter=True)
        .where(matches.c.id.in_(select(seats.c.match).where(seats.c.player == player)))
        .order_by(matches.c.started.desc(), matches.c.id.desc())
        .limit(most)
    )
    if game is not None:
        looking = looking.where(matches.c.game == game)
    if before is not None:
        began = select(matches.c.started).where(matches.c.id == before).scalar_subquery()
        looking = looking.where(or_(matches.c.started < began, and_(matches.c.started == began, matches.c.id < before)))

    def run(connection: Connection) -> list[PlayedMatch]:
        rows = connection.execute(looking).all()
        outcomes = {row.id: None if row.outcome is None else _OUTCOME.decode(row.outcome) for row in rows}
        sitting = _sitting(connection, outcomes)
        return [
            PlayedMatch(
                match=row.id,
                game=row.game,
                board=row.board,
                started=row.started,
                ended=row.ended,
                reason=None if (outcome := outcomes[row.id]) is None else outcome.reason,
                seats=sitting[row.id],
                confirmed=row.confirmed,
                counted=bool(row.counted),
                daily=row.daily,
            )
            for row in rows
        ]

    return run


def _statistics(connection: Connection, player: str) -> tuple[Statistics, ...]:
    columns = (
        results.c.game,
        results.c.board,
        func.count().label("played"),
        func.sum(type_coerce(results.c.won, Integer)).label("won"),
        func.max(results.c.score).label("best"),
        func.avg(results.c.score).label("mean"),
        func.sum(results.c.ended - results.c.started).label("took_ms"),
        func.max(results.c.ended).label("last"),
    )
    looking = select(*columns).where(results.c.player == player).group_by(results.c.game, results.c.board)
    return tuple(
        Statistics(
            game=row.game,
            board=row.board,
            played=row.played,
            won=row.won,
            best=row.best,
            best_match=_best_match(connection, player, row.game, row.board),
            mean=row.mean,
            seconds=row.took_ms / 1000,
            last=row.last,
        )
        for row in connection.execute(looking).all()
    )


def _best_match(connection: Connection, player: str, game: str, board: str) -> str:
    mine = and_(results.c.player == player, results.c.game == game, results.c.board == board)
    looking = select(results.c.match).where(mine).order_by(results.c.score.desc(), results.c.ended).limit(1)
    return str(connection.execute(looking).scalar_one())


def _sitting(connection: Connection, outcomes: dict[str, Outcome | None]) -> dict[str, tuple[PlayedSeat, ...]]:
    looking = select(seats).where(seats.c.match.in_(outcomes)).order_by(seats.c.match, seats.c.seat)
    found: dict[str, tuple[PlayedSeat, ...]] = dict.fromkeys(outcomes, ())
    for row in connection.execute(looking):
        outcome = outcomes[row.match]
        scores: Sequence[int] = () if outcome is None else outcome.scores
        score = scores[row.seat] if row.seat < len(scores) else None
        won = outcome is not None and row.seat in outcome.winners
        found[row.match] += (PlayedSeat(row.name, row.player, row.bot, score, won),)
    return found
