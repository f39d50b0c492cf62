import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import Program

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "mulberry32.json").read_text())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["seed"])
def test_the_board_equals_the_one_that_javascript_makes(program: Program, vector: dict[str, Any]) -> None:
    ran = program("board", "ten-exorcism", "--seed", vector["seed"], "--json")
    assert ran.code == 0
    assert ran.json["board"] == vector["board"]
    assert ran.json["seed"] == vector["seed"]


def test_a_board_is_drawn_with_its_coordinates(program: Program) -> None:
    ran = program("board", "ten-exorcism", "--seed", 42)
    assert "seed 42" in ran.out
    assert "   1 6 5 8 7 2 5 3 6 8 5" in ran.out


def test_without_a_seed_every_board_is_another(program: Program) -> None:
    first, second = (program("board", "ten-exorcism", "--json").json for _ in range(2))
    assert first["seed"] != second["seed"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["board", "chess"], "no game 'chess'; there is ten-exorcism"),
        (["board", "ten-exorcism", "--seed", "x"], "is not a valid integer"),
        (["board", "ten-exorcism", "--seed", str(2**52 + 1)], "a seed lies between -2^52 and 2^52"),
        (["board", "ten-exorcism", "-o", "mode=fast"], "mode is 'fast'; what it can be: classic | endless"),
        (["board", "ten-exorcism", "-o", "speed=1"], "there is no speed, but mode"),
        (["board", "ten-exorcism", "-o", "mode"], "is not NAME=VALUE"),
        (["board", "ten-exorcism", "--seats", "2"], "takes 1 seat, not 2"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_call_says_what_would_be_right(program: Program, words: list[str], said: str) -> None:
    ran = program(*words)
    assert ran.code == 2
    assert said in ran.err
    assert not ran.out
