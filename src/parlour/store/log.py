"""Matches and their entries: appended, never changed. The database refuses the second writer of a sequence number."""

import sqlite3
from collections.abc import Sequence

import msgspec
from msgspec import Struct, structs
from sqlalchemy import Connection, insert, select, update

from parlour.core.errors import ParlourError
from parlour.core.game import Outcome, Seat
from parlour.core.session import AnySession, decode_entries, decode_session, encode_session
from parlour.games import kit_of
from parlour.store.tables import entries, matches, seats
from parlour.store.writer import Insert, Job, raw

_ENTRIES = "entries (match, seq, seat, ref, entry)"
_END = "UPDATE matches SET ended = ?, outcome = ? WHERE id = ?"
_OUTCOME = msgspec.json.Decoder(Outcome)


class SeqTaken(ParlourError):
    """Somebody else appended first: read the log again and try anew."""


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


class Ending(Struct, frozen=True):
    """What the last entry of a match brings with it."""

    ended: int
    outcome: Outcome | None


class StoredMatch(Struct, frozen=True):
    """A match as the store knows it."""

    room: str
    session: AnySession
    refs: dict[tuple[Seat, str], int]
    """Sequence number by seat and ref."""
    seats: tuple[Seated, ...]
    confirmed: bool | None
    """Whether a replay of the stored log bore out the outcome; None while nobody has looked."""


def begin(room: str, session: AnySession, seated: Sequence[Seated]) -> Job[None]:
    """Write a match down before its first entry."""
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
            )
        )
        rows = [{"match": session.id, "seat": seat, **structs.asdict(who)} for seat, who in enumerate(seated)]
        connection.execute(insert(seats), rows)

    return run


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


def confirm(match: str, holds: bool) -> Job[None]:
    """Write down what a replay of the stored log said."""

    def run(connection: Connection) -> None:
        connection.execute(update(matches).where(matches.c.id == match).values(confirmed=holds))

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
        sitting = connection.execute(
            select(seats.c.name, seats.c.player, seats.c.bot).where(seats.c.match == match).order_by(seats.c.seat)
        )
        game = kit_of(row.game).game
        session = structs.replace(
            decode_session(game, row.header),
            entries=decode_entries(game, [line.entry for line in lines]),
            ended=row.ended,
            outcome=None if row.outcome is None else _OUTCOME.decode(row.outcome),
        )
        return StoredMatch(
            room=row.room,
            session=session,
            refs={(line.seat, line.ref): seq for seq, line in enumerate(lines) if line.ref is not None},
            seats=tuple(Seated(*seat) for seat in sitting),
            confirmed=row.confirmed,
        )

    return run


def seat_taken(match: str, seat: Seat, who: Seated) -> Job[None]:
    """From now on somebody else sits there."""

    def run(connection: Connection) -> None:
        place = (seats.c.match == match) & (seats.c.seat == seat)
        connection.execute(update(seats).where(place).values(structs.asdict(who)))

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
