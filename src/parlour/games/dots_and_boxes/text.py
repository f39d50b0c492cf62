"""Dots and Boxes in a terminal: a line is h or v, its row and its column."""

from collections.abc import Sequence
from itertools import chain, zip_longest

from parlour.core.errors import IllegalAction, MalformedInput
from parlour.games.dots_and_boxes.rules import LINE_NAMES, LINE_OF, SIDE, Draw, View, dots_of, line_between

COLOURS = ("red", "cyan", "yellow", "magenta")
FILLS = ("░1░", "▒2▒", "▓3▓", "█4█")
"""Each player has a number and a pattern, so that no colour is needed."""


class DotsAndBoxesText:
    """``h23`` is the horizontal line in row 2, column 3, both from 0."""

    how = (
        "Name a line: [bold]h23[/bold] is the horizontal one in row 2, column 3, [bold]v04[/bold] the vertical one in\n"
        "row 0, column 4; both count from 0. Whoever draws the fourth side of a box owns it and draws again."
    )

    def draw(self, view: View) -> str:
        columns = "    " + "   ".join(str(col) for col in range(SIDE + 1))
        strips = zip_longest(
            (_dots(row, owners, view.last) for row, owners in enumerate(view.h)),
            (_boxes(row, owners, view.boxes[row], view.last) for row, owners in enumerate(view.v)),
        )
        rows = [row for row in chain.from_iterable(strips) if row is not None]
        return "\n".join([columns, *rows, _scores(view)])

    def read(self, line: str) -> Draw:
        name = line.strip().lower()
        if name not in LINE_OF:
            raise MalformedInput(f"{line.strip()!r} names no line; write h00 to h54 or v00 to v45")
        return dots_of(LINE_OF[name])

    def write(self, action: Draw) -> str:
        try:
            return LINE_NAMES[line_between(action)]
        except IllegalAction:
            return f"({action.r0},{action.c0})-({action.r1},{action.c1})"


def _dots(row: int, owners: Sequence[int | None], last: str | None) -> str:
    lines = (_line("━━━" if f"h{row}{col}" == last else "───", "   ", owner) for col, owner in enumerate(owners))
    return f"  {row} •" + "•".join(lines) + "•"


def _boxes(row: int, owners: Sequence[int | None], boxes: Sequence[int | None], last: str | None) -> str:
    lines = [_line("┃" if f"v{row}{col}" == last else "│", " ", owner) for col, owner in enumerate(owners)]
    fills = ["   " if box is None else f"[{COLOURS[box]}]{FILLS[box]}[/]" for box in boxes]
    return "    " + "".join(line + fill for line, fill in zip_longest(lines, fills, fillvalue=""))


def _line(drawn: str, blank: str, owner: int | None) -> str:
    return blank if owner is None else f"[{COLOURS[owner]}]{drawn}[/]"


def _scores(view: View) -> str:
    def one(seat: int, score: int) -> str:
        mark = "→ " if seat == view.turn else "★ " if seat in view.winners else "  "
        return f"{mark}[{COLOURS[seat]}]player {seat + 1} {FILLS[seat]}[/] {score}"

    return "  " + "   ".join(one(seat, score) for seat, score in enumerate(view.scores))
