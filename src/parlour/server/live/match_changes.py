"""What can happen to a match: each change gives the match after it, and tells whoever waits."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from parlour.core.errors import Refusal
from parlour.core.game import CLOCK, Seat
from parlour.core.match import AnyMatch
from parlour.server.access.limits import MOST_ENTRIES_LIVE, MOST_REFUSED_IN_A_ROW
from parlour.server.live.feed import Submitted
from parlour.store.futures import Callback
from parlour.store.transaction import Job

Reply: TypeAlias = Callable[[Submitted | None, BaseException | None], None]
"""Is called with what became of an action, or with why nothing could."""


class ChangingMatch(Protocol):
    """What a change asks of the host of a match."""

    match: AnyMatch

    def now_ms(self) -> int:
        """Milliseconds since the start."""

    def place_of(self, seat: Seat, ref: str | None) -> int | None:
        """Where an action with this ref stands in the log."""

    def count_refusal(self, refusal: Refusal) -> None:
        """One more for the metrics."""


class Change(ABC):
    """Something that happens to a match in its turn."""

    seat: Seat = CLOCK
    ref: str | None = None
    """What the player calls the last entry that it adds, if that is the player's."""
    line: bytes = b""
    """That entry as JSON, once it is on its way to the disk."""
    along: Job[object] | None = None
    """What belongs to it and is written in the same commit."""
    lists: bool = False
    """Whether it makes the match a game that histories list, once that is known."""
    discards: bool = False
    """Whether it throws the match away."""

    @abstractmethod
    def applied_to(self, host: ChangingMatch) -> AnyMatch:
        """The match after it; the host's own when there is nothing to write down."""

    @abstractmethod
    def finish(self, error: BaseException | None) -> None:
        """Tell whoever waits, after the commit."""


class Action(Change):
    """A seat tries an action."""

    def __init__(self, seat: Seat, action: Any, ref: str | None, reply: Reply, only_at: int | None) -> None:
        self.seat = seat
        self._action = action
        self._asked_ref = ref
        self._reply = reply
        self._only_at = only_at
        self._result: Submitted | None = None

    def applied_to(self, host: ChangingMatch) -> AnyMatch:
        match, self._result = host.match, None
        known = host.place_of(self.seat, self._asked_ref)
        if known is not None:
            self._result = Submitted(known, match.session.entries[known].refused)
            return match
        if self._only_at is not None and self._only_at != match.count:
            return match
        at_ms = host.now_ms()
        after, refusal = match.submit(self.seat, self._action, at_ms, MOST_ENTRIES_LIVE)
        logged = True
        if refusal is not None:
            if match.only_refused(self.seat, MOST_REFUSED_IN_A_ROW):
                host.count_refusal(refusal)
                after = match.until(at_ms, MOST_ENTRIES_LIVE)
            logged = after.count > match.count and after.last is not None and after.last.seat == self.seat
        self.ref = self._asked_ref if logged else None
        self._result = Submitted(after.count - 1 if logged else None, refusal)
        return after

    def finish(self, error: BaseException | None) -> None:
        self._reply(self._result if error is None else None, error)


class TimePasses(Change):
    """CLOCK plays what is due."""

    def __init__(self, done: Callback) -> None:
        self._done = done

    def applied_to(self, host: ChangingMatch) -> AnyMatch:
        return host.match.until(host.now_ms(), MOST_ENTRIES_LIVE)

    def finish(self, error: BaseException | None) -> None:
        self._done(None, error)


class Closing(TimePasses):
    """The match ends where it is."""

    def __init__(self, done: Callback, along: Job[object]) -> None:
        super().__init__(done)
        self.along = along

    def applied_to(self, host: ChangingMatch) -> AnyMatch:
        return host.match.close(host.now_ms(), MOST_ENTRIES_LIVE)


class Discarding(Closing):
    """The match is thrown away, unless it is over: then nothing becomes of it, nor of what comes along."""

    def __init__(self, done: Callback, along: Job[object]) -> None:
        super().__init__(done, along)
        self._belongs = along

    def applied_to(self, host: ChangingMatch) -> AnyMatch:
        match = host.match.until(host.now_ms(), MOST_ENTRIES_LIVE)
        self.discards = match.opening.ended is None
        self.along = self._belongs if self.discards else None
        return super().applied_to(host) if self.discards else match
