"""Attempts at the daily challenges."""

import msgspec
from msgspec import Struct
from sqlalchemy import and_, bindparam, select

from parlour.core.game import Outcome
from parlour.core.scoring import ShownScore
from parlour.protocol.days import day_ms, day_of
from parlour.protocol.ranking import NotCounted, reason_of
from parlour.store.shown_scores import shown_score
from parlour.store.statements import Statement
from parlour.store.tables import attempts, matches, results, rooms
from parlour.store.transaction import Transaction, job

_OUTCOME = msgspec.json.Decoder(Outcome)
_ATTEMPT = Statement(
    select(matches, rooms.c.code.label("of_room"), results.c.not_counted, results.c.counts)
    .join(attempts, attempts.c.match == matches.c.id)
    .join(results, and_(results.c.match == matches.c.id, results.c.player == attempts.c.player), isouter=True)
    .join(rooms, rooms.c.code == matches.c.room, isouter=True)
    .where(
        attempts.c.game == bindparam("game"),
        attempts.c.day == bindparam("day"),
        attempts.c.player == bindparam("player"),
    )
)

LONGEST_STREAK = 1000
"""The most days that are counted."""
_FINISHED = Statement(
    select(attempts.c.day)
    .join(matches, matches.c.id == attempts.c.match)
    .where(
        attempts.c.game == bindparam("game"),
        attempts.c.player == bindparam("player"),
        attempts.c.day <= bindparam("day"),
        matches.c.outcome.is_not(None),
    )
    .order_by(attempts.c.day.desc())
    .limit(LONGEST_STREAK)
)


class DailyAttempt(Struct, frozen=True):
    """A player's attempt at the challenge of a day."""

    match: str
    room: str | None
    """The code of its room; None when the room is closed."""
    ended: bool
    outcome: Outcome | None
    not_counted: NotCounted | None
    """Why it is not on the day's list; None while it is, or may still come there."""
    begun: bool
    """Whether the day's attempt is used up. An attempt that was opened and not begun goes with its room."""
    shown: ShownScore | None
    """The outcome's score for people."""


@job
def attempt(transaction: Transaction, game: str, day: str, player: str) -> DailyAttempt | None:
    """A player's attempt, if it has been opened."""
    row = transaction.one(_ATTEMPT, game=game, day=day, player=player)
    if row is None:
        return None
    outcome = None if row.outcome is None else _OUTCOME.decode(row.outcome)
    reason = reason_of(row.not_counted)
    ended = row.ended is not None
    if ended and outcome is None:
        reason = "unfinished"
    shown = None if outcome is None else shown_score(game, outcome.scores[0], row.counts)
    begun = ended or bool(row.listed)
    return DailyAttempt(row.id, row.of_room, ended, outcome, reason, begun=begun, shown=shown)


@job
def streak(transaction: Transaction, game: str, day: str, player: str) -> int:
    """The number of days in a row, up to a day or the day before it, on which a player finished the challenge."""
    days = {row.day for row in transaction.many(_FINISHED, game=game, player=player, day=day)}
    count, last = 0, day if day in days else day_of(day_ms(day, -1))
    while day_of(day_ms(last, -count)) in days:
        count += 1
    return count
