"""Matches and their entries: appended, never changed. The database refuses the second writer of a sequence number."""

import sqlite3
from collections.abc import Sequence
from operator import itemgetter

import msgspec
from msgspec import Raw, Struct, structs
from sqlalchemy import (
    BindParameter,
    Connection,
    LargeBinary,
    bindparam,
    cast,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from parlour.core.errors import ParlourError
from parlour.core.game import Outcome, Seat
from parlour.core.session import AnySession, decode_entries, decode_session, encode_session, read_json
from parlour.games import kit_of
from parlour.store.statements import Prepared
from parlour.store.tables import attempts, entries, matches, seats
from parlour.store.writer import Insert, Job

_ENTRIES = "entries (match, seq, seat, ref, entry)"
_SEATED = (seats.c.name, seats.c.player, seats.c.bot, seats.c.changed)
_OF_MATCH: BindParameter[str] = bindparam("of")
_NEXT = Prepared(select(func.coalesce(func.max(matches.c.number), 0) + 1))
_BEGIN = Prepared(
    insert(matches).values({c.name: bindparam(c.name) for c in matches.c if c.name not in ("confirmed", "place")})
)
_SIT = Prepared(insert(seats))
_END = Prepared(
    update(matches)
    .where(matches.c.number == bindparam("of"))
    .values(ended=bindparam("ended"), outcome=bindparam("outcome"))
)
_LINE = "'[' || seq || ',' || entries.seat || ',' || json_quote(ref) || ',' || CAST(entry AS TEXT) || ']'"
_STORED = Prepared(
    select(
        matches,
        select(cast(func.group_concat(literal_column(_LINE)), LargeBinary))
        .where(entries.c.match == matches.c.number)
        .scalar_subquery(),
        select(func.group_concat(func.json_array(seats.c.seat, *_SEATED)))
        .where(seats.c.match == matches.c.id)
        .scalar_subquery(),
    ).where(matches.c.id == _OF_MATCH)
)
"""A match as one row: for each that is fetched, Python's threads take turns, which costs more than what it holds."""
_OUTCOME = msgspec.json.Decoder(Outcome)
_LINES = msgspec.json.Decoder(list[tuple[int, Seat, str | None, Raw]])
_SITTERS = msgspec.json.Decoder(list[tuple[Seat, str, str | None, str | None, int]])


class SeqTaken(ParlourError):
    """Somebody else appended first: read the log again and try anew."""


class AttemptTaken(ParlourError):
    """A player has one attempt at a day's challenge, and this one was not the first."""


class Line(Struct, frozen=True):
    """One entry as it is stored."""

    seat: Seat
    entry: bytes
    ref: str | None = None
    """The name that the client gave the action, so that sending it again does not play it again."""


class Append(Insert, frozen=True):
    """Entries to add."""

    def __call__(self, connection: Connection) -> None:
        try:
            Insert.__call__(self, connection)
        except sqlite3.IntegrityError as error:
            raise SeqTaken(str(error)) from None


class Seated(Struct, frozen=True):
    """Who sits at one seat of a match."""

    name: str
    player: str | None = None
    bot: str | None = None
    """The level, if it is a bot."""
    changed: bool = False
    """Whether somebody else sat there when the match began."""


class Ending(Struct, frozen=True):
    """What the last entry of a match brings with it."""

    ended: int
    outcome: Outcome | None


class Origin(Struct, frozen=True):
    """Where the seed of a match comes from."""

    drawn: bool
    """Whether the server drew it; if not, somebody chose it."""
    daily: str | None = None
    """The day, if it is the seed of that day's challenge: ``2026-11-15``."""


CHOSEN = Origin(drawn=False)


class StoredMatch(Struct, frozen=True):
    """A match as the store knows it."""

    number: int
    """By which its entries are found."""
    room: str
    origin: Origin
    session: AnySession
    refs: dict[tuple[Seat, str], int]
    """Sequence number by seat and ref."""
    seats: tuple[Seated, ...]
    confirmed: bool | None
    """Whether a replay of the stored log bore out the outcome; None while nobody has looked."""


def begin(room: str, session: AnySession, sitting: Sequence[Seated], origin: Origin = CHOSEN) -> Job[int]:
    """Write a match down before its first entry; AttemptTaken if its player has begun that day's challenge before.

    Gives the number by which its entries are found.
    """
    header = encode_session(session)

    def run(connection: Connection) -> int:
        [number] = _NEXT.run(connection).fetchone()
        _BEGIN.run(
            connection,
            id=session.id,
            number=number,
            room=room,
            game=session.game,
            header=header,
            started=session.started,
            ended=session.ended,
            outcome=_encoded(session.outcome),
            drawn=origin.drawn,
            daily=origin.daily,
        )
        rows = [{"match": session.id, "seat": seat, **structs.asdict(who)} for seat, who in enumerate(sitting)]
        _SIT.run_each(connection, rows)
        if origin.daily is not None:
            _attempt(connection, session, sitting[0], origin.daily)
        return int(number)

    return run


def _attempt(connection: Connection, session: AnySession, who: Seated, day: str) -> None:
    row = {"game": session.game, "day": day, "player": who.player, "match": session.id}
    try:
        connection.execute(insert(attempts).values(row))
    except IntegrityError as error:
        raise AttemptTaken(str(error)) from None


def append(number: int, seq: int, lines: Sequence[Line], ending: Ending | None = None) -> Job[None]:
    """Add entries to a match from a sequence number on, all or none; SeqTaken if one of them is there already."""
    rows = [(number, seq + index, line.seat, line.ref, line.entry) for index, line in enumerate(lines)]
    if ending is None:
        return Append(_ENTRIES, rows)
    ended, outcome = ending.ended, _encoded(ending.outcome)
    return Append(_ENTRIES, rows, lambda connection: _END.run(connection, ended=ended, outcome=outcome, of=number))


def close(match: str, ended: int) -> Job[None]:
    """Nobody plays on: the match ends without an outcome, unless it had ended."""

    def run(connection: Connection) -> None:
        connection.execute(update(matches).where(matches.c.id == match, matches.c.ended.is_(None)).values(ended=ended))

    return run


def stored(match: str) -> Job[StoredMatch | None]:
    """A match with its whole log."""

    def run(connection: Connection) -> StoredMatch | None:
        row = _STORED.run(connection, of=match).fetchone()
        if row is None:
            return None
        *columns, log, sitting = row
        found = dict(zip(matches.c.keys(), columns, strict=True))
        lines = sorted(read_json(b"[" + (log or b"") + b"]", _LINES), key=itemgetter(0))
        game = kit_of(found["game"]).game
        session = structs.replace(
            decode_session(game, found["header"]),
            entries=decode_entries(game, [entry for *_, entry in lines]),
            ended=found["ended"],
            outcome=None if found["outcome"] is None else _OUTCOME.decode(found["outcome"]),
        )
        return StoredMatch(
            number=found["number"],
            room=found["room"],
            origin=Origin(bool(found["drawn"]), found["daily"]),
            session=session,
            refs={(seat, ref): seq for seq, seat, ref, _ in lines if ref is not None},
            seats=_seated(sitting),
            confirmed=None if found["confirmed"] is None else bool(found["confirmed"]),
        )

    return run


def _seated(joined: str | None) -> tuple[Seated, ...]:
    sitters = sorted(_SITTERS.decode(f"[{joined or ''}]"), key=itemgetter(0))
    return tuple([Seated(name, player, bot, bool(changed)) for _, name, player, bot, changed in sitters])


def seat_taken(match: str, seat: Seat, who: Seated) -> Job[None]:
    """From now on somebody else sits there."""

    def run(connection: Connection) -> None:
        place = (seats.c.match == match) & (seats.c.seat == seat)
        connection.execute(update(seats).where(place).values(structs.asdict(who) | {"changed": True}))

    return run


def unconfirmed() -> Job[list[str]]:
    """Matches that came to an end whose outcome no replay has borne out yet."""
    looking = select(matches.c.id).where(matches.c.outcome.is_not(None), matches.c.confirmed.is_(None))
    return lambda connection: list(connection.scalars(looking))


def live_rooms() -> Job[list[str]]:
    """Codes of the rooms in which a match is being played."""
    looking = select(matches.c.room).where(matches.c.ended.is_(None)).distinct()
    return lambda connection: list(connection.scalars(looking))


def _encoded(outcome: Outcome | None) -> bytes | None:
    return None if outcome is None else msgspec.json.encode(outcome)
