"""Positions by name: what is right, what is refused, and what is honest when the time is too short."""

import random

import pytest

from parlour.core.errors import MalformedInput
from parlour.games.dots_and_boxes.evaluator import DotsAndBoxesEvaluator, read_position
from parlour.games.dots_and_boxes.rules import LINE_NAMES
from tests.games.dots_and_boxes import oracle

EVALUATOR = DotsAndBoxesEvaluator()
AMPLE = 60.0


def named(undrawn: int) -> str:
    return " ".join(name for line, name in enumerate(LINE_NAMES) if not undrawn >> line & 1)


def test_margin_and_best_moves_are_those_of_brute_force() -> None:
    rng = random.Random("evaluator")
    for _ in range(50):
        undrawn = oracle.careful_position(rng.randint(1, 16), rng)
        found = EVALUATOR.evaluate(named(undrawn), AMPLE)
        margin, best = oracle.solve(undrawn)
        assert (found.exact, found.margin, found.low, found.high) == (True, margin, margin, margin)
        assert found.best == tuple(LINE_NAMES[line] for line in best)


def test_names_of_lines_may_stand_apart_and_be_written_in_capitals() -> None:
    assert read_position(" H00\tv45\n") == oracle.FULL & ~1 & ~(1 << LINE_NAMES.index("v45"))


def test_an_empty_text_is_the_start() -> None:
    assert read_position("") == read_position(" \n") == oracle.FULL


def test_when_nothing_is_left_the_margin_is_nought_and_no_move_is_best() -> None:
    found = EVALUATOR.evaluate(" ".join(LINE_NAMES), 1.0)
    assert (found.exact, found.margin, found.best) == (True, 0, ())
    assert "nothing is left" in EVALUATOR.describe(found)


@pytest.mark.parametrize("seconds", [0.0, 0.05])
def test_without_enough_time_there_are_bounds_an_estimate_and_a_move(seconds: float) -> None:
    found = EVALUATOR.evaluate("h00 v22", seconds)
    assert not found.exact
    assert -25 <= found.low <= found.margin <= found.high <= 25
    assert found.margin % 2 == 1
    [move] = found.best
    assert move in LINE_NAMES
    assert "about" in EVALUATOR.describe(found)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("h00 h00", "twice"),
        ("h00 H00", "twice"),
        ("h05", "write h00 to h54 or v00 to v45"),
        ("v50", "write h00 to h54 or v00 to v45"),
        ("h00,v12", "write h00 to h54 or v00 to v45"),
        ("١", "write h00"),
        ("-", "write h00"),
        ("x" * 10_000, "write h00"),
        ("h00 " * 61, "the board has 60"),
    ],
)
def test_what_is_no_position_is_refused_with_what_would_be_right(text: str, told: str) -> None:
    with pytest.raises(MalformedInput, match=told) as refused:
        EVALUATOR.evaluate(text, 1.0)
    assert len(str(refused.value)) < 200


def test_a_proof_is_told_with_its_margin_and_every_best_line() -> None:
    undrawn = oracle.careful_position(8, random.Random(4))
    found = EVALUATOR.evaluate(named(undrawn), AMPLE)
    told = EVALUATOR.describe(found)
    assert "proven" in told
    assert f"{found.margin:+d}" in told
    assert all(name in told for name in found.best)
