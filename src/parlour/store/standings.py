"""What the log says about players: their results, the best of each on every board, their ratings.

All of it is derived when a replay has borne a match out, in the same commit, and can be derived again from the log.
"""

import logging
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import structs
from sqlalchemy import bindparam, delete, func, select, update

from parlour.core.errors import ParlourError
from parlour.core.waiting import play_started
from parlour.games import kit_of, kits
from parlour.protocol.ranking import Mark, NotCounted, Seated, has_won, not_counted, places
from parlour.store import bests, log, match_seats, notifications
from parlour.store.derivation import STANDINGS, take_all, take_turn
from parlour.store.log import StoredMatch
from parlour.store.ratings import RatedMatch, RatingChange, rate
from parlour.store.shown_scores import counts_of
from parlour.store.statements import Insertion, Statement, Value, each_of
from parlour.store.tables import bests as bests_table
from parlour.store.tables import derivations, marks, matches, meetings, players, ratings, results
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
_EMPTY = tuple(
    Statement(delete(table).where(table.c.game == bindparam("game")))
    for table in (results, bests_table, ratings, meetings)
)
_CONFIRMED = Statement(
    select(matches.c.id)
    .where(matches.c.confirmed.is_(True), matches.c.game == bindparam("game"))
    .order_by(matches.c.place)
)
_GAMES = Statement(select(matches.c.game).distinct())
_VERSION = Statement(select(derivations.c.version).where(derivations.c.name == STANDINGS))
_SET_VERSION = Insertion(derivations, ("name", "version"), existing="replace")
_BEHIND = "standings of "
"""Before the name of a game that could not be read when everything was derived in a new way: what was there stays, and
is derived again where the game is installed."""
_LEAVE_BEHIND = Insertion(derivations, ("name", "version"), existing="keep")
_LEFT_BEHIND = Statement(select(derivations.c.name).where(derivations.c.name.startswith(_BEHIND)))
_CATCH_UP = Statement(delete(derivations).where(derivations.c.name == bindparam("called")))
_RESULTS = Insertion(
    results,
    (
        *("match", "player", "game", "board", "score", "won", "not_counted", "started", "ended"),
        *("rating_before", "rating_after", "provisional", "counts", "daily"),
    ),
)


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
                transaction.notify(notifications.of_match(stored.number))
            place += len(these)
            if holds:
                marked = [stored for stored in alike if stored.session.id in too_fast]
                transaction.insert(_MARKS, [(stored.session.id, stored.session.ended) for stored in marked])
                these |= {stored.session.id: structs.replace(stored, mark=Mark()) for stored in marked}
                _derive(transaction, list(these.values()))


def rebuild(transaction: Transaction) -> None:
    """Derive everything again that can be read here; until then everybody sees what was there."""
    take_all(transaction)
    _derive_again(transaction, kits())
    behind = {row.game for row in transaction.many(_GAMES)} - set(kits())
    transaction.insert(_LEAVE_BEHIND, [(_BEHIND + game, 0) for game in sorted(behind)])
    transaction.insert(_SET_VERSION, [(STANDINGS, VERSION)])


def follow_decision(transaction: Transaction, before: StoredMatch, after: StoredMatch) -> None:
    """Let what is derived follow from what a host decided about a match, as if everything were derived again.

    One that comes to count does so from now on. The ratings of a game in which one no longer counts are derived again:
    whoever played later was rated by what it had made of the others.
    """
    session, match = after.session, after.session.id
    was = _why_not(before)
    if was == _why_not(after):
        return
    if was is None and session.seats > 1:
        take_all(transaction)
        _derive_again(transaction, [session.game])
        return
    take_turn(transaction)
    [[place]] = transaction.many(_LAST)
    transaction.run(_CONFIRM, of=[match], holds=True, after=place)
    transaction.run(_FORGET_RESULTS, of=[match])
    for player in {seat.player for seat in after.seats if seat.player is not None}:
        bests.take_off(transaction, match, player)
    _derive(transaction, [after])


def are_outdated(transaction: Transaction) -> bool:
    """Whether something that can be read here was derived in an earlier way. What a later version derived stays: both
    may run."""
    derived = transaction.one(_VERSION)
    return derived is None or derived.version < VERSION or bool(_behind(transaction))


def bring_up_to_date(transaction: Transaction) -> None:
    """Rebuild unless another process has done so just now."""
    take_all(transaction)
    derived = transaction.one(_VERSION)
    if derived is None or derived.version < VERSION:
        rebuild(transaction)
    else:
        _derive_again(transaction, _behind(transaction))


def _behind(transaction: Transaction) -> list[str]:
    """Games that can be read here, and could not be where everything was derived in a new way."""
    names = {row.name.removeprefix(_BEHIND) for row in transaction.many(_LEFT_BEHIND)}
    return [game for game in kits() if game in names]


def _derive_again(transaction: Transaction, games: Iterable[str]) -> None:
    """Everything of these games, in the order in which it was confirmed."""
    for game in games:
        for empty in _EMPTY:
            transaction.run(empty, game=game)
        names = [row.id for row in transaction.many(_CONFIRMED, game=game)]
        for start in range(0, len(names), AT_ONCE):
            found = (_readable(transaction, match) for match in names[start : start + AT_ONCE])
            _derive(transaction, [stored for stored in found if stored is not None])
        transaction.run(_CATCH_UP, called=_BEHIND + game)


def _readable(transaction: Transaction, match: str) -> StoredMatch | None:
    """None for a log that this version cannot read: it does not count until one that can derives everything again."""
    try:
        return log.stored(match)(transaction)
    except ParlourError as error:
        logger.warning("match not counted", extra={"facts": {"match": match, "reason": str(error)}})
        return None


def _why_not(stored: StoredMatch) -> NotCounted | None:
    kit = kit_of(stored.session.game)
    return not_counted(kit, stored.facts(kit))


def _derive(transaction: Transaction, confirmed: Sequence[StoredMatch]) -> None:
    """What follows from matches, in their order."""
    judged: list[tuple[StoredMatch, NotCounted | None]] = []
    rated: list[RatedMatch] = []
    for stored in _as_they_sit_now(transaction, confirmed):
        reason = _why_not(stored)
        judged.append((stored, reason))
        if reason is None and stored.session.seats > 1:
            rated.append(_rated(stored))
    changes = rate(transaction, rated)
    transaction.insert(_RESULTS, [row for stored, reason in judged for row in _results(stored, reason, changes)])
    bests.improve(transaction, [stored.session.id for stored, _ in judged if stored.session.seats == 1])


def _as_they_sit_now(transaction: Transaction, confirmed: Sequence[StoredMatch]) -> Iterator[StoredMatch]:
    """The same matches, confirmed, with whoever sits there by now: somebody may have been deleted meanwhile."""
    sitting = match_seats.sitting([stored.session.id for stored in confirmed])(transaction)
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
