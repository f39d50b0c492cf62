"""A player's page: what they played, how well, and since when."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType
from sqlalchemy import ColumnElement, Float, Select, Table, and_, bindparam, cast, exists, func, select, tuple_

from parlour.core.game import Outcome
from parlour.core.scoring import ShownScore
from parlour.core.session import Branch
from parlour.games import kits
from parlour.protocol.ranking import NotCounted, has_won, reason_of
from parlour.store import leaderboards, match_seats, ratings
from parlour.store.columns import Whole
from parlour.store.leaderboards import Standing
from parlour.store.ratings import RatedPlayer
from parlour.store.shown_scores import shown_score
from parlour.store.statements import Row, Statement
from parlour.store.tables import home_matches, leavings, marks, matches, meetings, players, results, seats
from parlour.store.transaction import Transaction, job

Condition: TypeAlias = Callable[[Table], ColumnElement[bool]]
"""A condition on the matches that a table names."""
_OUTCOME = msgspec.json.Decoder(Outcome)


class Statistics(Struct, frozen=True, kw_only=True):
    """Everything that a player finished on one board, alone or with others."""

    game: str
    board: str
    played: int
    """The number of matches, ranked or not."""
    ranked: int
    """The number of them that count on the board's own leaderboard or for ratings."""
    dailies: int
    """The number of attempts at daily challenges, which have lists of their own."""
    won: int | None
    """The number of matches won; None where nothing can be lost: there are only points to be made."""
    best: Standing | None
    """The best that counts, with its rank among everybody's; None without one, and in games for several."""
    mean: float | None
    """The mean score of those that are ranked; None without any, where scores do not add up, and in games for
    several."""
    seconds: float
    """Time played."""
    last: int
    """When the last match ended, in milliseconds."""


class Rating(Struct, frozen=True):
    """A player's rating in one game, with its rank among everybody's."""

    game: str
    standing: RatedPlayer


class Profile(Struct, frozen=True):
    """A player's page."""

    id: str
    name: str
    since: int
    """When they first came, in milliseconds."""
    ratings: tuple[Rating, ...]
    statistics: tuple[Statistics, ...]


class PlayedSeat(Struct, frozen=True):
    """A seat of a match and what came of it."""

    name: str
    player: str | None
    bot: str | None
    score: int | None
    """The score; None if the match has no outcome."""
    shown: ShownScore | None
    """The score for people."""
    won: bool
    left_by: str | None = None
    """The player who began at the seat, left it during the match, and did not come back; the same as `player` where
    nobody else took the seat."""


class PlayedMatch(Struct, frozen=True, kw_only=True):
    """A match in which a player sat."""

    match: str
    game: str
    board: str | None
    """The board on which it counts; None unless it was played to its end and borne out."""
    started: int
    ended: int | None
    reason: str | None
    """How it ended; None while it is played and when it was left."""
    seats: tuple[PlayedSeat, ...]
    confirmed: bool | None
    counted: bool
    """Whether it counts on a leaderboard or for ratings."""
    not_counted: NotCounted | None
    """Why it does not count; None too while that is not known."""
    held: bool
    """Whether it was played faster than a hand can, and counts once a host has looked and accepted it."""
    daily: str | None
    tried: bool
    """Whether it goes on from a moment of another match."""
    handed_in: int | None
    """When it was handed in, if it was played at home: when it began and ended is what it says itself."""


class _Header(Struct):
    """The part of a session's header that tells where it comes from."""

    branch: Branch | UnsetType = UNSET


_HEADER = msgspec.json.Decoder(_Header)
_PLAYER = Statement(select(players.c.name, players.c.created).where(players.c.id == bindparam("player")))
_ON_THE_BOARD = and_(results.c.not_counted.is_(None), results.c.daily.is_(None))
_STATISTICS = Statement(
    select(
        results.c.game,
        results.c.board,
        func.count().label("played"),
        func.count().filter(results.c.won.is_(True)).label("won"),
        func.count().filter(_ON_THE_BOARD).label("ranked"),
        func.count().filter(results.c.daily.is_not(None)).label("dailies"),
        cast(func.avg(results.c.score).filter(_ON_THE_BOARD), Float).label("mean"),
        cast(func.sum(results.c.ended - results.c.started), Whole).label("took_ms"),
        func.max(results.c.ended).label("last"),
    )
    .where(results.c.player == bindparam("player"))
    .group_by(results.c.game, results.c.board)
)
_rated = exists().where(meetings.c.match == matches.c.id, meetings.c.player == bindparam("player"))


def _of_game(table: Table) -> ColumnElement[bool]:
    """The condition that a match is of one game."""
    return table.c.game == bindparam("game")


def _before(table: Table) -> ColumnElement[bool]:
    """The condition that a match began before another."""
    before = bindparam("before", type_=matches.c.id.type)
    began = select(matches.c.started).where(matches.c.id == before).scalar_subquery()
    return tuple_(table.c.began, table.c.match) < tuple_(began, before)


_CONDITIONS: Mapping[str, Condition] = {"game": _of_game, "before": _before}
"""The conditions by the value that each needs."""


def _page(table: Table, conditions: Sequence[Condition]) -> Select[Any]:
    """The latest matches that a table names a player in, read from an index in its order, as many as a page has."""
    page = (
        select(table.c.match, table.c.began)
        .distinct()
        .where(
            table.c.player == bindparam("player"),
            exists().where(matches.c.id == table.c.match, matches.c.listed.is_(True)),
            *(condition(table) for condition in conditions),
        )
    )
    latest = page.order_by(table.c.began.desc(), table.c.match.desc()).limit(bindparam("most")).subquery()
    return select(latest.c.match, latest.c.began)


@cache
def _history(*conditions: Condition) -> Statement:
    """Matches of a player, the latest first."""
    sat, left = (_page(table, conditions) for table in (seats, leavings))
    return Statement(
        select(
            *(matches, results.c.board, results.c.not_counted, results.c.counts),
            *(marks.c.marked, marks.c.decision, home_matches.c.handed_in, _rated.label("rated")),
        )
        .join(results, and_(results.c.match == matches.c.id, results.c.player == bindparam("player")), isouter=True)
        .join(marks, marks.c.match == matches.c.id, isouter=True)
        .join(home_matches, home_matches.c.match == matches.c.id, isouter=True)
        .where(matches.c.id.in_(select(sat.union(left).subquery().c.match)))
        .order_by(matches.c.started.desc(), matches.c.id.desc())
        .limit(bindparam("most"))
    )


@job
def profile(transaction: Transaction, player: str) -> Profile | None:
    """A player's page; None if there is no such player, or no longer."""
    row = transaction.one(_PLAYER, player=player)
    if row is None:
        return None
    return Profile(
        id=player,
        name=row.name,
        since=row.created,
        ratings=tuple(Rating(*found) for found in ratings.of_player(transaction, player).items()),
        statistics=_statistics(transaction, player),
    )


@job
def history(
    transaction: Transaction, player: str, game: str | None, before: str | None, most: int
) -> list[PlayedMatch]:
    """The player's matches, the latest first; of one game; those that began before a match."""
    values = {name: value for name, value in (("game", game), ("before", before)) if value is not None}
    found = _history(*(_CONDITIONS[name] for name in values))
    rows = transaction.many(found, player=player, most=most, **values)
    outcomes = {row.id: None if row.outcome is None else _OUTCOME.decode(row.outcome) for row in rows}
    sitting = _sitting(transaction, {row.id: row for row in rows}, outcomes, player)
    return [
        PlayedMatch(
            match=row.id,
            game=row.game,
            board=row.board,
            started=row.started,
            ended=row.ended,
            reason=None if (outcome := outcomes[row.id]) is None else outcome.reason,
            seats=sitting[row.id],
            confirmed=None if row.confirmed is None else bool(row.confirmed),
            counted=bool(row.rated) or (row.board is not None and row.not_counted is None),
            not_counted=None if row.rated else _why(row),
            held=row.marked is not None and row.decision is None,
            daily=row.daily,
            tried=_HEADER.decode(row.header).branch is not UNSET,
            handed_in=row.handed_in,
        )
        for row in rows
    ]


def _why(row: Row) -> NotCounted | None:
    """Why a match does not count; of one that was given up nothing is derived."""
    if row.decision == "rejected":
        return "rejected"
    if row.ended is not None and row.outcome is None:
        return "unfinished"
    return reason_of(row.not_counted)


def _statistics(transaction: Transaction, player: str) -> tuple[Statistics, ...]:
    bests = leaderboards.bests_of(transaction, player)
    return tuple(
        Statistics(
            game=row.game,
            board=row.board,
            played=row.played,
            ranked=row.ranked,
            dailies=row.dailies,
            won=None if _only_scored(row.game) else row.won,
            best=bests.get((row.game, row.board)),
            mean=row.mean if _has_mean(row.game) else None,
            seconds=row.took_ms / 1000,
            last=row.last,
        )
        for row in transaction.many(_STATISTICS, player=player)
    )


def _only_scored(game: str) -> bool:
    """Whether nothing can be lost in a game: there are only points to be made."""
    kit = kits().get(game)
    return kit is not None and kit.boards is not None and not kit.boards.goal


def _has_mean(game: str) -> bool:
    """Whether a mean of scores says how well somebody plays: alone, where they add up."""
    kit = kits().get(game)
    return kit is not None and kit.boards is not None and kit.scoring.adds_up


def _sitting(
    transaction: Transaction, played: dict[str, Row], outcomes: dict[str, Outcome | None], player: str
) -> dict[str, tuple[PlayedSeat, ...]]:
    """The seats of each match. What is told with a score is known of the player whose matches these are."""
    found: dict[str, tuple[PlayedSeat, ...]] = dict.fromkeys(outcomes, ())
    for match, sitting in match_seats.sitting(list(outcomes))(transaction).items():
        outcome = outcomes[match]
        scores: Sequence[int] = () if outcome is None else outcome.scores
        for seat, who in enumerate(sitting):
            score = scores[seat] if seat < len(scores) else None
            counts = played[match].counts if who.player == player else None
            shown = None if score is None else shown_score(played[match].game, score, counts)
            won = outcome is not None and has_won(outcome, seat)
            found[match] += (PlayedSeat(who.name, who.player, who.bot, score, shown, won, who.gone),)
    return found
