"""Who met whom in rated matches, as ratings count it: in the store, or in memory while all of a game is rated again.

Meetings with somebody who has been deleted are with nobody in particular.
"""

from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Sequence
from typing import Protocol, TypeAlias

from msgspec import Struct, structs
from sqlalchemy import bindparam, delete, func, select

from parlour.store.statements import Insertion, Statement, Value, each_of
from parlour.store.tables import meetings
from parlour.store.transaction import Transaction

_MEET = Insertion(meetings, ("game", "player", "at", "match", "seat", "opponent", "newcomer"))
_OWN = (meetings.c.game == bindparam("game"), meetings.c.player == bindparam("player"))
_RECENT = Statement(
    select(
        func.count().filter(meetings.c.opponent == bindparam("opponent")).label("same"),
        func.count().filter(meetings.c.newcomer.is_(True)).label("newcomers"),
    ).where(*_OWN, meetings.c.at > bindparam("since"))
)
_MET = Statement(select(func.count(meetings.c.opponent.distinct())).where(*_OWN, meetings.c.newcomer.is_(False)))
_AMONG = meetings.c.match.in_(select(each_of("of").c.value))
_OF_MATCHES = Statement(select(*(meetings.c[name] for name in _MEET.columns)).where(_AMONG))
_REMOVE = Statement(delete(meetings).where(_AMONG))


class Meeting(Struct, frozen=True):
    """One meeting: a player met an opponent in a match."""

    game: str
    player: str
    at: int
    match: str
    seat: int
    """The opponent's seat."""
    opponent: str | None
    newcomer: bool
    """Whether the opponent was a newcomer."""


MeetingRow: TypeAlias = tuple[Value, ...]
"""A Meeting as a row of its table."""


class Meetings(Protocol):
    """The meetings before the match that is being rated."""

    def with_one(self, game: str, player: str | None, opponent: str | None, since: int) -> int:
        """The number of times that a player met an opponent after a moment."""

    def with_newcomers(self, game: str, player: str | None, since: int) -> int:
        """The number of times that a player met newcomers after a moment."""

    def settled_opponents(self, game: str, player: str) -> int:
        """The number of opponents whom a player has met and who were no newcomers."""

    def add(self, met: Sequence[Meeting]) -> None:
        """Count these meetings too from now on."""


class StoredMeetings:
    """The meetings in the store, to which those of a few matches are added."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def with_one(self, game: str, player: str | None, opponent: str | None, since: int) -> int:
        found = self._transaction.one(_RECENT, game=game, player=player, opponent=opponent, since=since)
        return 0 if found is None else int(found.same)

    def with_newcomers(self, game: str, player: str | None, since: int) -> int:
        found = self._transaction.one(_RECENT, game=game, player=player, opponent=None, since=since)
        return 0 if found is None else int(found.newcomers)

    def settled_opponents(self, game: str, player: str) -> int:
        [[met]] = self._transaction.many(_MET, game=game, player=player)
        return int(met)

    def add(self, met: Sequence[Meeting]) -> None:
        self._transaction.insert(_MEET, [structs.astuple(one) for one in met])


class RememberedMeetings:
    """The meetings of one game from its first match on, in memory: nothing is asked of the store."""

    def __init__(self) -> None:
        self.by_match: defaultdict[str, set[MeetingRow]] = defaultdict(set)
        self._with: defaultdict[tuple[str | None, str | None], list[int]] = defaultdict(list)
        """The moments of meetings in their order, by player and opponent."""
        self._newcomers: defaultdict[str | None, list[int]] = defaultdict(list)
        self._settled: defaultdict[str, set[str]] = defaultdict(set)

    def with_one(self, _game: str, player: str | None, opponent: str | None, since: int) -> int:
        return 0 if opponent is None else _after(self._with.get((player, opponent), []), since)

    def with_newcomers(self, _game: str, player: str | None, since: int) -> int:
        return _after(self._newcomers.get(player, []), since)

    def settled_opponents(self, _game: str, player: str) -> int:
        return len(self._settled[player])

    def add(self, met: Sequence[Meeting]) -> None:
        for one in met:
            self.by_match[one.match].add(structs.astuple(one))
            insort(self._with[one.player, one.opponent], one.at)
            if one.newcomer:
                insort(self._newcomers[one.player], one.at)
            elif one.opponent is not None:
                self._settled[one.player].add(one.opponent)


def stored_meetings(transaction: Transaction, matches: Sequence[str]) -> dict[str, set[MeetingRow]]:
    """The meetings of each match that are in the store."""
    found: dict[str, set[MeetingRow]] = {match: set() for match in matches}
    for row in transaction.many(_OF_MATCHES, of=matches):
        found[row.match].add(tuple(row))
    return found


def remove_meetings(transaction: Transaction, matches: Sequence[str]) -> None:
    """Remove the meetings of these matches."""
    transaction.run(_REMOVE, of=matches)


def add_meetings(transaction: Transaction, rows: Sequence[MeetingRow]) -> None:
    """Add meetings that are not in the store."""
    transaction.insert(_MEET, rows)


def _after(moments: Sequence[int], since: int) -> int:
    return len(moments) - bisect_right(moments, since)
