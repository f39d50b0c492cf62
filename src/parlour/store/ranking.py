"""Whether a match counts, on a leaderboard or for ratings: one answer for rooms, standings and imports alike."""

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from parlour.core.game import Outcome
from parlour.core.kit import Kit
from parlour.core.session import Entry
from parlour.store.periods import day_ms

GRACE_MS = 3_600_000
"""An attempt at a daily challenge counts if it ends within its day, or at most so much later."""
Ranking: TypeAlias = Literal["counts", "may-count", "held", "does-not-count"]
"""``may-count``: it is still being played, or no replay has borne it out yet. ``held``: it was played faster than a
hand can, and counts once a host has looked and accepted it."""
Decision: TypeAlias = Literal["accepted", "rejected"]


class Seated(Struct, frozen=True):
    """Who sits at one seat of a match."""

    name: str
    player: str | None = None
    bot: str | None = None
    """The level, if it is a bot."""
    changed: bool = False
    """Whether somebody else sat there when the match began."""


class Origin(Struct, frozen=True):
    """Where the seed of a match comes from."""

    drawn: bool
    """Whether the server drew it; if not, somebody chose it."""
    daily: str | None = None
    """The day, if it is the seed of that day's challenge: ``2026-11-15``."""


CHOSEN = Origin(drawn=False)


class Mark(Struct, frozen=True):
    """That a result was played faster than a hand can, or that a host decided about it."""

    decision: Decision | None = None
    """None while no host has looked."""
    reason: str | None = None
    """What the host said."""


class MatchFacts(Struct, frozen=True):
    """All that decides whether a match counts; as given here, of a match that has just begun."""

    origin: Origin
    seats: Sequence[Seated]
    helped: bool = False
    """Whether somebody had help."""
    ended: int | None = None
    """In Unix milliseconds; None while it is played."""
    outcome: Outcome | None = None
    confirmed: bool | None = None
    """Whether a replay of the stored log bore out the outcome; None while nobody has looked."""
    mark: Mark | None = None


def ranking_of(kit: Kit, facts: MatchFacts) -> Ranking:
    """Whether a match counts, as far as it has been played.

    The server drew the seed; nobody had help; everybody is a person with one seat, the same from start to end. A replay
    has borne out the outcome. Alone one has to win, and a daily challenge on its day. No host rejected it; one that is
    marked has been accepted.
    """
    mark = facts.mark
    if not _fair(kit, facts) or (mark is not None and mark.decision == "rejected"):
        return "does-not-count"
    if facts.ended is None:
        return "may-count"
    if facts.outcome is None or facts.confirmed is False:
        return "does-not-count"
    if len(facts.seats) == 1 and not (0 in facts.outcome.winners and _in_time(facts.origin, facts.ended)):
        return "does-not-count"
    if facts.confirmed is None:
        return "may-count"
    return "held" if mark is not None and mark.decision is None else "counts"


def is_help(kit: Kit, entry: Entry[Any]) -> bool:
    """Whether an entry of the log is help, or asks for it."""
    return entry.refused is None and isinstance(entry.action, kit.help)


def _fair(kit: Kit, facts: MatchFacts) -> bool:
    seats = facts.seats
    people = [seat.player for seat in seats if seat.player is not None]
    return (
        facts.origin.drawn
        and not facts.helped
        and (len(seats) > 1 or kit.boards is not None)
        and all(seat.bot is None and not seat.changed for seat in seats)
        and len(people) == len(set(people))
    )


def _in_time(origin: Origin, ended: int) -> bool:
    return origin.daily is None or ended < day_ms(origin.daily, 1) + GRACE_MS
