"""Stored rooms: what the server needs to open them again after a restart.

A room has a version, and a change names the version that it is based on (compare-and-set): of two changes to the same
version the second is refused, and its process reads the room again.
"""

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import bindparam, delete, exists, func, or_, select, update

from parlour.core.errors import ParlourError
from parlour.core.game import Seat
from parlour.protocol.ranking import Left, Seated
from parlour.store import match_seats, notifications
from parlour.store.statements import Insertion, Statement, each_of, holds_bytes
from parlour.store.tables import entries, matches, presence, rooms
from parlour.store.transaction import AlreadyThere, Transaction, job


class RoomChanged(ParlourError):
    """Another process changed or closed the room first: read it again and retry."""


class StoredRoom(Struct, frozen=True):
    """A room's row."""

    code: str
    game: str
    owner: str
    """The player who opened it, or took it over; the column is called `host`."""
    state: bytes
    """The server's own JSON of the rest."""
    match: str | None
    touched: int
    """Unix time in milliseconds of the last change."""
    version: int = 0
    """The number of its changes. The store counts: what is saved gets the version after the expected one."""
    waits: bool = False
    """Whether it waits for players whom it may not know."""
    address: str = ""
    """The hash of the address that opened it, which never changes."""


class SeatChange(Struct, frozen=True):
    """A change of a seat of a match under way: somebody left it, sat down there, or both."""

    match: str
    seat: Seat
    who: Seated | None
    """The holder of the seat from now on; None while nobody has taken it."""
    left: Left | None = None
    """Set if the player who began the match at this seat has left."""


class RoomProgress(Struct, frozen=True):
    """The progress of a room and its match."""

    version: int
    number: int
    """The number of its match; 0 if there is none."""
    count: int
    """The number of its match's entries."""
    ended: bool
    confirmed: bool


_VALUES = ("game", "host", "state", "match", "touched", "version", "waits")
_EXPECTED = (rooms.c.code == bindparam("of"), rooms.c.version == bindparam("expected"))
_ADD = Insertion(rooms, ("code", *_VALUES, "address"))
_SAVE = Statement(update(rooms).where(*_EXPECTED).values({name: bindparam(name) for name in _VALUES}))
_WHOLE = select(*(rooms.c[name] for name in ("code", *_VALUES, "address")))
_LOAD = Statement(_WHOLE.where(rooms.c.code == bindparam("of")))
_CLOSE = Statement(delete(rooms).where(*_EXPECTED))
_COUNT = Statement(select(func.count()).select_from(rooms))
_COUNT_FROM = Statement(select(func.count()).where(rooms.c.address == bindparam("opened_from")))
_OWNED_BY = Statement(select(rooms.c.code).where(rooms.c.host == bindparam("by")).order_by(rooms.c.touched))
_NAMING = Statement(select(rooms.c.code, rooms.c.touched).where(holds_bytes(rooms.c.state, bindparam("player"))))
_NOT_LATER = Statement(update(rooms).where(rooms.c.touched > bindparam("now")).values(touched=bindparam("now")))
_COUNT_OF_ENTRIES = (
    select(func.coalesce(func.max(entries.c.seq), -1) + 1).where(entries.c.match == matches.c.number).scalar_subquery()
)
_PROGRESS = Statement(
    select(
        rooms.c.code,
        rooms.c.version,
        matches.c.number,
        _COUNT_OF_ENTRIES.label("count"),
        matches.c.ended.is_not(None).label("ended"),
        matches.c.confirmed.is_not(None).label("confirmed"),
    )
    .select_from(rooms.outerjoin(matches, matches.c.id == rooms.c.match))
    .where(rooms.c.code.in_(select(each_of("of").c.value)))
)
_WAITS = (
    rooms.c.waits.is_(True),
    or_(rooms.c.touched >= bindparam("since"), exists().where(presence.c.room == rooms.c.code)),
)
"""The condition that a room waits for players whom it may not know: somebody is there, or touched it since."""
_WAITING = Statement(select(rooms.c.code).where(*_WAITS).order_by(rooms.c.touched.desc()).limit(bindparam("most")))
_TURN = func.row_number().over(
    partition_by=func.coalesce(func.nullif(rooms.c.address, ""), rooms.c.host), order_by=rooms.c.touched.desc()
)
_WAITING_FOR = Statement(
    _WHOLE.where(rooms.c.game == bindparam("of"), *_WAITS)
    .order_by(_TURN, rooms.c.touched.desc())
    .limit(bindparam("most"))
)
_STALE = Statement(
    select(rooms.c.code).where(rooms.c.touched < bindparam("before"), ~exists().where(presence.c.room == rooms.c.code))
)


@job
def save(transaction: Transaction, room: StoredRoom, expected: int | None) -> int:
    """Store a room: a new one, or in place of the expected version. Returns its new version."""
    if expected is None:
        row = (room.code, room.game, room.owner, room.state, room.match, room.touched, 0, room.waits, room.address)
        try:
            transaction.insert(_ADD, [row])
        except AlreadyThere:
            raise RoomChanged(f"there is a room {room.code} already") from None
        transaction.notify(notifications.of_room(room.code))
        return 0
    changed = transaction.run(
        _SAVE,
        of=room.code,
        expected=expected,
        game=room.game,
        host=room.owner,
        state=room.state,
        match=room.match,
        touched=room.touched,
        version=expected + 1,
        waits=room.waits,
    )
    if not changed:
        raise RoomChanged(f"room {room.code} is not at version {expected} any more")
    transaction.notify(notifications.of_room(room.code))
    return expected + 1


@job
def change(
    transaction: Transaction, room: StoredRoom, expected: int | None, seats_changed: Sequence[SeatChange]
) -> int:
    """Store a room in which seats have changed hands, and the match's own seats, in one commit."""
    version = save(room, expected)(transaction)
    change_seats(seats_changed)(transaction)
    return version


@job
def change_seats(transaction: Transaction, seats_changed: Sequence[SeatChange]) -> None:
    """Store the seats of matches that have changed."""
    for one in seats_changed:
        if one.left is not None:
            match_seats.seat_left(one.match, one.seat, one.left)(transaction)
        if one.who is not None:
            match_seats.seat_taken(one.match, one.seat, one.who)(transaction)


@job
def load(transaction: Transaction, code: str) -> StoredRoom | None:
    """The room of a code."""
    row = transaction.one(_LOAD, of=code)
    return None if row is None else StoredRoom(*row)


@job
def close(transaction: Transaction, code: str, expected: int) -> None:
    """Delete a room; its matches stay. Does nothing for one that is closed already."""
    if not transaction.run(_CLOSE, of=code, expected=expected) and transaction.one(_LOAD, of=code) is not None:
        raise RoomChanged(f"room {code} is not at version {expected} any more")
    transaction.notify(notifications.of_room(code))


@job
def count(transaction: Transaction) -> int:
    """The number of rooms."""
    [[rooms]] = transaction.many(_COUNT)
    return int(rooms)


@job
def count_from(transaction: Transaction, address: str) -> int:
    """The number of rooms that were opened from an address."""
    [[rooms]] = transaction.many(_COUNT_FROM, opened_from=address)
    return int(rooms)


@job
def owned_by(transaction: Transaction, player: str) -> list[str]:
    """Codes of the rooms that a player owns, those not touched for longest first."""
    return [row.code for row in transaction.many(_OWNED_BY, by=player)]


@job
def naming(transaction: Transaction, player: str) -> dict[str, int]:
    """Codes of the rooms in whose state a player's id occurs, and when each was last changed."""
    return {row.code: row.touched for row in transaction.many(_NAMING, player=player.encode())}


@job
def progress(transaction: Transaction, codes: Sequence[str]) -> dict[str, RoomProgress]:
    """The progress of each of these rooms; nothing of one that is gone."""
    found = transaction.many(_PROGRESS, of=list(codes))
    return {
        row.code: RoomProgress(row.version, row.number or 0, int(row.count), bool(row.ended), bool(row.confirmed))
        for row in found
    }


@job
def waiting(transaction: Transaction, since: int, most: int) -> list[str]:
    """Codes of the rooms that wait for players whom they may not know, the latest change first.

    Somebody is there, or touched them since.
    """
    return [row.code for row in transaction.many(_WAITING, since=since, most=most)]


@job
def waiting_for(transaction: Transaction, game: str, since: int, most: int) -> list[StoredRoom]:
    """Rooms of one game that wait in the same way: the latest of each address, then another of each, and so on."""
    return [StoredRoom(*row) for row in transaction.many(_WAITING_FOR, of=game, since=since, most=most)]


@job
def stale(transaction: Transaction, before: int) -> list[str]:
    """Codes of the rooms that nobody touched since and no process holds."""
    return [row.code for row in transaction.many(_STALE, before=before)]


@job
def touched_by(transaction: Transaction, now: int) -> int:
    """Let no room have been touched later than now: a clock that was wrong would keep it for ever; returns how many
    were."""
    return transaction.run(_NOT_LATER, now=now)
