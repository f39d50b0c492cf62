"""Ratings of a game derived again, after a result that was rated has been rejected, while everybody plays on.

The matches are read and rated beside the writer. Then rows that differ are written, in short commits. That the ratings
of a game are outdated is a row of the store with a number (``derivation.outdate_ratings``), which goes with the last of
these commits: whatever ends a process before, the next one begins anew. Another number means that earlier matches have
changed meanwhile, and that what was computed is worth nothing. Matches that were confirmed meanwhile are read on.
"""

import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import islice
from typing import Literal, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, exists, func, select

from parlour.core.game import Outcome
from parlour.core.kit import Kit
from parlour.games import kit_of
from parlour.protocol.ranking import Mark, MatchFacts, Origin, Seated, not_counted, places
from parlour.store.derivation import lock_derived_rows, outdated_ratings, ratings_are_derived
from parlour.store.match_standing import (
    ADD_RESULTS,
    REMOVE_RESULTS,
    change_columns,
    match_to_count,
    rated_match,
    rated_people,
    reason_for_seat,
    reason_not_counted,
    result_rows,
    seats_now,
    with_seats_now,
)
from parlour.store.meetings import MeetingRow, RememberedMeetings, add_meetings, remove_meetings, stored_meetings
from parlour.store.ratings import (
    Calculation,
    Changes,
    DifferingRatings,
    RatedMatch,
    differing_ratings,
    replace_ratings,
)
from parlour.store.statements import Row, Statement, Value, each_of
from parlour.store.tables import home_matches, marks, matches, results, seats
from parlour.store.transaction import Job, Transaction

T = TypeVar("T")
ResultRow: TypeAlias = tuple[Value, ...]
Pause: TypeAlias = Callable[[float], Awaitable[object]]
Found: TypeAlias = Literal["some", "all", "changed", "up to date"]
MATCHES_A_READING = 20
"""The number of matches that are rated in one reading. Whoever else computes in this process waits meanwhile."""
MATCHES_A_COMMIT = 50
"""The number of matches that have their results and meetings written in one commit, for which others wait."""
RATINGS_A_COMMIT = 500
"""The number of ratings that are written in one commit, for which others wait."""
MOST_TRIES = 50
"""How often matches that were confirmed meanwhile are read, or everything is begun anew, in one call of rate_again."""
_NAMES = results.c.keys()
_PLAYER = _NAMES.index("player")
_CHANGE = slice(_NAMES.index("rating_before"), _NAMES.index("provisional") + 1)
"""The places of the columns in a result's row that tell what the match changed of a rating."""
_SINCE = (
    matches.c.confirmed.is_(True),
    matches.c.game == bindparam("game"),
    matches.c.place > bindparam("after"),
    exists().where(seats.c.match == matches.c.id, seats.c.seat == 1),
)
_CONFIRMED_SINCE = Statement(
    select(matches.c.id, matches.c.place).where(*_SINCE).order_by(matches.c.place).limit(bindparam("most"))
)
_LAST_PLACE = Statement(select(func.coalesce(func.max(matches.c.place), 0)))
_AMONG = select(each_of("of").c.value)
_RESULTS_OF = Statement(select(results).where(results.c.match.in_(_AMONG)))
_SUMMARIES = Statement(
    select(
        *(matches.c[name] for name in ("id", "started", "ended", "outcome", "drawn", "daily")),
        *(marks.c.marked, marks.c.decision, marks.c.reason, home_matches.c.handed_in),
    )
    .join(marks, marks.c.match == matches.c.id, isouter=True)
    .join(home_matches, home_matches.c.match == matches.c.id, isouter=True)
    .where(matches.c.id.in_(_AMONG))
)


def _player_of(row: ResultRow) -> str:
    return str(row[_PLAYER])


async def _no_pause(_seconds: float) -> None:
    """No pause, for a process in which nobody else computes."""


class ReadsAndWrites(Protocol):
    """A store as this module needs it: ``Store``, or ``offline.beside_servers``."""

    async def read(self, job: Job[T]) -> T:
        """The result of a job that reads, without keeping any writer waiting."""

    async def write(self, job: Job[T]) -> T:
        """The result of a job that writes, in one commit."""


class MatchRows(Struct, frozen=True):
    """The derived rows of a match of several."""

    results: set[ResultRow]
    meetings: set[MeetingRow]


class ConfirmedMatch(Struct, frozen=True):
    """A confirmed match of several, as it is rated again."""

    id: str
    rated: RatedMatch | None
    """The match as it is rated; None if it does not count."""
    results: Sequence[ResultRow]
    """Its results as they should be, whatever they say of ratings."""
    stored: MatchRows

    def results_with(self, changes: Changes) -> set[ResultRow]:
        """Its results as they should be when the match has changed these ratings."""
        return {
            (*row[: _CHANGE.start], *change_columns(changes.get((self.id, _player_of(row)))), *row[_CHANGE.stop :])
            for row in self.results
        }


class Rerating:
    """The ratings of one game from its first match on, in memory, and how the rows of the store differ from them."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._number: int | None = None
        """The number of the outdated ratings' row when it was first read."""
        self._place = 0
        """Matches of this game up to this place were read. Places are counted over all games, and never given again."""
        self._meetings = RememberedMeetings()
        self._calculation = Calculation({}, self._meetings)
        self._differing: dict[str, MatchRows] = {}
        """The rows that matches should have, where the store has others."""
        self._compared = False
        """Whether all stored ratings were compared with what they should be, once all matches were read."""
        self._differing_ratings: DifferingRatings = {}
        """The ratings that differed then, and those of everybody whose matches were read later."""

    def read(self, transaction: Transaction) -> Found:
        """Rate the next matches in the order of their confirmation, some or all that there are; also after an error.

        ``changed``: this Rerating is of no use any more.
        """
        number = outdated_ratings(transaction).get(self._game)
        if number is None:
            return "up to date"
        if self._number is None:
            self._number = number
        if number != self._number:
            return "changed"
        found = transaction.many(_CONFIRMED_SINCE, game=self._game, after=self._place, most=MATCHES_A_READING)
        is_all = len(found) < MATCHES_A_READING
        [[place]] = transaction.many(_LAST_PLACE) if is_all else [[found[-1].place]]
        for match in _confirmed_matches(transaction, [row.id for row in found], kit_of(self._game)):
            self._rate(match)
        self._place = place
        if is_all and not self._compared:
            self._differing_ratings = differing_ratings(transaction, self._game, self._calculation.rows)
            self._compared = True
        return "all" if is_all else "some"

    def _rate(self, match: ConfirmedMatch) -> None:
        changes = {} if match.rated is None else self._calculation.add(match.rated)
        rows = MatchRows(match.results_with(changes), self._meetings.by_match.pop(match.id, set()))
        if rows != match.stored:
            self._differing[match.id] = rows
        if self._compared:
            for player in {_player_of(row) for row in (*match.results, *match.stored.results)}:
                self._differing_ratings[player] = self._calculation.rows.get((self._game, player))

    async def write_matches(self, store: ReadsAndWrites) -> None:
        """Write the rows of matches that differ, commit by commit, as long as the number is the same."""
        while self._differing:
            names = list(islice(self._differing, MATCHES_A_COMMIT))
            if not await store.write(partial(self._replace, names=names)):
                return
            for name in names:
                del self._differing[name]

    def _replace(self, transaction: Transaction, names: Sequence[str]) -> bool:
        """Write the rows of some matches, unless the number is another one; whether they are written."""
        lock_derived_rows(transaction)
        if outdated_ratings(transaction).get(self._game) != self._number:
            return False
        rows = [self._differing[name] for name in names]
        transaction.run(REMOVE_RESULTS, of=names)
        remove_meetings(transaction, names)
        transaction.insert(ADD_RESULTS, [row for match in rows for row in match.results])
        add_meetings(transaction, [row for match in rows for row in match.meetings])
        return True

    async def write_ratings(self, store: ReadsAndWrites) -> bool:
        """Write the ratings that differ, commit by commit, and with the last ones that ratings are not outdated any
        more; whether that is so."""
        while len(self._differing_ratings) > RATINGS_A_COMMIT:
            players = list(islice(self._differing_ratings, RATINGS_A_COMMIT))
            if not await store.write(partial(self._replace_ratings, players=players)):
                return False
            for player in players:
                del self._differing_ratings[player]
        return await store.write(self.finish)

    def _replace_ratings(self, transaction: Transaction, players: Sequence[str]) -> bool:
        """Write the ratings of some players, unless others are to be written by now; whether they are written."""
        if not self._is_current(transaction):
            return False
        replace_ratings(transaction, self._game, {player: self._differing_ratings[player] for player in players})
        return True

    def finish(self, transaction: Transaction) -> bool:
        """Write the last ratings, and that they are not outdated any more; whether that is so.

        The row that said so goes first, as in ``players.forget``: two commits that lock rows in one order never wait
        for each other.
        """
        if not self._is_current(transaction):
            return False
        ratings_are_derived(transaction, self._game)
        replace_ratings(transaction, self._game, self._differing_ratings)
        return True

    def _is_current(self, transaction: Transaction) -> bool:
        """Whether the computed ratings hold, and stay so until this commit: the number is the same, and all confirmed
        matches were read. So of several processes none replaces ratings by those of fewer matches."""
        lock_derived_rows(transaction)
        if self._differing or outdated_ratings(transaction).get(self._game) != self._number:
            return False
        return not transaction.many(_CONFIRMED_SINCE, game=self._game, after=self._place, most=1)


async def rate_again(store: ReadsAndWrites, game: str, pause: Pause = _no_pause) -> bool:
    """Derive the ratings of a game again if they are outdated; whether they are up to date at the end.

    After each reading but the last ``pause`` is called with the seconds that the reading took: a server lets others
    compute for as long.
    """
    rerating = Rerating(game)
    for _ in range(MOST_TRIES):
        while (found := await _read(store, rerating, pause)) == "some":
            continue
        if found == "up to date":
            return True
        if found == "changed":
            rerating = Rerating(game)
            continue
        await rerating.write_matches(store)
        if await rerating.write_ratings(store):
            return True
    return False


async def _read(store: ReadsAndWrites, rerating: Rerating, pause: Pause) -> Found:
    began = time.perf_counter()
    found = await store.read(rerating.read)
    if found == "some":
        await pause(time.perf_counter() - began)
    return found


def _confirmed_matches(transaction: Transaction, names: Sequence[str], kit: Kit) -> list[ConfirmedMatch]:
    """Matches in the order of their names. No log is read where results tell what it would, for a third of the work: so
    a match whose log this version cannot read counts as long as its results tell what it was."""
    sitting = seats_now(transaction, names)
    meetings = stored_meetings(transaction, names)
    found: dict[str, list[Row]] = {name: [] for name in names}
    for row in transaction.many(_RESULTS_OF, of=names):
        found[row.match].append(row)
    summaries = {row.id: row for row in transaction.many(_SUMMARIES, of=names)}
    return [
        _match_of_results(kit, summaries[name], sitting[name], found[name], meetings[name])
        or _match_of_log(transaction, name, found[name], meetings[name])
        for name in names
    ]


def _match_of_results(
    kit: Kit, summary: Row, seats: tuple[Seated, ...], found: Sequence[Row], meetings: set[MeetingRow]
) -> ConfirmedMatch | None:
    """A match as its results tell of it; None where only the log can tell, or would tell otherwise by now."""
    stored_reasons = {row.player: row.not_counted for row in found}
    if summary.outcome is None or not stored_reasons:
        return None
    outcome = msgspec.json.decode(summary.outcome, type=Outcome)
    facts = MatchFacts(
        origin=Origin(bool(summary.drawn), summary.daily, summary.handed_in),
        seats=seats,
        helped="helped" in stored_reasons.values(),
        ended=summary.ended,
        outcome=outcome,
        confirmed=True,
        mark=None if summary.marked is None else Mark(summary.decision, summary.reason),
    )
    reason = not_counted(kit, facts)
    people = [who.player for who in seats]
    reasons = {
        who.player: reason_for_seat(reason, who) for who in seats if who.player and people.count(who.player) == 1
    }
    if reasons != stored_reasons:
        return None
    ended = summary.ended or summary.started
    rated = RatedMatch(summary.id, kit.game.id, rated_people(seats), places(seats, outcome), ended)
    rows = [tuple(row) for row in found]
    return ConfirmedMatch(summary.id, rated if reason is None else None, rows, MatchRows(set(rows), meetings))


def _match_of_log(
    transaction: Transaction, name: str, found: Sequence[Row], meetings: set[MeetingRow]
) -> ConfirmedMatch:
    """A match as its log tells of it; without results if this version cannot read it."""
    stored = MatchRows({tuple(row) for row in found}, meetings)
    readable = match_to_count(transaction, name)
    for match in () if readable is None else with_seats_now(transaction, [readable]):
        reason = reason_not_counted(match)
        rated = rated_match(match) if reason is None else None
        return ConfirmedMatch(name, rated, result_rows(match, reason, {}), stored)
    return ConfirmedMatch(name, None, (), stored)
