"""Windfall in a terminal."""

from parlour.core.errors import MalformedInput
from parlour_windfall.rules import NOTHING, Action, Ask, Pick, View

LETTERS = "APLCO"
"""Apple, plum, lemon, cherry, olive."""
COLOURS = ("red", "magenta", "yellow", "bright_red", "green")
LONGEST = 3
"""Digits of a number."""


class WindfallText:
    how = "Pick two or more that touch. Write a row and a column: 12 1. Write hint to be helped."

    def draw(self, view: View) -> str:
        width = len(view.rows[0])
        head = "   " + " ".join(str(col + 1)[-1] for col in range(width))
        rows = (f"{row + 1:>2} " + " ".join(map(_fruit, line)) for row, line in enumerate(view.rows))
        return "\n".join((head, *rows))

    def read(self, line: str) -> Action:
        words = line.split()
        if words == ["hint"]:
            return Ask()
        if len(words) != 2 or not all(word.isascii() and word.isdecimal() and len(word) <= LONGEST for word in words):
            raise MalformedInput(f"{line!r} is not a row and a column; write for example: 12 1")
        return Pick(int(words[0]) - 1, int(words[1]) - 1)

    def write(self, action: Action) -> str:
        return "hint" if isinstance(action, Ask) else f"{action.row + 1} {action.col + 1}"


def _fruit(kind: str) -> str:
    if kind == NOTHING:
        return " "
    return f"[{COLOURS[int(kind)]}]{LETTERS[int(kind)]}[/]"
