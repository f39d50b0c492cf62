"""What the log says about players: their results, the best of each on every board, their ratings.

All of it is derived when a replay has borne a match out, in the same commit, and can be derived again from the log.
"""

from collections.abc import Collection, Iterable, Sequence

from msgspec import structs
from sqlalchemy import bindparam, delete, func, select, update

from parlour.games import kits
from parlour.protocol.ranking import Mark, NotCounted
from parlour.store import bests, derivation, notifications
from parlour.store.derivation import STANDINGS, lock_alone, lock_derived_rows
from parlour.store.log import StoredMatch
from parlour.store.match_standing import (
    ADD_RESULTS,
    REMOVE_RESULTS,
    match_to_count,
    rated_match,
    reason_not_counted,
    result_rows,
    with_seats_now,
)
from parlour.store.meetings import remove_meetings
from parlour.store.ratings import RatedMatch, rate
from parlour.store.statements import Insertion, Statement, each_of
from parlour.store.tables import bests as bests_table
from parlour.store.tables import derivations, marks, matches, meetings, ratings, results
from parlour.store.transaction import Transaction, job

VERSION = 6
"""The version of what is derived, raised when the same log would be derived differently; everything is then derived
again at the start."""
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
_MARKS = Insertion(marks, ("match", "marked"))
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
_STANDINGS_OF = "standings of "
"""The prefix of the name of a game that was not installed where everything was derived in a new way: what was there
stays, and is derived again where the game is installed."""
_LEAVE_BEHIND = Insertion(derivations, ("name", "version"), existing="keep")
_LEFT_BEHIND = Statement(select(derivations.c.name).where(derivations.c.name.startswith(_STANDINGS_OF)))
_CATCH_UP = Statement(delete(derivations).where(derivations.c.name == bindparam("called")))


@job
def confirm(
    transaction: Transaction, judged: Sequence[tuple[StoredMatch, bool]], too_fast: Collection[str] = ()
) -> None:
    """Write whether replays of stored logs hold, and what follows from that.

    Matches that were confirmed before are left as they are; those that were played too fast are marked.
    """
    lock_derived_rows(transaction)
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
    """Derive everything again, of all games that are installed here; everybody sees what was there until the commit."""
    lock_alone(transaction)
    _derive_again(transaction, kits())
    behind = {row.game for row in transaction.many(_GAMES)} - set(kits())
    transaction.insert(_LEAVE_BEHIND, [(_STANDINGS_OF + game, 0) for game in sorted(behind)])
    transaction.insert(_SET_VERSION, [(STANDINGS, VERSION)])


def follow_decision(transaction: Transaction, before: StoredMatch, after: StoredMatch) -> None:
    """Change what is derived as a host's decision about a match asks for.

    A match that comes to count does so from now on. If a rated match no longer counts, its result says so at once, and
    the ratings of its game are outdated: later matches were rated by what it had made of its players (``rerating``).
    """
    session, match = after.session, after.session.id
    was, now = reason_not_counted(before), reason_not_counted(after)
    if was == now:
        return
    if was is None and session.seats > 1:
        lock_alone(transaction)
        remove_meetings(transaction, [match])
        transaction.run(REMOVE_RESULTS, of=[match])
        [stored] = with_seats_now(transaction, [after])
        transaction.insert(ADD_RESULTS, result_rows(stored, now, {}))
        derivation.outdate_ratings(transaction, session.game)
        return
    lock_derived_rows(transaction)
    derivation.renumber_outdated_ratings(transaction)
    [[place]] = transaction.many(_LAST)
    transaction.run(_CONFIRM, of=[match], holds=True, after=place)
    transaction.run(REMOVE_RESULTS, of=[match])
    for player in {seat.player for seat in after.seats if seat.player is not None}:
        bests.take_off(transaction, match, player)
    _derive(transaction, [after])


def are_outdated(transaction: Transaction) -> bool:
    """Whether standings of a game that is installed here were derived by an earlier version. Those of a later version
    stay: both may run."""
    derived = transaction.one(_VERSION)
    return derived is None or derived.version < VERSION or bool(_games_left_behind(transaction))


def bring_up_to_date(transaction: Transaction) -> None:
    """Rebuild unless another process has done so just now."""
    lock_alone(transaction)
    derived = transaction.one(_VERSION)
    if derived is None or derived.version < VERSION:
        rebuild(transaction)
    else:
        _derive_again(transaction, _games_left_behind(transaction))


def _games_left_behind(transaction: Transaction) -> list[str]:
    """Games that are installed here, and were not where everything was derived in a new way."""
    names = {row.name.removeprefix(_STANDINGS_OF) for row in transaction.many(_LEFT_BEHIND)}
    return [game for game in kits() if game in names]


def _derive_again(transaction: Transaction, games: Iterable[str]) -> None:
    """Derive all standings of these games, in the order in which their matches were confirmed."""
    for game in games:
        for empty in _EMPTY:
            transaction.run(empty, game=game)
        names = [row.id for row in transaction.many(_CONFIRMED, game=game)]
        for start in range(0, len(names), AT_ONCE):
            found = (match_to_count(transaction, match) for match in names[start : start + AT_ONCE])
            _derive(transaction, [stored for stored in found if stored is not None])
        transaction.run(_CATCH_UP, called=_STANDINGS_OF + game)
        derivation.ratings_are_derived(transaction, game)


def _derive(transaction: Transaction, confirmed: Sequence[StoredMatch]) -> None:
    """Write what follows from confirmed matches, in their order."""
    judged: list[tuple[StoredMatch, NotCounted | None]] = []
    rated: list[RatedMatch] = []
    for stored in with_seats_now(transaction, confirmed):
        reason = reason_not_counted(stored)
        judged.append((stored, reason))
        if reason is None and stored.session.seats > 1:
            rated.append(rated_match(stored))
    changes = rate(transaction, rated)
    transaction.insert(ADD_RESULTS, [row for stored, reason in judged for row in result_rows(stored, reason, changes)])
    bests.improve(transaction, [stored.session.id for stored, _ in judged if stored.session.seats == 1])
