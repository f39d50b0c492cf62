"""Lines of Dots and Boxes, dragged from dot to dot with a finger or a mouse; whatever cannot be is answered."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import SIZES, Enter, findings
from tests.e2e.test_dots_and_boxes import SET_UP, board, drawn, sit_down, turn

Dot = tuple[int, int]
NO_NEIGHBOURS = "A line joins two neighbouring dots."


class Hand:
    """A finger on a phone, a mouse on a desktop; dots are (row, column)."""

    def __init__(self, page: Page, size: str) -> None:
        self._page = page
        self._touch = page.context.new_cdp_session(page) if size == "phone" else None

    def drag(self, *way: Dot) -> None:
        """Come down at the first dot, go over the others, and lift at the last."""
        points = [self._place(dot) for dot in way]
        self._down(*points[0])
        for point in points[1:]:
            self._move(*point)
        self._up()

    def tap(self, dot: Dot) -> None:
        self.drag(dot)

    def hold(self, start: Dot, over: Dot) -> None:
        """Come down at a dot and stay over another."""
        self._down(*self._place(start))
        self._move(*self._place(over))

    def lift(self) -> None:
        self._up()

    def _place(self, dot: Dot) -> tuple[float, float]:
        box = self._page.locator(".dots-dot").nth(dot[0] * 6 + dot[1]).locator("circle").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _down(self, x: float, y: float) -> None:
        if self._touch:
            self._touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        else:
            self._page.mouse.move(x, y)
            self._page.mouse.down()

    def _move(self, x: float, y: float) -> None:
        if self._touch:
            self._touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
        else:
            self._page.mouse.move(x, y)

    def _up(self) -> None:
        if self._touch:
            self._touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        else:
            self._page.mouse.up()


def owned(page: Page, line: str) -> Locator:
    return board(page).locator(f"[data-place={line}][aria-label*='drawn by']")


@pytest.mark.parametrize("size", SIZES)
def test_lines_are_dragged_from_dot_to_dot_and_what_cannot_be_is_answered(enter: Enter, size: str) -> None:
    page = enter(SET_UP, size=size)
    sit_down(page, "Friend here")
    expect(board(page)).to_be_visible()
    hand = Hand(page, size)

    hand.hold((0, 0), (0, 1))
    expect(page.locator(".dots-meant[data-shown=true]")).to_have_count(1)
    hand.lift()
    expect(owned(page, "h00")).to_be_attached()

    hand.tap((1, 0))
    expect(page.locator(".dots-lit")).to_have_count(1)
    expect(page.locator(".dots-neighbour")).to_have_count(3)
    assert findings(page) == []
    hand.tap((0, 0))
    expect(owned(page, "v00")).to_be_attached()
    expect(page.locator(".dots-lit")).to_have_count(0)

    hand.drag((2, 2), (3, 3))
    expect(turn(page)).to_have_text(NO_NEIGHBOURS)
    expect(page.locator(".dots-refused")).to_have_count(1)
    hand.drag((0, 0), (0, 1))
    expect(turn(page)).to_have_text("This line is already drawn, by A.")
    hand.drag((2, 2), (2, 4))
    expect(turn(page)).to_have_text(NO_NEIGHBOURS)
    expect(drawn(page)).to_have_count(2)

    # Around two boxes, and then the line between them.
    rest: list[tuple[str, Dot, Dot]] = [
        ("h01", (0, 1), (0, 2)),
        ("v02", (0, 2), (1, 2)),
        ("h11", (1, 2), (1, 1)),
        ("h10", (1, 1), (1, 0)),
        ("v01", (1, 1), (0, 1)),
    ]
    for line, start, stop in rest:
        hand.drag(start, stop)
        expect(owned(page, line)).to_be_attached()
    expect(turn(page)).to_contain_text("Two boxes!")
    expect(page.locator(".seat-card-gained")).to_have_text("+2")
    expect(page.locator("[aria-live]").filter(has_text="Two boxes!")).to_have_count(1)
