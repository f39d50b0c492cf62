"""Players for tests: they know the contract and no game."""

import math
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct, inspect

from parlour.core.game import AnyGame
from parlour.core.kit import Kit
from parlour.core.match import AnyMatch, Match
from parlour.core.mulberry32 import below, mulberry32

Numbers = Iterator[int]
Kinds = tuple[type, ...]
LETTERS = "ab1 -é"
FAR = 100
"""How far from its default an open number is tried: far enough for its rules, near enough for a game to end."""
FEW = 8
"""Actions after which most time limits run that ever do: no whole game is played to find those."""
MOST_ACTIONS = 5_000
"""Actions within which a game of blind players ends."""
MOST_PAIRS = 200
"""How many options are tried with two at other values: each takes a game."""
_TIMED: dict[int, tuple[AnyGame, tuple[Struct, ...]]] = {}
"""What timed_options found, by the identity of the game, which is kept with it: no contract lets it be hashed."""


def pick(numbers: Numbers, choices: Any) -> Any:
    """One of the choices, by the next random number."""
    return choices[below(next(numbers), len(choices))]


def all_options(game: AnyGame) -> list[Struct]:
    """The defaults, and each option alone at every value or bound that its type names: an open number at some around
    its default, what may be empty both empty and not."""
    default = game.options()
    return list(dict.fromkeys([default, *(options for _, options in _changed(default))]))


def _changed(options: Struct) -> Iterator[tuple[str, Struct]]:
    """Each option alone at its other values, with the option's name."""
    return ((name, changed) for name, changed in _with_fields_changed(options) if _is_allowed(changed))


def _with_fields_changed(struct: Struct, within: Kinds = ()) -> Iterator[tuple[str, Struct]]:
    """Each field alone at its other values, with its name; those of a Struct in it are called ``clock.seconds``."""
    for field in inspect.type_info(type(struct)).fields:  # type: ignore[attr-defined]
        for name, value in _named_values(field.name, field.type, getattr(struct, field.name), within):
            yield from ((name, changed) for changed in _with_field(struct, field.name, value))


def _with_field(struct: Struct, field: str, value: Any) -> list[Struct]:
    """The struct with another value in one field; none if its ``__post_init__`` refuses that."""
    try:
        return [msgspec.structs.replace(struct, **{field: value})]
    except (TypeError, ValueError):
        return []


def _named_values(name: str, kind: Any, default: Any, within: Kinds) -> Iterator[tuple[str, Any]]:
    match kind:
        case inspect.Metadata():
            yield from _named_values(name, kind.type, default, within)
        case inspect.UnionType():
            for one in kind.types:
                yield from _named_values(name, one, default, within)
        case inspect.StructType() if kind.cls not in within:
            for struct in [default] if isinstance(default, kind.cls) else _example(kind):
                yield name, struct
                changed = _with_fields_changed(struct, (*within, kind.cls))
                yield from ((f"{name}.{field}", value) for field, value in changed)
        case _:
            yield from ((name, value) for value in _values(kind, default))


def _example(kind: inspect.StructType) -> list[Any]:
    """One with the defaults of its fields, and any values where there are none; none if those are of unknown kinds, or
    its ``__post_init__`` refuses them."""
    numbers, fields = mulberry32(0), [field for field in kind.fields if field.required]
    try:
        return [kind.cls(**{field.name: _random_value(field.type, numbers) for field in fields})]
    except (TypeError, ValueError):
        return []


def _values(kind: Any, default: Any) -> Iterable[Any]:
    match kind:
        case inspect.NoneType():
            return (None,)
        case inspect.BoolType():
            return (False, True)
        case inspect.EnumType():
            return tuple(kind.cls)
        case inspect.LiteralType():
            return kind.values
        case inspect.IntType() | inspect.FloatType():
            return _numbers(kind, default)
        case inspect.StrType() if default is None:
            return (LETTERS[0],)
        case _:
            return ()


def _numbers(kind: inspect.IntType | inspect.FloatType, default: Any) -> list[int | float]:
    """Both bounds; where there is none above, one more than the default and far more, where there is none below, far
    less."""
    least, most = _bounds(kind)
    known = [number for number in (default, least, most) if isinstance(number, int | float)]
    near, step = known[0] if known else 0, kind.multiple_of or 1
    low = near - FAR * step if least is None else least
    high = [near + step, near + FAR * step] if most is None else [most]
    return [_number_of(kind, number) for number in (low, *high)]


def _number_of(kind: inspect.IntType | inspect.FloatType, number: float) -> int | float:
    return int(number) if isinstance(kind, inspect.IntType) else float(number)


def _is_allowed(options: Struct) -> bool:
    """Whether a log would be read with these options: a bound that is no multiple where one is asked for is none."""
    try:
        return bool(msgspec.json.decode(msgspec.json.encode(options), type=type(options)) == options)
    except msgspec.ValidationError:
        return False


def can_vary_all_options(game: AnyGame) -> bool:
    """Whether all_options tries other values of every option, and of whatever is within it: of text and of tuples there
    are too many to find one that means something to the rules."""
    return _can_vary(inspect.type_info(game.options))


def _can_vary(kind: Any, within: Kinds = ()) -> bool:
    match kind:
        case inspect.Metadata():
            return _can_vary(kind.type, within)
        case inspect.UnionType():
            return all(_can_vary(one, within) for one in kind.types)
        case inspect.StructType():
            return kind.cls not in within and all(_can_vary(field.type, (*within, kind.cls)) for field in kind.fields)
        case _:
            return bool(_values(kind, 0))


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
    start, end = _within(*_bounds(kind))
    if isinstance(kind, inspect.IntType):
        return int(start) + below(next(numbers), int(end) - int(start) + 1)
    return start + (end - start) * below(next(numbers), 1000) / 1000


def _bounds(kind: inspect.IntType | inspect.FloatType) -> tuple[float | None, float | None]:
    """The least and the most that it may be; None where it is open."""
    if isinstance(kind, inspect.IntType):
        return kind.ge if kind.gt is None else kind.gt + 1, kind.le if kind.lt is None else kind.lt - 1
    least = kind.ge if kind.gt is None else math.nextafter(kind.gt, math.inf)
    return least, kind.le if kind.lt is None else math.nextafter(kind.lt, -math.inf)


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


def timed_options(game: AnyGame) -> tuple[Struct, ...]:
    """Those of all_options with which a time limit runs, from the start or a few actions later.

    Where there are none, though the rules reckon with time, those with which one runs later in a game; then those of
    two options together, which are not among all_options: the first MOST_PAIRS of them.
    """
    if id(game) not in _TIMED:
        _TIMED[id(game)] = game, _timed_options(game)
    return _TIMED[id(game)][1]


def _timed_options(game: AnyGame) -> tuple[Struct, ...]:
    single = all_options(game)
    found = _limited(game, single, FEW)
    if found or not reckons_with_time(game):
        return found
    return _limited(game, single, MOST_ACTIONS) or _limited(game, _pairs(game), MOST_ACTIONS)


def _pairs(game: AnyGame) -> list[Struct]:
    """The defaults with two options at other values, the first of them."""
    pairs = (
        options for name, changed in _changed(game.options()) for other, options in _changed(changed) if other > name
    )
    return list(islice(dict.fromkeys(pairs), MOST_PAIRS))


def _limited(game: AnyGame, tried: Iterable[Struct], most: int) -> tuple[Struct, ...]:
    """Those options with which a time limit runs within so many actions."""
    return tuple(options for options in tried if first_limited(game, 0, options, most) is not None)


def first_limited(game: AnyGame, seed: int, options: Struct, most: int = MOST_ACTIONS) -> AnyMatch | None:
    """A match with these options at the first moment at which a time limit runs; None if none does until the end, or
    within so many actions."""
    match, numbers = begin(game, seed, options), mulberry32(seed)
    for _ in range(most):
        if match.due_ms is not None or match.outcome is not None:
            break
        match = blind_action(match, numbers, match.last_ms)
    return None if match.due_ms is None else match


def reckons_with_time(game: AnyGame) -> bool:
    """Whether the rules have a limit of their own: a deadline that looks at the state, or a clock that changes it."""
    try:
        due = game.deadline(object())
    except Exception:  # noqa: BLE001
        return True
    return due is not None or _clock_acts(game)


def _clock_acts(game: AnyGame) -> bool:
    """Rules without a limit return the state as it is, or raise."""
    for options in all_options(game):
        state = begin(game, 0, options).state
        try:
            if game.time_up(state, 1) != state:
                return True
        except Exception:  # noqa: BLE001, S112
            continue
    return False


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


def random_game(
    match: AnyMatch, numbers: Numbers, *, most: int = MOST_ACTIONS, pause_ms: int = 400
) -> Iterator[AnyMatch]:
    """The match after each action of players who choose blindly and, now and then, try nonsense."""
    for _ in range(most):
        if match.outcome is not None:
            return
        match = blind_action(match, numbers, match.last_ms + below(next(numbers), pause_ms))
        yield match
    raise AssertionError(f"{match.game.id} did not end within {most} actions")


def slow_game(
    match: AnyMatch, numbers: Numbers, *, most: int = MOST_ACTIONS, pause_ms: int = 400
) -> Iterator[AnyMatch]:
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
