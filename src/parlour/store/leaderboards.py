"""Who is best, read from what parlour.store.standings derived."""

from typing import Any, Literal

from msgspec import Struct
from sqlalchemy import Connection, Row, and_, select

from parlour.store.ladder import Ladder
from parlour.store.periods import Span, daily_period, day_ms, period, since
from parlour.store.tables import bests
from parlour.store.writer import Job


class Standing(Struct, frozen=True):
    """A player's best on a board."""

    rank: int
    """Ties share one."""
    player: str
    name: str
    score: int
    match: str
    """What proves it: the match to replay."""
    at: int
    """When it ended, in milliseconds."""
    seconds: float
    """How long it took."""


class Leaderboard(Struct, frozen=True):
    """The best of a board within a span of time, and where a player stands."""

    game: str
    board: str
    span: Literal["day", "week", "all", "daily"]
    since: int | None
    """When the span began, in milliseconds; None for all time. Days and weeks are UTC, weeks begin on Monday."""
    players: int
    rows: tuple[Standing, ...]
    mine: Standing | None
    around: tuple[Standing, ...]
    """My row with its neighbours."""


def leaderboard(game: str, board: str, span: Span, at: int, count: int, player: str | None) -> Job[Leaderboard]:
    """The best of a board within the span that a moment lies in."""
    return _board(game, board, span, since(span, at), period(span, at), count, player)


def daily_board(game: str, board: str, day: str, count: int, player: str | None) -> Job[Leaderboard]:
    """The standings of a daily challenge."""
    return _board(game, board, "daily", day_ms(day), daily_period(day), count, player)


def bests_of(connection: Connection, player: str) -> list[tuple[str, str, Standing]]:
    """Game, board and standing of everything that a player is best at, for all time."""
    looking = select(bests.c.game, bests.c.board).where(bests.c.player == player, bests.c.period == "all")
    found = []
    for game, board in connection.execute(looking.order_by(bests.c.game, bests.c.board)).all():
        row = _ladder(game, board, "all").of(connection, player)
        if row is not None:
            found.append((game, board, _standing(*row)))
    return found


def _board(
    game: str,
    board: str,
    span: Literal["day", "week", "all", "daily"],
    begins: int | None,
    within: str,
    count: int,
    player: str | None,
) -> Job[Leaderboard]:
    ladder = _ladder(game, board, within)

    def run(connection: Connection) -> Leaderboard:
        around = () if player is None else tuple(_standing(*row) for row in ladder.around(connection, player))
        return Leaderboard(
            game=game,
            board=board,
            span=span,
            since=begins,
            players=ladder.size(connection),
            rows=tuple(_standing(*row) for row in ladder.page(connection, 0, count)),
            mine=next((row for row in around if row.player == player), None),
            around=around,
        )

    return run


def _ladder(game: str, board: str, within: str) -> Ladder:
    return Ladder(bests, and_(bests.c.game == game, bests.c.board == board, bests.c.period == within), bests.c.score)


def _standing(rank: int, row: Row[Any]) -> Standing:
    return Standing(rank, row.player, row.name, row.score, row.match, row.at, row.took_ms / 1000)
