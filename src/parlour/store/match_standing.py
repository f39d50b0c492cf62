"""What one confirmed match says about its players: whether it counts, their results, and how it is rated."""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import structs
from sqlalchemy import delete, select

from parlour.core.errors import MalformedInput
from parlour.core.waiting import play_started
from parlour.games import kit_of
from parlour.protocol.ranking import NotCounted, Seated, has_won, not_counted, places
from parlour.store import log, match_seats
from parlour.store.log import StoredMatch
from parlour.store.ratings import RatedMatch, RatingChange
from parlour.store.shown_scores import counts_of
from parlour.store.statements import Insertion, Statement, Value, each_of
from parlour.store.tables import players, results
from parlour.store.transaction import Transaction

logger = logging.getLogger("parlour")
_AMONG = select(each_of("of").c.value)
_KNOWN = Statement(select(players.c.id).where(players.c.id.in_(_AMONG)))
ADD_RESULTS = Insertion(results)
REMOVE_RESULTS = Statement(delete(results).where(results.c.match.in_(_AMONG)))
"""Removes the results of the matches ``of``."""


def match_to_count(transaction: Transaction, match: str) -> StoredMatch | None:
    """A match from which standings are derived; None, which is logged, if this version cannot read its log: it does not
    count until a version derives it that can."""
    try:
        return log.stored(match)(transaction)
    except MalformedInput as error:
        logger.warning("match not counted", extra={"facts": {"match": match, "reason": str(error)}})
        return None


def reason_not_counted(stored: StoredMatch) -> NotCounted | None:
    """Why a match does not count; None if it does."""
    kit = kit_of(stored.session.game)
    return not_counted(kit, stored.facts(kit))


def reason_for_seat(reason: NotCounted | None, seat: Seated) -> NotCounted | None:
    """Why a match does not count for whoever sits there at its end: it counts only for whoever began."""
    return reason or (None if seat.left is None else "seat-changed")


def with_seats_now(transaction: Transaction, confirmed: Sequence[StoredMatch]) -> Iterator[StoredMatch]:
    """Confirmed matches with those who sit there by now: somebody may have been deleted since they were read."""
    seats = seats_now(transaction, [stored.session.id for stored in confirmed])
    for stored in confirmed:
        yield structs.replace(stored, seats=seats[stored.session.id], confirmed=True)


def seats_now(transaction: Transaction, matches: Sequence[str]) -> dict[str, tuple[Seated, ...]]:
    """The seats of each match, without players who have been deleted."""
    sitting = match_seats.sitting(matches)(transaction)
    named = {who for seats in sitting.values() for seat in seats for who in (seat.player, seat.beginner) if who}
    known = {row.id for row in transaction.many(_KNOWN, of=sorted(named))}
    return {match: tuple(_as_known(seat, known) for seat in seats) for match, seats in sitting.items()}


def _as_known(seat: Seated, known: Collection[str]) -> Seated:
    """A seat without players who have been deleted."""
    left = seat.left
    if left is not None and left.player not in known:
        left = structs.replace(left, player=None)
    return structs.replace(seat, player=seat.player if seat.player in known else None, left=left)


def result_rows(
    stored: StoredMatch, reason: NotCounted | None, changes: Mapping[tuple[str, str], RatingChange]
) -> list[tuple[Value, ...]]:
    """Rows of ``results``: what each player had who sat there at the end. Changes are by match and player."""
    session, outcome = stored.session, stored.session.outcome
    if outcome is None:
        return []
    board = kit_of(session.game).board_of(session.options, session.seats)
    people = [who.player for who in stored.seats]
    return [
        (
            *(session.id, who.player, session.game, board, score, has_won(outcome, seat)),
            *(reason_for_seat(reason, who), play_started(session), session.ended),
            *change_columns(changes.get((session.id, who.player))),
            counts_of(session, seat),
            stored.origin.daily,
        )
        for seat, (who, score) in enumerate(zip(stored.seats, outcome.scores, strict=False))
        if who.player is not None and people.count(who.player) == 1
    ]


def change_columns(change: RatingChange | None) -> tuple[Value, ...]:
    """The columns of a result that tell what the match changed of a rating."""
    return (None, None, None) if change is None else (change.before, change.after, change.provisional)


def rated_match(stored: StoredMatch) -> RatedMatch:
    """A match of several that counts, as it is rated."""
    session, seats = stored.session, stored.seats
    ended = session.ended or session.started
    return RatedMatch(session.id, session.game, rated_people(seats), places(seats, session.outcome), ended)


def rated_people(seats: Sequence[Seated]) -> tuple[str | None, ...]:
    """The player who is rated for each seat; None if nobody is."""
    return tuple(None if who.unrated else who.beginner for who in seats)
