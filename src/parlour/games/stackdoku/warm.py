"""Compiling ahead of first use."""

from parlour.games.stackdoku.hints.hint import hint
from parlour.games.stackdoku.hints.winnable import winnable
from parlour.games.stackdoku.levels.dealing import deal
from parlour.games.stackdoku.levels.grading import bot_win_rate, tray_need
from parlour.games.stackdoku.levels.sudoku import solution_count
from parlour.games.stackdoku.position import Position


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
