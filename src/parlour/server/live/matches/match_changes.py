"""What can happen to a match: each change gives the match after it, and tells whoever waits."""

from abc import ABC, abstractmethod

from parlour.core.game import CLOCK, Seat
from parlour.core.match import AnyMatch
from parlour.protocol.submission import MOST_ENTRIES_LIVE, ChangingMatch, Submission
from parlour.store.futures import Callback
from parlour.store.transaction import Job


class Change(ABC):
    """Something that happens to a match in its turn."""

    seat: Seat = CLOCK
    ref: str | None = None
    """What the player calls the last entry that it adds, if that is the player's."""
    line: bytes = b""
    """That entry as JSON, once it is on its way to the disk."""
    same_commit: Job[object] | None = None
    """What is written in the same commit, besides its entries."""
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


class Action(Submission, Change):
    """A seat tries an action."""


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

    def __init__(self, done: Callback, same_commit: Job[object]) -> None:
        super().__init__(done)
        self.same_commit = same_commit

    def applied_to(self, host: ChangingMatch) -> AnyMatch:
        return host.match.close(host.now_ms(), MOST_ENTRIES_LIVE)


class Discarding(Closing):
    """The match is thrown away, unless it is over: then nothing becomes of it, nor of what belongs to its commit."""

    def __init__(self, done: Callback, same_commit: Job[object]) -> None:
        super().__init__(done, same_commit)
        self._belongs = same_commit

    def applied_to(self, host: ChangingMatch) -> AnyMatch:
        match = host.match.until(host.now_ms(), MOST_ENTRIES_LIVE)
        self.discards = match.opening.ended is None
        self.same_commit = self._belongs if self.discards else None
        return super().applied_to(host) if self.discards else match
