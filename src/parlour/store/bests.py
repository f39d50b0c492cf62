"""The best of each player on every board and in every period, as their results have it."""

from collections.abc import Collection, Iterable, Sequence

from sqlalchemy import and_, bindparam, delete, exists, func, or_, select

from parlour.store.periods import daily_period, periods_of, unwitnessed
from parlour.store.statements import Insertion, Row, Statement, each_of, incoming
from parlour.store.tables import bests, home_matches, matches, results, seats
from parlour.store.transaction import Transaction

_BETTER = incoming(bests).c
BETTER_BESTS = Insertion(
    bests,
    ("game", "board", "period", "player", "score", "at", "took_ms", "match", "counts"),
    existing="replace",
    only_where=or_(bests.c.score < _BETTER.score, and_(bests.c.score == _BETTER.score, bests.c.at > _BETTER.at)),
)
"""Inserts bests, each in place of a worse one or of as good a one that came later."""
_AT = func.coalesce(home_matches.c.handed_in, results.c.ended)
"""A score that was reached at home belongs to the moment at which it was handed in, which is all that is known."""
_RANKED = (
    select(results, home_matches.c.handed_in, _AT.label("at"))
    .join(matches, matches.c.id == results.c.match)
    .join(home_matches, home_matches.c.match == results.c.match, isouter=True)
    .where(
        or_(results.c.not_counted.is_(None), results.c.not_counted == "unwitnessed"),
        ~exists().where(seats.c.match == results.c.match, seats.c.seat == 1),
    )
    .order_by(results.c.score.desc(), _AT, matches.c.place)
)
"""Results of matches that somebody played alone and that stand on a board, the better first, as above."""
_OF_MATCHES = Statement(_RANKED.where(results.c.match.in_(select(each_of("of").c.value))))
_OF_BOARD = Statement(
    _RANKED.where(
        results.c.player == bindparam("player"),
        results.c.game == bindparam("game"),
        results.c.board == bindparam("board"),
    )
)
_HELD = (bests.c.player == bindparam("player"), bests.c.match == bindparam("of"))
_WHERE_BEST = Statement(select(bests.c.game, bests.c.board, bests.c.period).where(*_HELD))
_TAKE_OFF = Statement(delete(bests).where(*_HELD))


def improve(transaction: Transaction, of: Sequence[str]) -> None:
    """Let the results of matches be the best of their players, in every period in which they are."""
    if of:
        _offer(transaction, transaction.many(_OF_MATCHES, of=of))


def take_off(transaction: Transaction, match: str, player: str) -> None:
    """A match of which there is no result any more is nobody's best: where it was, its player's next best follows."""
    lost = transaction.many(_WHERE_BEST, of=match, player=player)
    transaction.run(_TAKE_OFF, of=match, player=player)
    periods = {row.period for row in lost}
    for game, board in {(row.game, row.board) for row in lost}:
        _offer(transaction, transaction.many(_OF_BOARD, player=player, game=game, board=board), periods)


def _offer(transaction: Transaction, ranked: Iterable[Row], among: Collection[str] | None = None) -> None:
    """The better first; in all periods, or in some of them only."""
    best: dict[tuple[str, str, str, str], Row] = {}
    for row in ranked:
        for period in _periods(row):
            if among is None or period in among:
                best.setdefault((row.game, row.board, period, row.player), row)
    transaction.insert(
        BETTER_BESTS,
        [(*key, row.score, row.at, row.ended - row.started, row.match, row.counts) for key, row in best.items()],
    )


def _periods(row: Row) -> tuple[str, ...]:
    """The periods on whose lists a score stands."""
    if row.handed_in is not None:
        return tuple(map(unwitnessed, periods_of(row.at)))
    return periods_of(row.at) if row.daily is None else (daily_period(row.daily),)
