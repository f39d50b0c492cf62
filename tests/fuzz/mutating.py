"""Changes to JSON that leave it JSON: what a fuzzer of bytes rarely hits on."""

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from parlour.core.mulberry32 import below, mulberry32
from parlour.testing.players import Numbers, pick

Mutate: TypeAlias = Callable[[bytes, int], bytes]
ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1,
    9,
    2**31,
    -(2**52),
    2**53,
    2**64,
    1.5,
    "",
    "a",
    "\x00",
    "\ud83c",
    [],
    {},
    [[]],
    "parlour",
)
"""Values that somebody may have forgotten."""


def mutator(of_bytes: Mutate) -> Callable[[bytes, int, int], bytes]:
    """As the fuzzer calls it: a text, the most bytes that it may have, and a seed for what to change."""

    def mutated(text: bytes, most: int, seed: int) -> bytes:
        numbers = mulberry32(seed)
        head, json = (text[:1], text[1:]) if text[:1] not in (b"{", b"[") else (b"", text)
        if below(next(numbers), 2):
            return of_bytes(text, most)
        try:
            value = msgspec.json.decode(json)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return of_bytes(text, most)
        for _ in range(1 + below(next(numbers), 3)):
            value = _changed(value, numbers)
        try:
            return (head + msgspec.json.encode(value))[:most]
        except (UnicodeError, OverflowError):
            return of_bytes(text, most)

    return mutated


def _changed(value: Any, numbers: Numbers) -> Any:
    """The value with one change: at its top, or in one of its parts."""
    if not isinstance(value, dict | list) or not value or below(next(numbers), 6) == 0:
        return pick(numbers, ODD) if below(next(numbers), 2) or not isinstance(value, int) else value + 1
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = pick(numbers, keys)
    change = below(next(numbers), 8)
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    if change == 0:
        del copy[key]
    elif change == 1 and isinstance(copy, list):
        copy.insert(below(next(numbers), len(copy)), copy[key])
    elif change == 2:
        copy[key] = value[pick(numbers, keys)]
    elif change == 3 and isinstance(copy, dict):
        copy[pick(numbers, ("id", "game", "seat", "v", "x"))] = copy[key]
    else:
        copy[key] = _changed(value[key], numbers)
    return copy
