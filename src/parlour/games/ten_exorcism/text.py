"""Ten Exorcism in a terminal: coordinates as on a map, columns A to J, rows 1 to 17."""

import re

from parlour.core.errors import MalformedInput
from parlour.games.ten_exorcism.rules import COLS, EMPTY, ROWS, Action, Ask, Select, View

LETTERS = "ABCDEFGHIJ"
COLOURS = (
    "",
    "white",
    "cyan",
    "green",
    "yellow",
    "magenta",
    "blue",
    "bright_red",
    "bright_cyan",
    "bright_yellow",
)
CORNERS = re.compile(r"\s*([a-j])\s*([0-9]{1,2})\s*[-: ,]?\s*([a-j])\s*([0-9]{1,2})\s*", re.IGNORECASE)


class TenExorcismText:
    """Two cells name a rectangle: ``b3 d4``."""

    how = (
        "Name two opposite corners of a rectangle whose ghosts sum to exactly ten: [bold]b3 d4[/bold].\n"
        "Each ghost you exorcise is a point. Empty cells (·) count nothing and may be inside."
    )

    def draw(self, view: View) -> str:
        head = "     " + " ".join(LETTERS)
        rows = [f"  {row + 1:>2} {' '.join(map(_cell, powers))}" for row, powers in enumerate(view.board)]
        limit = f"   limit {view.limit_ms // 1000} s" if view.limit_ms is not None else ""
        return "\n".join([head, *rows, f"  score {view.score}   ghosts {view.ghosts}{limit}"])

    def read(self, line: str) -> Action:
        if line.strip().lower() == "ask":
            return Ask()
        corners = CORNERS.fullmatch(line)
        if corners is None:
            raise MalformedInput(f"{line.strip()!r} does not name two cells; write for example: b3 d4")
        col0, row0, col1, row1 = corners.groups()
        rows = int(row0), int(row1)
        if not all(1 <= row <= ROWS for row in rows):
            raise MalformedInput(f"rows go from 1 to {ROWS}, columns from A to {LETTERS[COLS - 1]}")
        return Select(rows[0] - 1, LETTERS.index(col0.upper()), rows[1] - 1, LETTERS.index(col1.upper()))

    def write(self, action: Action) -> str:
        if isinstance(action, Ask):
            return "ask"
        return f"{_name(action.r0, action.c0)} {_name(action.r1, action.c1)}"


def _cell(power: int) -> str:
    return "[dim]·[/dim]" if power == EMPTY else f"[{COLOURS[power]}]{power}[/]"


def _name(row: int, col: int) -> str:
    inside = 0 <= row < ROWS and 0 <= col < COLS
    return f"{LETTERS[col].lower()}{row + 1}" if inside else f"({row},{col})"
