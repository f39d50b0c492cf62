"""The seats of a match: who sits where, who sits there from now on, and who left."""

from collections.abc import Sequence

from sqlalchemy import BindParameter, and_, bindparam, case, delete, exists, select, update

from parlour.core.game import Seat
from parlour.protocol.ranking import Left, Seated
from parlour.store.statements import Insertion, Statement, each_of
from parlour.store.tables import leavings, matches, seats
from parlour.store.transaction import Transaction, job

_OF_MATCH: BindParameter[str] = bindparam("of")
_AT_SEAT = (seats.c.match == _OF_MATCH, seats.c.seat == bindparam("place"))
_BEGINNER = and_(seats.c.player == bindparam("player"), seats.c.changed.is_(False))
_SEAT = Statement(
    update(seats)
    .where(*_AT_SEAT)
    .values(
        name=bindparam("name"),
        player=bindparam("player"),
        bot=bindparam("bot"),
        changed=case((_BEGINNER, False), else_=True),
    )
)
_CAME_BACK = Statement(
    delete(leavings).where(
        leavings.c.match == _OF_MATCH,
        leavings.c.seat == bindparam("place"),
        exists(select(seats.c.seat).where(*_AT_SEAT, _BEGINNER)),
    )
)
_LEAVINGS = Insertion(leavings, ("match", "seat", "player", "at", "game", "began"), existing="keep")
_BEGUN = Statement(select(matches.c.game, matches.c.started).where(matches.c.id == _OF_MATCH))
_SITTING = Statement(
    select(seats, leavings.c.player.label("left_by"), leavings.c.at.label("left_at"))
    .join(leavings, and_(leavings.c.match == seats.c.match, leavings.c.seat == seats.c.seat), isouter=True)
    .where(seats.c.match.in_(select(each_of("of").c.value)))
    .order_by(seats.c.match, seats.c.seat)
)


@job
def sitting(transaction: Transaction, of: Sequence[str]) -> dict[str, tuple[Seated, ...]]:
    """The seats of each of these matches: who sits where, and who left."""
    found: dict[str, tuple[Seated, ...]] = dict.fromkeys(of, ())
    for row in transaction.many(_SITTING, of=of):
        left = None if row.left_at is None else Left(row.left_by, row.left_at)
        found[row.match] += (Seated(row.name, row.player, row.bot, bool(row.changed), left, bool(row.unrated)),)
    return found


@job
def seat_taken(transaction: Transaction, match: str, seat: Seat, who: Seated) -> None:
    """Record that somebody took a seat of a match. A player who comes back to their seat has not left."""
    transaction.run(_CAME_BACK, of=match, place=seat, player=who.player)
    transaction.run(_SEAT, of=match, place=seat, name=who.name, player=who.player, bot=who.bot)


@job
def seat_left(transaction: Transaction, match: str, seat: Seat, left: Left) -> None:
    """Record that the player who began a match at a seat has left; a second call changes nothing."""
    for game, began in transaction.many(_BEGUN, of=match):
        transaction.insert(_LEAVINGS, [(match, seat, left.player, left.at, game, began)])
