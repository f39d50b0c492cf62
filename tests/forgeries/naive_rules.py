"""What an independent replay asks of the obvious version of a game's rules."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol


class Untrue(Exception):
    """A readable session that did not happen; the first entry that shows it, if one does."""

    def __init__(self, entry: int | None = None) -> None:
        super().__init__(f"entry {entry}")
        self.entry = entry


@dataclass(frozen=True)
class No:
    """Why a move is refused."""

    code: str
    facts: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class End:
    """How a game is over."""

    reason: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class NaiveGame(Protocol):
    """A game that is played by changing it. Whoever plays it asks for the end before every move."""

    rules_version: ClassVar[int]
    seats: ClassVar[range]
    finishing_wins: ClassVar[bool]
    """Whether a player who finishes a game alone has won it; False where it cannot be played alone."""

    @staticmethod
    def read_options(value: Any) -> dict[str, Any]:
        """Options out of JSON, with those that are left out."""
        ...

    @staticmethod
    def read_action(value: Any) -> tuple[str, dict[str, Any]]:
        """An action out of JSON: its kind and its fields."""
        ...

    def __init__(self, options: dict[str, Any], seed: int, seats: int) -> None:
        """Untrue if no game can begin so."""
        ...

    def due(self) -> int | None:
        """When time is up."""
        ...

    def time_up(self, at_ms: int) -> None:
        """Time is up."""
        ...

    def play(self, seat: int, kind: str, action: dict[str, Any], at_ms: int) -> No | None:
        """A move, or why not."""
        ...

    def scores(self) -> tuple[int, ...]:
        """The points of each seat."""
        ...

    def end(self) -> End | None:
        """How it is over, if it is."""
        ...


def random_numbers(seed: int) -> Iterator[float]:
    """Mulberry32 as JavaScript has it: numbers from 0 up to but not including 1."""
    state = seed % 2**32
    while True:
        state = (state + 0x6D2B79F5) % 2**32
        mixed = (state ^ state >> 15) * (state | 1) % 2**32
        mixed ^= (mixed + (mixed ^ mixed >> 7) * (mixed | 61)) % 2**32
        yield (mixed ^ mixed >> 14) / 2**32
