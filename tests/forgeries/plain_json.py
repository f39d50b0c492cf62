"""JSON by Python's own reader, and what may stand in it: the first half of an independent replay.

Nothing here knows the program that is tested. An object is read as a tuple of its pairs, an array as a list, so that a
name that stands there twice is seen: each of its values must be readable, and the last one counts.
"""

import json
import math
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Reader: TypeAlias = Callable[[Any], Any]
"""Takes what Python's reader found and gives a plain value, or raises Unreadable."""
LARGEST_WHOLE = 2**53
SURROGATE = re.compile("[\ud800-\udfff]")


class Unreadable(Exception):
    """The text is not what it should be."""


def read_text(text: bytes) -> Any:
    """The JSON of a text: UTF-8, and numbers as RFC 8259 has them."""
    try:
        return json.loads(text.decode(), object_pairs_hook=tuple, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Unreadable(str(error)) from None


def whole(low: int | None = None, high: int | None = None) -> Reader:
    """An integer within bounds, written as one: neither 1.0 nor true."""

    def read(value: Any) -> int:
        if type(value) is not int or (low is not None and value < low) or (high is not None and value > high):
            raise Unreadable("not such an integer")
        return value

    return read


moment = whole(-LARGEST_WHOLE, LARGEST_WHOLE)


def one_of(*allowed: object) -> Reader:
    """Exactly one of these values."""

    def read(value: Any) -> Any:
        if not any(value == one and type(value) is type(one) for one in allowed):
            raise Unreadable("none of the values there are")
        return value

    return read


def truth(value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Unreadable("not a boolean")
    return value


def text(value: Any) -> str:
    """A string that can be written as UTF-8."""
    if not isinstance(value, str) or SURROGATE.search(value):
        raise Unreadable("not a string")
    return value


def name(value: Any) -> str:
    """A string of 1 to 200 characters, none of which controls a terminal."""
    found = text(value)
    if not 1 <= len(found) <= 200 or any(ord(letter) < 32 or 127 <= ord(letter) < 160 for letter in found):
        raise Unreadable("not a name")
    return found


def matching(pattern: str) -> Reader:
    """A string that is this pattern from its first to its last character."""
    compiled = re.compile(pattern)

    def read(value: Any) -> str:
        found = text(value)
        if compiled.fullmatch(found) is None:
            raise Unreadable("not such a string")
        return found

    return read


def maybe(reader: Reader) -> Reader:
    """null, or what the reader reads."""
    return lambda value: None if value is None else reader(value)


def listed(reader: Reader, most: int | None = None, exactly: int | None = None) -> Reader:
    """An array of what the reader reads, as a tuple."""

    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise Unreadable("not an array")
        if (most is not None and len(value) > most) or (exactly is not None and len(value) != exactly):
            raise Unreadable("an array of another length")
        return tuple([reader(item) for item in value])

    return read


def mapping(reader: Reader) -> Reader:
    """An object with any names."""

    def read(value: Any) -> dict[str, Any]:
        return {text(key): reader(item) for key, item in pairs(value)}

    return read


def record(required: Mapping[str, Reader], optional: Mapping[str, tuple[Reader, Any]] | None = None) -> Reader:
    """An object with these names and no others; those that may be left out come with what they then are."""
    optional = optional or {}
    readers = dict(required) | {key: reader for key, (reader, _) in optional.items()}
    defaults = {key: default for key, (_, default) in optional.items()}

    def read(value: Any) -> dict[str, Any]:
        found = dict(defaults)
        for key, item in pairs(value):
            if key not in readers:
                raise Unreadable(f"no field {key!r}")
            found[key] = readers[key](item)
        if len(found) < len(readers):
            raise Unreadable("a field is missing")
        return found

    return read


def tagged(kinds: Mapping[str, Reader]) -> Reader:
    """An object whose field ``do`` says what it is: a pair of that and its other fields."""

    def read(value: Any) -> tuple[str, dict[str, Any]]:
        found = pairs(value)
        said = {json.dumps(item): item for key, item in found if key == "do"}
        if len(said) != 1:
            raise Unreadable("no kind, or two")
        [kind] = said.values()
        if not isinstance(kind, str) or kind not in kinds:
            raise Unreadable("no such kind")
        return kind, kinds[kind](tuple(pair for pair in found if pair[0] != "do"))

    return read


def anything(value: Any) -> None:
    """Whatever it is, its words can be written as UTF-8 and its numbers are numbers."""
    if isinstance(value, list):
        for item in value:
            anything(item)
    elif isinstance(value, tuple):
        for key, item in value:
            text(key)
            anything(item)
    elif isinstance(value, str):
        text(value)
    elif isinstance(value, float) and math.isinf(value):
        raise Unreadable("too large")


def pairs(value: Any) -> tuple[tuple[str, Any], ...]:
    """An object's pairs."""
    if not isinstance(value, tuple):
        raise Unreadable("not an object")
    return value


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is not JSON")
