"""Selections on one board as the rules read them, for the client's preview of a drag. Run it to rewrite the file."""

import json
from pathlib import Path
from random import Random
from typing import Any

from parlour.games.ten_exorcism import rules

FILE = Path(__file__).with_name("selections.json")
SEED = 42
CASES = 200


def vectors() -> dict[str, Any]:
    """A board, and for each of many drags, some from or to far outside, its rectangle and sum."""
    board = rules.board_from_seed(SEED)
    random = Random(SEED)
    cases = []
    for number in range(CASES):
        beyond = number % 2 * 3
        corners = [random.randrange(-beyond, size + beyond) for size in (rules.ROWS, rules.COLS) * 2]
        rectangle = rules.rectangle_of(rules.Select(*corners))
        cases.append({"drag": corners, "rectangle": rectangle, "sum": sum(rules.powers_in(board, rectangle))})
    rows = [list(board[row * rules.COLS : (row + 1) * rules.COLS]) for row in range(rules.ROWS)]
    return {"board": rows, "cases": cases}


def text() -> str:
    return json.dumps(vectors(), separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(text())
