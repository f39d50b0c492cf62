"""Dots and Boxes: close boxes by drawing lines between dots, for two to four players. Imports core."""

from parlour.core.kit import Kit
from parlour.core.quick_start import ForBot, ForMe, QuickStart
from parlour.core.scoring import Scoring, amount
from parlour.core.words import words
from parlour.games.dots_and_boxes.analyst import DotsAndBoxesAnalyst
from parlour.games.dots_and_boxes.bots import LEVELS
from parlour.games.dots_and_boxes.evaluator import DotsAndBoxesEvaluator
from parlour.games.dots_and_boxes.names import NAMES, SUMMARY, TITLE
from parlour.games.dots_and_boxes.rules import DotsAndBoxes
from parlour.games.dots_and_boxes.text import DotsAndBoxesText


def _warm() -> None:
    from parlour.games.dots_and_boxes.engine import shared_engine

    shared_engine().warm()


kit = Kit(
    game=DotsAndBoxes(),
    title=TITLE,
    summary=SUMMARY,
    text=DotsAndBoxesText(),
    names=NAMES,
    seeded=False,
    suggested={"turn_seconds": (0, 10, 20, 30, 60)},
    quick_start=QuickStart((ForMe(), ForBot("casual")), {}),
    bots=LEVELS,
    scoring=Scoring(amount("boxes", words("{} box"), words("{} boxes"))),
    evaluator=DotsAndBoxesEvaluator(),
    analyst=DotsAndBoxesAnalyst(),
    warm_engine=_warm,
    hides_nothing=True,
)

__all__ = ["DotsAndBoxes", "kit"]
