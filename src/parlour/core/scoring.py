"""What a score means to people: how it is shown and what it is made of. Ranking knows the number alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from parlour.core.game import Seat
from parlour.core.session import Entry
from parlour.core.words import Words, filled, plain, words

Counts: TypeAlias = Mapping[str, int]
"""How often something was done, by the game's own names."""


class ShownScore(Struct, frozen=True):
    """A score as people read it."""

    text: Words
    """As short as it goes: ``117``, ``★★☆ 6:10``."""
    spoken: Words
    """The same as it is said, with all that decides the rank: ``2 stars in 6:10, 1 life lost``."""
    note: Words
    """What the short form leaves out and the rank counts: ``1 life lost``; empty when there is nothing."""
    facts: Mapping[str, int]
    """What the score is made of, by the game's own names: ``stars``, ``time_ms``. A yes is 1, a no is 0."""


class Show(Protocol):
    """Puts a score into words: by the number alone, or with what was counted in the log."""

    def __call__(self, score: int, counts: Counts | None = None, /) -> ShownScore: ...


def amount(fact: str, one: Words, several: Words) -> Show:
    """A score that is a number of something; ``{}`` in the words stands for how many."""

    def show(score: int, _counts: Counts | None = None, /) -> ShownScore:
        spoken = filled(one if score == 1 else several, score)
        return ShownScore(plain(str(score)), spoken, plain(""), {fact: score})

    return show


points = amount("points", words("{} point"), words("{} points"))


@dataclass(frozen=True)
class Scoring:
    """How the scores of a game are shown. The stored number and the order of the numbers stay what they are."""

    show: Show = points
    counted: Mapping[str, tuple[type[Struct], ...]] = field(default_factory=dict)
    """Actions whose number is told with a score, by the names under which `show` is given it."""
    adds_up: bool = True
    """Whether the numbers are an amount of something, so that a mean or a difference of them says something."""

    def counts(self, entries: Iterable[Entry[Any]], seat: Seat) -> Counts:
        """How often a seat did what is told with its score."""
        if not self.counted:
            return {}
        done = [type(entry.action) for entry in entries if entry.seat == seat and entry.refused is None]
        return {name: sum(kind in kinds for kind in done) for name, kinds in self.counted.items()}


POINTS = Scoring()
