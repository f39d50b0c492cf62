"""The players of these tests find a value for whatever an action may hold."""

import math
from enum import Enum
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from parlour.core.mulberry32 import mulberry32
from parlour.testing.players import all_options, first_limited, random_struct, reckons_with_time, timed_options
from tests import alone, nim, stones


class Card(Enum):
    ACE = "ace"
    KING = "king"


class Cell(Struct, frozen=True):
    row: Annotated[int, Meta(gt=100)]
    col: Annotated[int, Meta(lt=-100)]


class Everything(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="everything"):
    card: Card
    cells: tuple[Cell, ...]
    few: Annotated[tuple[int, ...], Meta(min_length=2, max_length=3)]
    kind: Literal["a", "b"]
    pair: tuple[int, str]
    part: Annotated[float, Meta(gt=0, lt=0.1)]
    maybe: bool | None
    weight: float
    word: Annotated[str, Meta(min_length=1, max_length=5)]


def test_a_random_action_is_well_formed_whatever_its_fields_are() -> None:
    numbers = mulberry32(1)
    made = [random_struct(Everything, numbers) for _ in range(200)]
    for action in made:
        assert msgspec.json.decode(msgspec.json.encode(action), type=Everything) == action
    assert {len(action.few) for action in made} == {2, 3}
    assert {action.maybe for action in made} == {True, False, None}
    assert len({action.word for action in made}) > 50


class Choices(Struct, frozen=True, forbid_unknown_fields=True):
    """With options of every kind."""

    card: Card = Card.ACE
    closed: Annotated[int, Meta(ge=2, lt=7)] = 3
    count: int = 3
    fives: Annotated[int, Meta(ge=1, multiple_of=5)] = 10
    kind: Literal["a", "b"] = "a"
    maybe: bool | None = None
    mode: Literal["x"] | None = None
    name: str = "it"
    note: str | None = None
    on: bool = True
    pace: Annotated[float, Meta(gt=1, le=2)] = 1.5
    seconds: Annotated[int, Meta(ge=0)] = 0
    target: Annotated[int, Meta(ge=1, le=72)] | None = None
    under: Annotated[float, Meta(le=5)] | None = 1.0


TRIED: dict[str, set[object]] = {
    "card": {Card.ACE, Card.KING},
    "closed": {2, 3, 6},
    "count": {-97, 3, 4, 103},
    "fives": {10, 15, 510},
    "kind": {"a", "b"},
    "maybe": {None, False, True},
    "mode": {None, "x"},
    "name": {"it"},
    "note": {None, "a"},
    "on": {False, True},
    "pace": {math.nextafter(1, 2), 1.5, 2.0},
    "seconds": {0, 1, 100},
    "target": {None, 1, 72},
    "under": {None, -99.0, 1.0, 5.0},
}


class OfEveryKind(nim.Nim):
    options = Choices  # type: ignore[assignment]


@pytest.mark.parametrize("name", TRIED)
def test_an_option_of_every_kind_is_tried_at_a_few_of_its_values(name: str) -> None:
    tried = all_options(OfEveryKind())
    assert tried[0] == Choices()
    assert {getattr(options, name) for options in tried} == TRIED[name]


def test_one_option_at_a_time_is_tried() -> None:
    assert len(all_options(OfEveryKind())) == 1 + sum(len(values) - 1 for values in TRIED.values())


class Span(Struct, frozen=True, forbid_unknown_fields=True):
    """Its first value lies below its last."""

    first: Annotated[int, Meta(ge=0, le=9)]
    last: Annotated[int, Meta(ge=0, le=9)]

    def __post_init__(self) -> None:
        if self.first >= self.last:
            raise ValueError("the first lies below the last")


class Never(Struct, frozen=True, forbid_unknown_fields=True):
    """A value of which none is allowed."""

    word: str

    def __post_init__(self) -> None:
        raise ValueError("nothing is allowed")


class OrderedOptions(nim.Options, frozen=True):
    """Options that do not go with all others."""

    least: Annotated[int, Meta(ge=0, le=9)] = 3
    most: Annotated[int, Meta(ge=0, le=9)] = 5
    span: Span = Span(2, 7)
    never: Never | None = None

    def __post_init__(self) -> None:
        if self.least > self.most:
            raise ValueError("the least is no more than the most")


class Ordered(nim.Nim):
    options = OrderedOptions


def test_values_that_the_options_themselves_refuse_are_not_tried() -> None:
    tried = [options for options in all_options(Ordered()) if isinstance(options, OrderedOptions)]
    assert {options.least for options in tried} == {0, 3}
    assert {options.most for options in tried} == {5, 9}
    assert {(options.span.first, options.span.last) for options in tried} == {(2, 7), (0, 7), (2, 9)}
    assert {options.never for options in tried} == {None}


class OpenLimit(nim.Options, frozen=True):
    """With a limit that has no bound above."""

    turn_seconds: Annotated[int, Meta(ge=0)] = 0


class Open(nim.Nim):
    options = OpenLimit


class TwoOptions(nim.Options, frozen=True):
    """The limit runs in one mode alone."""

    blitz: bool = False


class InBlitz(nim.Nim):
    options = TwoOptions

    def start(self, options: nim.Options, seed: int, seats: int) -> nim.State:
        assert isinstance(options, TwoOptions)
        state = super().start(options, seed, seats)
        return state if options.blitz else msgspec.structs.replace(state, turn_ms=0)


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """A limit with two parts, one of which says whether it runs."""

    runs: bool
    seconds: Annotated[int, Meta(ge=0, le=60)] = 0


class ClockOption(nim.Options, frozen=True):
    """The limit is a Struct."""

    clock: Clock = Clock(runs=False)


class ClockOrNone(nim.Options, frozen=True):
    """The limit is a Struct that may be missing."""

    clock: Clock | None = None


class WithClock(nim.Nim):
    options = ClockOption

    def start(self, options: nim.Options, seed: int, seats: int) -> nim.State:
        assert isinstance(options, ClockOption | ClockOrNone)
        seconds = options.clock.seconds if options.clock is not None and options.clock.runs else 0
        return msgspec.structs.replace(super().start(options, seed, seats), turn_ms=seconds * 1000)


class WithClockOrNone(WithClock):
    options = ClockOrNone  # type: ignore[assignment]


class LateLimit(nim.Nim):
    """The limit runs once something was taken."""

    def deadline(self, state: nim.State) -> int | None:
        return super().deadline(state) if any(state.taken) else None


class VeryLateLimit(nim.Nim):
    """The limit runs once twenty have been taken, one after another."""

    def start(self, options: nim.Options, seed: int, seats: int) -> nim.State:
        return msgspec.structs.replace(super().start(options, seed, seats), heaps=(1,) * 30)

    def deadline(self, state: nim.State) -> int | None:
        return super().deadline(state) if sum(state.heaps) <= 10 else None


class Forgotten(nim.Nim):
    """Its clock would act, but no limit ever runs."""

    def deadline(self, state: nim.State) -> int | None:  # noqa: ARG002
        return None


class NeverLimited(nim.Nim):
    """No limit runs whatever the options are."""

    def start(self, options: nim.Options, seed: int, seats: int) -> nim.State:
        return msgspec.structs.replace(super().start(options, seed, seats), turn_ms=0)


@pytest.mark.parametrize(
    "game", [nim.Nim(), Open(), InBlitz(), WithClock(), WithClockOrNone(), LateLimit(), VeryLateLimit()]
)
def test_options_with_a_time_limit_are_found_wherever_it_comes_from(game: nim.Nim) -> None:
    assert timed_options(game)
    for options in timed_options(game):
        assert first_limited(game, 1, options) is not None


@pytest.mark.parametrize("game", [Forgotten(), NeverLimited()])
def test_rules_that_speak_of_a_limit_that_never_runs_are_told_from_rules_without_one(game: nim.Nim) -> None:
    assert not timed_options(game)
    assert reckons_with_time(game)
    assert not any(reckons_with_time(other) for other in (alone.kit.game, stones.kit.game))
