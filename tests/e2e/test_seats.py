"""Seats in a room: who begins, who left, bots that play on, and the way back."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from parlour.core.pace import HAND_MS
from tests.e2e.browser import STAY, TWO_FRAMES, Enter, findings, overlaps, seat_of, visitors
from tests.e2e.test_dots_and_boxes import SET_UP, board, drawn, free_line, sit_down, touch, turn
from tests.e2e.test_pages import as_guest, first_legal
from tests.server.table import Guest, Server

HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
NAME_ME = """async (name) => {
  await fetch("/api/me", { method: "POST" });
  const headers = { "Content-Type": "application/json" };
  await fetch("/api/me", { method: "PATCH", headers, body: JSON.stringify({ name }) });
}"""
FITS = "(name) => name.scrollWidth <= name.clientWidth"


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A bot takes over after five seconds for whoever left, and may be given a seat after one for whoever is away."""
    with Server(tmp_path_factory.mktemp("hurried"), "--left", "5", "--away", "1") as running:
        yield running


@pytest.fixture
def enter_soon(browser: Browser, hurried: Server) -> Iterator[Enter]:
    with visitors(browser, hurried) as enter:
        yield enter


def seat(page: Page, letter: str) -> str:
    found = page.get_by_role("list", name="Players").get_by_role("listitem").filter(has_text=f"Seat {letter}:")
    return found.inner_text()


def leave(page: Page) -> None:
    page.get_by_role("button", name="Leave the room").click()
    sheet = page.get_by_role("alertdialog").or_(page.get_by_role("dialog"))
    expect(sheet).to_contain_text("take your seat again")
    sheet.get_by_role("button", name="Leave", exact=True).click()
    page.wait_for_url(re.compile(r"/$"))


def test_who_left_is_said_a_bot_plays_on_and_the_seat_is_taken_again(enter_soon: Enter) -> None:
    ann = enter_soon(SET_UP, size="phone")
    room = sit_down(ann, "Invite")
    ben = enter_soon(room)
    expect(board(ben)).to_be_visible()
    name = ben.locator(".seat-card").filter(has_text="you").locator(".seat-card-name").inner_text()
    touch(ann, free_line(ann), "phone")
    expect(turn(ben)).to_have_text("Your turn. Draw a line.")
    ben.evaluate(HIDE, True)
    expect(ben).to_have_title(re.compile("^Your turn · "))
    ben.evaluate(HIDE, False)
    expect(ben).not_to_have_title(re.compile("^Your turn"))

    leave(ben)
    kept = ben.get_by_role("link", name=re.compile("Dots and Boxes.*Your seat’s turn"))
    expect(kept).to_be_visible()
    expect(ann.locator(".notice")).to_have_text(f"{name} left. A bot takes over soon, until they are back.")
    expect(turn(ann)).to_have_text(re.compile(f"^{name} left. A bot takes over in [0-5] s.$"))
    assert name in seat(ann, "B")
    expect(drawn(ann), "the bot has drawn").to_have_count(2)
    assert f"for {name}" in seat(ann, "B")

    ben.get_by_role("link", name=re.compile("Dots and Boxes")).and_(ben.locator("[href^='/room/']")).first.click()
    expect(ben.get_by_text("A bot plays on for you.")).to_be_visible()
    assert findings(ben) == []
    ben.get_by_role("button", name="Take your seat again").click()
    expect(ann.locator(".notice")).to_have_text(f"{name} is back.")
    touch(ann, free_line(ann), "phone")
    expect(turn(ben)).to_have_text("Your turn. Draw a line.")


def test_whoever_was_away_until_the_end_is_told_that_a_bot_played_on(enter_soon: Enter) -> None:
    ann = enter_soon(SET_UP, size="phone")
    room = sit_down(ann, "Invite")
    ben = enter_soon(room, size="phone", language="ko")
    expect(ben.locator(".dots-board")).to_be_visible()
    ben.goto("about:blank")
    with seat_of(ann) as mine:
        while mine.view.get("outcome") is None:
            if mine.view["to_move"] == [0]:
                mine.play(0, first_legal("dots-and-boxes", mine.view["view"]))
            else:
                mine.hear("view")
    ben.goto(room)
    expect(ben.get_by_role("dialog")).to_contain_text("봇이 대신 두었습니다. 다음 판에서")
    assert findings(ben) == []
    ben.get_by_role("dialog").get_by_role("button", name="닫기").click()
    ann.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    ben.get_by_role("button", name="내 자리로 돌아가기").click()
    expect(ben.locator(".room-watching")).to_have_count(0)
    expect(ben.locator(".seat-card").first).to_contain_text("나")


def test_whoever_left_a_rated_match_reads_at_its_end_that_it_is_lost_and_their_rating(
    enter_soon: Enter, hurried: Server
) -> None:
    page = enter_soon("about:blank", size="phone")
    with Guest(hurried) as ann, Guest(hurried) as ben:
        code = ann.open("dots-and-boxes", "me", "anybody")["code"]
        match = ben.post(f"/api/rooms/{code}/join")["match"]
        with ann.enter(code) as mine:
            mine.play(0, first_legal("dots-and-boxes", mine.view["view"]))
            with ben.enter(code) as theirs:
                theirs.play(1, first_legal("dots-and-boxes", theirs.view["view"]))
            ben.post(f"/api/rooms/{code}/leave")
            mine.until(lambda message: message["type"] == "room" and message["seats"][1]["held_by"] == "bot")
            as_guest(page, ben)
            page.goto(f"/room/{code}")
            expect(page.get_by_text("For the ratings you have left this match.")).to_be_visible()
            while mine.view.get("outcome") is None:
                if mine.view["to_move"] == [0]:
                    # What is played faster than by a hand is held.
                    page.wait_for_timeout(HAND_MS)
                    mine.play(0, first_legal("dots-and-boxes", mine.view["view"]))
                else:
                    mine.hear("view")
        sheet = page.get_by_role("dialog")
        expect(sheet).to_contain_text("You left, so for the rating this counts as lost.")
        rating = ben.get("/api/ratings/dots-and-boxes")["mine"]["rating"]
        expect(sheet).to_contain_text(f"Rating {rating}")
        expect(sheet).to_contain_text("A bot played on for you.")
        assert findings(page) == []
        page.goto(f"/match/{match}")
        expect(page.locator(".details-seats li").nth(1)).to_contain_text(f"for {ben.me['name']}")


def test_where_a_limit_runs_the_seat_of_whoever_is_away_is_given_to_a_bot_by_hand(
    enter_soon: Enter, hurried: Server
) -> None:
    ann = enter_soon("about:blank", size="phone")
    with Guest(hurried) as host:
        as_guest(ann, host)
        code = host.open("dots-and-boxes", "me", "anybody", options={"turn_seconds": 240})["code"]
    with Guest(hurried) as ben:
        ben.post(f"/api/rooms/{code}/join")
        with ben.enter(code):
            ann.goto(f"/room/{code}")
            expect(board(ann)).to_be_visible()
            touch(ann, free_line(ann), "phone")
            expect(drawn(ann)).to_have_count(1)
            expect(ann.get_by_role("button", name="Seat a bot")).to_have_count(0)
            ann.get_by_role("link", name="Parlour").click()
            ann.get_by_role("link", name=re.compile(f"Dots and Boxes.*{ben.me['name']}’s turn")).click()
            expect(board(ann)).to_be_visible()
        away = ann.get_by_role("button", name="Seat a bot")
        expect(away).to_be_visible()
        assert overlaps(ann, [".seat-card-bot .button", ".seat-card-score", ".seat-card-name"]) == []
        assert findings(ann) == []
        away.click()
        ann.get_by_role("menuitem").first.click()
        expect(drawn(ann), "the bot has drawn").to_have_count(2)


@pytest.mark.parametrize("players", [2, 4])
def test_names_have_room_and_phrases_cover_nothing_that_is_played_with(enter: Enter, players: int) -> None:
    page = enter(SET_UP, size="phone")
    page.wait_for_load_state("networkidle")
    page.evaluate(NAME_ME, f"Wilhelmina {players}")
    page.reload()
    sit_down(page, *["Friend here"] * (players - 1))
    mine = page.locator(".seat-card-name").filter(has_text="Wilhelmina")
    expect(mine).to_have_attribute("title", f"Wilhelmina {players}")
    page.wait_for_function(FITS, arg=mine.element_handle())
    page.evaluate(STAY)
    page.get_by_role("button", name="Say something").click()
    page.get_by_role("menuitem", name="Good luck!").click()
    bubble = page.locator(".phrases-bubble")
    expect(bubble).to_be_visible()
    for width, height in ((390, 844), (360, 640), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TWO_FRAMES)
        expect(bubble).to_be_in_viewport(ratio=1)
        clip = page.locator(".room .top-title").evaluate("(one) => getComputedStyle(one).clipPath")
        assert clip != "none", "a title is not seen around the words that lie over it"
        assert bubble.evaluate("(one) => one.scrollHeight <= one.clientHeight"), "words are cut off"
        assert overlaps(page, [".phrases-bubble", ".top-actions", ".turn-text", ".seated"]) == []


def test_a_bot_can_begin_and_the_limit_for_a_line_is_said_before_one_joins(enter: Enter) -> None:
    page = enter(SET_UP)
    first = page.get_by_role("group", name="Seat A").get_by_role("radio", name="Bot")
    expect(first).to_be_enabled()
    first.check()
    expect(page.get_by_role("group", name="Seat B").get_by_role("radio", name="Me")).to_be_checked()
    page.get_by_role("button", name="Start").click()
    expect(turn(page)).to_have_text("Your turn. Draw a line.")
    expect(drawn(page)).to_have_count(1)

    page.goto(SET_UP)
    page.get_by_role("group", name="Seat B").get_by_role("radio", name="Invite").check()
    clock = page.get_by_role("group", name="Seconds for each line")
    other_number = page.get_by_label("Seconds for each line: another number")
    expect(other_number).to_be_hidden()
    clock.get_by_role("radio", name="60").check()
    page.keyboard.press("ArrowRight")
    expect(clock.get_by_role("radio", name="Other")).to_be_checked()
    page.keyboard.press("Tab")
    expect(other_number).to_be_focused()
    other_number.fill("45")
    page.get_by_label("Anybody may join").check()
    page.get_by_role("button", name="Open the room").click()
    expect(page.get_by_text("Seconds for each line: 45")).to_be_visible()
    other = enter(SET_UP)
    expect(other.locator(".hub-invite").filter(has_text="Seconds for each line: 45")).to_have_count(1)
