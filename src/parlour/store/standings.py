"""What the log says about players: their results, the best of each on every board, their ratings.

All of it is derived when a replay has borne a match out, in the same commit, and can be derived again from the log.
"""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import structs
from sqlalchemy import and_, bindparam, delete, func, or_, select, update

from parlour.core.errors import ParlourError
from parlour.core.waiting import play_started
from parlour.games import kit_of
from parlour.store import hints, log
from parlour.store.derivation import STANDINGS, take_all, take_turn
from parlour.store.log import StoredMatch
from parlour.store.periods import daily_period, periods_of, unwitnessed
from parlour.store.ranking import Mark, NotCounted, Origin, Seated, has_won, not_counted, places
from parlour.store.ratings import RatedMatch, RatingChange, rate
from parlour.store.shown_scores import counts_of
from parlour.store.statements import Insertion, Statement, Value, each_of, incoming
from parlour.store.tables import bests, derivations, marks, matches, meetings, players, ratings, results
from parlour.store.transaction import Transaction, job

logger = logging.getLogger("parlour")
VERSION = 6
"""Raised when the same log would be derived differently; everything is then derived again at the start."""
AT_ONCE = 100
"""Matches that are derived together when everything is derived again."""
_MATCHES = each_of("of")
_AMONG = select(_MATCHES.c.value)
_UNCONFIRMED = Statement(select(matches.c.id).where(matches.c.id.in_(_AMONG), matches.c.confirmed.is_(None)))
_LAST = Statement(select(func.coalesce(func.max(matches.c.place), 0)))
_CONFIRM = Statement(
    update(matches)
    .where(matches.c.id.in_(_AMONG))
    .values(
        confirmed=bindparam("holds"),
        place=bindparam("after") + 1 + select(_MATCHES.c.key).where(_MATCHES.c.value == matches.c.id).scalar_subquery(),
    )
)
_KNOWN = Statement(select(players.c.id).where(players.c.id.in_(_AMONG)))
_MARKS = Insertion(marks, ("match", "marked"))
_FORGET_RESULTS = Statement(delete(results).where(results.c.match.in_(_AMONG)))
_EMPTY = tuple(Statement(delete(table)) for table in (results, bests, ratings, meetings))
_CONFIRMED = Statement(select(matches.c.id).where(matches.c.confirmed.is_(True)).order_by(matches.c.place))
_VERSION = Statement(select(derivations.c.version).where(derivations.c.name == STANDINGS))
_SET_VERSION = Insertion(derivations, ("name", "version"), existing="replace")
_RESULTS = Insertion(
    results,
    (
        *("match", "player", "game", "board", "score", "won", "not_counted", "started", "ended"),
        *("rating_before", "rating_after", "provisional", "counts", "daily"),
    ),
)
_BETTER = incoming(bests).c
BETTER_BESTS = Insertion(
    bests,
    ("game", "board", "period", "player", "score", "at", "took_ms", "match", "counts"),
    existing="replace",
    only_where=or_(bests.c.score < _BETTER.score, and_(bests.c.score == _BETTER.score, bests.c.at > _BETTER.at)),
)
"""Takes the place of a worse one, or of as good a one that came later."""


@job
def confirm(
    transaction: Transaction, judged: Sequence[tuple[StoredMatch, bool]], too_fast: Collection[str] = ()
) -> None:
    """Write down what replays of stored logs said, and what follows from it; only the first time does anything.

    Matches that were played too fast are marked.
    """
    take_turn(transaction)
    unconfirmed = transaction.many(_UNCONFIRMED, of=[stored.session.id for stored, _ in judged])
    fresh = {row.id for row in unconfirmed}
    [[place]] = transaction.many(_LAST)
    for holds in (True, False):
        alike = [stored for stored, held in judged if held is holds and stored.session.id in fresh]
        these = {stored.session.id: stored for stored in alike}
        if these:
            transaction.run(_CONFIRM, of=list(these), holds=holds, after=place)
            for stored in alike:
                transaction.hint(hints.of_match(stored.number))
            place += len(these)
            if holds:
                marked = [stored for stored in alike if stored.session.id in too_fast]
                transaction.insert(_MARKS, [(stored.session.id, stored.session.ended) for stored in marked])
                these |= {stored.session.id: structs.replace(stored, mark=Mark()) for stored in marked}
                _derive(transaction, list(these.values()))


def rebuild(transaction: Transaction) -> None:
    """Derive everything again, in the order in which it was confirmed; until then everybody sees what was there."""
    take_all(transaction)
    for empty in _EMPTY:
        transaction.run(empty)
    names = [row.id for row in transaction.many(_CONFIRMED)]
    for start in range(0, len(names), AT_ONCE):
        found = (_readable(transaction, match) for match in names[start : start + AT_ONCE])
        _derive(transaction, [stored for stored in found if stored is not None])
    transaction.insert(_SET_VERSION, [(STANDINGS, VERSION)])


def derive_anew(transaction: Transaction, stored: StoredMatch) -> None:
    """Let a match that did not count follow after all that is derived: from now on it counts, or says why not."""
    match = stored.session.id
    take_turn(transaction)
    [[place]] = transaction.many(_LAST)
    transaction.run(_FORGET_RESULTS, of=[match])
    transaction.run(_CONFIRM, of=[match], holds=True, after=place)
    _derive(transaction, [stored])


def are_outdated(transaction: Transaction) -> bool:
    """Whether what is there was derived in an earlier way. What a later version derived stays: both may run."""
    derived = transaction.one(_VERSION)
    return derived is None or derived.version < VERSION


def bring_up_to_date(transaction: Transaction) -> None:
    """Rebuild unless another process has done so just now."""
    take_all(transaction)
    if are_outdated(transaction):
        rebuild(transaction)


def _readable(transaction: Transaction, match: str) -> StoredMatch | None:
    """None for a game that is not installed, or a log that this version cannot read: it counts again once it can."""
    try:
        return log.stored(match)(transaction)
    except ParlourError as error:
        logger.warning("match not counted", extra={"facts": {"match": match, "reason": str(error)}})
        return None


def _derive(transaction: Transaction, confirmed: Sequence[StoredMatch]) -> None:
    """What follows from matches, in their order."""
    judged: list[tuple[StoredMatch, NotCounted | None]] = []
    rated: list[RatedMatch] = []
    for stored in _as_they_sit_now(transaction, confirmed):
        session, kit = stored.session, kit_of(stored.session.game)
        reason = not_counted(kit, stored.facts(kit))
        judged.append((stored, reason))
        if reason is None and session.seats > 1:
            rated.append(_rated(stored))
        elif reason is None or reason == "unwitnessed":
            _improve(transaction, stored, kit.board_of(session.options, session.seats))
    changes = rate(transaction, rated)
    transaction.insert(_RESULTS, [row for stored, reason in judged for row in _results(stored, reason, changes)])


def _as_they_sit_now(transaction: Transaction, confirmed: Sequence[StoredMatch]) -> Iterator[StoredMatch]:
    """The same matches, confirmed, with whoever sits there by now: somebody may have been deleted meanwhile."""
    sitting = log.sitting([stored.session.id for stored in confirmed])(transaction)
    named = {who for seats in sitting.values() for seat in seats for who in (seat.player, seat.beginner) if who}
    known = {row.id for row in transaction.many(_KNOWN, of=sorted(named))}
    for stored in confirmed:
        seats = tuple(_as_known(seat, known) for seat in sitting[stored.session.id])
        yield structs.replace(stored, seats=seats, confirmed=True)


def _as_known(seat: Seated, known: Collection[str]) -> Seated:
    """A seat without those who are no players any more."""
    left = seat.left
    if left is not None and left.player not in known:
        left = structs.replace(left, player=None)
    return structs.replace(seat, player=seat.player if seat.player in known else None, left=left)


def _results(
    stored: StoredMatch, reason: NotCounted | None, changes: Mapping[tuple[str, str], RatingChange]
) -> list[tuple[Value, ...]]:
    """What everybody had at the end who sat there then; it counts for whoever began."""
    session, outcome = stored.session, stored.session.outcome
    if outcome is None:
        return []
    board = kit_of(session.game).board_of(session.options, session.seats)
    people = [who.player for who in stored.seats]
    return [
        (
            *(session.id, who.player, session.game, board, score, has_won(outcome, seat)),
            *(reason or (None if who.left is None else "seat-changed"), play_started(session), session.ended),
            *_changed(changes.get((session.id, who.player))),
            counts_of(session, seat),
            stored.origin.daily,
        )
        for seat, (who, score) in enumerate(zip(stored.seats, outcome.scores, strict=False))
        if who.player is not None and people.count(who.player) == 1
    ]


def _changed(change: RatingChange | None) -> tuple[Value, ...]:
    return (None, None, None) if change is None else (change.before, change.after, change.provisional)


def _rated(stored: StoredMatch) -> RatedMatch:
    session, seats = stored.session, stored.seats
    people = tuple(None if who.unrated else who.beginner for who in seats)
    return RatedMatch(
        session.id, session.game, people, places(seats, session.outcome), session.ended or session.started
    )


def _improve(transaction: Transaction, stored: StoredMatch, board: str) -> None:
    """Let a score be the best of its player, for every period in which it is.

    One that was reached at home belongs to the moment at which it was handed in, which is all that is known.
    """
    session, handed_in = stored.session, stored.origin.handed_in
    [player], outcome, ended = [who.player for who in stored.seats], session.outcome, session.ended
    if player is None or outcome is None or ended is None:
        return
    score = outcome.scores[0]
    at = ended if handed_in is None else handed_in
    took_ms, counts = ended - play_started(session), counts_of(session, 0)
    transaction.insert(
        BETTER_BESTS,
        [
            (session.game, board, period, player, score, at, took_ms, session.id, counts)
            for period in _periods(stored.origin, at)
        ],
    )


def _periods(origin: Origin, at: int) -> tuple[str, ...]:
    """On which lists a score of that moment stands."""
    if origin.handed_in is not None:
        return tuple(map(unwitnessed, periods_of(at)))
    return periods_of(at) if origin.daily is None else (daily_period(origin.daily),)
