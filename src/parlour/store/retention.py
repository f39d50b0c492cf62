"""Removes what is not kept for ever: unused rooms, unfinished matches, guests who never came back.

What people were promised stays: a match that was finished or counts, a player with a recovery phrase, an account
or a result. Everything is removed in small jobs, so that nobody waits for long behind one of them.
"""

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import and_, bindparam, delete, exists, func, or_, select, update

from parlour.store import log, notifications, players
from parlour.store.statements import Statement, each_of
from parlour.store.tables import analyses, attempts, entries, leavings, matches, presence, rooms, seats
from parlour.store.tables import players as people
from parlour.store.transaction import Transaction, job

_OF = matches.c.id == bindparam("of")
_COUNTS = or_(matches.c.confirmed.is_not(None), exists().where(leavings.c.match == matches.c.id))
"""Whether a match without an outcome counts, or may come to count: somebody left it."""
_NEVER_BEGUN = and_(matches.c.ended.is_(None), matches.c.listed.is_(False), ~_COUNTS)
_EMPTY_ROOMS = (
    select(rooms.c.code, matches.c.id.label("match"), matches.c.ended.is_(None).label("live"))
    .select_from(rooms.outerjoin(matches, matches.c.id == rooms.c.match))
    .where(
        rooms.c.touched < bindparam("before"),
        or_(matches.c.id.is_(None), matches.c.ended.is_not(None), _NEVER_BEGUN),
        ~exists().where(presence.c.room == rooms.c.code),
    )
)
_EMPTY = Statement(_EMPTY_ROOMS)
_EMPTY_ROOM = Statement(_EMPTY_ROOMS.where(rooms.c.code == bindparam("called")))
_TOUCH = Statement(
    update(rooms)
    .where(rooms.c.code == bindparam("called"), rooms.c.touched < bindparam("at"))
    .values(touched=bindparam("at"))
)
_REMOVE_ROOM = Statement(delete(rooms).where(rooms.c.code == bindparam("called")))
_LEFT = Statement(
    select(matches.c.id, matches.c.number)
    .where(
        matches.c.outcome.is_(None),
        matches.c.ended < bindparam("before"),
        matches.c.ended.is_not(None),
        matches.c.room != "",
        ~_COUNTS,
        ~exists().where(rooms.c.match == matches.c.id),
    )
    .order_by(matches.c.ended)
    .limit(bindparam("most"))
)
_COUNT = Statement(select(func.count()).where(entries.c.match == bindparam("number")))
_SHORTEN = Statement(delete(entries).where(entries.c.match == bindparam("number"), entries.c.seq >= bindparam("keep")))
_NUMBER = Statement(select(matches.c.number, matches.c.listed).where(_OF))
_REMOVE_MATCH = tuple(
    Statement(delete(table).where(table.c.match == bindparam("of"))) for table in (analyses, attempts, seats)
)
_REMOVE = Statement(delete(matches).where(_OF))
_ABSENT = Statement(
    select(people.c.id, people.c.seen)
    .where(
        people.c.phrase_hash.is_(None),
        people.c.account.is_(None),
        people.c.seen < bindparam("before"),
        or_(people.c.seen > bindparam("seen"), and_(people.c.seen == bindparam("seen"), people.c.id > bindparam("id"))),
    )
    .order_by(people.c.seen, people.c.id)
    .limit(bindparam("most"))
)
_FORGET_ADDRESSES = Statement(
    update(people).where(people.c.address.is_not(None), people.c.seen < bindparam("before")).values(address=None)
)
_SAT = (
    select(seats.c.player)
    .join(matches, matches.c.id == seats.c.match)
    .where(
        seats.c.player == people.c.id,
        or_(matches.c.outcome.is_not(None), matches.c.ended.is_(None), matches.c.confirmed.is_not(None)),
    )
)
_FORGETTABLE = Statement(
    select(people.c.id).where(
        people.c.id.in_(select(each_of("of").c.value)),
        people.c.phrase_hash.is_(None),
        people.c.account.is_(None),
        people.c.seen < bindparam("before"),
        ~exists().where(rooms.c.host == people.c.id),
        ~exists().where(leavings.c.player == people.c.id),
        ~_SAT.exists(),
    )
)


class LeftMatch(Struct, frozen=True):
    """A match that nobody finished."""

    id: str
    number: int
    entries: int


class AbsentGuest(Struct, frozen=True):
    """A player without a recovery phrase, and when they were last seen."""

    id: str
    seen: int


@job
def touch(transaction: Transaction, used: Sequence[tuple[str, int]]) -> None:
    """Record when rooms were last used."""
    for code, at in used:
        transaction.run(_TOUCH, called=code, at=at)


@job
def empty_rooms(transaction: Transaction, before: int) -> list[str]:
    """Codes of the rooms that nobody touched since and nobody plays in, nor holds for others.

    Somebody waits there for others, or the match is over, or nobody has begun it.
    """
    return [row.code for row in transaction.many(_EMPTY, before=before)]


@job
def remove_rooms(transaction: Transaction, codes: Sequence[str], before: int) -> list[str]:
    """Remove the rooms among these that are still empty, with matches in which nothing was done; returns their
    codes."""
    removed = []
    for code in codes:
        row = transaction.one(_EMPTY_ROOM, called=code, before=before)
        if row is not None:
            transaction.run(_REMOVE_ROOM, called=code)
            transaction.notify(notifications.of_room(code))
            if row.match is not None and row.live:
                give_up(row.match)(transaction)
            removed.append(code)
    return removed


@job
def left_matches(transaction: Transaction, before: int, most: int) -> list[LeftMatch]:
    """Matches that ended before then without an outcome and count nowhere. What was imported is not among them."""
    found = transaction.many(_LEFT, before=before, most=most)
    return [LeftMatch(row.id, row.number, _entries(transaction, row.number)) for row in found]


@job
def shorten(transaction: Transaction, number: int, keep: int) -> None:
    """Remove the last entries of a log, from a sequence number on."""
    transaction.run(_SHORTEN, number=number, keep=keep)


@job
def remove_match(transaction: Transaction, match: str) -> None:
    """Remove a match and all that belongs to it."""
    row = transaction.one(_NUMBER, of=match)
    if row is None:
        return
    shorten(row.number, 0)(transaction)
    for statement in (*_REMOVE_MATCH, _REMOVE):
        transaction.run(statement, of=match)


@job
def remove_if_never_begun(transaction: Transaction, match: str) -> None:
    """Remove a match that nobody can play any more if it is no game."""
    row = transaction.one(_NUMBER, of=match)
    if row is not None and not row.listed:
        remove_match(match)(transaction)


@job
def give_up(transaction: Transaction, match: str) -> None:
    """End a match that nobody can play any more, at the last moment of its log, or remove it if it is no game."""
    log.leave_off(match)(transaction)
    remove_if_never_begun(match)(transaction)


@job
def absent(transaction: Transaction, before: int, after: AbsentGuest, most: int) -> list[AbsentGuest]:
    """Players without a recovery phrase who were not seen since, the longest absent first, beginning after one."""
    found = transaction.many(_ABSENT, before=before, seen=after.seen, id=after.id, most=most)
    return [AbsentGuest(row.id, row.seen) for row in found]


@job
def forgettable(transaction: Transaction, who: Sequence[str], before: int) -> list[str]:
    """The players among these who never finished a match, hold no room and play nowhere."""
    return [row.id for row in transaction.many(_FORGETTABLE, of=list(who), before=before)]


@job
def forget(transaction: Transaction, who: Sequence[str], before: int) -> int:
    """Delete the players among these who are still forgettable; returns how many."""
    gone = forgettable(who, before)(transaction)
    for player in gone:
        players.forget(player)(transaction)
    return len(gone)


@job
def forget_addresses(transaction: Transaction, before: int) -> int:
    """Remove the addresses of players who were not seen since a moment; returns how many."""
    return transaction.run(_FORGET_ADDRESSES, before=before)


def _entries(transaction: Transaction, number: int) -> int:
    [[count]] = transaction.many(_COUNT, number=number)
    return int(count)
