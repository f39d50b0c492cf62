"""The obvious version of the rules, cell by cell: what the kernels are compared with."""

from collections.abc import Iterator

from parlour.games.ten_exorcism.rules import COLS, ROWS, Rectangle


def cells(rectangle: Rectangle) -> Iterator[tuple[int, int]]:
    for row in range(rectangle.top, rectangle.bottom + 1):
        for col in range(rectangle.left, rectangle.right + 1):
            yield row, col


def power_sum(board: bytes, rectangle: Rectangle) -> int:
    return sum(board[row * COLS + col] for row, col in cells(rectangle))


def every_rectangle() -> Iterator[Rectangle]:
    for top in range(ROWS):
        for left in range(COLS):
            for bottom in range(top, ROWS):
                for right in range(left, COLS):
                    yield Rectangle(top, left, bottom, right)


def rectangles(board: bytes) -> list[Rectangle]:
    """Every rectangle is looked at, a row of it at a time."""
    return [rectangle for rectangle in every_rectangle() if _sum_by_rows(board, rectangle) == 10]


def _sum_by_rows(board: bytes, rectangle: Rectangle) -> int:
    top, left, bottom, right = rectangle
    return sum(sum(board[row * COLS + left : row * COLS + right + 1]) for row in range(top, bottom + 1))
