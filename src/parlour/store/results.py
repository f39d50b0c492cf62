"""What a finished match changed for one of its players: their best, their place on leaderboards, their rating."""

from msgspec import Struct
from sqlalchemy import and_, bindparam, func, select

from parlour.core.game import Seat
from parlour.core.scoring import ShownScore
from parlour.protocol.ranking import NotCounted, Origin, RatedAs, rated_as, reason_of
from parlour.store import leaderboards, ratings
from parlour.store.leaderboards import AnySpan, LeaderboardPlace
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
_HEAD_TO_HEAD = Statement(
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


class NewRating(Struct, frozen=True):
    """My rating after a match: the change as far as it is known, and how the rating stands now."""

    change: RatingChange | None
    """None for whoever left and did not come back: it is stored for those alone who sat there at the end."""
    now: int
    """My rating now."""
    games_to_go: int
    """The least number of rated games after which the rating is no longer provisional, counted from now."""
    rank: int
    """My rank in the game now."""
    rated_as: RatedAs
    i_left: bool
    """Whether I left my seat during the match, even if I came back after somebody else had taken it."""
    others_left: tuple[str | None, ...]
    """The names of the others who left theirs; None for a player who has been deleted."""


class HeadToHead(Struct, frozen=True):
    """My matches against one opponent, on this board and with nobody else at it."""

    player: str
    """The opponent."""
    name: str
    won: int
    lost: int
    tied: int


class MatchResult(Struct, frozen=True, kw_only=True):
    """The result of a finished match for one of its players."""

    match: str
    game: str
    board: str
    daily: str | None
    confirmed: bool | None
    """Whether a replay bore out the log; None until it has been replayed; places and ratings are known after that."""
    not_counted: NotCounted | None
    """Why the match counts on no leaderboard and for no rating."""
    score: int
    """The score of my seat; if I held several, of the first; if I left, of the seat at which I began."""
    shown: ShownScore
    """The score for people."""
    best_before: int | None
    """My best score on the board before this match, without daily challenges: of those that count or, for a match that
    was played at home, of those that were played at home. None if there was none, and in games for several."""
    best_shown: ShownScore | None
    """My best score before this match, as people read it."""
    place: LeaderboardPlace | None
    """The place in the longest span (all time, week, day) of which this match is my best, or in the daily challenge;
    None if the match does not count, or if I have been better today."""
    rating: NewRating | None
    against: HeadToHead | None
    """My matches against the opponent; None unless two people played, each at one seat."""


@job
def result(
    transaction: Transaction, stored: StoredMatch, board: str, reason: NotCounted | None, player: str
) -> MatchResult | None:
    """The result for a player who sat there at the end or left before it; None for others, and without an outcome."""
    session, outcome = stored.session, stored.session.outcome
    mine = [seat for seat, who in enumerate(stored.seats) if who.player == player] or _began(stored, player)
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
        not_counted=reason if row is None else _reason_not_counted(row),
        score=score,
        shown=shown_score(session.game, score, counts_of(session, mine[0])),
        best_before=None if best is None else best.score,
        best_shown=None if best is None else shown_score(session.game, best.score, best.counts),
        place=_place(transaction, stored, board, player) if alone else None,
        rating=_new_rating(transaction, stored, player, row, reason),
        against=_against(transaction, stored, board, player),
    )


def _best_before(transaction: Transaction, stored: StoredMatch, board: str, player: str) -> Row | None:
    session = stored.session
    reason = "" if stored.origin.handed_in is None else "unwitnessed"
    values = {"player": player, "game": session.game, "board": board, "ended": session.ended, "reason": reason}
    return transaction.one(_BEST_BEFORE, **values)


def _place(transaction: Transaction, stored: StoredMatch, board: str, player: str) -> LeaderboardPlace | None:
    session = stored.session
    for span, within in _periods(stored.origin, session.ended or session.started).items():
        found = leaderboards.place_of(transaction, session.game, board, span, within, player, session.id)
        if found is not None:
            return found
    return None


def _periods(origin: Origin, ended: int) -> dict[AnySpan, str]:
    """The periods on whose leaderboards a match may stand, by their spans, the longest first."""
    if origin.daily is not None:
        return {"daily": daily_period(origin.daily)}
    spans: tuple[Span, ...] = ("all", "week", "day")
    if origin.handed_in is not None:
        return {span: unwitnessed(period(span, origin.handed_in)) for span in spans}
    return {span: period(span, ended) for span in spans}


def _reason_not_counted(row: Row) -> NotCounted | None:
    """Why a result does not count. One that changed a rating did count, even if its player had left and come back."""
    return None if row.rating_after is not None else reason_of(row.not_counted)


def _began(stored: StoredMatch, player: str) -> list[Seat]:
    """The seats at which a player began."""
    return [seat for seat, who in enumerate(stored.seats) if who.beginner == player]


def _new_rating(
    transaction: Transaction, stored: StoredMatch, player: str, row: Row | None, reason: NotCounted | None
) -> NewRating | None:
    session, seats = stored.session, stored.seats
    if row is None and not _rated_without_result(stored, player, reason):
        return None
    if row is not None and row.rating_after is None:
        return None
    now = ratings.of_player(transaction, player).get(session.game)
    if now is None:
        return None
    [began, *_] = _began(stored, player)
    gone = [who.left for seat, who in enumerate(seats) if seat != began and who.left is not None]
    return NewRating(
        change=None if row is None else RatingChange(row.rating_before, row.rating_after, bool(row.provisional)),
        now=now.rating,
        games_to_go=max(0, ratings.SETTLED_GAMES - now.games),
        rank=now.rank,
        rated_as=rated_as(seats, session.outcome, began),
        i_left=seats[began].left is not None,
        others_left=tuple(_name(transaction, left.player) for left in gone),
    )


def _rated_without_result(stored: StoredMatch, player: str, reason: NotCounted | None) -> bool:
    """Whether a match was rated for a player who left it and did not come back, of whom no result is stored."""
    left = [who for who in stored.seats if who.left is not None and who.left.player == player]
    stayed = any(who.player == player for who in stored.seats)
    return stored.confirmed is True and reason is None and not stayed and any(not who.unrated for who in left)


def _name(transaction: Transaction, player: str | None) -> str | None:
    found = None if player is None else transaction.one(_NAME, player=player)
    return None if found is None else found.name


def _against(transaction: Transaction, stored: StoredMatch, board: str, player: str) -> HeadToHead | None:
    others = [who.player for who in stored.seats if who.player != player]
    other = others[0] if len(stored.seats) == 2 and len(others) == 1 else None
    if other is None:
        return None
    name = _name(transaction, other)
    found = transaction.one(_HEAD_TO_HEAD, player=player, other=other, game=stored.session.game, board=board)
    if name is None or found is None:
        return None
    return HeadToHead(other, name, found.won, found.lost, found.tied)
