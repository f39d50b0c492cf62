"""What a table at home answers with."""

from typing import TypeAlias

from msgspec import Raw, Struct

from parlour.home.kept import HomeSeatFor
from parlour.home.thinking import AdviceAsked
from parlour.protocol.matches import MatchNow
from parlour.protocol.messages import Fault
from parlour.protocol.ranking import NotCounted

Frames: TypeAlias = list[bytes]
"""Messages as a socket would carry them, in order."""


class AdviceRequest(Struct, frozen=True):
    """The result of asking for advice."""

    frames: Frames
    """The messages that follow: that advice was asked for is an entry of the log."""
    question: AdviceAsked | None
    fault: Fault | None = None
    """Why advice cannot be asked for."""


class FinishedMatch(Struct, frozen=True):
    """A match that has ended."""

    session: Raw
    seats: tuple[HomeSeatFor, ...]
    match: MatchNow
    tried: bool
    """Whether it went on from a moment of another."""
    chosen: bool
    """Whether its board was chosen."""
    not_counted: NotCounted | None
    """Why it does not count where time is seen: the hub's own answer, of a match that is handed in there."""
