"""What Dots and Boxes and its options are called."""

from parlour.core.words import words

TITLE = words("Dots and Boxes")
SUMMARY = words("Draw a line between two dots. Close a box, own it, and draw again.")
NAMES = {
    "turn_seconds": words("Seconds for each line"),
    "turn_seconds.0": words("No limit"),
}
