"""How scores are shown to people. Ranking uses the number alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from parlour.core.game import Seat
from parlour.core.session import Entry
from parlour.core.words import Words, filled, plain, words

Counts: TypeAlias = Mapping[str, int]
"""How often actions were done, by the game's own names for them."""


class ShownScore(Struct, frozen=True):
    """A score as people read it."""

    text: Words
    """The shortest form: ``117``, ``★★☆ 6:10``."""
    spoken: Words
    """The form for screen readers, with all that decides the rank: ``2 stars in 6:10, 1 life lost``."""
    note: Words
    """What decides the rank and is not in the short form: ``1 life lost``; may be empty."""
    facts: Mapping[str, int]
    """The parts of the score, by the game's own names: ``stars``, ``time_ms``. Yes is 1, no is 0."""


class Show(Protocol):
    """Turns a score into a ShownScore: from the number alone, or with what was counted in the log."""

    def __call__(self, score: int, counts: Counts | None = None, /) -> ShownScore: ...


def amount(fact: str, one: Words, several: Words) -> Show:
    """Shows a score as an amount of something; ``{}`` in the words stands for the number."""

    def show(score: int, _counts: Counts | None = None, /) -> ShownScore:
        spoken = filled(one if score == 1 else several, score)
        return ShownScore(plain(str(score)), spoken, plain(""), {fact: score})

    return show


points = amount("points", words("{} point"), words("{} points"))


@dataclass(frozen=True)
class Scoring:
    """How the scores of a game are shown. The stored numbers and their order do not depend on it."""

    show: Show = points
    counted: Mapping[str, tuple[type[Struct], ...]] = field(default_factory=dict)
    """The actions whose number is shown with a score, by the names under which `show` receives it."""
    adds_up: bool = True
    """Whether the numbers are amounts, so that their means and differences make sense."""

    def counts(self, entries: Iterable[Entry[Any]], seat: Seat) -> Counts:
        """How often a seat did each of the actions that are shown with its score."""
        if not self.counted:
            return {}
        done = [type(entry.action) for entry in entries if entry.seat == seat and entry.refused is None]
        return {name: sum(kind in kinds for kind in done) for name, kinds in self.counted.items()}


POINTS = Scoring()
