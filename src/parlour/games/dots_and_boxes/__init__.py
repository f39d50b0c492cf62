"""Dots and Boxes: close boxes by drawing lines between dots, for two to four players."""

from parlour.core.kit import Kit
from parlour.games.dots_and_boxes.analyst import DotsAndBoxesAnalyst
from parlour.games.dots_and_boxes.bots import LEVELS
from parlour.games.dots_and_boxes.evaluator import DotsAndBoxesEvaluator
from parlour.games.dots_and_boxes.rules import DotsAndBoxes
from parlour.games.dots_and_boxes.text import DotsAndBoxesText


def _warm() -> None:
    from parlour.games.dots_and_boxes.engine import shared_engine

    shared_engine().warm()


kit = Kit(
    game=DotsAndBoxes(),
    title="Dots and Boxes",
    summary="Draw lines between dots; whoever closes a box owns it and draws again.",
    text=DotsAndBoxesText(),
    bots=LEVELS,
    evaluator=DotsAndBoxesEvaluator(),
    analyst=DotsAndBoxesAnalyst(),
    hides_nothing=True,
    warm_engine=_warm,
)

__all__ = ["DotsAndBoxes", "kit"]
