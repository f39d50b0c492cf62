"""What Dots and Boxes and its options are called."""

from parlour.core.words import Words

TITLE = Words("Dots and Boxes", "점과 상자")
SUMMARY = Words(
    "Stretch a thread between two pins. Close a box, own it, and draw again.",
    "핀과 핀 사이에 실을 거세요. 상자를 닫으면 내 것, 그리고 한 번 더.",
)
NAMES = {
    "turn_seconds": Words("Seconds for each line", "선마다 제한 시간(초)"),
    "turn_seconds.0": Words("No limit", "제한 없음"),
}
