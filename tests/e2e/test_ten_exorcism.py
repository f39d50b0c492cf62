"""Ten Exorcism in a real browser: whole games by finger, mouse and keyboard, and what a drag shows and sends."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from parlour.games.ten_exorcism import rules
from parlour.games.ten_exorcism.rules import Rectangle
from tests.e2e.browser import CALM, PATIENCE_MS, Enter, findings, seat_of, uncover

Cell = tuple[int, int]
BY_HAND = 3
"""Moves at either end of a whole game that are made on the page. Those between go by a socket."""

CELLS = "[role=gridcell]"
CENTRES = """(cells) => cells.map((cell) => {
  const box = cell.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})"""
SCORE = "score => document.querySelector('[data-score]')?.dataset.score === String(score)"


def begin(
    enter: Enter, size: str, mode: str = "Endless", sent: list[str] | None = None, motion: dict[str, str] = CALM
) -> Page:
    """From the set-up page into a game; what the page sends to its room is added to ``sent``."""
    page = enter("/games/ten-exorcism", size=size, **motion)
    if sent is not None:
        page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    page.get_by_role("radio", name=re.compile(f"^{mode}")).check()
    page.get_by_role("button", name="Start").click()
    if mode == "Classic":
        uncover(page)
    expect(page.locator(CELLS)).to_have_count(rules.ROWS * rules.COLS, timeout=PATIENCE_MS)
    return page


def board_of(page: Page) -> bytes:
    names = page.locator(CELLS).evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
    return bytes(0 if name.endswith("empty") else int(name.split(", ")[1]) for name in names)


class Mouse:
    """A hand on a mouse; it knows where the cells are."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._centres = page.locator(CELLS).evaluate_all(CENTRES)

    def place(self, cell: Cell) -> tuple[float, float]:
        row, col = cell
        x, y = self._centres[row * rules.COLS + col]
        return x, y

    def drag(self, start: Cell, end: Cell) -> None:
        self._page.mouse.move(*self.place(start))
        self._page.mouse.down()
        self._page.mouse.move(*self.place(end))
        self._page.mouse.up()


class Finger(Mouse):
    """A finger on the glass."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._session = page.context.new_cdp_session(page)

    def drag(self, start: Cell, end: Cell) -> None:
        self.touch("touchStart", self.place(start))
        self.touch("touchMove", self.place(end))
        self.touch("touchEnd", None)

    def touch(self, kind: str, at: tuple[float, float] | None) -> None:
        points = [] if at is None else [dict(zip("xy", at, strict=True))]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


class Pen(Mouse):
    """A pen, which is lifted only when told."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._session = page.context.new_cdp_session(page)

    def to(self, cell: Cell, kind: str) -> None:
        x, y = self.place(cell)
        held = {"button": "left", "buttons": 0 if kind == "mouseReleased" else 1, "clickCount": 1}
        event = {"type": kind, "x": x, "y": y, "pointerType": "pen", **held}
        self._session.send("Input.dispatchMouseEvent", event)


def nearest(board: bytes, cursor: Cell) -> Rectangle | None:
    """A rectangle whose top left corner is near; a small one, so that a game has many moves."""
    found = rules.rectangles(board)
    return min(found, key=lambda r: abs(r.top - cursor[0]) + abs(r.left - cursor[1]), default=None)


def over(page: Page, score: int) -> None:
    """The end is shown with the final score and with what can follow."""
    sheet = page.get_by_role("dialog", name="No rectangle left")
    expect(sheet.locator(".count-up")).to_contain_text(str(score))
    expect(sheet).to_contain_text("ghosts freed")
    for name in ("New game", "Same board again", "Share"):
        expect(sheet.get_by_role("button", name=name)).to_be_visible()


def play_out(page: Page, by_hand: Callable[[Cell, Cell], None]) -> bytes:
    """A whole game, always on with what is nearest, to the end that the page shows; the board that is left."""
    first = board_of(page)
    boards, moves, scores = [first], list[Rectangle](), [0]
    while (move := nearest(boards[-1], (moves[-1].bottom, moves[-1].right) if moves else (0, 0))) is not None:
        moves.append(move)
        scores.append(scores[-1] + rules.ghosts_in(rules.powers_in(boards[-1], move)))
        boards.append(rules.exorcise(boards[-1], move))
    assert len(moves) > 3 * BY_HAND
    with seat_of(page) as seat:
        for number, move in enumerate(moves):
            if BY_HAND <= number < len(moves) - BY_HAND:
                corners = {"r0": move.top, "c0": move.left, "r1": move.bottom, "c1": move.right}
                assert seat.play(0, {"do": "select", **corners})["refused"] is None
            else:
                page.wait_for_function(SCORE, arg=scores[number])
                assert board_of(page) == boards[number]
                by_hand((move.top, move.left), (move.bottom, move.right))
                page.wait_for_function(SCORE, arg=scores[number + 1])
    over(page, scores[-1])
    return boards[-1]


@pytest.mark.parametrize(("size", "hand_of"), [("phone", Finger), ("desktop", Mouse)])
def test_a_whole_game_is_played_by_dragging(enter: Enter, size: str, hand_of: type[Mouse]) -> None:
    page = begin(enter, size)
    first = board_of(page)
    left = play_out(page, hand_of(page).drag)
    assert board_of(page) == left
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.get_by_role("button", name="Same board again").click()
    page.wait_for_function(SCORE, arg=0)
    assert board_of(page) == first


def test_a_whole_game_is_played_by_keyboard_alone(enter: Enter) -> None:
    page = begin(enter, "phone")
    grid = page.get_by_role("grid")
    grid.focus()
    cursor = (0, 0)

    def go(to: Cell) -> None:
        nonlocal cursor
        for key, steps in (("ArrowDown", to[0] - cursor[0]), ("ArrowRight", to[1] - cursor[1])):
            opposite = {"ArrowDown": "ArrowUp", "ArrowRight": "ArrowLeft"}[key]
            for _ in range(abs(steps)):
                page.keyboard.press(key if steps > 0 else opposite)
        cursor = to

    def choose(start: Cell, end: Cell) -> None:
        go(start)
        page.keyboard.press("Space")
        go(end)
        page.keyboard.press("Enter")

    play_out(page, choose)


def test_a_drag_shows_its_sum_and_may_leave_the_board(enter: Enter) -> None:
    sent: list[str] = []
    page = begin(enter, "desktop", "Classic", sent)
    board = board_of(page)
    box = page.get_by_role("grid").bounding_box()
    assert box is not None
    # The first column of the board is drawn as the first row: from far above its left end to far beyond its right.
    page.mouse.move(box["x"] + 4, box["y"] + box["height"] + 40)
    page.mouse.down()
    page.mouse.move(2000, -50, steps=5)
    total = sum(board)
    expect(page.locator(".ten-chalk-high .ten-sum")).to_have_text(str(total))
    page.keyboard.press("Escape")
    expect(page.locator(".ten-sum")).to_have_count(0)
    page.mouse.up()
    pen = Pen(page)
    page.mouse.click(*pen.place((3, 3)))
    assert attempts(sent) == [], "neither letting go nor a press without a drag is an attempt"

    move = rules.rectangles(board)[0]
    pen.to((move.bottom, move.right), "mousePressed")
    pen.to((move.top, move.left), "mouseMoved")
    expect(page.locator(".ten-chalk-ten .ten-sum")).to_have_text("10")
    pen.to((move.top, move.left), "mouseReleased")
    page.wait_for_function(SCORE, arg=rules.ghosts_in(rules.powers_in(board, move)))
    corners = {"do": "select", "r0": move.bottom, "c0": move.right, "r1": move.top, "c1": move.left}
    assert attempts(sent) == [corners]
    expect(page.get_by_role("timer")).to_have_attribute("aria-label", re.compile(r"^\d+ seconds left$"))
    assert findings(page) == []


def test_what_is_not_ten_is_refused_in_words_and_changes_nothing_however_often(enter: Enter) -> None:
    sent: list[str] = []
    page = begin(enter, "phone", sent=sent)
    board, hand = board_of(page), Finger(page)
    hand.drag((0, 0), (16, 9))
    expect(page.locator("[aria-live]", has_text=f"The sum is {sum(board)}, not ten.")).to_have_count(1)
    assert board_of(page) == board
    assert attempts(sent) == [{"do": "select", "r0": 0, "c0": 0, "r1": 16, "c1": 9}]
    again = page.locator("[aria-live]", has_text=f"The sum is {sum(board[:20])}, not ten.")
    hand.drag((0, 0), (1, 9))
    expect(again).to_have_count(1)
    move = nearest(board, (0, 0))
    assert move is not None
    hand.drag((move.top, move.left), (move.bottom, move.right))
    page.wait_for_function(SCORE, arg=rules.ghosts_in(rules.powers_in(board, move)))


def attempts(sent: list[str]) -> list[dict[str, Any]]:
    """The rectangles among what was sent."""
    actions = [message["action"] for message in map(json.loads, sent) if message["type"] == "submit"]
    return [action for action in actions if action["do"] == "select"]


def test_a_hint_says_where_and_then_what_and_the_solver_what_was_possible(enter: Enter) -> None:
    page = begin(enter, "desktop")
    hint = page.get_by_role("button", name="Hint")
    hint.click()
    expect(page.locator(".notice")).to_have_text("A game with help does not rank. Ask again to have it.")
    hint.click()
    expect(page.locator(".ten-chalk-area")).to_be_visible()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".ten-chalk-hint")).to_be_visible()
