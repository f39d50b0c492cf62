"""A guest signs in to an account that has a player already: what the guest played becomes that player's, in one commit.

Matches, results, bests and attempts come along. A rating comes along in a game in which the player has none; in another
the player's own stays, and the guest's matches are rated as those of somebody who is no more. Where both sat at the
same board nobody played themselves: the guest's seat stays without a player. docs/FAIRNESS.md says it for players.
"""

from sqlalchemy import and_, bindparam, exists, or_, select, update

from parlour.store import players
from parlour.store.bests import BETTER_BESTS
from parlour.store.derivation import lock_derived_rows, renumber_outdated_ratings
from parlour.store.moderation import restrictions
from parlour.store.periods import daily_period
from parlour.store.statements import Statement, each_of
from parlour.store.tables import acts, attempts, bests, leavings, matches, meetings, ratings, reports, results, seats
from parlour.store.transaction import Transaction, job

_GUEST, _PLAYER = bindparam("guest", type_=seats.c.player.type), bindparam("into", type_=seats.c.player.type)
_OVER = select(matches.c.id).where(matches.c.ended.is_not(None))
_seats, _leavings, _results, _reports = (table.alias("others") for table in (seats, leavings, results, reports))
_PLAYERS_OWN = (
    select(_seats.c.match)
    .where(_seats.c.player == _PLAYER)
    .union(select(_leavings.c.match).where(_leavings.c.player == _PLAYER))
)
"""Matches in which the player sat."""
_RATED = select(ratings.c.game).where(ratings.c.player == _PLAYER)
"""Games in which the player has a rating."""
_UNRATE = Statement(
    update(seats)
    .where(
        seats.c.game.in_(_RATED),
        seats.c.match.in_(_OVER),
        or_(
            seats.c.player == _GUEST,
            exists().where(
                leavings.c.match == seats.c.match, leavings.c.seat == seats.c.seat, leavings.c.player == _GUEST
            ),
        ),
    )
    .values(unrated=True)
)
_UNRATE_RESULTS = Statement(
    update(results)
    .where(results.c.player == _GUEST, results.c.game.in_(_RATED))
    .values(rating_before=None, rating_after=None, provisional=None)
)
_LEAVE_TOGETHER = tuple(
    Statement(
        update(table)
        .where(table.c.player == _GUEST, table.c.match.in_(_OVER), table.c.match.in_(_PLAYERS_OWN))
        .values(player=None)
    )
    for table in (seats, leavings)
)
_TAKE_RESULTS = Statement(
    update(results).where(results.c.player == _GUEST, results.c.match.not_in(_PLAYERS_OWN)).values(player=_PLAYER)
)
_TAKE_SEATS = tuple(
    Statement(update(table).where(table.c.player == _GUEST).values(player=_PLAYER)) for table in (seats, leavings)
)
_GAMES = Statement(select(ratings.c.game).where(ratings.c.player == _GUEST, ratings.c.game.not_in(_RATED)))
_THESE = select(each_of("games").c.value)
_TAKE_RATINGS = (
    Statement(update(ratings).where(ratings.c.player == _GUEST, ratings.c.game.in_(_THESE)).values(player=_PLAYER)),
    Statement(update(meetings).where(meetings.c.player == _GUEST, meetings.c.game.in_(_THESE)).values(player=_PLAYER)),
    Statement(
        update(meetings).where(meetings.c.opponent == _GUEST, meetings.c.game.in_(_THESE)).values(opponent=_PLAYER)
    ),
)
_BESTS = Statement(select(bests).where(bests.c.player == _GUEST))
_theirs, _mine = attempts.alias("theirs"), attempts.alias("mine")
_guests_match, _players_match = matches.alias("guests_match"), matches.alias("players_match")
_TWICE = Statement(
    select(
        _theirs.c.game,
        _theirs.c.day,
        _theirs.c.match.label("guests"),
        _mine.c.match.label("players"),
        (_guests_match.c.started < _players_match.c.started).label("guest_was_first"),
    )
    .join(_mine, and_(_mine.c.game == _theirs.c.game, _mine.c.day == _theirs.c.day, _mine.c.player == _PLAYER))
    .join(_guests_match, _guests_match.c.id == _theirs.c.match)
    .join(_players_match, _players_match.c.id == _mine.c.match)
    .where(_theirs.c.player == _GUEST)
)
_AT = (attempts.c.game == bindparam("of"), attempts.c.day == bindparam("on"))
_KEEP_ATTEMPT = Statement(
    update(attempts).where(*_AT, attempts.c.player == bindparam("into")).values(match=bindparam("first"))
)
_TAKE_ATTEMPTS = Statement(
    update(attempts)
    .where(
        attempts.c.player == _GUEST,
        ~exists().where(_mine.c.game == attempts.c.game, _mine.c.day == attempts.c.day, _mine.c.player == _PLAYER),
    )
    .values(player=_PLAYER)
)
_NO_CHALLENGE = Statement(update(matches).where(matches.c.id == bindparam("second")).values(daily=None, drawn=False))
_NO_RESULT = Statement(
    update(results)
    .where(
        results.c.match == bindparam("second"),
        or_(results.c.not_counted.is_(None), results.c.not_counted != "rejected"),
    )
    .values(daily=None, not_counted="chosen-seed")
)
_NO_BEST = Statement(
    bests.delete().where(
        bests.c.match == bindparam("second"), bests.c.game == bindparam("of"), bests.c.period == bindparam("on")
    )
)
_TAKE_REPORTS = Statement(
    update(reports)
    .where(
        reports.c.about == _GUEST,
        or_(reports.c.reporter.is_(None), reports.c.reporter != _PLAYER),
        ~exists().where(
            _reports.c.reporter == reports.c.reporter, _reports.c.about == _PLAYER, _reports.c.what == reports.c.what
        ),
    )
    .values(about=_PLAYER)
)
_TAKE_ACTS = Statement(update(acts).where(acts.c.about == _GUEST).values(about=_PLAYER))


@job
def merge(transaction: Transaction, guest: str, player: str, now: int) -> list[bytes]:
    """The guest is no more, and all that was theirs is the player's; the hashes of the guest's tokens, which ended."""
    lock_derived_rows(transaction)
    renumber_outdated_ratings(transaction)
    both = {"guest": guest, "into": player}
    _merge_attempts(transaction, guest, player)
    games = [row.game for row in transaction.many(_GAMES, **both)]
    for statement in (_UNRATE, _UNRATE_RESULTS, _TAKE_RESULTS, *_LEAVE_TOGETHER, *_TAKE_SEATS):
        transaction.run(statement, **both)
    for statement in _TAKE_RATINGS:
        transaction.run(statement, **both, games=games)
    found = transaction.many(_BESTS, guest=guest)
    transaction.insert(
        BETTER_BESTS,
        [
            (row.game, row.board, row.period, player, row.score, row.at, row.took_ms, row.match, row.counts)
            for row in found
        ],
    )
    transaction.run(_TAKE_REPORTS, **both)
    transaction.run(_TAKE_ACTS, **both)
    restrictions.take_from_guest(player, guest, now)(transaction)
    return players.forget(guest)(transaction)


def _merge_attempts(transaction: Transaction, guest: str, player: str) -> None:
    """Merge two attempts at one day's challenge: the first counts; the second is a board that was known."""
    for row in transaction.many(_TWICE, guest=guest, into=player):
        first, second = (row.guests, row.players) if row.guest_was_first else (row.players, row.guests)
        transaction.run(_KEEP_ATTEMPT, of=row.game, on=row.day, into=player, first=first)
        transaction.run(_NO_CHALLENGE, second=second)
        transaction.run(_NO_RESULT, second=second)
        transaction.run(_NO_BEST, second=second, of=row.game, on=daily_period(row.day))
    transaction.run(_TAKE_ATTEMPTS, guest=guest, into=player)
