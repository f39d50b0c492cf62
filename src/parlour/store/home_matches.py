"""Matches that were played at home and handed in: a replay has borne them out, but nobody saw when they were played.

What was played is known by its digest: handed in again by the same player, under whatever id, it is the same match.
A board counts for whoever plays it at home if nobody had played it here before, but for the match itself that was taken
home.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct, structs
from sqlalchemy import bindparam, select

from parlour.core.errors import MalformedInput, Refusal
from parlour.core.game import Seat
from parlour.core.session import SEEDS, AnySession, Entry
from parlour.protocol.ranking import NotCounted, Origin, Seated
from parlour.store import log, standings
from parlour.store.log import StoredMatch
from parlour.store.match_standing import reason_not_counted
from parlour.store.statements import Insertion, Statement
from parlour.store.tables import home_matches, matches, seats
from parlour.store.transaction import Transaction, job

_HOME_MATCHES = Insertion(home_matches, ("match", "handed_in", "digest"))
_BY_DIGEST = Statement(select(home_matches.c.match).where(home_matches.c.digest == bindparam("digest")))
_SITS = Statement(
    select(seats.c.seat).where(seats.c.match == bindparam("of"), seats.c.player == bindparam("player")).limit(1)
)
_SEED_PLAYED = Statement(
    select(matches.c.id)
    .where(
        matches.c.seed == bindparam("seed"), matches.c.game == bindparam("game"), matches.c.id != bindparam("besides")
    )
    .limit(1)
)


class HomeMatch(Struct, frozen=True):
    """A finished match that was played at home, and that a replay has borne out."""

    session: AnySession
    seats: tuple[Seated, ...]
    digest: bytes
    chosen: bool = False
    """Whether the player chose the board, as the device says."""


class HandedIn(Struct, frozen=True):
    """The result of handing a match in."""

    match: str
    """Its id here: the session's own unless another match has that."""
    known: bool
    """Whether it was here already; nothing has changed then."""
    not_counted: NotCounted | None
    """``unwitnessed`` if it ranks on the board of those that were played at home; else why it does not."""


def digest_of(session: AnySession, bots: Sequence[str | None]) -> bytes:
    """The digest of a session's board, players and actions in their order, without times and id."""
    played = [(entry.seat, entry.action) for entry in session.entries]
    board = (session.game, session.rules_version, session.options, session.seed % SEEDS, session.branch is not UNSET)
    return hashlib.sha256(msgspec.json.encode((board, bots, played))).digest()


def goes_on(there: StoredMatch, home: HomeMatch, player: str) -> bool:
    """Whether a match is what became at home of a match that its one player has not finished here.

    It is still open, or else nobody threw it away and no session went on from it before: histories still list it.
    """
    here = there.session
    return here.outcome is None and (there.listed or here.ended is None) and was_taken_home(there, home, player)


def was_taken_home(there: StoredMatch, home: HomeMatch, player: str) -> bool:
    """Whether it began as a match of one player here, alone or with the same bots, and has all that they did in it.

    What clock and bots did here since is no matter: nobody was there. Times may differ: an action whose answer was
    lost on its way was made once more at home.
    """
    here, session = there.session, home.session
    people = [seat for seat, who in enumerate(there.seats) if who.bot is None]
    played = _actions(here.entries)
    while played and played[-1][0] not in people:
        played.pop()
    return (
        [there.seats[seat].player for seat in people] == [player]
        and [who.bot for who in there.seats] == [who.bot for who in home.seats]
        and there.origin.daily is None
        and _header(here) == _header(session)
        and _actions(session.entries[: len(played)]) == played
    )


def _actions(entries: Sequence[Entry[Any]]) -> list[tuple[Seat, Any, Refusal | None]]:
    """The seat, action and refusal of each entry."""
    return [(entry.seat, entry.action, entry.refused) for entry in entries]


@job
def known(transaction: Transaction, home: HomeMatch, player: str) -> HandedIn | None:
    """The earlier result for a match that its player handed in before, or finished here in the same way."""
    for digest in (home.digest, _digest_besides(home, player)):
        row = transaction.one(_BY_DIGEST, digest=digest)
        if row is not None and transaction.one(_SITS, of=row.match, player=player) is not None:
            return _as_known(_stored(transaction, row.match))
    there = log.stored(home.session.id)(transaction)
    return None if there is None or not _is_same(there, home, player) else _as_known(there)


@job
def take_in(transaction: Transaction, home: HomeMatch, player: str, now: int, other_id: str) -> HandedIn:
    """Keep a match with what follows from it, unless it is known; under another id if its own is taken.

    If it went on from a match that its player has left here, it takes that one's place in histories; what was answered
    there stays in that one's log.
    """
    before = known(home, player)(transaction)
    if before is not None:
        return before
    session = home.session
    there = log.stored(session.id)(transaction)
    taken = there is not None and was_taken_home(there, home, player)
    besides = session.id if taken else ""
    fresh = transaction.one(_SEED_PLAYED, seed=session.seed % SEEDS, game=session.game, besides=besides) is None
    drawn = fresh and session.branch is UNSET and not home.chosen
    if there is not None:
        if taken:
            drawn = fresh and there.origin.drawn
        if there.session.ended is not None and goes_on(there, home, player):
            log.unlist(session.id)(transaction)
        session = structs.replace(session, id=other_id)
    log.begin("", session, home.seats, Origin(drawn), listed=True)(transaction)
    first = transaction.one(_BY_DIGEST, digest=home.digest) is None
    digest = home.digest if first else _digest_besides(home, player)
    transaction.insert(_HOME_MATCHES, [(session.id, now, digest)])
    stored = _stored(transaction, session.id)
    standings.confirm([(stored, True)])(transaction)
    return HandedIn(session.id, known=False, not_counted=reason_not_counted(structs.replace(stored, confirmed=True)))


def placed_in_time(session: AnySession, now: int) -> AnySession:
    """The session moved to the past if it claims to be from the future: it has just ended. MalformedInput before
    1970."""
    ahead = max(0, (session.ended or session.started) - now)
    if session.started < ahead:
        raise MalformedInput("it says that it began before 1970")
    return structs.replace(
        session, started=session.started - ahead, ended=None if session.ended is None else session.ended - ahead
    )


def _is_same(there: StoredMatch, home: HomeMatch, player: str) -> bool:
    digest = digest_of(there.session, [who.bot for who in there.seats])
    return digest == home.digest and any(who.player == player for who in there.seats)


def _digest_besides(home: HomeMatch, player: str) -> bytes:
    """The digest of a match that somebody else played and handed in in the same way: two people may choose one
    board."""
    return hashlib.sha256(home.digest + player.encode()).digest()


def _as_known(stored: StoredMatch) -> HandedIn:
    return HandedIn(stored.session.id, known=True, not_counted=reason_not_counted(stored))


def _stored(transaction: Transaction, match: str) -> StoredMatch:
    stored = log.stored(match)(transaction)
    if stored is None:
        raise LookupError(f"match {match} is not in the store")
    return stored


def _header(session: AnySession) -> AnySession:
    """The session before its first entry, without the time, which a device that goes on may know differently."""
    return structs.replace(session, started=0, entries=(), ended=None, outcome=None)
