"""Matches and their entries: appended, never changed. The database refuses the second writer of a sequence number."""

import sqlite3
from collections.abc import Sequence

import msgspec
from msgspec import Struct, structs
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from parlour.core.errors import ParlourError
from parlour.core.game import Outcome, Seat
from parlour.core.session import AnySession, decode_entries, decode_session, encode_session
from parlour.games import kit_of
from parlour.store.tables import attempts, entries, matches, seats
from parlour.store.writer import Insert, Job, raw

_ENTRIES = "entries (match, seq, seat, ref, entry)"
_END = "UPDATE matches SET ended = ?, outcome = ? WHERE id = ?"
_OUTCOME = msgspec.json.Decoder(Outcome)


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


class LastAppend(Append, frozen=True):
    """Entries to add, and what the last of them brings with it."""

    end: tuple[int, bytes | None, str]
    """When it ended, the outcome, and the match."""

    @property
    def alone(self) -> bool:
        """It is more than rows."""
        return True

    def __call__(self, connection: Connection) -> None:
        Append.__call__(self, connection)
        raw(connection).execute(_END, self.end)


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

    room: str
    origin: Origin
    session: AnySession
    refs: dict[tuple[Seat, str], int]
    """Sequence number by seat and ref."""
    seats: tuple[Seated, ...]
    confirmed: bool | None
    """Whether a replay of the stored log bore out the outcome; None while nobody has looked."""


def begin(room: str, session: AnySession, sitting: Sequence[Seated], origin: Origin = CHOSEN) -> Job[None]:
    """Write a match down before its first entry; AttemptTaken if its player has begun that day's challenge before."""
    header = encode_session(session)

    def run(connection: Connection) -> None:
        connection.execute(
            insert(matches).values(
                id=session.id,
                room=room,
                game=session.game,
                header=header,
                started=session.started,
                ended=session.ended,
                outcome=_encoded(session.outcome),
                drawn=origin.drawn,
                daily=origin.daily,
            )
        )
        rows = [{"match": session.id, "seat": seat, **structs.asdict(who)} for seat, who in enumerate(sitting)]
        connection.execute(insert(seats), rows)
        if origin.daily is not None:
            _attempt(connection, session, sitting[0], origin.daily)

    return run


def _attempt(connection: Connection, session: AnySession, who: Seated, day: str) -> None:
    row = {"game": session.game, "day": day, "player": who.player, "match": session.id}
    try:
        connection.execute(insert(attempts).values(row))
    except IntegrityError as error:
        raise AttemptTaken(str(error)) from None


def append(match: str, seq: int, lines: Sequence[Line], ending: Ending | None = None) -> Job[None]:
    """Add entries from a sequence number on, all or none; SeqTaken if one of them is there already."""
    rows = [(match, seq + index, line.seat, line.ref, line.entry) for index, line in enumerate(lines)]
    if ending is None:
        return Append(_ENTRIES, rows)

    return LastAppend(_ENTRIES, rows, (ending.ended, _encoded(ending.outcome), match))


def close(match: str, ended: int) -> Job[None]:
    """Nobody plays on: the match ends without an outcome, unless it had ended."""

    def run(connection: Connection) -> None:
        connection.execute(update(matches).where(matches.c.id == match, matches.c.ended.is_(None)).values(ended=ended))

    return run


def stored(match: str) -> Job[StoredMatch | None]:
    """A match with its whole log."""

    def run(connection: Connection) -> StoredMatch | None:
        row = connection.execute(select(matches).where(matches.c.id == match)).one_or_none()
        if row is None:
            return None
        lines = connection.execute(
            select(entries.c.seat, entries.c.ref, entries.c.entry)
            .where(entries.c.match == match)
            .order_by(entries.c.seq)
        ).all()
        game = kit_of(row.game).game
        session = structs.replace(
            decode_session(game, row.header),
            entries=decode_entries(game, [line.entry for line in lines]),
            ended=row.ended,
            outcome=None if row.outcome is None else _OUTCOME.decode(row.outcome),
        )
        return StoredMatch(
            room=row.room,
            origin=Origin(row.drawn, row.daily),
            session=session,
            refs={(line.seat, line.ref): seq for seq, line in enumerate(lines) if line.ref is not None},
            seats=seated(match)(connection),
            confirmed=row.confirmed,
        )

    return run


def seated(match: str) -> Job[tuple[Seated, ...]]:
    """Who sits at a match."""
    columns = (seats.c.name, seats.c.player, seats.c.bot, seats.c.changed)
    looking = select(*columns).where(seats.c.match == match).order_by(seats.c.seat)
    return lambda connection: tuple(Seated(*row) for row in connection.execute(looking))


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
