"""A seat submits an action: the match after it, and what whoever sent it is answered."""

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from parlour.core.errors import Refusal
from parlour.core.game import Seat
from parlour.core.match import AnyMatch

MOST_ENTRIES_LIVE = 5_000
"""Entries of one live match at a server."""
MOST_REFUSED_IN_A_ROW = 100
"""After so many refused actions of a seat in a row, further ones are answered but not logged, until one is accepted."""


class Submitted(Struct, frozen=True):
    """What became of an action."""

    seq: int | None
    """Its place in the log; None when nothing was logged."""
    refused: Refusal | None


Reply: TypeAlias = Callable[[Submitted | None, BaseException | None], None]
"""Is called with what became of an action, or with why nothing could."""


class ChangingMatch(Protocol):
    """What a change asks of the host of a match."""

    match: AnyMatch
    most_entries: int
    """Of its log; past this, actions are refused without being logged."""

    def now_ms(self) -> int:
        """Milliseconds since the start."""

    def seq_of(self, seat: Seat, ref: str | None) -> int | None:
        """The seq of a seat's action with this ref; None if there is none."""

    def count_refusal(self, refusal: Refusal) -> None:
        """One more that is not logged."""


class Submission:
    """An action that a seat submits, whoever sits there and wherever the match is kept."""

    ref: str | None = None
    """What the player calls the last entry that it adds, if that is the player's."""

    def __init__(self, seat: Seat, action: Any, ref: str | None, reply: Reply, only_at: int | None) -> None:
        self.seat = seat
        self._action = action
        self._asked_ref = ref
        self._reply = reply
        self._only_at = only_at
        self._result: Submitted | None = None

    def applied_to(self, host: ChangingMatch) -> AnyMatch:
        """The match after it; the host's own when there is nothing to write down.

        An action whose ref is in the log already is answered again and not played again. Nothing becomes of one that
        was meant for another place of the log.
        """
        match, self._result = host.match, None
        known = host.seq_of(self.seat, self._asked_ref)
        if known is not None:
            self._result = Submitted(known, match.session.entries[known].refused)
            return match
        if self._only_at is not None and self._only_at != match.count:
            return match
        at_ms = host.now_ms()
        after, refusal = match.submit(self.seat, self._action, at_ms, host.most_entries)
        logged = True
        if refusal is not None:
            if match.only_refused(self.seat, MOST_REFUSED_IN_A_ROW):
                host.count_refusal(refusal)
                after = match.until(at_ms, host.most_entries)
            logged = after.count > match.count and after.last is not None and after.last.seat == self.seat
        self.ref = self._asked_ref if logged else None
        self._result = Submitted(after.count - 1 if logged else None, refusal)
        return after

    def finish(self, error: BaseException | None) -> None:
        """Tell whoever waits, once it is written down."""
        reply = self._reply
        reply(self._result if error is None else None, error)


def is_full(match: AnyMatch, most_entries: int = MOST_ENTRIES_LIVE) -> bool:
    """Whether nothing more is logged, though the game is not over."""
    return match.count >= most_entries
