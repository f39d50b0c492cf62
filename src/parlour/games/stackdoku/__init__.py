"""Stackdoku: clear a Mahjong stack in pairs, place the numbers you win into a Sudoku."""

from parlour.core.kit import Kit
from parlour.games.stackdoku.maker import StackdokuLevels
from parlour.games.stackdoku.rules import Stackdoku
from parlour.games.stackdoku.text import StackdokuText


def _warm() -> None:
    from parlour.games.stackdoku.warm import warm

    warm()


kit = Kit(
    game=Stackdoku(),
    title="Stackdoku",
    summary="Clear a Mahjong stack in pairs and place the numbers you win into a Sudoku.",
    text=StackdokuText(),
    levels=StackdokuLevels(),
    warm_rules=_warm,
)

__all__ = ["Stackdoku", "kit"]
