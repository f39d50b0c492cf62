"""What Ten Exorcism, its options and its boards are called."""

from parlour.core.words import Words

TITLE = Words("Ten Exorcism", "텐 엑소시즘")
SUMMARY = Words(
    "Ghosts on dark glass. Draw a rectangle of exactly ten and they go.",
    "어두운 유리 위의 유령들. 합이 10인 사각형을 그리면 떠납니다.",
)
NAMES = {
    "mode": Words("Mode", "모드"),
    "classic": Words("Classic, 120 seconds", "클래식, 120초"),
    "endless": Words("Endless", "무한"),
}
