"""Declarations of compiled functions."""

import inspect
from importlib import import_module

import pytest

from parlour.core.compiled import Argument, Compiled, Declaration, argument_of

GAMES = ("ten_exorcism", "dots_and_boxes", "stackdoku")
DECLARED = [
    declaration for game in GAMES for declaration in import_module(f"parlour.games.{game}.compiled").COMPILED.declared
]


def test_a_signature_names_numbers_arrays_and_rows() -> None:
    assert argument_of("i64") == Argument("i64", 0)
    assert argument_of("f64[]") == Argument("f64", 1)
    assert argument_of("i64[,4]") == Argument("i64", 4)


@pytest.mark.parametrize("text", ["", "i32", "i64[", "i64]", "i64[4", "i64[four]"])
def test_what_is_no_argument_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"argument|int"):
        argument_of(text)


def test_a_declared_function_is_the_kernel_itself() -> None:
    compiled = Compiled("parlour.games.dots_and_boxes")
    captured = compiled.function("chains.captured", "i64", int)
    assert captured is import_module("parlour.games.dots_and_boxes.kernels.chains").captured
    assert [(declared.name, declared.answer) for declared in compiled.declared] == [("captured", int)]


@pytest.mark.parametrize("declared", DECLARED, ids=lambda declared: declared.name)
def test_a_declaration_has_as_many_arguments_as_its_kernel(declared: Declaration) -> None:
    kernel = getattr(import_module(declared.module), declared.name)
    assert len(inspect.signature(kernel.py_func).parameters) == len(declared.arguments)
