"""What the client's tests take for the rules' own lines is what the rules say."""

from pathlib import Path

from tests.vectors.dots_and_boxes import cases

KEPT = Path(__file__).parents[2] / "vectors" / "dots_and_boxes.json"


def test_the_cases_for_the_client_are_those_of_the_rules() -> None:
    assert KEPT.read_text() == cases() + "\n", "run make vectors"
