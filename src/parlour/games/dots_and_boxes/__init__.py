"""Dots and Boxes: close boxes by drawing lines between dots, for two to four players."""

from parlour.core.kit import Kit
from parlour.games.dots_and_boxes.rules import DotsAndBoxes
from parlour.games.dots_and_boxes.text import DotsAndBoxesText

kit = Kit(
    game=DotsAndBoxes(),
    title="Dots and Boxes",
    summary="Draw lines between dots; whoever closes a box owns it and draws again.",
    text=DotsAndBoxesText(),
)

__all__ = ["DotsAndBoxes", "kit"]
