"""Compiled functions as the rest of a game calls them: each is declared once, by its name and its signature.

A game's ``compiled`` module holds its declarations, of functions in its ``kernels`` package. A declared function
takes numbers and arrays, and answers with a number, a truth or nothing: whatever else it finds it writes into arrays
that the caller brings. So it can be called in any way that passes addresses.

A signature names the arguments one by one: ``i64`` and ``f64`` are numbers; ``i64[]``, ``f64[]`` and ``u8[]`` are
arrays of them, ``i64[,4]`` is one in rows of four, all in C order. Where an array is passed by its address, the number
of its items, of all rows together, follows as an i32.

In a browser, where there is no compiler, the same functions lie in a library beside the declarations
(``core/side_module``).
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Literal, TypeAlias, TypeVar

Item: TypeAlias = Literal["i64", "f64", "u8"]
Answer = TypeVar("Answer", int, float, bool, None)

ITEMS: dict[str, Item] = {"i64": "i64", "f64": "f64", "u8": "u8"}


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a compiled function."""

    item: Item
    row: int
    """0 for a number, 1 for an array, else how many items a row of the array has."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """One compiled function."""

    module: str
    """The full name of the module of kernels that defines the function."""
    name: str
    arguments: tuple[Argument, ...]
    answer: type[int | float | bool | None]


class Compiled:
    """The compiled functions of one game."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.declared: list[Declaration] = []

    def function(self, path: str, arguments: str, answer: type[Answer]) -> Callable[..., Answer]:
        """Declare and return the function at a path, which is "module.name" in the kernels package."""
        module, _, name = path.rpartition(".")
        parsed = tuple(argument_of(text) for text in arguments.split())
        declaration = Declaration(f"{self.package}.kernels.{module}", name, parsed, answer)
        self.declared.append(declaration)
        if sys.platform == "emscripten":
            from parlour.core.side_module import function_of

            return function_of(self.package, declaration)
        found: Callable[..., Answer] = getattr(import_module(declaration.module), name)
        return found


def argument_of(text: str) -> Argument:
    """Read one argument of a signature; ValueError if the text is none."""
    item, bracket, rest = text.partition("[")
    row = rest.removesuffix("]")
    if item not in ITEMS or (bracket and not rest.endswith("]")):
        raise ValueError(f"{text!r} is no argument; write i64, f64[] or i64[,4]")
    if not bracket:
        return Argument(ITEMS[item], 0)
    return Argument(ITEMS[item], int(row.removeprefix(",")) if row else 1)
