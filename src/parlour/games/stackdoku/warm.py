"""Compiling ahead of first use."""

from parlour.games.stackdoku.grade import bot_win_rate, tray_need
from parlour.games.stackdoku.hints import hint, winnable
from parlour.games.stackdoku.levels import deal
from parlour.games.stackdoku.position import Position
from parlour.games.stackdoku.sudoku import solution_count


def warm() -> None:
    """Run every kernel once: a deal, its grading, a hint, a look at a level from elsewhere."""
    level = deal("easy", 1)
    bot_win_rate(level, 1, 1)
    tray_need(level, 1)
    position = Position(level, ())
    hint(position)
    winnable(position)
    list(position.removals())
    solution_count(level.givens)
