"""What the log says about players: their results, the best of each on every board, their ratings.

All of it is derived when a replay has borne a match out, in the same commit, and can be derived again from the log.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import structs
from sqlalchemy import Connection, and_, bindparam, delete, func, or_, select, update
from sqlalchemy.dialects.sqlite import insert

from parlour.core.errors import ParlourError
from parlour.core.game import Seat
from parlour.core.kit import Kit
from parlour.core.session import AnySession, Entry
from parlour.games import kit_of
from parlour.store import log
from parlour.store.log import Seated, StoredMatch
from parlour.store.periods import daily_period, day_ms, periods_of
from parlour.store.ratings import RatedMatch, rate
from parlour.store.statements import Prepared, listed, many, raw
from parlour.store.tables import bests, derivations, matches, players, ratings, results, seats
from parlour.store.writer import Job, add_rows

logger = logging.getLogger("parlour")
VERSION = 1
"""Raised when the same log would be derived differently; everything is then derived again at the start."""
NAME = "standings"
GRACE_MS = 3_600_000
"""An attempt at a daily challenge ranks if it ends within its day, or at most so much later."""
AT_ONCE = 100
"""Matches that are derived together when everything is derived again."""
_MATCHES = many("of")
_AMONG = select(_MATCHES.c.value)
_UNCONFIRMED = Prepared(
    select(
        func.json_group_array(matches.c.id), select(func.coalesce(func.max(matches.c.place), 0)).scalar_subquery()
    ).where(matches.c.id.in_(_AMONG), matches.c.confirmed.is_(None))
)
_CONFIRM = Prepared(
    update(matches)
    .where(matches.c.id.in_(_AMONG))
    .values(
        confirmed=bindparam("holds"),
        place=bindparam("after") + 1 + select(_MATCHES.c.key).where(_MATCHES.c.value == matches.c.id).scalar_subquery(),
    )
)
_SITTING = Prepared(
    select(func.json_group_array(func.json_array(seats.c.match, seats.c.seat, players.c.id, seats.c.changed)))
    .select_from(seats.outerjoin(players, players.c.id == seats.c.player))
    .where(seats.c.match.in_(_AMONG))
)
_NAMES = msgspec.json.Decoder(list[str])
_SITTERS = msgspec.json.Decoder(list[tuple[str, Seat, str | None, int]])
_RESULTS = "INTO results (match, player, game, board, score, won, counted, started, ended)"

# What counts


def board_of(kit: Kit, session: AnySession) -> str:
    """The board of a match: the game's own, or how many play."""
    return kit.board_of(session.options, session.seats)


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


def confirm(judged: Sequence[tuple[StoredMatch, bool]]) -> Job[None]:
    """Write down what replays of stored logs said, and what follows from it; only the first time does anything."""

    def run(connection: Connection) -> None:
        names = [stored.session.id for stored, _ in judged]
        unconfirmed, place = _UNCONFIRMED.run(connection, of=listed(names)).fetchone()
        fresh = set(_NAMES.decode(unconfirmed))
        for holds in (True, False):
            told = [stored for stored, held in judged if held is holds and stored.session.id in fresh]
            these = {stored.session.id: stored for stored in told}
            if these:
                _CONFIRM.run(connection, of=listed(these), holds=holds, after=place)
                place += len(these)
                if holds:
                    _derive(connection, list(these.values()))

    return run


def rebuild(connection: Connection) -> None:
    """Derive everything again, in the order in which it was confirmed."""
    for table in (results, bests, ratings):
        connection.execute(delete(table))
    confirmed = select(matches.c.id).where(matches.c.confirmed.is_(True)).order_by(matches.c.place)
    names = connection.scalars(confirmed).all()
    for start in range(0, len(names), AT_ONCE):
        found = (_readable(connection, match) for match in names[start : start + AT_ONCE])
        _derive(connection, [stored for stored in found if stored is not None])
    row = {"name": NAME, "version": VERSION}
    connection.execute(insert(derivations).values(row).on_conflict_do_update(index_elements=["name"], set_=row))


def _readable(connection: Connection, match: str) -> StoredMatch | None:
    """None for a game that is not installed, or a log that this version cannot read: it counts again once it can."""
    try:
        return log.stored(match)(connection)
    except ParlourError as error:
        logger.warning("match not counted", extra={"facts": {"match": match, "reason": str(error)}})
        return None


def bring_up_to_date(connection: Connection) -> None:
    """Rebuild if what is there was derived in another way."""
    if connection.scalar(select(derivations.c.version).where(derivations.c.name == NAME)) != VERSION:
        rebuild(connection)


def _derive(connection: Connection, confirmed: Sequence[StoredMatch]) -> None:
    """What follows from matches, in their order."""
    rows: list[tuple[Any, ...]] = []
    rated: list[RatedMatch] = []
    for stored in _as_they_sit_now(connection, confirmed):
        session, kit = stored.session, kit_of(stored.session.game)
        outcome, ended = session.outcome, session.ended
        if outcome is None or ended is None:
            continue
        board, counted = board_of(kit, session), counts(kit, stored)
        known = [who.player for who in stored.seats]
        rows += [
            (session.id, player, session.game, board, score, seat in outcome.winners, counted, session.started, ended)
            for seat, (player, score) in enumerate(zip(known, outcome.scores, strict=False))
            if player is not None and known.count(player) == 1
        ]
        if counted and session.seats > 1:
            rated.append(RatedMatch(session.game, known, outcome, ended))
        elif counted and known[0] is not None:
            _improve(connection, stored, board, known[0], outcome.scores[0], ended)
    add_rows(raw(connection), rows, _RESULTS)
    rate(connection, rated)


def _as_they_sit_now(connection: Connection, confirmed: Sequence[StoredMatch]) -> Iterator[StoredMatch]:
    """The same matches, confirmed, with whoever sits there by now: somebody may have been deleted meanwhile."""
    names = [stored.session.id for stored in confirmed]
    [joined] = _SITTING.run(connection, of=listed(names)).fetchone()
    now = {(name, seat): (player, bool(changed)) for name, seat, player, changed in _SITTERS.decode(joined)}
    for stored in confirmed:
        sitting = []
        for seat, who in enumerate(stored.seats):
            player, changed = now[stored.session.id, seat]
            sitting.append(structs.replace(who, player=player, changed=changed))
        yield structs.replace(stored, seats=tuple(sitting), confirmed=True)


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
