"""Leaderboards, read from the rows that parlour.store.standings derived."""

from typing import Literal, TypeAlias

from msgspec import Struct
from sqlalchemy import bindparam, select

from parlour.core.scoring import ShownScore
from parlour.protocol.days import day_ms
from parlour.store.ladder import Ladder
from parlour.store.periods import Span, daily_period, period, since, unwitnessed
from parlour.store.shown_scores import shown_score
from parlour.store.statements import Row, Statement
from parlour.store.tables import bests
from parlour.store.transaction import Job, Transaction, job

_LADDER = Ladder(bests, bests.c.score, ("game", "board", "period"))
_BOARDS = Statement(
    select(bests.c.game, bests.c.board)
    .where(bests.c.player == bindparam("player"), bests.c.period == "all")
    .order_by(bests.c.game, bests.c.board)
)
AnySpan: TypeAlias = Literal["day", "week", "all", "daily"]


class Standing(Struct, frozen=True):
    """A player's best on a board."""

    rank: int
    """Ties share one."""
    player: str
    name: str
    score: int
    shown: ShownScore
    """The score for people."""
    match: str
    """The match that proves the score."""
    at: int
    """When the match ended, or was handed in if it was played at home, in milliseconds."""
    seconds: float
    """How long the match took; for one that was played at home, by its own account."""


class LeaderboardPlace(Struct, frozen=True):
    """The place of a match on a leaderboard, and who is next above it."""

    span: AnySpan
    rank: int
    players: int
    above: Standing | None
    """The player with the next better score; None at the top."""


class Leaderboard(Struct, frozen=True):
    """The best scores on a board within a span of time, and where a player stands."""

    game: str
    board: str
    span: AnySpan
    witnessed: bool
    """Whether it lists matches that were played here; if not, those that were played at home."""
    since: int | None
    """When the span began, in milliseconds; None for all time. Days and weeks are UTC, weeks begin on Monday."""
    players: int
    rows: tuple[Standing, ...]
    mine: Standing | None
    around: tuple[Standing, ...]
    """My row with its neighbours."""


def leaderboard(game: str, board: str, span: Span, at: int, count: int, player: str | None) -> Job[Leaderboard]:
    """The leaderboard of the day, week or all time that contains a moment."""
    return _board(game, board, span, since(span, at), period(span, at), count, player)


def home_board(game: str, board: str, span: Span, at: int, count: int, player: str | None) -> Job[Leaderboard]:
    """The leaderboard of matches that were played at home, by the time at which they were handed in."""
    within = unwitnessed(period(span, at))
    return _board(game, board, span, since(span, at), within, count, player, witnessed=False)


def daily_board(game: str, board: str, day: str, count: int, player: str | None) -> Job[Leaderboard]:
    """The leaderboard of a daily challenge."""
    return _board(game, board, "daily", day_ms(day), daily_period(day), count, player)


def bests_of(transaction: Transaction, player: str) -> dict[tuple[str, str], Standing]:
    """A player's best of all time by game and board, without daily challenges."""
    found = {}
    for game, board in transaction.many(_BOARDS, player=player):
        row = _LADDER.of(transaction, {"game": game, "board": board, "period": "all"}, player)
        if row is not None:
            found[game, board] = _standing(game, *row)
    return found


def place_of(
    transaction: Transaction, game: str, board: str, span: AnySpan, within: str, player: str, match: str
) -> LeaderboardPlace | None:
    """The place of a match on the leaderboard of a period; None unless it is its player's best there."""
    key = {"game": game, "board": board, "period": within}
    mine = _LADDER.of(transaction, key, player)
    if mine is None or mine[1].match != match:
        return None
    above = _LADDER.above(transaction, key, mine[1].score)
    next_above = None if above is None else _standing(game, *above)
    return LeaderboardPlace(span, mine[0], _LADDER.size(transaction, key), next_above)


@job
def _board(
    transaction: Transaction,
    game: str,
    board: str,
    span: AnySpan,
    begins: int | None,
    within: str,
    count: int,
    player: str | None,
    *,
    witnessed: bool = True,
) -> Leaderboard:
    key = {"game": game, "board": board, "period": within}
    around = () if player is None else tuple(_standing(game, *row) for row in _LADDER.around(transaction, key, player))
    return Leaderboard(
        game=game,
        board=board,
        span=span,
        witnessed=witnessed,
        since=begins,
        players=_LADDER.size(transaction, key),
        rows=tuple(_standing(game, *row) for row in _LADDER.page(transaction, key, 0, count)),
        mine=next((row for row in around if row.player == player), None),
        around=around,
    )


def _standing(game: str, rank: int, row: Row) -> Standing:
    shown = shown_score(game, row.score, row.counts)
    return Standing(rank, row.player, row.name, row.score, shown, row.match, row.at, row.took_ms / 1000)
