"""A rematch of two people, each at a browser of their own, to the end of the second game."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.browser import SIZES, STAY, TWO_FRAMES, Enter, overlaps
from tests.e2e.test_dots_and_boxes import LINES, drawn, free_line, touch, turn
from tests.e2e.test_pages import as_guest, first_legal
from tests.server.table import Guest, Seat, Server

BY_HAND = 2
"""Lines of each game that are drawn in the browsers: the last ones."""


def play_on(seats: list[Seat]) -> int:
    """Draw the first line that is left until a few are; who has drawn the last of them."""
    first = seats[0]
    while first.view["seq"] < LINES - BY_HAND:
        [mover] = first.view["to_move"]
        answer = seats[mover].play(mover, first_legal("dots-and-boxes", first.view["view"]))
        assert answer["refused"] is None
        for seat in seats:
            while seat.view["seq"] <= answer["seq"]:
                seat.receive()
    [mover] = first.view["to_move"]
    return int(mover)


def draw_the_rest(pages: list[tuple[Page, str]], mover: int) -> None:
    """By whoever is to move: the last lines close boxes, so that it stays their turn."""
    page, size = pages[mover]
    for count in range(LINES - BY_HAND, LINES):
        expect(drawn(page)).to_have_count(count)
        expect(page.locator(".dots-board")).to_have_attribute("data-acting", "true")
        touch(page, free_line(page), size)
    for page, _ in pages:
        expect(page.get_by_role("dialog")).to_contain_text("All 25 boxes are filled")


def test_a_rematch_is_asked_for_agreed_to_and_played_to_its_end(enter: Enter, hub: Server) -> None:
    ann, ben = enter("about:blank", size="phone", viewport={"width": 360, "height": 640}), enter("about:blank")
    with Guest(hub) as guest, Guest(hub) as other:
        as_guest(ann, guest)
        as_guest(ben, other)
        code = guest.open("dots-and-boxes", "me", "anybody")["code"]
        other.post(f"/api/rooms/{code}/join")
        with guest.enter(code) as mine, other.enter(code) as theirs:
            mover = play_on([mine, theirs])
            for page in (ann, ben):
                page.goto(f"/room/{code}")
            draw_the_rest([(ann, "phone"), (ben, "desktop")], mover)
            for page in (ann, ben):
                page.evaluate(STAY)
            ann.get_by_role("dialog").get_by_role("button", name="Rematch").click()
            agree = ben.get_by_role("dialog").get_by_role("button", name="Play again too")
            expect(agree).to_be_visible()
            agree.click()
            expect(turn(ben)).to_have_text("Your turn. Draw a line.")
            for page in (ann, ben):
                expect(page.get_by_role("dialog")).to_have_count(0)
                expect(page.locator(".notice")).to_contain_text(re.compile("begins? this time"))
                page.evaluate(TWO_FRAMES)
                assert overlaps(page, [".notice", ".seat-card", ".dots-board"]) == []
            assert overlaps(ann, [".notice", ".top-bar", ".score-strip"]) == []
            assert overlaps(ben, [".notice", ".game-status"]) == []
            ann.set_viewport_size(SIZES["phone"]["viewport"])
            ann.evaluate(TWO_FRAMES)
            assert overlaps(ann, [".notice", ".game-status", ".seat-card", ".dots-board"]) == []
            ann.set_viewport_size({"width": 360, "height": 640})
            for seat in (mine, theirs):
                seat.until(lambda message: message["type"] == "view" and message["seq"] == 0)
            draw_the_rest([(ben, "desktop"), (ann, "phone")], play_on([theirs, mine]))
        name = other.get("/api/me")["name"]
    ann.goto("/")
    expect(ann.get_by_role("link", name=re.compile(f"with {name}"))).to_have_count(2)
