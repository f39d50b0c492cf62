"""What a player learns at the end: of a daily that somebody shared, of their own best, of a rated match."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import AT_REST, SIZES, TWO_FRAMES, Enter, findings, findings_at
from tests.e2e.test_pages import as_guest, first_legal
from tests.server.table import Guest, Json, Server

pytestmark = pytest.mark.usefixtures("within_one_day")
TEN, DOTS = "ten-exorcism", "dots-and-boxes"


@pytest.fixture
def ann(hub: Server) -> Iterator[Guest]:
    with Guest(hub) as guest:
        yield guest


@pytest.fixture
def bob(hub: Server) -> Iterator[Guest]:
    with Guest(hub) as guest:
        yield guest


def exorcise(guest: Guest, room: Json, rectangles: int) -> int:
    """Find so many rectangles and finish; the score, once a replay has borne it out."""
    with guest.enter(room["code"]) as seat:
        if seat.view["view"] is None:
            seat.play(0, {"do": "ready"})
        for _ in range(rectangles):
            seat.play(0, first_legal(TEN, seat.view["view"]))
        seat.play(0, {"do": "finish"})
        if seat.room["confirmed"] is None:
            seat.hear("room", confirmed=True)
        return int(seat.view["scores"][0])


def endless(guest: Guest) -> Json:
    return guest.open(TEN, "me", options={"mode": "endless"})


def at(enter: Enter, guest: Guest, path: str, size: str, refused: int | None = None) -> Page:
    """The guest's page."""
    page = enter("about:blank", size=size, refused=refused)
    as_guest(page, guest)
    page.goto(path)
    return page


def test_a_shared_daily_leads_to_playing_it_and_to_a_place_in_its_table(enter: Enter, ann: Guest, bob: Guest) -> None:
    theirs = ann.post(f"/api/daily/{TEN}")
    exorcise(ann, {"code": theirs["mine"]["room"]}, 4)
    page = at(enter, bob, f"/match/{theirs['mine']['match']}", "phone", refused=403)
    page.get_by_role("link", name="Play today’s daily").click()
    challenge = page.get_by_role("region", name="Ten Exorcism")
    expect(challenge.get_by_role("link", name=ann.me["name"], exact=True)).to_be_visible()
    challenge.get_by_role("button", name="Start: Ten Exorcism").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Daily, ")
    exorcise(bob, {"code": page.url.split("/room/")[1]}, 1)
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text(re.compile(r"Daily, \w+ \d+, \d{4}"))
    expect(sheet).to_contain_text(re.compile(r"Place \d+ of \d+ in this daily"))
    expect(sheet).to_contain_text(re.compile(r"\d+ more for place \d+"))
    expect(sheet).to_contain_text(re.compile(r"The next one in \d+:\d+"))
    table = sheet.get_by_role("region", name="Table of the day")
    expect(table.get_by_role("row").filter(has_text="(you)")).to_be_visible()
    assert findings_at(page, "desktop", "phone") == []
    sheet.get_by_role("link", name="To the daily").click()
    expect(page).to_have_url(re.compile(rf"/daily/{TEN}/{theirs['day']}$"))
    expect(challenge.get_by_role("button", name="Share")).to_be_visible()


def test_an_old_days_link_shows_its_table_and_the_way_to_todays(enter: Enter) -> None:
    page = enter(f"/daily/{TEN}/2020-02-29")
    challenge = page.get_by_role("region", name="Ten Exorcism")
    expect(challenge).to_contain_text("The daily of February 29, 2020 is over")
    expect(challenge.get_by_role("button", name="Start: Ten Exorcism")).to_be_visible()
    expect(challenge).to_contain_text("Nobody is on this list.")


LINES = "(text) => Math.round(text.clientHeight / parseFloat(getComputedStyle(text).lineHeight))"


def test_the_end_tells_the_best_the_difference_and_the_place(enter: Enter, ann: Guest) -> None:
    before = exorcise(ann, endless(ann), 2)
    better = endless(ann)
    page = at(enter, ann, f"/room/{better['code']}", "phone")
    expect(page.get_by_role("grid")).to_be_visible()
    for size in SIZES.values():
        page.set_viewport_size(size["viewport"])
        page.evaluate(TWO_FRAMES)
        assert page.locator(".score-untimed").evaluate(LINES) == 1
    best = exorcise(ann, better, 5)
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text(f"New best: +{best - before} on {before}")
    expect(sheet).to_contain_text(re.compile(r"Place \d+ of \d+"))
    assert findings_at(page, "desktop", "phone") == []


def test_a_lower_score_tells_how_far_below_the_best_and_none_that_it_does_not_count(enter: Enter, ann: Guest) -> None:
    best = exorcise(ann, endless(ann), 3)
    worse = endless(ann)
    page = at(enter, ann, f"/room/{worse['code']}", "desktop")
    expect(page.get_by_role("grid")).to_be_visible()
    score = exorcise(ann, worse, 1)
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text(re.compile(rf"(?<![-−]){best - score} below your best, {best}"))
    expect(sheet).to_contain_text(f"{best - score + 1} more for a new best")
    nothing = endless(ann)
    page.goto(f"/room/{nothing['code']}")
    expect(page.get_by_role("grid")).to_be_visible()
    exorcise(ann, nothing, 0)
    expect(sheet).to_contain_text("Without points it is not on the list.")


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (360, 560), (844, 390)], ids=str)
def test_what_is_told_late_moves_no_button_of_the_end(enter: Enter, ann: Guest, size: tuple[int, int]) -> None:
    exorcise(ann, endless(ann), 1)
    better = endless(ann)
    page = at(enter, ann, "/", "desktop")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.route(re.compile(r"/api/matches/[^/]+/result"), lambda _: None)
    page.goto(f"/room/{better['code']}")
    expect(page.get_by_role("grid")).to_be_visible()
    exorcise(ann, better, 8)  # ghosts in pairs at least: more than one rectangle holds
    buttons = page.get_by_role("dialog").locator(".over-actions .button")
    expect(buttons.first).to_be_visible()
    page.wait_for_function(AT_REST)
    before = [one.bounding_box() for one in buttons.all()]
    page.unroute_all()
    expect(page.get_by_role("dialog")).to_contain_text("New best")
    page.evaluate(TWO_FRAMES)
    assert [one.bounding_box() for one in buttons.all()] == before


def test_a_rated_match_tells_the_new_rating_and_how_the_two_stand(enter: Enter, ann: Guest, bob: Guest) -> None:
    codes = [ann.open(DOTS, "me", "anybody")["code"] for _ in range(2)]
    page = at(enter, ann, f"/room/{codes[-1]}", "phone")
    for code in codes:
        bob.post(f"/api/rooms/{code}/join")
        expect(page.get_by_role("banner").get_by_role("navigation")).to_be_visible()
        with ann.enter(code) as one, bob.enter(code) as other:
            while (view := one.view)["outcome"] is None:
                [turn] = view["to_move"]
                (one, other)[turn].play(turn, first_legal(DOTS, view["view"]))
                while one.view["seq"] == view["seq"]:
                    one.receive()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text(re.compile(r"Rating \d+ → \d+, provisional"))
    expect(sheet).to_contain_text("8 more rated games until your rating can settle")
    expect(sheet).to_contain_text(re.compile(r"You lead \d : \d|leads \d : \d|\d : \d between you"))
    assert findings(page) == []
