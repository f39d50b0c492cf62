"""The protocol that every bot implements. A bot chooses an action; the match's host submits it like a person's."""

from dataclasses import dataclass
from typing import Any, Protocol

from parlour.core.game import Seat


class Stop(Protocol):
    """A signal to stop: a threading.Event, or anything else with `is_set`."""

    def is_set(self) -> bool:
        """Whether to stop thinking and answer now."""
        ...


@dataclass(frozen=True)
class Thinking:
    """What a bot may use up before it answers."""

    seed: int
    """The only source of chance: the same seed and position give the same answer, unless a clock cut it short."""
    seconds: float | None = None
    """Time to think by the clock; None for as long as the level usually takes."""
    stop: Stop | None = None


class Bot(Protocol):
    """One level of play of one game. Holds no state of a match and may be asked from any thread."""

    @property
    def level(self) -> str:
        """The name of the level in menus, flags and addresses: ``novice``."""
        ...

    def choose(self, state: Any, seat: Seat, thinking: Thinking) -> Any:
        """A legal action for a seat that is to move."""
        ...
