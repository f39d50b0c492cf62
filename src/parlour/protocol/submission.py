"""A seat submits an action: the match after it, and the answer to the player who sent it."""

from typing import Any, Protocol

from msgspec import Struct

from parlour.core.errors import Refusal
from parlour.core.game import CLOCK, Seat
from parlour.core.match import AnyMatch

MOST_ENTRIES_LIVE = 5_000
"""Entries of one live match at a server."""
MOST_REFUSED_IN_A_ROW = 100
"""Refused actions of a seat in a row after which further ones are answered but not logged, until one is accepted."""


class Submitted(Struct, frozen=True, gc=False):
    """The result of a submitted action."""

    seq: int | None
    """Its place in the log; None when nothing was logged."""
    refused: Refusal | None


class Applied(Struct, frozen=True, gc=False):
    """What a change would make of a match. It happens once this is written down."""

    match: AnyMatch
    """The match after the change; the match host's own when there is nothing to write down."""
    submitted: Submitted | None = None
    """What became of the action that was submitted, if one was."""
    seat: Seat = CLOCK
    """Who submitted it."""
    ref: str | None = None
    """What the player calls the last entry, if that is the player's."""
    unlogged: Refusal | None = None
    """A refusal by the rules that is not logged: the seat had too many in a row."""


class ChangingMatch(Protocol):
    """The match host, as a change of the match needs it."""

    match: AnyMatch
    most_entries: int
    """The longest log; past it, actions are refused without being logged."""

    def now_ms(self) -> int:
        """Milliseconds since the start."""

    def seq_of(self, seat: Seat, ref: str | None) -> int | None:
        """The seq of a seat's action with this ref; None if there is none."""


def applied_action(seat: Seat, action: Any, ref: str | None, only_at: int | None, match_host: ChangingMatch) -> Applied:
    """A seat tries an action, whoever sits there and wherever the match is kept.

    An action whose ref is in the log already is answered again and not played again. Nothing becomes of one that was
    meant for another seq (``only_at``).
    """
    match = match_host.match
    known = match_host.seq_of(seat, ref)
    if known is not None:
        return Applied(match, Submitted(known, match.session.entries[known].refused))
    if only_at is not None and only_at != match.count:
        return Applied(match)
    at_ms = match_host.now_ms()
    after, refusal = match.submit(seat, action, at_ms, match_host.most_entries)
    if refusal is None:
        return Applied(after, Submitted(after.count - 1, None), seat, ref)
    if match.only_refused(seat, MOST_REFUSED_IN_A_ROW):
        return Applied(match.until(at_ms, match_host.most_entries), Submitted(None, refusal), unlogged=refusal)
    if after.count > match.count and after.last is not None and after.last.seat == seat:
        return Applied(after, Submitted(after.count - 1, refusal), seat, ref)
    return Applied(after, Submitted(None, refusal))


def is_full(match: AnyMatch, most_entries: int = MOST_ENTRIES_LIVE) -> bool:
    """Whether the log is full though the game is not over."""
    return match.count >= most_entries
