"""What Stackdoku, its options and its boards are called."""

from parlour.core.words import words

TITLE = words("Stackdoku")
SUMMARY = words("Clear a stack of tiles in pairs and place the numbers you win into a Sudoku.")
NAMES = {
    "difficulty": words("Difficulty"),
    "easy": words("Easy"),
    "medium": words("Medium"),
    "hard": words("Hard"),
    "expert": words("Expert"),
}
