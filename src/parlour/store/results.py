"""What a finished match means to one who played it: their best before, their place, their rating, the other."""

from msgspec import Struct
from sqlalchemy import and_, bindparam, func, select

from parlour.core.scoring import ShownScore
from parlour.protocol.ranking import NotCounted, Origin, RatedAs, rated_as, reason_of
from parlour.store import leaderboards, ratings
from parlour.store.leaderboards import AnySpan, Standing
from parlour.store.log import StoredMatch
from parlour.store.periods import Span, daily_period, period, unwitnessed
from parlour.store.ratings import RatingChange
from parlour.store.shown_scores import counts_of, shown_score
from parlour.store.statements import Row, Statement
from parlour.store.tables import players, results
from parlour.store.transaction import Transaction, job

_RESULT = Statement(select(results).where(results.c.match == bindparam("of"), results.c.player == bindparam("player")))
_BEST_BEFORE = Statement(
    select(results.c.score, results.c.counts)
    .where(
        results.c.player == bindparam("player"),
        results.c.game == bindparam("game"),
        results.c.board == bindparam("board"),
        func.coalesce(results.c.not_counted, "") == bindparam("reason"),
        results.c.ended < bindparam("ended"),
        results.c.daily.is_(None),
    )
    .order_by(results.c.score.desc())
    .limit(1)
)
_theirs = results.alias("theirs")
_BETWEEN = Statement(
    select(
        func.count().filter(results.c.won.is_(True), _theirs.c.won.is_(False)).label("won"),
        func.count().filter(results.c.won.is_(False), _theirs.c.won.is_(True)).label("lost"),
        func.count().filter(results.c.won.is_(True), _theirs.c.won.is_(True)).label("tied"),
    )
    .join(_theirs, and_(_theirs.c.match == results.c.match, _theirs.c.player == bindparam("other")))
    .where(
        results.c.player == bindparam("player"),
        results.c.game == bindparam("game"),
        results.c.board == bindparam("board"),
    )
)
_NAME = Statement(select(players.c.name).where(players.c.id == bindparam("player")))


class Place(Struct, frozen=True):
    """Where a match stands on its board: of all time, the week or the day, the first of them in which it is the best of
    its player; or among the attempts at its daily challenge."""

    span: AnySpan
    rank: int
    players: int
    above: Standing | None
    """Who has the next better score; None at the top."""


class NewRating(Struct, frozen=True):
    """What a match did to a rating, and what comes next."""

    change: RatingChange
    games_to_go: int
    """Rated games until it can stop being provisional, by now."""
    rank: int
    """Among everybody's, by now."""
    rated_as: RatedAs
    i_left: bool
    """Whether I gave up my seat while it was under way, though I came back to it."""
    others_left: tuple[str | None, ...]
    """What the others are called who did; None for somebody who has been deleted."""


class Record(Struct, frozen=True):
    """How matches between two people ended, with this number of seats and without anybody else."""

    player: str
    """The other."""
    name: str
    won: int
    lost: int
    tied: int


class MatchResult(Struct, frozen=True, kw_only=True):
    """What a finished match means to one who played it."""

    match: str
    game: str
    board: str
    daily: str | None
    confirmed: bool | None
    """None until the log has been replayed: what follows from it is told then."""
    not_counted: NotCounted | None
    """Why it does not count, on a leaderboard or for ratings."""
    score: int
    """Of several seats that I held, that of the first."""
    shown: ShownScore
    """The score for people."""
    best_before: int | None
    """My best score on the board until then that counts, the challenges of days apart, or at home for a match that was
    played there; None without one, and in games for several."""
    best_shown: ShownScore | None
    """That best for people."""
    place: Place | None
    """None where it does not count, and where I have been better today."""
    rating: NewRating | None
    against: Record | None
    """Me and the other, where two people played, each at one seat."""


@job
def result(
    transaction: Transaction, stored: StoredMatch, board: str, reason: NotCounted | None, player: str
) -> MatchResult | None:
    """None where there is none to tell: not finished, or not played by that player to the end."""
    session, outcome = stored.session, stored.session.outcome
    mine = [seat for seat, who in enumerate(stored.seats) if who.player == player]
    if outcome is None or session.ended is None or not mine:
        return None
    score = outcome.scores[mine[0]]
    row = transaction.one(_RESULT, of=session.id, player=player)
    alone = session.seats == 1
    best = _best_before(transaction, stored, board, player) if alone else None
    return MatchResult(
        match=session.id,
        game=session.game,
        board=board,
        daily=stored.origin.daily,
        confirmed=stored.confirmed,
        not_counted=reason if row is None else _why(row),
        score=score,
        shown=shown_score(session.game, score, counts_of(session, mine[0])),
        best_before=None if best is None else best.score,
        best_shown=None if best is None else shown_score(session.game, best.score, best.counts),
        place=_place(transaction, stored, board, player) if alone else None,
        rating=_new_rating(transaction, stored, player, row),
        against=_against(transaction, stored, board, player),
    )


def _best_before(transaction: Transaction, stored: StoredMatch, board: str, player: str) -> Row | None:
    session = stored.session
    reason = "" if stored.origin.handed_in is None else "unwitnessed"
    values = {"player": player, "game": session.game, "board": board, "ended": session.ended, "reason": reason}
    return transaction.one(_BEST_BEFORE, **values)


def _place(transaction: Transaction, stored: StoredMatch, board: str, player: str) -> Place | None:
    session = stored.session
    for span, within in _lists(stored.origin, session.ended or session.started).items():
        found = leaderboards.next_place(transaction, session.game, board, within, player, session.id)
        if found is not None:
            return Place(span, found.rank, found.players, found.above)
    return None


def _lists(origin: Origin, ended: int) -> dict[AnySpan, str]:
    """On which lists a match may stand, by their spans, the longest first."""
    if origin.daily is not None:
        return {"daily": daily_period(origin.daily)}
    spans: tuple[Span, ...] = ("all", "week", "day")
    if origin.handed_in is not None:
        return {span: unwitnessed(period(span, origin.handed_in)) for span in spans}
    return {span: period(span, ended) for span in spans}


def _why(row: Row) -> NotCounted | None:
    """Whoever left and came back has no score that counts, and yet a rating: then it counted."""
    return None if row.rating_after is not None else reason_of(row.not_counted)


def _new_rating(transaction: Transaction, stored: StoredMatch, player: str, row: Row | None) -> NewRating | None:
    if row is None or row.rating_after is None:
        return None
    session, seats = stored.session, stored.seats
    now = ratings.of_player(transaction, player)[session.game]
    began = next(seat for seat, who in enumerate(seats) if who.beginner == player)
    gone = [who.left for seat, who in enumerate(seats) if seat != began and who.left is not None]
    return NewRating(
        change=RatingChange(row.rating_before, row.rating_after, bool(row.provisional)),
        games_to_go=max(0, ratings.SETTLED_GAMES - now.games),
        rank=now.rank,
        rated_as=rated_as(seats, session.outcome, began),
        i_left=seats[began].left is not None,
        others_left=tuple(_name(transaction, left.player) for left in gone),
    )


def _name(transaction: Transaction, player: str | None) -> str | None:
    found = None if player is None else transaction.one(_NAME, player=player)
    return None if found is None else found.name


def _against(transaction: Transaction, stored: StoredMatch, board: str, player: str) -> Record | None:
    others = [who.player for who in stored.seats if who.player != player]
    other = others[0] if len(stored.seats) == 2 and len(others) == 1 else None
    if other is None:
        return None
    name = _name(transaction, other)
    between = transaction.one(_BETWEEN, player=player, other=other, game=stored.session.game, board=board)
    if name is None or between is None:
        return None
    return Record(other, name, between.won, between.lost, between.tied)
