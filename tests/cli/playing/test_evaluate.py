"""Positions on the command line and through a pipe."""

import pytest

from parlour.games.dots_and_boxes.rules import LINE_NAMES
from tests.cli.program import Program

LATE = " ".join(LINE_NAMES[:44])


def test_a_position_is_evaluated_as_json(program: Program) -> None:
    ran = program("evaluate", "dots-and-boxes", "--drawn", LATE, "--budget", 60, "--json")
    assert ran.code == 0
    assert {"exact", "margin", "best", "seconds", "nodes"} <= ran.json.keys()
    assert ran.json["exact"]
    assert set(ran.json["best"]) <= set(LINE_NAMES[44:])


def test_a_position_is_evaluated_in_words(program: Program) -> None:
    ran = program("evaluate", "dots-and-boxes", "--drawn", LATE, "--budget", 60)
    assert "proven" in ran.out
    assert "best: " in ran.out


def test_positions_are_read_line_by_line_and_a_wrong_one_is_answered_in_its_place(program: Program) -> None:
    lines = f"{LATE}\nh00 h00\n{' '.join(LINE_NAMES)}\n"
    ran = program("evaluate", "dots-and-boxes", "--drawn", "-", "--budget", 60, "--json", stdin=lines.encode())
    first, wrong, over = ran.json_lines
    assert ran.code == 2
    assert first["exact"]
    assert "twice" in wrong["error"]
    assert (over["margin"], over["best"]) == (0, [])


@pytest.mark.parametrize("position", ["h99", "h00 h00", "nonsense"])
def test_what_is_no_position_is_explained(program: Program, position: str) -> None:
    ran = program("evaluate", "dots-and-boxes", "--drawn", position)
    assert ran.code == 2
    assert ran.err.startswith("parlour: ")
    assert ran.out == ""


def test_a_game_without_an_evaluator_says_so(program: Program) -> None:
    ran = program("evaluate", "ten-exorcism", "--drawn", "")
    assert ran.code == 2
    assert "no evaluation" in ran.err
