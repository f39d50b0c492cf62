"""The one protocol of all bots. A bot chooses; whoever hosts the match submits its action like a person's."""

from dataclasses import dataclass
from typing import Any, Protocol

from parlour.core.game import Seat


class Stop(Protocol):
    """A threading.Event, or anything else that can be asked."""

    def is_set(self) -> bool:
        """Whether to stop thinking and answer now."""
        ...


@dataclass(frozen=True)
class Thinking:
    """What a bot may use up before it answers."""

    seed: int
    """The only source of chance: the same seed and position give the same answer, unless a clock cut it short."""
    seconds: float | None = None
    """Time to think by the clock; None for the level's own."""
    stop: Stop | None = None


class Bot(Protocol):
    """One level of play of one game. Holds no state of a match and may be asked from any thread."""

    @property
    def level(self) -> str:
        """``novice``: in menus, flags and addresses."""
        ...

    def choose(self, state: Any, seat: Seat, thinking: Thinking) -> Any:
        """A legal action for a seat that is to move."""
        ...
