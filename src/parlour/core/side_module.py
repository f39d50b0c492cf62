"""Compiled functions in a WebAssembly library, which Python in a browser loads into its own memory.

The library of a game lies beside its declarations, as ``compiled.wasm``.
"""

import ctypes
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from parlour.core.arrays import address, item_count
from parlour.core.compiled import Declaration

LIBRARY = "compiled.wasm"
NUMBERS = {"i64": ctypes.c_int64, "f64": ctypes.c_double}
ANSWERS = {int: ctypes.c_int64, float: ctypes.c_double, bool: ctypes.c_bool, type(None): None}


def function_of(package: str, declaration: Declaration) -> Callable[..., Any]:
    """The function of a declaration. One that takes only numbers is called directly."""
    function = getattr(_library(package), declaration.name)
    function.restype = ANSWERS[declaration.answer]
    function.argtypes = [
        kind
        for argument in declaration.arguments
        for kind in ((ctypes.c_void_p, ctypes.c_int32) if argument.row else (NUMBERS[argument.item],))
    ]
    arrays = tuple(bool(argument.row) for argument in declaration.arguments)
    if not any(arrays):
        found: Callable[..., Any] = function
        return found

    def call(*arguments: Any) -> Any:
        given: list[Any] = []
        for argument, is_array in zip(arguments, arrays, strict=True):
            if is_array:
                given += (argument if isinstance(argument, bytes) else address(argument), item_count(argument))
            else:
                given.append(argument)
        return function(*given)

    return call


@cache
def _library(package: str) -> ctypes.CDLL:
    (folder,) = import_module(package).__path__
    return ctypes.CDLL(f"{folder}/{LIBRARY}")
