"""What a host looks through: players, rooms and matches, page by page, the latest first."""

from functools import cache

import msgspec
from msgspec import Struct
from sqlalchemy import and_, bindparam, exists, func, or_, select

from parlour.core.game import Outcome
from parlour.core.scoring import ShownScore
from parlour.games import shown_scores
from parlour.store import match_seats
from parlour.store.names import skeleton, without_number
from parlour.store.rooms import StoredRoom
from parlour.store.statements import Row, Statement
from parlour.store.tables import marks, matches, meetings, players, reports, restrictions, results, rooms, tokens
from parlour.store.transaction import Transaction, job

_AFTER_ALL = 2**62
_OUTCOME = msgspec.json.Decoder(Outcome)


class ListedPlayer(Struct, frozen=True):
    """A player as a host sees them."""

    id: str
    name: str
    created: int
    seen: int
    """Unix time in milliseconds; to some minutes."""
    recoverable: bool
    devices: int
    """The number of devices on which they are signed in."""
    reports: int
    """The number of reports about them that wait for a host."""
    banned: bool
    muted: bool
    addresses: tuple[str, ...]
    """The hashes of addresses: of the one from which they were last seen, while it is kept, and of those from which
    they opened the rooms that are open now."""


class ListedMatch(Struct, frozen=True):
    """A match as a host sees it."""

    id: str
    number: int
    """The number by which the next page is asked for."""
    game: str
    room: str
    started: int
    ended: int | None
    finished: bool
    confirmed: bool | None
    players: tuple[str, ...]
    """The names of players and bots, seat by seat."""
    people: tuple[str | None, ...]
    """The ids of players, seat by seat; None for bots, and for everybody who was deleted."""
    bots: tuple[str | None, ...]
    """The levels of bots, seat by seat; None for people."""
    shown: tuple[ShownScore, ...]
    """The scores for people, seat by seat; empty while there is no outcome."""
    counts: bool
    """Whether it is on a list or rated, or would be once a host accepts it: there is a score to remove."""
    marked: bool
    decision: str | None
    reason: str | None


_RESTRICTED = (restrictions.c.whose == "player", restrictions.c.key == players.c.id)
_NOW = or_(restrictions.c.until.is_(None), restrictions.c.until > bindparam("now"))
_LISTED = select(
    players.c.id,
    players.c.name,
    players.c.created,
    players.c.seen,
    players.c.address,
    players.c.phrase_hash.is_not(None).label("recoverable"),
    select(func.count()).where(tokens.c.player == players.c.id).scalar_subquery().label("devices"),
    select(func.count())
    .where(reports.c.about == players.c.id, reports.c.settled.is_(None))
    .scalar_subquery()
    .label("reports"),
    exists().where(*_RESTRICTED, restrictions.c.kind == "ban", _NOW).label("banned"),
    exists().where(*_RESTRICTED, restrictions.c.kind == "mute", _NOW).label("muted"),
)
_SEEN = Statement(select(players.c.seen).where(players.c.id == bindparam("player")))
_ADDRESSES = Statement(select(rooms.c.address).distinct().where(rooms.c.host == bindparam("player")))
_ONE = Statement(
    _LISTED.where(or_(players.c.id == bindparam("called"), players.c.name == bindparam("called"))).limit(2)
)
_COUNTS = or_(
    exists().where(
        results.c.match == matches.c.id,
        or_(
            results.c.not_counted.is_(None),
            results.c.not_counted == "unwitnessed",
            results.c.not_counted == "held",
        ),
    ),
    exists().where(meetings.c.match == matches.c.id),
)
_MATCHES = Statement(
    select(matches, marks.c.marked, marks.c.decision, marks.c.reason, _COUNTS.label("counts"))
    .join(marks, marks.c.match == matches.c.id, isouter=True)
    .where(matches.c.number < bindparam("before"), matches.c.listed.is_(True))
    .order_by(matches.c.number.desc())
    .limit(bindparam("most"))
)
_TOUCHED = Statement(select(rooms.c.touched).where(rooms.c.code == bindparam("room")))


@cache
def _players(*, like: bool, numbered: bool, paged: bool) -> Statement:
    page = _LISTED.order_by(players.c.seen.desc(), players.c.id.desc()).limit(bindparam("most"))
    if like:
        page = page.where(func.substr(players.c.skeleton, 1, bindparam("length")) == bindparam("looks"))
    if numbered:
        page = page.where(players.c.number == bindparam("which"))
    if paged:
        seen, last = bindparam("seen", type_=players.c.seen.type), bindparam("last", type_=players.c.id.type)
        page = page.where(or_(players.c.seen < seen, and_(players.c.seen == seen, players.c.id < last)))
    return Statement(page)


@cache
def _rooms(*, paged: bool) -> Statement:
    names = ("code", "game", "host", "state", "match", "touched", "version", "waits", "address")
    page = select(*(rooms.c[name] for name in names))
    if paged:
        touched, last = bindparam("touched", type_=rooms.c.touched.type), bindparam("last", type_=rooms.c.code.type)
        page = page.where(or_(rooms.c.touched < touched, and_(rooms.c.touched == touched, rooms.c.code < last)))
    return Statement(page.order_by(rooms.c.touched.desc(), rooms.c.code.desc()).limit(bindparam("most")))


@job
def players_page(
    transaction: Transaction, like: str | None, before: str | None, count: int, now: int
) -> list[ListedPlayer]:
    """A page of players, those seen last first; of those whose names begin like this one, or of the one who is shown by
    it, if a name is given."""
    name, number = without_number(like or "")
    looks = skeleton(name)
    values: dict[str, str | int] = {"most": count, "now": now}
    if looks:
        values |= {"looks": looks, "length": len(looks)}
    if number is not None:
        values["which"] = number
    last = None if before is None else transaction.one(_SEEN, player=before)
    if before is not None and last is not None:
        values |= {"seen": last.seen, "last": before}
    chosen = _players(like=bool(looks), numbered=number is not None, paged=last is not None)
    found = transaction.many(chosen, **values)
    return [_listed(transaction, row) for row in found]


@job
def player(transaction: Transaction, called: str, now: int) -> ListedPlayer | None:
    """The player of an id or, if nobody has it, of a name as it is shown."""
    found = transaction.many(_ONE, called=called, now=now)
    by_id = [row for row in found if row.id == called]
    row = next(iter(by_id or found), None)
    return None if row is None else _listed(transaction, row)


@job
def rooms_page(transaction: Transaction, before: str | None, count: int) -> list[StoredRoom]:
    """A page of rooms, those that changed last first."""
    last = None if before is None else transaction.one(_TOUCHED, room=before)
    if before is None or last is None:
        return [StoredRoom(*row) for row in transaction.many(_rooms(paged=False), most=count)]
    found = transaction.many(_rooms(paged=True), most=count, touched=last.touched, last=before)
    return [StoredRoom(*row) for row in found]


@job
def matches_page(transaction: Transaction, before: int | None, count: int) -> list[ListedMatch]:
    """A page of matches that somebody has begun, the last first."""
    found = transaction.many(_MATCHES, before=before or _AFTER_ALL, most=count)
    sitting = match_seats.sitting([row.id for row in found])(transaction)
    return [
        ListedMatch(
            row.id,
            row.number,
            row.game,
            row.room,
            row.started,
            row.ended,
            row.outcome is not None,
            None if row.confirmed is None else bool(row.confirmed),
            tuple(seat.name for seat in sitting[row.id]),
            tuple(seat.player for seat in sitting[row.id]),
            tuple(seat.bot for seat in sitting[row.id]),
            () if row.outcome is None else shown_scores(row.game, _OUTCOME.decode(row.outcome).scores),
            bool(row.counts),
            row.marked is not None,
            row.decision,
            row.reason,
        )
        for row in found
    ]


def _listed(transaction: Transaction, row: Row) -> ListedPlayer:
    addresses = (row.address, *(found.address for found in transaction.many(_ADDRESSES, player=row.id)))
    return ListedPlayer(
        row.id,
        row.name,
        row.created,
        row.seen,
        bool(row.recoverable),
        row.devices,
        row.reports,
        bool(row.banned),
        bool(row.muted),
        tuple(dict.fromkeys(address for address in addresses if address)),
    )
