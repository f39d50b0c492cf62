"""What one client did and saw, noted by itself in the order in which it happened, on one clock for all clients."""

from hashlib import blake2b
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct


class Sent(Struct, frozen=True, tag="sent"):
    """An action left for the server, for the first time or again."""

    at_s: float
    match: str
    seat: int
    ref: str
    action: dict[str, Any]


class Answered(Struct, frozen=True, tag="answered"):
    """The server said what became of an action."""

    at_s: float
    match: str
    seat: int
    ref: str
    seq: int | None
    """Its place in the log; None when nothing was logged."""
    refused: str | None
    """The code of the refusal."""


class Faulted(Struct, frozen=True, tag="faulted"):
    """The server would not take a message."""

    at_s: float
    code: str
    ref: str | None = None


class Seen(Struct, frozen=True, tag="seen"):
    """A view arrived."""

    at_s: float
    match: str
    seat: int | None
    seq: int
    """How many entries the log had."""
    shown: str
    """The digest of what was on show."""


class Lost(Struct, frozen=True, tag="lost"):
    """The connection is gone, or answers no more."""

    at_s: float
    why: str


class Back(Struct, frozen=True, tag="back"):
    """The first view after a loss."""

    at_s: float


class Spoke(Struct, frozen=True, tag="spoke"):
    """A phrase was sent to everybody in the room."""

    at_s: float
    phrase: str


class Heard(Struct, frozen=True, tag="heard"):
    """Somebody's phrase arrived."""

    at_s: float
    player: str
    phrase: str


class Returned(Struct, frozen=True, tag="returned"):
    """Somebody who had left a seat has it again: the server said so."""

    at_s: float
    match: str


class Discarded(Struct, frozen=True, tag="discarded"):
    """The server said that a match played alone was thrown away."""

    at_s: float
    match: str


class Attempted(Struct, frozen=True, tag="attempted"):
    """The server said which match the attempt at a daily challenge is."""

    at_s: float
    game: str
    match: str


class StillSignedIn(Struct, frozen=True, tag="still-signed-in"):
    """A device was let in after the server had said that it was signed out."""

    at_s: float
    where: str


Event: TypeAlias = (
    Sent | Answered | Faulted | Seen | Lost | Back | Spoke | Heard | Returned | Discarded | Attempted | StillSignedIn
)


class Absence(Struct, frozen=True):
    """The time without a connection, and what was in the way."""

    seconds: float
    why: tuple[str, ...]


class History(Struct, frozen=True):
    """One client's notes."""

    player: str
    room: str
    events: tuple[Event, ...]

    def absences(self) -> list[Absence]:
        """From each loss of the connection to the next view."""
        found = []
        lost: list[Lost] = []
        for event in self.events:
            if isinstance(event, Lost):
                lost.append(event)
            elif isinstance(event, Back) and lost:
                found.append(Absence(event.at_s - lost[0].at_s, tuple(one.why for one in lost)))
                lost = []
        return found


def digest(
    view: object,
    *,
    to_move: object,
    scores: object,
    outcome: object,
    due_ms: int | None,
    last: object,
    last_ref: str | None,
) -> str:
    """The same for two views that show the same, and for no others: everything but what the clock says now."""
    shown = [view, to_move, scores, outcome, due_ms, last, last_ref]
    plain = msgspec.json.decode(msgspec.json.encode(shown))
    return blake2b(msgspec.json.encode(plain, order="deterministic"), digest_size=8).hexdigest()


def digest_of_message(message: dict[str, Any]) -> str:
    """The digest of a ``view`` message."""
    names = ("to_move", "scores", "outcome", "due_ms", "last", "last_ref")
    return digest(message["view"], **{name: message[name] for name in names})
