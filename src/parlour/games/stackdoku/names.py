"""What Stackdoku, its options and its boards are called."""

from parlour.core.words import Words

TITLE = Words("Stackdoku", "스택도쿠")
SUMMARY = Words(
    "Clear a stack of tiles in pairs and place the numbers you win into a Sudoku.",
    "타일 더미를 한 쌍씩 치우고, 얻은 숫자로 스도쿠를 채웁니다.",
)
NAMES = {
    "difficulty": Words("Difficulty", "난이도"),
    "easy": Words("Easy", "쉬움"),
    "medium": Words("Medium", "보통"),
    "hard": Words("Hard", "어려움"),
    "expert": Words("Expert", "고수"),
}
