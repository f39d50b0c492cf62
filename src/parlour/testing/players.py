"""Players for tests: they know the contract and no game."""

import math
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct, inspect

from parlour.core.game import AnyGame
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch, Match
from parlour.core.mulberry32 import below, mulberry32

Numbers = Iterator[int]
LETTERS = "ab1 -é"


def pick(numbers: Numbers, choices: Any) -> Any:
    """One of the choices, by the next random number."""
    return choices[below(next(numbers), len(choices))]


def all_options(game: AnyGame) -> list[Struct]:
    """The defaults, and each option alone at every value or bound that its type names."""
    default = game.options()
    found = [default]
    for field in inspect.type_info(game.options).fields:  # type: ignore[attr-defined]
        kind = field.type
        values = list(getattr(kind, "values", ())) + [getattr(kind, bound, None) for bound in ("ge", "le")]
        if isinstance(kind, inspect.BoolType):
            values = [False, True]
        found += [msgspec.structs.replace(default, **{field.name: value}) for value in values if value is not None]
    return list(dict.fromkeys(found))


def random_action(game: AnyGame, numbers: Numbers) -> Any:
    """A well-formed action, most likely nonsense."""
    return random_struct(pick(numbers, game.actions), numbers)


def random_struct(kind: Any, numbers: Numbers) -> Any:
    """A value of a Struct type with any values in its fields that their types allow."""
    fields = inspect.type_info(kind).fields  # type: ignore[attr-defined]
    return kind(**{field.name: _random_value(field.type, numbers) for field in fields})


def _random_value(kind: Any, numbers: Numbers) -> Any:
    match kind:
        case inspect.LiteralType():
            return pick(numbers, kind.values)
        case inspect.EnumType():
            return pick(numbers, list(kind.cls))
        case inspect.BoolType():
            return pick(numbers, (False, True))
        case inspect.NoneType():
            return None
        case inspect.IntType(multiple_of=None) | inspect.FloatType(multiple_of=None):
            return _random_number(kind, numbers)
        case inspect.StrType(pattern=None):
            return "".join(pick(numbers, LETTERS) for _ in range(_length(kind, numbers)))
        case _:
            return _random_parts(kind, numbers)


def _random_parts(kind: Any, numbers: Numbers) -> Any:
    match kind:
        case inspect.TupleType():
            return tuple(_random_value(item, numbers) for item in kind.item_types)
        case inspect.VarTupleType():
            return tuple(_random_value(kind.item_type, numbers) for _ in range(_length(kind, numbers)))
        case inspect.UnionType():
            return _random_value(pick(numbers, kind.types), numbers)
        case inspect.StructType():
            return random_struct(kind.cls, numbers)
        case inspect.Metadata():
            return _random_value(kind.type, numbers)
        case _:
            raise TypeError(f"teach random_action about {kind}")


def _random_number(kind: inspect.IntType | inspect.FloatType, numbers: Numbers) -> int | float:
    if isinstance(kind, inspect.IntType):
        least = kind.ge if kind.gt is None else kind.gt + 1
        most = kind.le if kind.lt is None else kind.lt - 1
        low, high = map(int, _within(least, most))
        return low + below(next(numbers), high - low + 1)
    above = kind.ge if kind.gt is None else math.nextafter(kind.gt, math.inf)
    under = kind.le if kind.lt is None else math.nextafter(kind.lt, -math.inf)
    start, end = _within(above, under)
    return start + (end - start) * below(next(numbers), 1000) / 1000


def _within(least: float | None, most: float | None) -> tuple[float, float]:
    """From -3 to 20, or what is nearest to that within these bounds."""
    least, most = -math.inf if least is None else least, math.inf if most is None else most
    low = max(least, min(-3, most))
    return low, min(most, max(20, low))


def _length(kind: Any, numbers: Numbers) -> int:
    least = kind.min_length or 0
    most = least + 4 if kind.max_length is None else min(kind.max_length, least + 4)
    return least + below(next(numbers), most - least + 1)


def begin(game: AnyGame, seed: int, options: Struct | None = None, seats: int | None = None) -> AnyMatch:
    """A match with an id and a date that say it is a test's."""
    return Match.begin(game, id=f"test-{seed}", seed=seed, started=1_700_000_000_000, options=options, seats=seats)


def timed_options(game: AnyGame) -> list[Struct]:
    """Those of all_options with which a time limit runs from the start."""
    return [options for options in all_options(game) if begin(game, 0, options).due_ms is not None]


def blind_action(match: AnyMatch, numbers: Numbers, at_ms: int) -> AnyMatch:
    """The match after somebody tried any action that is legal now or, now and then, nonsense."""
    game = match.game
    seat = pick(numbers, game.to_move(match.state))
    if below(next(numbers), 10) == 0:
        seat = below(next(numbers), match.session.seats)
        action = random_action(game, numbers)
    else:
        action = pick(numbers, game.legal_actions(match.state, seat))
    match, _ = match.submit(seat, action, at_ms)
    return match


def random_game(match: AnyMatch, numbers: Numbers, *, most: int = 5_000, pause_ms: int = 400) -> Iterator[AnyMatch]:
    """The match after each action of players who choose blindly and, now and then, try nonsense."""
    for _ in range(most):
        if match.outcome is not None:
            return
        match = blind_action(match, numbers, match.last_ms + below(next(numbers), pause_ms))
        yield match
    raise AssertionError(f"{match.game.id} did not end within {most} actions")


def slow_game(match: AnyMatch, numbers: Numbers, *, most: int = 5_000, pause_ms: int = 400) -> Iterator[AnyMatch]:
    """The match after each action of such players who, now and then, let a time limit pass, or act just as it does."""
    for _ in range(most):
        if match.outcome is not None:
            return
        due = match.due_ms
        if due is None or below(next(numbers), 8):
            match = blind_action(match, numbers, match.last_ms + below(next(numbers), pause_ms))
        elif below(next(numbers), 2):
            match = blind_action(match, numbers, due)
        else:
            match = match.until(due)
        yield match
    raise AssertionError(f"{match.game.id} did not end within {most} actions")


def finished(game: AnyGame, seed: int, options: Struct | None = None, seats: int | None = None) -> AnyMatch:
    """A whole game of blind players."""
    *_, match = random_game(begin(game, seed, options, seats), mulberry32(seed))
    return match


def everybody(match: AnyMatch) -> range:
    """Every seat at the table."""
    return range(match.session.seats)


def some_match(kit: Kit, seed: int) -> AnyMatch:
    """A match with options and seats that follow from the seed."""
    numbers = mulberry32(seed)
    return begin(kit.game, seed, pick(numbers, all_options(kit.game)), pick(numbers, kit.game.seats))


def some_game(kit: Kit, seed: int) -> list[AnyMatch]:
    """Such a match after each action of blind players, who are slow in every other game."""
    numbers = mulberry32(seed)
    start = some_match(kit, seed)
    return [start, *pick(numbers, (random_game, slow_game))(start, numbers)]
