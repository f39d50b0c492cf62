"""Matches and their entries: appended, never changed. The database refuses the second writer of a sequence number.

A process that ends a match must know its whole log, and nothing is added to a match that is over or deleted: if one
process plays while another ends the match, the later of the two is refused.
"""

from collections.abc import Sequence
from typing import Any, cast

import msgspec
from msgspec import Struct, structs
from sqlalchemy import BindParameter, and_, bindparam, delete, select, update

from parlour.core.errors import MalformedInput, ParlourError
from parlour.core.game import CLOCK, AnyGame, Outcome, Seat
from parlour.core.kit import Kit
from parlour.core.session import SEEDS, AnySession, Entry, decode_entries, decode_session, encode_entry, encode_session
from parlour.core.waiting import play_started
from parlour.games import kit_of
from parlour.protocol.ranking import CHOSEN, Mark, MatchFacts, Origin, Seated, all_moved, is_help
from parlour.protocol.refs import Refs
from parlour.store import notifications
from parlour.store.match_seats import sitting
from parlour.store.statements import Insertion, Owner, Statement, joined, next_number
from parlour.store.tables import attempts, entries, home_matches, leavings, marks, matches, rooms, seats
from parlour.store.transaction import AlreadyThere, Insert, Job, OwnerUnfit, Transaction, add_rows, job

_ENTRY = ("match", "seq", "seat", "ref", "entry")
_ENTRIES = Insertion(entries, _ENTRY)
_PLAYED = Insertion(entries, _ENTRY, owner=Owner(matches.c.number, matches.c.ended.is_(None)))
"""Entries of a match under way."""
_MATCHES = Insertion(
    matches,
    ("id", "number", "room", "game", "header", "started", "ended", "outcome", "drawn", "daily", "listed", "seed"),
)
_SEATS = Insertion(seats, ("match", "seat", "name", "player", "bot", "changed", "game", "began"))
_ATTEMPTS = Insertion(attempts, ("game", "day", "player", "match"))
_OF_MATCH: BindParameter[str] = bindparam("of")
_NEXT = Statement(select(next_number(matches.c.number)))
_END = Statement(
    update(matches)
    .where(matches.c.number == bindparam("of"), matches.c.ended.is_(None))
    .values(ended=bindparam("ended"), outcome=bindparam("outcome"))
)
_LIST = Statement(update(matches).where(matches.c.number == bindparam("of")).values(listed=True))
_UNLIST = Statement(update(matches).where(matches.c.id == _OF_MATCH).values(listed=False))
_EMPTY_PLACE = Statement(delete(entries).where(entries.c.match == bindparam("of"), entries.c.seq == bindparam("seq")))
_MATCH = Statement(
    select(matches, marks.c.marked, marks.c.decision, marks.c.reason, home_matches.c.handed_in)
    .join(marks, marks.c.match == matches.c.id, isouter=True)
    .join(home_matches, home_matches.c.match == matches.c.id, isouter=True)
    .where(matches.c.id == _OF_MATCH)
)
_END_OF = Statement(
    select(matches.c.game, matches.c.ended, matches.c.confirmed, matches.c.listed).where(
        matches.c.number == bindparam("of")
    )
)
_LINES = (
    select(entries.c.seq, entries.c.entry)
    .where(entries.c.match == bindparam("of"), entries.c.seq >= bindparam("since"))
    .order_by(entries.c.seq)
    .subquery()
)
_LOG = Statement(select(joined(_LINES.c.entry, _LINES.c.seq).label("lines")))
_REFS = Statement(
    select(entries.c.seat, entries.c.ref, entries.c.seq).where(
        entries.c.match == bindparam("of"), entries.c.seq >= bindparam("since"), entries.c.ref.is_not(None)
    )
)
_UNCONFIRMED = Statement(select(matches.c.id).where(matches.c.outcome.is_not(None), matches.c.confirmed.is_(None)))
_LEFT_UNDONE = Statement(
    select(matches.c.id)
    .join(leavings, leavings.c.match == matches.c.id)
    .where(matches.c.ended.is_not(None), matches.c.outcome.is_(None), matches.c.confirmed.is_(None))
    .distinct()
)
_LIVE_ROOMS = Statement(select(matches.c.room).where(matches.c.ended.is_(None)).distinct())
_LAST_LINE = Statement(
    select(matches.c.number, matches.c.started, entries.c.seq, entries.c.entry)
    .select_from(matches.outerjoin(entries, entries.c.match == matches.c.number))
    .where(matches.c.id == _OF_MATCH)
    .order_by(entries.c.seq.desc())
    .limit(1)
)
_ORPHANS = Statement(
    select(matches.c.id)
    .select_from(matches.outerjoin(rooms, and_(rooms.c.code == matches.c.room, rooms.c.match == matches.c.id)))
    .where(matches.c.ended.is_(None), rooms.c.code.is_(None))
)
_OUTCOME = msgspec.json.Decoder(Outcome)


class _Moment(Struct, frozen=True):
    """The fields that entries of all games have."""

    at_ms: int


_MOMENT = msgspec.json.Decoder(_Moment)


class SeqTaken(ParlourError):
    """Another process appended first, or the match is over or deleted: read the log again and retry."""


class AttemptTaken(ParlourError):
    """The player has had their one attempt at a day's challenge."""


class Line(Struct, frozen=True, gc=False):
    """One entry as it is stored."""

    seat: Seat
    entry: bytes
    ref: str | None = None
    """The name that the client gave the action, so that sending it again does not play it again."""


class Ending(Struct, frozen=True):
    """The end of a match, which is stored with its last entry."""

    ended: int
    outcome: Outcome | None


class StoredMatch(Struct, frozen=True):
    """A match as the store knows it."""

    number: int
    """The number under which its entries are stored."""
    room: str
    origin: Origin
    session: AnySession
    seats: tuple[Seated, ...]
    confirmed: bool | None
    """Whether a replay of the stored log bore out the outcome; None while nobody has looked."""
    mark: Mark | None = None
    listed: bool = False
    """Whether histories list it: a person has begun it, or it came to its end, and nobody threw it away."""

    def facts(self, kit: Kit) -> MatchFacts:
        """The facts that decide whether it counts."""
        session = self.session
        helped = bool(kit.help) and any(is_help(kit, entry) for entry in session.entries)
        return MatchFacts(
            origin=self.origin,
            seats=self.seats,
            helped=helped,
            all_moved=session.ended is not None and session.outcome is None and all_moved(session),
            began=play_started(session),
            ended=session.ended,
            outcome=session.outcome,
            confirmed=self.confirmed,
            mark=self.mark,
        )


class MatchUpdate(Struct, frozen=True):
    """A match's changes since it was last read: new entries, and how it stands now."""

    entries: tuple[Entry[Any], ...]
    refs: Refs
    """The refs of these entries."""
    ended: int | None
    confirmed: bool | None
    listed: bool


@job
def begin(
    transaction: Transaction,
    room: str,
    session: AnySession,
    sitting: Sequence[Seated],
    origin: Origin = CHOSEN,
    *,
    listed: bool = False,
) -> int:
    """Write a match down, with the entries that it begins with, if any; AttemptTaken if its player has begun that
    day's challenge before.

    Gives the number by which its entries are found. Listed is what has been begun elsewhere, or is over already.
    """
    [[number]] = transaction.many(_NEXT)
    header, outcome = encode_session(structs.replace(session, entries=())), _encoded(session.outcome)
    row = (session.id, number, room, session.game, header, session.started, session.ended, outcome)
    listed = listed or outcome is not None
    transaction.insert(_MATCHES, [(*row, origin.drawn, origin.daily, listed, session.seed % SEEDS)])
    transaction.insert(
        _SEATS,
        [
            (session.id, seat, who.name, who.player, who.bot, who.changed, session.game, session.started)
            for seat, who in enumerate(sitting)
        ],
    )
    if origin.daily is not None:
        try:
            transaction.insert(_ATTEMPTS, [(session.game, origin.daily, sitting[0].player, session.id)])
        except AlreadyThere as error:
            raise AttemptTaken(str(error)) from None
    first = [(number, place, entry.seat, None, encode_entry(entry)) for place, entry in enumerate(session.entries)]
    transaction.insert(_ENTRIES, first)
    return int(number)


def append(
    number: int, seq: int, lines: Sequence[Line], ending: Ending | None = None, *, lists: bool = False
) -> Job[None]:
    """Add entries to a match under way from a sequence number on, all or none; SeqTaken if one of them is there
    already, or the match is over or gone.

    ``lists`` if histories list the match from now on.
    """
    after = None if ending is None and not lists else _follow(number, ending, lists)
    rows = [(number, place, line.seat, line.ref, line.entry) for place, line in enumerate(lines, seq)]
    return Insert(_PLAYED, rows, after, _append_all)


def _append_all(transaction: Transaction, inserts: Sequence[Insert]) -> None:
    try:
        add_rows(transaction, inserts)
        for insert in inserts:
            # `append` made the rows, all of one match, whose number is their first value (`_ENTRY`).
            transaction.notify(notifications.of_match(cast("int", insert.rows[0][0])))
    except AlreadyThere as error:
        raise SeqTaken(str(error)) from None
    except OwnerUnfit:
        raise SeqTaken("a match is over or gone") from None


@job
def _follow(transaction: Transaction, number: int, ending: Ending | None, lists: bool) -> None:
    if ending is not None and not transaction.run(
        _END, of=number, ended=ending.ended, outcome=_encoded(ending.outcome)
    ):
        raise SeqTaken(f"match {number} is over or gone")
    if lists:
        transaction.run(_LIST, of=number)


@job
def close(transaction: Transaction, number: int, count: int, ended: int) -> None:
    """End a match, whose log has so many entries, without an outcome.

    SeqTaken if its log is longer, or it is over or gone.
    """
    try:
        if not _closed(transaction, number, count, ended):
            raise SeqTaken(f"match {number} is over or gone")
    except AlreadyThere as error:
        raise SeqTaken(str(error)) from None


@job
def unlist(transaction: Transaction, match: str) -> None:
    """Remove a match from all histories."""
    transaction.run(_UNLIST, of=match)


@job
def leave_off(transaction: Transaction, match: str) -> None:
    """End a match, of any game, at the last moment of its log, unless it has ended: nobody can play it on."""
    last = transaction.one(_LAST_LINE, of=match)
    if last is None:
        return
    count, at_ms = (0, 0) if last.entry is None else (last.seq + 1, _MOMENT.decode(last.entry).at_ms)
    _closed(transaction, last.number, count, last.started + at_ms)


def _closed(transaction: Transaction, number: int, count: int, ended: int) -> bool:
    """Whether a match was under way and is not any more; AlreadyThere if its log has more entries than that.

    The next place in the log is taken for a moment: what another process has put there since this transaction began
    cannot be read, but keeps the key.
    """
    if not transaction.run(_END, of=number, ended=ended, outcome=None):
        return False
    transaction.insert(_ENTRIES, [(number, count, CLOCK, None, b"")])
    transaction.run(_EMPTY_PLACE, of=number, seq=count)
    transaction.notify(notifications.of_match(number))
    return True


@job
def orphans(transaction: Transaction) -> list[str]:
    """Matches under way that no room plays."""
    return [row.id for row in transaction.many(_ORPHANS)]


@job
def stored(transaction: Transaction, match: str, known: tuple[Entry[Any], ...] = ()) -> StoredMatch | None:
    """A match with its whole log. Entries at its beginning that the caller knows are not read again."""
    row = transaction.one(_MATCH, of=match)
    if row is None:
        return None
    game = kit_of(row.game).game
    session = structs.replace(
        decode_session(game, row.header),
        entries=known + _entries(transaction, game, row.number, len(known)),
        ended=row.ended,
        outcome=None if row.outcome is None else _OUTCOME.decode(row.outcome),
    )
    return StoredMatch(
        number=row.number,
        room=row.room,
        origin=Origin(bool(row.drawn), row.daily, row.handed_in),
        session=session,
        seats=sitting([match])(transaction)[match],
        confirmed=None if row.confirmed is None else bool(row.confirmed),
        mark=None if row.marked is None else Mark(row.decision, row.reason),
        listed=bool(row.listed),
    )


def stored_if_readable(transaction: Transaction, match: str) -> StoredMatch | None:
    """A match; None for a game that is not installed, or a log that this version cannot read."""
    try:
        return stored(match)(transaction)
    except MalformedInput:
        return None


@job
def update_since(transaction: Transaction, number: int, since: int) -> MatchUpdate | None:
    """The entries of a match from a sequence number on, and where it stands by now; None if there is no such match."""
    row = transaction.one(_END_OF, of=number)
    if row is None:
        return None
    return MatchUpdate(
        entries=_entries(transaction, kit_of(row.game).game, number, since),
        refs=refs(number, since)(transaction),
        ended=row.ended,
        confirmed=None if row.confirmed is None else bool(row.confirmed),
        listed=bool(row.listed),
    )


def _entries(transaction: Transaction, game: AnyGame, number: int, since: int) -> tuple[Entry[Any], ...]:
    found = transaction.one(_LOG, of=number, since=since)
    return () if found is None or found.lines is None else decode_entries(game, found.lines)


@job
def refs(transaction: Transaction, number: int, since: int = 0) -> Refs:
    """The refs that clients gave to the entries of a match, from a sequence number on."""
    return Refs((row.seat, row.ref, row.seq) for row in transaction.many(_REFS, of=number, since=since))


@job
def unconfirmed(transaction: Transaction) -> list[str]:
    """Matches that no replay has borne out yet: those that came to an end, and those left undone."""
    return [row.id for looked_for in (_UNCONFIRMED, _LEFT_UNDONE) for row in transaction.many(looked_for)]


@job
def live_rooms(transaction: Transaction) -> list[str]:
    """Codes of the rooms in which a match is being played."""
    return [row.room for row in transaction.many(_LIVE_ROOMS)]


def _encoded(outcome: Outcome | None) -> bytes | None:
    return None if outcome is None else msgspec.json.encode(outcome)
