"""The page of Ten Exorcism: how large its board is, how it lies, what the chalk shows, and where a drag may begin."""

from playwright.sync_api import Page, expect

from parlour.games.ten_exorcism import rules
from tests.e2e.browser import LIVELY, STAY, TWO_FRAMES, Enter, overlaps
from tests.e2e.test_ten_exorcism import SCORE, Finger, begin, board_of

SIDES = """() => [...document.querySelectorAll("[role=gridcell]")]
  .map((one) => one.getBoundingClientRect()).flatMap((box) => [box.width, box.height])"""
BOARD = """() => { const { width, height } = document.querySelector(".ten-board").getBoundingClientRect();
  return [width, height]; }"""
PULSES = """(selector) => document.querySelector(selector).getAnimations()
  .some((one) => one.playState === "running" && one.effect.getTiming().iterations === Infinity)"""
CHOICES = "() => [...document.querySelectorAll('.choose-one')].map((one) => one.getBoundingClientRect().width)"
KINDS = "() => [...document.querySelectorAll('.setup-kind')].map((one) => one.getBoundingClientRect().width)"
BACKGROUND = "(one) => getComputedStyle(one).backgroundColor"


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("size => innerWidth === size[0] && innerHeight === size[1]", arg=[width, height])
    page.evaluate(TWO_FRAMES)


def test_the_board_keeps_its_orientation_while_the_window_changes(enter: Enter) -> None:
    page = begin(enter, "desktop")
    grid = page.get_by_role("grid")
    expect(grid).to_have_attribute("data-turned", "true")
    expect(page.locator(".cells-edge-above > span").last).to_have_text("17")
    expect(page.locator(".cells-edge-beside > span").last).to_have_text("J")
    resize(page, 1920, 1080)
    width, height = page.evaluate(BOARD)
    assert width > 1400
    assert height > 900, "a large screen is used"
    resize(page, 700, 1000)
    expect(grid).to_have_attribute("data-turned", "true")


def test_the_systems_own_colours_leave_the_glass_dark_and_fill_what_is_chosen(enter: Enter) -> None:
    page = begin(enter, "desktop", motion={"forced_colors": "active"})
    canvas = page.locator("body").evaluate(BACKGROUND)
    assert page.locator(".ten-board").evaluate(BACKGROUND) != canvas
    page.goto("/games/ten-exorcism")
    chosen = page.locator(".choose-one input:checked + span").first
    other = page.locator(".choose-one input:not(:checked) + span").first
    chosen.wait_for()
    assert chosen.evaluate(BACKGROUND) != other.evaluate(BACKGROUND)


def test_a_choice_takes_as_much_room_chosen_as_not(enter: Enter) -> None:
    page = enter("/games/ten-exorcism")
    page.locator(".choose-one").first.wait_for()
    before = page.evaluate(CHOICES)
    page.locator(".choose-one input:not(:checked)").first.check()
    page.evaluate(TWO_FRAMES)
    assert page.evaluate(CHOICES)[:2] == before[:2]


def test_the_kind_of_a_seat_takes_as_much_room_chosen_as_not(enter: Enter) -> None:
    for size in ("desktop", "phone"):
        page = enter("/games/dots-and-boxes", size=size)
        page.locator(".setup-kind").first.wait_for()
        before = page.evaluate(KINDS)
        page.get_by_role("group", name="Seat B").get_by_role("radio", name="Invite").check()
        page.evaluate(TWO_FRAMES)
        assert page.evaluate(KINDS) == before


def test_on_a_phone_the_warning_before_help_covers_neither_board_nor_controls(enter: Enter) -> None:
    page = begin(enter, "phone")
    page.evaluate(STAY)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".notice")).to_be_visible()
    page.evaluate(TWO_FRAMES)
    assert (
        overlaps(page, [".notice", ".ten-board", ".game-controls", ".game-status", ".top-actions", ".top-home"]) == []
    )
    expect(page.locator(".notice")).to_be_in_viewport(ratio=1)


def test_a_finger_may_begin_beside_the_board_and_meets_its_cells_on_the_smallest_phone(enter: Enter) -> None:
    page = begin(enter, "phone")
    expect(page.locator(".cells-edge-above > span").last).to_have_text("J")
    board, hand = board_of(page), Finger(page)
    box = page.get_by_role("grid").bounding_box()
    assert box is not None
    outside = {
        (0, 4): (hand.place((0, 4))[0], box["y"] - 40),
        (16, 0): (hand.place((16, 0))[0], box["y"] + box["height"] + 30),
        (8, 9): (box["x"] + box["width"] + 4, hand.place((8, 9))[1]),
    }
    for (row, col), place in outside.items():
        hand.touch("touchStart", place)
        hand.touch("touchMove", hand.place((8, 4)))
        inside = [board[r * rules.COLS + c] for r in span(row, 8) for c in span(col, 4)]
        expect(page.locator(".ten-chalk:last-child .ten-sum")).to_have_text(str(sum(inside)))
        hand.touch("touchEnd", None)
    assert page.evaluate("scrollY") == 0
    resize(page, 320, 568)
    assert min(page.evaluate(SIDES)) >= 28
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    expect(page.get_by_role("button", name="Hint")).to_be_in_viewport(ratio=1)


def span(a: int, b: int) -> range:
    return range(min(a, b), max(a, b) + 1)


def test_ten_is_green_and_pulses_while_dragging(enter: Enter) -> None:
    page = begin(enter, "desktop", motion=LIVELY)
    board, hand = board_of(page), Finger(page)
    move = rules.rectangles(board)[0]
    hand.touch("touchStart", hand.place((move.top, move.left)))
    hand.touch("touchMove", hand.place((move.bottom, move.right)))
    label = page.locator(".ten-chalk-ten .ten-sum")
    expect(label).to_have_css("background-color", "rgb(143, 227, 178)")
    assert page.evaluate(PULSES, ".ten-chalk-ten .ten-sum")
    assert page.evaluate(PULSES, ".ten-chalk-ten > svg")
    hand.touch("touchEnd", None)
    page.wait_for_function(SCORE, arg=rules.ghosts_in(rules.powers_in(board, move)))
