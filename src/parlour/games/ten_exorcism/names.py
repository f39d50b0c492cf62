"""What Ten Exorcism, its options and its boards are called."""

from parlour.core.words import words

TITLE = words("Ten Exorcism")
SUMMARY = words("Ghosts on dark glass. Draw a rectangle of exactly ten and they go.")
NAMES = {
    "mode": words("Mode"),
    "classic": words("Classic, 120 seconds"),
    "endless": words("Endless"),
}
