"""What to do next: where to look, and what is there."""

from msgspec import Struct

from parlour.core.game import Seat
from parlour.core.solver import Effort
from parlour.games.ten_exorcism.rules import (
    COLS,
    ROWS,
    Ask,
    Rectangle,
    State,
    exorcise,
    ghosts_in,
    powers_in,
    rectangles,
)

SECONDS = 0.08
"""Of search; with all around it an answer takes less than a tenth of a second."""
ITERATIONS = 20_000
"""Mostly done before the time is up, so that the same position gets the same advice."""
SEED = 1
MARGIN = 2
"""Rows and columns around the rectangle that the first step of a hint shows as well."""


class Advice(Struct, frozen=True):
    """A rectangle, in two steps: an area to look at, then the rectangle itself."""

    area: Rectangle
    """Top, left, bottom and right row or column, from 0: larger than the rectangle, which lies in it, unless that is
    the whole board."""
    rectangle: Rectangle
    """Top, left, bottom and right row or column of the rectangle itself: a ghost stands at each of its sides."""
    frees: int
    """Ghosts in it."""
    found: int
    """The score that the line found ends with, of which the rectangle is a part."""
    bound: int
    """No line scores more."""


class TenExorcismAdviser:
    """Looks for a line to the end and names one of its rectangles that can be taken now."""

    asking: Struct = Ask()

    def advise(self, state: State, seat: Seat) -> Advice | None:  # noqa: ARG002
        from parlour.games.ten_exorcism.solver import best_line

        if state.ended is not None:
            return None
        best = best_line(state.board, Effort(SEED, SECONDS, ITERATIONS))
        if not best.line:
            return None
        chosen = _easiest(state.board, best.line)
        return Advice(
            area=_around(chosen),
            rectangle=chosen,
            frees=ghosts_in(powers_in(state.board, chosen)),
            found=state.score + best.freed,
            bound=state.score + best.bound,
        )


def _easiest(board: bytes, line: list[Rectangle]) -> Rectangle:
    """Of the line's rectangles that can be taken at once, and taken first without spoiling the line, the smallest.

    One that frees the same ghosts now as in its turn can come first: those before it do not need its ghosts, since no
    two free the same, and an empty cell stands in nobody's way.
    """
    now = set(rectangles(board))
    left = board
    best = _without_empty_edges(board, line[0])
    for rectangle in line:
        if rectangle in now and powers_in(left, rectangle) == powers_in(board, rectangle):
            best = min(best, _without_empty_edges(board, rectangle), key=_size)
        left = exorcise(left, rectangle)
    return best


def _without_empty_edges(board: bytes, rectangle: Rectangle) -> Rectangle:
    """The same ghosts in as few rows and columns as can be."""
    top, left, bottom, right = rectangle
    rows = [row for row in range(top, bottom + 1) if any(board[row * COLS + left : row * COLS + right + 1])]
    cols = [col for col in range(left, right + 1) if any(board[row * COLS + col] for row in rows)]
    return Rectangle(rows[0], cols[0], rows[-1], cols[-1])


def _size(rectangle: Rectangle) -> int:
    return (rectangle.bottom - rectangle.top + 1) * (rectangle.right - rectangle.left + 1)


def _around(rectangle: Rectangle) -> Rectangle:
    """An area of the same size wherever it lies, so that the edge of the board does not give the place away."""
    height = min(ROWS, rectangle.bottom - rectangle.top + 1 + 2 * MARGIN)
    width = min(COLS, rectangle.right - rectangle.left + 1 + 2 * MARGIN)
    top = min(max(rectangle.top - MARGIN, 0), ROWS - height)
    left = min(max(rectangle.left - MARGIN, 0), COLS - width)
    return Rectangle(top, left, top + height - 1, left + width - 1)
