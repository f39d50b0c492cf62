import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.mulberry32 import below, mulberry32

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "mulberry32.json").read_text())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["seed"])
def test_the_numbers_are_those_of_javascript(vector: dict[str, Any]) -> None:
    assert list(islice(mulberry32(vector["seed"]), 8)) == vector["numbers"]


@given(st.integers())
def test_a_seed_counts_modulo_two_to_the_32(seed: int) -> None:
    assert list(islice(mulberry32(seed), 5)) == list(islice(mulberry32(seed % 2**32), 5))


@given(st.integers(0, 2**32 - 1), st.integers(1, 1000))
def test_scaling_equals_the_floats_of_javascript(number: int, bound: int) -> None:
    assert below(number, bound) == int(number / 2**32 * bound)
    assert 0 <= below(number, bound) < bound
