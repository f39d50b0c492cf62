"""Three other Sudoku programs, asked in our words: dokusan and py-sudoku from PyPI, qqwing from Debian."""

import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence

try:
    from dokusan import boards, exceptions, generators, stats
    from sudoku import Sudoku
except ImportError:
    sys.exit("the peers are dokusan and py-sudoku: make bench installs them, or: uv pip install dokusan py-sudoku")

if shutil.which("qqwing") is None:
    sys.exit("a peer is qqwing: install it, on Debian by: apt-get install qqwing")


def dokusan_is_unique(givens: str) -> bool:
    try:
        stats.rank(boards.Sudoku.from_string(givens.replace(".", "0"), boards.BoxSize(3, 3)))
    except exceptions.MultipleSolutions:
        return False
    return True


def dokusan_makes() -> bool:
    """Makes one puzzle, with one solution by its own checks."""
    generators.random_sudoku(avg_rank=150)
    return True


def py_sudoku_is_unique(givens: str) -> bool:
    rows = [[int(digit) for digit in givens.replace(".", "0")[row : row + 9]] for row in range(0, 81, 9)]
    return not Sudoku(3, 3, board=rows).has_multiple_solutions()


def py_sudoku_make(seed: int) -> str:
    """A puzzle with two cells in five given, which may have many solutions."""
    board = Sudoku(3, seed=seed).difficulty(0.6).board
    return "".join(str(digit or ".") for row in board for digit in row)


def qqwing_counts(puzzles: Sequence[str]) -> Iterator[int]:
    """How many solutions each puzzle has."""
    options = ("--csv", "--solve", "--count-solutions", "--nosolution")
    done = subprocess.run(
        ["qqwing", *options], input="\n".join([*puzzles, ""]), text=True, check=True, capture_output=True
    )
    _, *lines = done.stdout.splitlines()
    return (int(line.rstrip(",")) for line in lines)


def qqwing_make(count: int) -> None:
    subprocess.run(["qqwing", "--csv", "--generate", str(count)], check=True, capture_output=True)
