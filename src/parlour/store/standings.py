"""What the log says about players: their results, the best of each on every board, their ratings.

All of it is derived when a replay has borne a match out, in the same commit, and can be derived again from the log.
"""

import logging
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct, structs
from sqlalchemy import bindparam, delete, exists, func, select, update

from parlour.core.errors import ParlourError
from parlour.core.game import Outcome
from parlour.core.kit import Kit
from parlour.core.waiting import play_started
from parlour.games import kit_of, kits
from parlour.protocol.ranking import Mark, MatchFacts, NotCounted, Origin, Seated, has_won, not_counted, places
from parlour.store import bests, log, match_seats, notifications
from parlour.store.derivation import STANDINGS, take_all, take_turn
from parlour.store.log import StoredMatch
from parlour.store.ratings import RatedMatch, RatingChange, rate, rate_again
from parlour.store.shown_scores import counts_of
from parlour.store.statements import Insertion, Row, Statement, Value, each_of
from parlour.store.tables import bests as bests_table
from parlour.store.tables import derivations, home_matches, marks, matches, meetings, players, ratings, results, seats
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
_OF_SEVERAL = Statement(
    select(matches.c.id)
    .where(matches.c.confirmed.is_(True), matches.c.game == bindparam("game"))
    .where(exists().where(seats.c.match == matches.c.id, seats.c.seat == 1))
    .order_by(matches.c.place)
)
_SUMMARIES = Statement(
    select(
        *(matches.c[name] for name in ("id", "started", "ended", "outcome", "drawn", "daily")),
        *(marks.c.marked, marks.c.decision, marks.c.reason, home_matches.c.handed_in),
    )
    .join(marks, marks.c.match == matches.c.id, isouter=True)
    .join(home_matches, home_matches.c.match == matches.c.id, isouter=True)
    .where(matches.c.id.in_(_AMONG))
)
_RESULTS_OF = Statement(select(results).where(results.c.match.in_(_AMONG)))
_RENEW = Insertion(results, existing="replace")
_NAMES = results.c.keys()
_CHANGE = slice(_NAMES.index("rating_before"), _NAMES.index("provisional") + 1)
"""Where the columns stand that tell what a match changed of a rating (`_changed`)."""
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
        if session.game in _behind(transaction):
            _derive_again(transaction, [session.game])
        else:
            _rate_again(transaction, session.game)
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


def _rate_again(transaction: Transaction, game: str) -> None:
    """The ratings of a game as if all of it were derived again, a third of the work: what results say stays, but for
    ratings, and no log is read where they tell what it would. So a match whose log this version cannot read counts as
    long as its results tell what it was; where they do not, they go."""
    names = [row.id for row in transaction.many(_OF_SEVERAL, game=game)]
    rated: list[RatedMatch] = []
    standing: list[Row] = []
    derived: list[tuple[StoredMatch, NotCounted | None]] = []
    read: list[str] = []
    for start in range(0, len(names), AT_ONCE):
        for match, told in _told(transaction, names[start : start + AT_ONCE], kit_of(game)).items():
            if told is not None:
                standing += told.results
                rated += [told.rated] if told.counts else []
                continue
            read.append(match)
            found = _readable(transaction, match)
            for stored in () if found is None else _as_they_sit_now(transaction, [found]):
                reason = _why_not(stored)
                derived.append((stored, reason))
                rated += [_rated(stored)] if reason is None else []
    changes = rate_again(transaction, game, rated)
    renewed = [(tuple(row), _changed(changes.get((row.match, row.player)))) for row in standing]
    transaction.insert(
        _RENEW,
        [(*row[: _CHANGE.start], *change, *row[_CHANGE.stop :]) for row, change in renewed if row[_CHANGE] != change],
    )
    transaction.run(_FORGET_RESULTS, of=read)
    transaction.insert(_RESULTS, [row for stored, reason in derived for row in _results(stored, reason, changes)])


class _Told(Struct, frozen=True):
    """What results and seats tell of a match of several."""

    results: Sequence[Row]
    rated: RatedMatch
    counts: bool


def _told(transaction: Transaction, names: Sequence[str], kit: Kit) -> dict[str, _Told | None]:
    """In the order of the names; None where only the log can tell, or would tell otherwise by now."""
    sitting = _sitting_now(transaction, names)
    found: dict[str, list[Row]] = {name: [] for name in names}
    for row in transaction.many(_RESULTS_OF, of=names):
        found[row.match].append(row)
    rows = {row.id: row for row in transaction.many(_SUMMARIES, of=names)}
    return {name: _told_of(kit, rows[name], sitting[name], found[name]) for name in names}


def _told_of(kit: Kit, row: Row, seats: tuple[Seated, ...], found: Sequence[Row]) -> _Told | None:
    said = {one.player: one.not_counted for one in found}
    if row.outcome is None or not said:
        return None
    outcome = msgspec.json.decode(row.outcome, type=Outcome)
    facts = MatchFacts(
        origin=Origin(bool(row.drawn), row.daily, row.handed_in),
        seats=seats,
        helped="helped" in said.values(),
        ended=row.ended,
        outcome=outcome,
        confirmed=True,
        mark=None if row.marked is None else Mark(row.decision, row.reason),
    )
    reason = not_counted(kit, facts)
    people = [who.player for who in seats]
    told = {who.player: _why_not_for(reason, who) for who in seats if who.player and people.count(who.player) == 1}
    if told != said:
        return None
    match = RatedMatch(row.id, kit.game.id, _beginners(seats), places(seats, outcome), row.ended or row.started)
    return _Told(found, match, reason is None)


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
    sitting = _sitting_now(transaction, [stored.session.id for stored in confirmed])
    for stored in confirmed:
        yield structs.replace(stored, seats=sitting[stored.session.id], confirmed=True)


def _sitting_now(transaction: Transaction, names: Sequence[str]) -> dict[str, tuple[Seated, ...]]:
    sitting = match_seats.sitting(names)(transaction)
    named = {who for seats in sitting.values() for seat in seats for who in (seat.player, seat.beginner) if who}
    known = {row.id for row in transaction.many(_KNOWN, of=sorted(named))}
    return {name: tuple(_as_known(seat, known) for seat in seats) for name, seats in sitting.items()}


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
            *(_why_not_for(reason, who), play_started(session), session.ended),
            *_changed(changes.get((session.id, who.player))),
            counts_of(session, seat),
            stored.origin.daily,
        )
        for seat, (who, score) in enumerate(zip(stored.seats, outcome.scores, strict=False))
        if who.player is not None and people.count(who.player) == 1
    ]


def _why_not_for(reason: NotCounted | None, who: Seated) -> NotCounted | None:
    """It counts for whoever began, and for nobody who came later."""
    return reason or (None if who.left is None else "seat-changed")


def _changed(change: RatingChange | None) -> tuple[Value, ...]:
    return (None, None, None) if change is None else (change.before, change.after, change.provisional)


def _rated(stored: StoredMatch) -> RatedMatch:
    session, seats = stored.session, stored.seats
    ended = session.ended or session.started
    return RatedMatch(session.id, session.game, _beginners(seats), places(seats, session.outcome), ended)


def _beginners(seats: Sequence[Seated]) -> tuple[str | None, ...]:
    """Who is rated for each seat."""
    return tuple(None if who.unrated else who.beginner for who in seats)
