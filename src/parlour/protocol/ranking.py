"""Whether a match counts, on a leaderboard or for ratings: one answer for rooms, standings and imports alike."""

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct, structs

from parlour.core.game import CLOCK, Outcome, Ready, Seat
from parlour.core.kit import Kit
from parlour.core.session import AnySession, Entry
from parlour.protocol.days import HOUR_MS, day_ms
from parlour.protocol.matches import Decision

GRACE_MS = HOUR_MS
"""An attempt at a daily challenge counts if it ends within its day, or at most so much later."""
Ranking: TypeAlias = Literal["counts", "may-count", "held", "does-not-count"]
"""``may-count``: it is still being played, or no replay has borne it out yet. ``held``: it was played faster than a
hand can, and counts once a host has looked and accepted it."""
NotCounted: TypeAlias = Literal[
    "rejected",
    "chosen-seed",
    "helped",
    "not-ranked",
    "bot",
    "seat-changed",
    "same-player",
    "not-confirmed",
    "unfinished",
    "lost",
    "no-points",
    "too-late",
    "held",
    "unwitnessed",
]
"""The reason why a match does not count, or not yet.

``chosen-seed``: somebody chose the board, so that it could be practised. ``seat-changed``: somebody else sat there when
it began. ``same-player``: one person held several seats. ``too-late``: a daily challenge began or ended after its day.
``unwitnessed``: it was played at home; nothing else speaks against it, and it ranks on a board of its own.
"""
RatedAs: TypeAlias = Literal["won", "tied", "lost"]


class Left(Struct, frozen=True):
    """A player who had moved and gave up their seat while the match was under way."""

    player: str | None
    """None for somebody who has been deleted."""
    at: int
    """The time of it, in Unix milliseconds."""


class Seated(Struct, frozen=True):
    """One seat of a match, and who sits there."""

    name: str
    player: str | None = None
    bot: str | None = None
    """The level, if it is a bot."""
    changed: bool = False
    """Whether somebody else sat there when the match began."""
    left: Left | None = None
    unrated: bool = False
    """Whether its beginner was a guest whose rating ended when they signed in (parlour.store.merging)."""

    @property
    def beginner(self) -> str | None:
        """Who sat there when the match began, as far as that is known: who is rated for the seat."""
        return self.player if self.left is None else self.left.player

    @property
    def gone(self) -> str | None:
        """The player who sat there when the match began, left during it, and has not come back, whoever may sit there
        now; None if there is none, or they have been deleted."""
        if self.left is None or (self.changed and self.left.player == self.player):
            return None
        return self.left.player


class Origin(Struct, frozen=True):
    """The origin of a match and of its seed."""

    drawn: bool
    """Whether the server drew the seed, or, of a match that was played at home, nobody had played it here before; if
    not, somebody chose it."""
    daily: str | None = None
    """The day, if it is the seed of that day's challenge: ``2026-11-15``."""
    handed_in: int | None = None
    """The time at which a match was handed in that was played at home, in Unix milliseconds; None for one that was
    played here."""


CHOSEN = Origin(drawn=False)


class Mark(Struct, frozen=True):
    """The mark of a result that was played faster than a hand can, or about which a host decided."""

    decision: Decision | None = None
    """None while no host has looked."""
    reason: str | None = None
    """What the host said."""


class MatchFacts(Struct, frozen=True):
    """The facts that decide whether a match counts. The defaults are those of a match that has just begun."""

    origin: Origin
    seats: Sequence[Seated]
    helped: bool = False
    """Whether somebody had help."""
    all_moved: bool = False
    """Whether every seat has made a move."""
    began: int = 0
    """The time at which play began, in Unix milliseconds."""
    ended: int | None = None
    """The time at which it ended, in Unix milliseconds; None while it is played."""
    outcome: Outcome | None = None
    confirmed: bool | None = None
    """Whether a replay of the stored log bore out the outcome; None while nobody has looked."""
    mark: Mark | None = None


def ranking_of(kit: Kit, facts: MatchFacts) -> Ranking:
    """Whether a match counts, as far as it has been played."""
    reason = not_counted(kit, facts)
    if reason is not None:
        return "held" if reason == "held" else "does-not-count"
    return "may-count" if facts.ended is None or facts.confirmed is None else "counts"


def not_counted(kit: Kit, facts: MatchFacts) -> NotCounted | None:
    """Why a match does not count, as far as it has been played; None if it does, or may.

    The server drew the seed; nobody had help; everybody is a person with one seat from start to end, or has left. A
    replay has borne it out. Alone one has to win and to have points, and a daily challenge on its day; what several
    began and nobody finished counts if everybody had moved and somebody left. No host rejected it; one that is marked
    has been accepted. It was played here, where its time was seen.
    """
    mark = facts.mark
    if mark is not None and mark.decision == "rejected":
        return "rejected"
    reason = _unfair(kit, facts) or _undeserved(facts) or ("held" if _is_held(facts) else None)
    return "unwitnessed" if reason is None and facts.origin.handed_in is not None else reason


def reason_of(text: str | None) -> NotCounted | None:
    """The reason that the store has as a text."""
    found: NotCounted | None = msgspec.convert(text, NotCounted | None)
    return found


def has_won(outcome: Outcome, seat: Seat) -> bool:
    """Whether a seat won: among others by the outcome, alone with points too."""
    return seat in outcome.winners and (len(outcome.scores) > 1 or outcome.scores[seat] > 0)


def places(seats: Sequence[Seated], outcome: Outcome | None) -> tuple[int, ...]:
    """The place of each seat's beginner, from 1; ties share one.

    Whoever stayed comes by the outcome: the winners first, then by their score. Whoever left comes after them, those
    who left later first. Without an outcome all who stayed are first.
    """
    keys = [_place_key(seat, who, outcome) for seat, who in enumerate(seats)]
    order = sorted(set(keys))
    return tuple(order.index(key) + 1 for key in keys)


def rated_as(seats: Sequence[Seated], outcome: Outcome | None, seat: Seat) -> RatedAs:
    """The result of a match for the rating of a seat's beginner: first, first with others, or not first."""
    came_in = places(seats, outcome)
    if came_in[seat] > 1:
        return "lost"
    return "won" if came_in.count(1) == 1 else "tied"


def seat_taken(before: Seated, who: Seated, left: Left | None) -> Seated:
    """A seat after somebody sat down there: its beginner who comes back, or somebody else.

    The player who sat there before may count as having left.
    """
    if who.player is not None and who.player == before.player and not before.changed:
        return who
    return structs.replace(who, changed=True, left=before.left or left)


def is_help(kit: Kit, entry: Entry[Any]) -> bool:
    """Whether an entry of the log is help, or asks for it."""
    return entry.refused is None and isinstance(entry.action, kit.help)


def all_moved(session: AnySession) -> bool:
    """Whether every seat has made a move that was accepted."""
    return len({entry.seat for entry in session.entries if is_move(entry)}) == session.seats


def is_move(entry: Entry[Any]) -> bool:
    """Whether an entry is an accepted move of a seat. Ready is no move."""
    return entry.refused is None and entry.seat != CLOCK and not isinstance(entry.action, Ready)


def _unfair(kit: Kit, facts: MatchFacts) -> NotCounted | None:
    """The reason that is known from the beginning, or as soon as it happens."""
    seats = facts.seats
    people = [seat.beginner for seat in seats if seat.beginner is not None]
    stayed = [seat for seat in seats if seat.left is None]
    if not facts.origin.drawn:
        return "chosen-seed"
    if facts.helped:
        return "helped"
    if len(seats) == 1 and kit.boards is None:
        return "not-ranked"
    if any(seat.changed for seat in stayed):
        return "seat-changed"
    if any(seat.bot is not None for seat in stayed):
        return "bot"
    return None if len(people) == len(set(people)) else "same-player"


def _undeserved(facts: MatchFacts) -> NotCounted | None:
    """The reason that is known only at the end."""
    outcome = facts.outcome
    if facts.ended is None:
        return None
    if facts.confirmed is False:
        return "not-confirmed"
    if outcome is None:
        return None if _left_undone(facts) else "unfinished"
    if len(facts.seats) > 1:
        return None
    if 0 not in outcome.winners:
        return "lost"
    if not has_won(outcome, 0):
        return "no-points"
    return None if _in_time(facts.origin.daily, facts.began, facts.ended) else "too-late"


def _is_held(facts: MatchFacts) -> bool:
    return facts.confirmed is True and facts.mark is not None and facts.mark.decision is None


def _left_undone(facts: MatchFacts) -> bool:
    return len(facts.seats) > 1 and facts.all_moved and any(seat.left is not None for seat in facts.seats)


def _place_key(seat: Seat, who: Seated, outcome: Outcome | None) -> tuple[int, int]:
    if who.left is not None:
        return (2, -who.left.at)
    if outcome is None or seat in outcome.winners:
        return (0, 0)
    return (1, -outcome.scores[seat])


def _in_time(daily: str | None, began: int, ended: int) -> bool:
    """Whether an attempt was made on its day. After the day everybody may see its board."""
    if daily is None:
        return True
    past = day_ms(daily, 1)
    return began < past and ended < past + GRACE_MS
