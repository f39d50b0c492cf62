"""Threads of Dots and Boxes, stretched from pin to pin with a finger or a mouse; whatever cannot be is answered."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import SIZES, Enter, findings
from tests.e2e.test_dots_and_boxes import SET_UP, board, drawn, sit_down, turn

Pin = tuple[int, int]
NO_NEIGHBOURS = "A thread joins two neighbouring pins."


class Hand:
    """A finger on a phone, a mouse on a desktop; pins are (row, column)."""

    def __init__(self, page: Page, size: str) -> None:
        self._page = page
        self._touch = page.context.new_cdp_session(page) if size == "phone" else None

    def pull(self, *way: Pin) -> None:
        """Come down at the first pin, go over the others, and lift at the last."""
        points = [self._place(pin) for pin in way]
        self._down(*points[0])
        for point in points[1:]:
            self._move(*point)
        self._up()

    def tap(self, pin: Pin) -> None:
        self.pull(pin)

    def hold(self, start: Pin, over: Pin) -> None:
        """Come down at a pin and stay over another."""
        self._down(*self._place(start))
        self._move(*self._place(over))

    def lift(self) -> None:
        self._up()

    def _place(self, pin: Pin) -> tuple[float, float]:
        box = self._page.locator(".dots-dot").nth(pin[0] * 6 + pin[1]).locator("circle").bounding_box()
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
def test_threads_are_stretched_from_pin_to_pin_and_what_cannot_be_is_answered(enter: Enter, size: str) -> None:
    page = enter(SET_UP, size=size)
    sit_down(page, "Friend here")
    expect(board(page)).to_be_visible()
    hand = Hand(page, size)

    hand.hold((0, 0), (0, 1))
    expect(page.locator(".dots-meant[data-shown=h]")).to_have_count(1)
    hand.lift()
    expect(owned(page, "h00")).to_be_attached()

    hand.tap((1, 0))
    expect(page.locator(".dots-lit")).to_have_count(1)
    expect(page.locator(".dots-neighbour")).to_have_count(3)
    assert findings(page) == []
    hand.tap((0, 0))
    expect(owned(page, "v00")).to_be_attached()
    expect(page.locator(".dots-lit")).to_have_count(0)

    hand.pull((2, 2), (3, 3))
    expect(turn(page)).to_have_text(NO_NEIGHBOURS)
    expect(page.locator(".dots-refused")).to_have_count(1)
    hand.pull((0, 0), (0, 1))
    expect(turn(page)).to_have_text("There is a thread already, drawn by A.")
    hand.pull((2, 2), (2, 4))
    expect(turn(page)).to_have_text(NO_NEIGHBOURS)
    expect(drawn(page)).to_have_count(2)

    # Around two boxes, and then the thread between them.
    rest: list[tuple[str, Pin, Pin]] = [
        ("h01", (0, 1), (0, 2)),
        ("v02", (0, 2), (1, 2)),
        ("h11", (1, 2), (1, 1)),
        ("h10", (1, 1), (1, 0)),
        ("v01", (1, 1), (0, 1)),
    ]
    for line, start, stop in rest:
        hand.pull(start, stop)
        expect(owned(page, line)).to_be_attached()
    expect(turn(page)).to_contain_text("Two boxes!")
    expect(page.locator(".dots-gained")).to_have_text("+2")
    expect(page.locator("[aria-live]").filter(has_text="Two boxes!")).to_have_count(1)
