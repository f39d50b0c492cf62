"""Matches out of a store and into another, as lines of JSON."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import msgspec
from msgspec import Raw, Struct
from sqlalchemy import bindparam, select

from parlour.core.errors import MalformedInput, ParlourError
from parlour.core.session import AnySession, encode_session
from parlour.games.documents import Document
from parlour.protocol.matches import begins
from parlour.protocol.ranking import Seated
from parlour.store import log, standings
from parlour.store.address import Address
from parlour.store.databases import database_at
from parlour.store.offline import NoStore, WrongMatch, ended, opened, require
from parlour.store.statements import Statement
from parlour.store.store import Store
from parlour.store.tables import matches, players
from parlour.store.transaction import Transaction, job

Seating: TypeAlias = Callable[[Transaction, Seated], Seated]
"""A function from a seat in the other store to the same seat here."""
_MATCH = Statement(select(matches.c.id).where(matches.c.id == bindparam("of")))
_PLAYER = Statement(select(players.c.id).where(players.c.id == bindparam("player")))


class ExportedMatch(Struct, frozen=True):
    """A line of an export: a session, and who sat there."""

    seated: tuple[Seated, ...]
    session: Raw


class ImportResult(Struct, frozen=True):
    """The result of importing one line."""

    match: str
    refused: WrongMatch | None = None
    known: bool = False
    """Whether the store had it already, and kept its own."""


def encode_line(exported: ExportedMatch) -> bytes:
    """One line of an export."""
    return msgspec.json.encode(exported) + b"\n"


def finished(source: Address) -> Iterator[tuple[ExportedMatch, float]]:
    """Every match that is over, the oldest first, with the part that is done.

    Matches of games that are not installed are left out.
    """
    require(source)
    try:
        with opened(source) as store:
            names = ended(store)
            for number, name in enumerate(names, start=1):
                stored = log.stored_if_readable(store, name)
                if stored is not None:
                    yield ExportedMatch(stored.seats, Raw(encode_session(stored.session))), number / len(names)
    except database_at(source).failures as error:
        raise NoStore(f"{source} cannot be read as a store: {error.args[0]}") from None


async def take_in(store: Store, text: bytes) -> ImportResult:
    """Add a session that is over, if a replay bears it out and the store does not have it; who sat there is a name."""
    return await _take_in(store, text, _by_name)


async def take_in_with_players(store: Store, text: bytes) -> ImportResult:
    """`take_in`, with seats that belong to the players they name, if this store has them."""
    return await _take_in(store, text, _as_player)


async def _take_in(store: Store, text: bytes, seat: Seating) -> ImportResult:
    try:
        document = Document(text)
        verdict = await asyncio.to_thread(document.verdict)
        session = document.session()
        seated = document.seated(Seated)
    except (MalformedInput, ParlourError) as error:
        return ImportResult("", WrongMatch("", "unreadable", str(error)))
    if not verdict.ok:
        return ImportResult(session.id, WrongMatch(session.id, verdict.code or "rejected", verdict.reason or ""))
    if session.ended is None:
        return ImportResult(session.id, WrongMatch(session.id, "not-over", "it is still being played"))
    if seated and len(seated) != session.seats:
        return ImportResult(
            session.id, WrongMatch(session.id, "unreadable", f"{len(seated)} sat at {session.seats} seats")
        )
    sitting = seated or (Seated("unknown"),) * session.seats
    return ImportResult(session.id, known=not await store.write(_add(session, sitting, seat, verdict.complete)))


@job
def _add(
    transaction: Transaction, session: AnySession, sitting: Sequence[Seated], seat: Seating, complete: bool
) -> bool:
    """Whether the match was not there yet. One that was left before its end has no outcome to be confirmed."""
    if transaction.one(_MATCH, of=session.id) is not None:
        return False
    seated = [seat(transaction, who) for who in sitting]
    listed = any(begins(entry, ()) for entry in session.entries)
    log.begin("", session, seated, listed=listed)(transaction)
    stored = log.stored(session.id)(transaction)
    if complete and stored is not None:
        standings.confirm([(stored, True)])(transaction)
    return True


def _by_name(_transaction: Transaction, who: Seated) -> Seated:
    return Seated(who.name, bot=who.bot)


def _as_player(transaction: Transaction, who: Seated) -> Seated:
    found = who.player is not None and transaction.one(_PLAYER, player=who.player) is not None
    return who if found else _by_name(transaction, who)
