"""What a host looks through: players, rooms and matches, page by page, the latest first."""

from collections.abc import Mapping
from functools import cache

import msgspec
from msgspec import Struct
from sqlalchemy import Column, ColumnElement, and_, bindparam, exists, func, or_, select

from parlour.core.game import Outcome
from parlour.core.scoring import ShownScore
from parlour.games import shown_scores
from parlour.store import match_seats
from parlour.store.moderation.restrictions import IN_FORCE
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
    exists().where(*_RESTRICTED, restrictions.c.kind == "ban", IN_FORCE).label("banned"),
    exists().where(*_RESTRICTED, restrictions.c.kind == "mute", IN_FORCE).label("muted"),
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


def _later(moment: Column[int], key: Column[str]) -> ColumnElement[bool]:
    """The condition that a row comes after the last one of the page before."""
    at, last = bindparam("at", type_=moment.type), bindparam("last", type_=key.type)
    return or_(moment < at, and_(moment == at, key < last))


_PLAYERS = _LISTED.order_by(players.c.seen.desc(), players.c.id.desc()).limit(bindparam("most"))
_CONDITIONS: Mapping[str, ColumnElement[bool]] = {
    "looks": func.substr(players.c.skeleton, 1, bindparam("length")) == bindparam("looks"),
    "number": players.c.number == bindparam("number"),
    "last": _later(players.c.seen, players.c.id),
}
"""Conditions on the players of a page, by the value that each needs."""
_ROOM_COLUMNS = ("code", "game", "host", "state", "match", "touched", "version", "waits", "address")
_ALL_ROOMS = (
    select(*(rooms.c[name] for name in _ROOM_COLUMNS))
    .order_by(rooms.c.touched.desc(), rooms.c.code.desc())
    .limit(bindparam("most"))
)
_ROOMS = Statement(_ALL_ROOMS)
_LATER_ROOMS = Statement(_ALL_ROOMS.where(_later(rooms.c.touched, rooms.c.code)))


@cache
def _players(given: frozenset[str]) -> Statement:
    """A page of the players who meet the conditions of these values."""
    return Statement(_PLAYERS.where(*(_CONDITIONS[name] for name in sorted(_CONDITIONS.keys() & given))))


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
        values["number"] = number
    last = None if before is None else transaction.one(_SEEN, player=before)
    if before is not None and last is not None:
        values |= {"at": last.seen, "last": before}
    found = transaction.many(_players(frozenset(values)), **values)
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
        found = transaction.many(_ROOMS, most=count)
    else:
        found = transaction.many(_LATER_ROOMS, most=count, at=last.touched, last=before)
    return [StoredRoom(*row) for row in found]


@job
def matches_page(transaction: Transaction, before: int | None, count: int) -> list[ListedMatch]:
    """A page of matches that somebody has begun, the last first."""
    found = transaction.many(_MATCHES, before=before or _AFTER_ALL, most=count)
    sitting = match_seats.sitting([row.id for row in found])(transaction)
    return [
        ListedMatch(
            id=row.id,
            number=row.number,
            game=row.game,
            room=row.room,
            started=row.started,
            ended=row.ended,
            finished=row.outcome is not None,
            confirmed=None if row.confirmed is None else bool(row.confirmed),
            players=tuple(seat.name for seat in sitting[row.id]),
            people=tuple(seat.player for seat in sitting[row.id]),
            bots=tuple(seat.bot for seat in sitting[row.id]),
            shown=() if row.outcome is None else shown_scores(row.game, _OUTCOME.decode(row.outcome).scores),
            counts=bool(row.counts),
            marked=row.marked is not None,
            decision=row.decision,
            reason=row.reason,
        )
        for row in found
    ]


def _listed(transaction: Transaction, row: Row) -> ListedPlayer:
    addresses = (row.address, *(found.address for found in transaction.many(_ADDRESSES, player=row.id)))
    return ListedPlayer(
        id=row.id,
        name=row.name,
        created=row.created,
        seen=row.seen,
        recoverable=bool(row.recoverable),
        devices=row.devices,
        reports=row.reports,
        banned=bool(row.banned),
        muted=bool(row.muted),
        addresses=tuple(dict.fromkeys(address for address in addresses if address)),
    )
