"""The options of a game, described from their types: for menus, flags and other programs."""

import math
from collections.abc import Iterable
from enum import Enum
from itertools import chain
from typing import Literal, TypeAlias, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct, inspect

from parlour.core.kit import Kit
from parlour.core.quick_start import OptionValue
from parlour.core.words import Words, plain, words

Kind: TypeAlias = Literal["choice", "bool", "integer", "number", "text"]


class OptionChoice(Struct, frozen=True):
    """A value to choose, and what it is called."""

    value: OptionValue
    label: Words


class OptionSpec(Struct, frozen=True):
    """One option of a game."""

    name: str
    label: Words
    kind: Kind
    default: OptionValue
    choices: tuple[OptionChoice, ...]
    """All values of a choice. Of a bool on and off where the game names on, else off alone: that it is on is said by
    its label. Empty for other kinds."""
    least: int | float | None
    most: int | float | None
    """The bounds of a number, both inclusive; null where there is none."""
    suggested: tuple[OptionChoice, ...]
    """Numbers to offer in a menu; others within the bounds can be chosen too."""
    empty: OptionChoice | None
    """The choice that leaves the option empty; null where it must be set. A choice has it among its choices."""


def option_specs(kit: Kit) -> tuple[OptionSpec, ...]:
    """The options that a person can choose: texts, numbers and choices. Others are left out."""
    written = get_type_hints(kit.game.options, include_extras=True)
    described = inspect.type_info(kit.game.options)
    if not isinstance(described, inspect.StructType):
        raise TypeError(f"the options of {kit.game.id} are no Struct")
    specs = (_spec(kit, field, written[field.name]) for field in described.fields)
    return tuple(spec for spec in specs if spec is not None)


def label_of(kit: Kit, name: str) -> Words:
    """The game's label of an option or a board; without one, its name with spaces."""
    return kit.names.get(name) or plain(_readable(name))


def value_label(kit: Kit, option: str, value: OptionValue) -> Words:
    """The game's label of a value of an option; without one, a number as it is written, a word with spaces."""
    return _named(kit, option, value) or _unnamed(value)


def is_bare_number(choice: OptionChoice) -> bool:
    """Whether it is a number that is called as it is written."""
    return _is_number(choice.value) and choice.label == _unnamed(choice.value)


def value_text(value: OptionValue) -> str:
    """A value as it is written in flags, and in the keys of `Kit.names`."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def values_text(spec: OptionSpec) -> str:
    """The values of an option, for help texts: ``classic | endless``, ``integer from 0 to 3600``, ``text | none``."""
    if spec.kind == "bool":
        return "true | false"
    if spec.choices:
        return " | ".join(value_text(choice.value) for choice in spec.choices)
    least = "" if spec.least is None else f" from {spec.least}"
    most = "" if spec.most is None else f" to {spec.most}"
    empty = "" if spec.empty is None else f" | {value_text(None)}"
    return f"{spec.kind}{least}{most}{empty}"


def _spec(kit: Kit, field: inspect.Field, written: object) -> OptionSpec | None:
    kind: Kind
    values: tuple[OptionValue, ...] = ()
    least: int | float | None = None
    most: int | float | None = None
    chosen = _chosen_type(field.type)
    may_be_empty = _may_be_empty(field.type)
    match chosen:
        case inspect.BoolType():
            kind, values = ("choice", (True, False)) if may_be_empty else ("bool", ())
        case inspect.StrType():
            kind = "text"
        case inspect.IntType(gt, ge, lt, le):
            kind = "integer"
            least = ge if gt is None else gt + 1
            most = le if lt is None else lt - 1
        case inspect.FloatType(gt, ge, lt, le):
            kind = "number"
            least = ge if gt is None else math.nextafter(gt, math.inf)
            most = le if lt is None else math.nextafter(lt, -math.inf)
        case inspect.LiteralType():
            kind, values = "choice", tuple(value for value in _literals(written) if value is not None)
        case inspect.EnumType(members):
            kind, values = "choice", tuple(member.value for member in members)
        case _:
            return None
    if kind == "choice" and may_be_empty:
        values = (None, *values)
    name = field.encode_name
    if kind == "bool":
        values = (True, False) if _named(kit, name, True) else (False,)
    return OptionSpec(
        name=name,
        label=label_of(kit, name),
        kind=kind,
        default=_default(field),
        choices=_choices(kit, name, values),
        least=least,
        most=most,
        suggested=_choices(kit, name, kit.suggested.get(name, ())),
        empty=OptionChoice(None, value_label(kit, name, None)) if may_be_empty else None,
    )


def _choices(kit: Kit, option: str, values: Iterable[OptionValue]) -> tuple[OptionChoice, ...]:
    return tuple(OptionChoice(value, value_label(kit, option, value)) for value in values)


def _literals(written: object) -> tuple[str | int | None, ...]:
    """The values of a Literal in the order in which they are written, which msgspec does not keep."""
    parts = get_args(written)
    return parts if get_origin(written) is Literal else tuple(chain.from_iterable(map(_literals, parts)))


def _chosen_type(kind: inspect.Type) -> inspect.Type:
    """The type itself, without what is noted beside it; of ``int | None``, the int."""
    if isinstance(kind, inspect.Metadata):
        return _chosen_type(kind.type)
    if isinstance(kind, inspect.UnionType):
        others = [_chosen_type(one) for one in kind.types if not isinstance(one, inspect.NoneType)]
        return others[0] if len(others) == 1 else kind
    return kind


def _may_be_empty(kind: inspect.Type) -> bool:
    match kind:
        case inspect.Metadata(inner):
            return _may_be_empty(inner)
        case inspect.UnionType(types):
            return any(map(_may_be_empty, types))
        case inspect.LiteralType(values):
            return None in values
        case _:
            return isinstance(kind, inspect.NoneType)


def _default(field: inspect.Field) -> OptionValue:
    default: OptionValue | Enum
    if field.default_factory is not NODEFAULT:
        default = field.default_factory()
    else:
        default = None if field.default is NODEFAULT else field.default
    return default.value if isinstance(default, Enum) else default


def _named(kit: Kit, option: str, value: OptionValue) -> Words | None:
    text = value_text(value)
    return kit.names.get(f"{option}.{text}") or kit.names.get(text)


def _unnamed(value: OptionValue) -> Words:
    if value is None:
        return words("None")
    if isinstance(value, bool):
        return words("On") if value else words("Off")
    text = value_text(value)
    return plain(text if _is_number(value) else _readable(text))


def _is_number(value: OptionValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _readable(name: str) -> str:
    return name.replace("-", " ").replace("_", " ")
