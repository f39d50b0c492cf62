"""What the log says about players: their results, the best of each on every board, their ratings.

All of it is derived when a replay has borne a match out, in the same commit, and can be derived again from the log.
"""

import logging
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import structs
from sqlalchemy import Connection, and_, bindparam, delete, func, or_, select, update
from sqlalchemy.dialects.sqlite import insert

from parlour.core.errors import ParlourError
from parlour.core.kit import Kit
from parlour.core.session import AnySession, Entry
from parlour.games import kit_of
from parlour.store import log
from parlour.store.log import Seated, StoredMatch
from parlour.store.periods import daily_period, day_ms, periods_of
from parlour.store.ratings import rate
from parlour.store.statements import Prepared
from parlour.store.tables import bests, derivations, matches, players, ratings, results
from parlour.store.writer import Job

logger = logging.getLogger("parlour")
VERSION = 1
"""Raised when the same log would be derived differently; everything is then derived again at the start."""
NAME = "standings"
GRACE_MS = 3_600_000
"""An attempt at a daily challenge ranks if it ends within its day, or at most so much later."""
_LAST_PLACE = Prepared(select(func.max(matches.c.place)))
_CONFIRM = Prepared(
    update(matches)
    .where(matches.c.id == bindparam("of"), matches.c.confirmed.is_(None))
    .values(confirmed=bindparam("holds"), place=bindparam("next"))
)
_KNOWN = Prepared(select(players.c.id).where(players.c.id == bindparam("who")))
_RESULT = Prepared(insert(results))

# What counts


def board_of(kit: Kit, session: AnySession) -> str:
    """The board of a match: the game's own, or how many play."""
    if kit.boards is not None:
        return kit.boards.of(session.options)
    return "solo" if session.seats == 1 else f"{session.seats}-players"


def may_count(kit: Kit, origin: log.Origin, seats: Sequence[Seated], entries: Iterable[Entry[Any]]) -> bool:
    """Whether a match can come to count, on a leaderboard or for ratings, as far as it has been played.

    The server drew the seed; nobody had help; everybody is a person with one seat, the same from start to end.
    """
    people = [seat.player for seat in seats if seat.player is not None]
    return (
        origin.drawn
        and (len(seats) > 1 or kit.boards is not None)
        and all(seat.bot is None and not seat.changed for seat in seats)
        and len(people) == len(set(people))
        and not (kit.help and any(entry.refused is None and isinstance(entry.action, kit.help) for entry in entries))
    )


def counts(kit: Kit, stored: StoredMatch) -> bool:
    """Whether a match counts, or can still come to count."""
    session = stored.session
    if not may_count(kit, stored.origin, stored.seats, session.entries):
        return False
    if session.outcome is None or session.ended is None:
        return session.ended is None
    if session.seats > 1:
        return stored.confirmed is not False
    in_time = stored.origin.daily is None or session.ended < day_ms(stored.origin.daily, 1) + GRACE_MS
    return stored.confirmed is not False and 0 in session.outcome.winners and in_time


# Deriving


def confirm(stored: StoredMatch, holds: bool) -> Job[None]:
    """Write down what a replay of the stored log said, and what follows from it; only the first time does anything."""
    match = stored.session.id

    def run(connection: Connection) -> None:
        place = (_LAST_PLACE.run(connection).fetchone()[0] or 0) + 1
        told = _CONFIRM.run(connection, of=match, holds=holds, next=place)
        if told.rowcount and holds:
            # Somebody may have been deleted since the log was read.
            seats = log.seated(match)(connection)
            _derive(connection, structs.replace(stored, seats=seats, confirmed=True))

    return run


def rebuild(connection: Connection) -> None:
    """Derive everything again, in the order in which it was confirmed."""
    for table in (results, bests, ratings):
        connection.execute(delete(table))
    confirmed = select(matches.c.id).where(matches.c.confirmed.is_(True)).order_by(matches.c.place)
    for match in connection.scalars(confirmed).all():
        try:
            stored = log.stored(match)(connection)
        except ParlourError as error:
            # A game that is not installed, or a log that this version cannot read: it counts again once it can.
            logger.warning("match not counted", extra={"facts": {"match": match, "reason": str(error)}})
            continue
        if stored is not None:
            _derive(connection, stored)
    row = {"name": NAME, "version": VERSION}
    connection.execute(insert(derivations).values(row).on_conflict_do_update(index_elements=["name"], set_=row))


def bring_up_to_date(connection: Connection) -> None:
    """Rebuild if what is there was derived in another way."""
    if connection.scalar(select(derivations.c.version).where(derivations.c.name == NAME)) != VERSION:
        rebuild(connection)


def _derive(connection: Connection, stored: StoredMatch) -> None:
    session, kit = stored.session, kit_of(stored.session.game)
    outcome, ended = session.outcome, session.ended
    if outcome is None or ended is None:
        return
    board, counted = board_of(kit, session), counts(kit, stored)
    known = _known(connection, stored.seats)
    single = [player for player in known if player is not None and known.count(player) == 1]
    for seat, player in enumerate(known):
        if player in single:
            row = {
                "match": session.id,
                "player": player,
                "game": session.game,
                "board": board,
                "score": outcome.scores[seat],
                "won": seat in outcome.winners,
                "counted": counted,
                "started": session.started,
                "ended": ended,
            }
            _RESULT.run(connection, **row)
    if counted and session.seats > 1:
        rate(connection, session.game, known, outcome, ended)
    elif counted and known[0] is not None:
        _improve(connection, stored, board, known[0], outcome.scores[0], ended)


def _known(connection: Connection, seats: Sequence[Seated]) -> list[str | None]:
    """The player of each seat, None where it is nobody that the server knows."""
    return [seat.player if _KNOWN.run(connection, who=seat.player).fetchone() else None for seat in seats]


def _improve(connection: Connection, stored: StoredMatch, board: str, player: str, score: int, ended: int) -> None:
    """Let a score be the best of its player, for every period in which it is."""
    game, daily = stored.session.game, stored.origin.daily
    fresh = {"score": score, "at": ended, "took_ms": ended - stored.session.started, "match": stored.session.id}
    better = or_(bests.c.score < score, and_(bests.c.score == score, bests.c.at > ended))
    for period in periods_of(ended) if daily is None else (daily_period(daily),):
        key = {"game": game, "board": board, "period": period, "player": player}
        connection.execute(
            insert(bests).values(key | fresh).on_conflict_do_update(index_elements=list(key), set_=fresh, where=better)
        )
