"""Every page that is read rather than played: what it shows, and what axe-core says of it."""

import re
from collections.abc import Iterator
from typing import Literal

import pytest
from msgspec import to_builtins
from playwright.sync_api import Page, expect

from parlour.games.ten_exorcism.rules import State, TenExorcism
from tests.e2e.browser import SIZES, Enter, findings, findings_at
from tests.many import MANY
from tests.server.table import Guest, Server

START = "main button:text-matches('^(Start|Open the room)')"
PAGES = {
    "/games/ten-exorcism": ("Ten Exorcism", START),
    "/games/dots-and-boxes": ("Dots and Boxes", START),
    "/games/stackdoku": ("Stackdoku", START),
    "/daily": ("Today’s daily", "main [aria-labelledby^=daily-]"),
    "/leaderboards/ten-exorcism/endless": ("Leaderboards", "main :is(table, .empty)"),
    "/leaderboards/dots-and-boxes": ("Leaderboards", "main :is(table, .empty)"),
    "/settings": ("Settings", "main input[value]"),
    "/admin": ("The host’s desk", "main code"),
}
"""Each page's heading, and what shows once it has heard from the server."""


@pytest.fixture(scope="module")
def played(hub: Server) -> Iterator[Guest]:
    """Somebody who has finished two games: one alone, one with both seats."""
    with Guest(hub) as guest:
        for game, seats in (("ten-exorcism", [{"for": "me"}]), ("dots-and-boxes", [{"for": "me"}, {"for": "me"}])):
            play_out(guest, game, seats)
        yield guest


def play_out(guest: Guest, game: str, seats: list[dict[str, str]]) -> None:
    """Play anything legal until it is over."""
    options = {"mode": "endless"} if game == "ten-exorcism" else {}
    room = guest.post("/api/rooms", {"game": game, "seats": seats, "options": options})
    with guest.enter(room["code"]) as seat:
        while seat.view["outcome"] is None:
            [turn] = seat.view["to_move"]
            seat.play(turn, first_legal(game, seat.view["view"]))


def first_legal(game: str, view: dict[str, list[list[int | None]]]) -> dict[str, int | str]:
    if game == "dots-and-boxes":
        for kind, (down, right) in (("h", (0, 1)), ("v", (1, 0))):
            for r, row in enumerate(view[kind]):
                for c, owner in enumerate(row):
                    if owner is None:
                        return {"do": "draw", "r0": r, "c0": c, "r1": r + down, "c1": c + right}
    flat = bytes(power or 0 for row in view["board"] for power in row)
    state = State(flat, score=0, limit_ms=None, ended=None)
    chosen: dict[str, int | str] = to_builtins(TenExorcism().legal_actions(state, 0)[0])
    return chosen


def name_of(guest: Guest) -> str:
    name: str = guest.get("/api/me")["name"]
    return name


def as_guest(page: Page, guest: Guest) -> None:
    """Be that guest from the next page on. No page of ours is open before: it would ask who its visitor is, and its
    answer may come after this."""
    assert page.url == "about:blank", page.url
    page.context.add_cookies([{"name": "parlour", "value": guest.cookie, "url": guest.server.url}])


def looks(number: int) -> list[tuple[Literal["dark", "light"], str]]:
    """Themes and sizes in which the page of this number is seen: each in one pair, with PARLOUR_MANY=1 all pairs."""
    themes: tuple[Literal["dark"], Literal["light"]] = ("dark", "light")
    pairs = [(theme, size) for size in SIZES for theme in themes]
    if MANY:
        return pairs
    return pairs[::3] if number % 2 == 0 else pairs[1:3]


def test_every_page_says_what_it_is_and_is_accessible_in_both_themes(enter: Enter) -> None:
    page = enter("about:blank", size="phone", color_scheme="dark")
    for number, (path, (title, loaded)) in enumerate(PAGES.items()):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        expect(page.locator(loaded).first).to_be_visible()
        for theme, size in looks(number):
            page.emulate_media(color_scheme=theme)
            assert findings_at(page, size) == [], (path, theme, size)


def test_a_replay_is_walked_through_and_linked_to_a_moment(enter: Enter, played: Guest) -> None:
    page = enter("about:blank", size="phone")
    as_guest(page, played)
    page.goto("/me")
    expect(page.get_by_role("heading", level=1)).to_have_text(name_of(played))
    page.locator("section[aria-labelledby=history]").get_by_role("link", name=re.compile("Ten Exorcism")).first.click()
    slider = page.get_by_role("slider", name="Moment")
    expect(slider).to_have_attribute("aria-valuenow", "0")
    page.get_by_role("button", name="One step on").click()
    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuenow", "2")
    expect(page).to_have_url(re.compile(r"\?at=2$"))
    page.reload()
    expect(page.get_by_role("slider", name="Moment")).to_have_attribute("aria-valuenow", "2")
    page.get_by_role("slider", name="Moment").press("End")
    expect(page.get_by_text("Confirmed: a replay of the log gives this score.")).to_be_visible()
    assert findings(page) == []
    match = page.url.split("/match/")[1].split("?")[0]
    page.goto(f"/match/{match}?with={match}&at=3")
    expect(page.get_by_role("region", name=f"Beside it: {name_of(played)}")).to_be_visible()
    expect(page.get_by_role("grid")).to_have_count(2)


def test_a_score_stands_on_the_leaderboard_with_its_replay(enter: Enter, played: Guest) -> None:
    page = enter("/leaderboards/ten-exorcism/endless")
    page.get_by_role("link", name=f"Watch the replay of {name_of(played)}").click()
    expect(page.get_by_role("slider", name="Moment")).to_be_visible()
    page.get_by_role("link", name=name_of(played)).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name_of(played))
    expect(page.get_by_role("region", name="Statistics")).to_contain_text("Ten Exorcism")
    assert findings(page) == []


def test_settings_are_kept_and_a_phrase_brings_a_player_to_another_device(enter: Enter) -> None:
    page = enter("/settings", refused=400)
    expect(page.get_by_role("group", name="Language").get_by_role("radio")).to_have_count(3)
    page.get_by_role("radio", name="Deutsch").check()
    expect(page.get_by_role("heading", level=1)).to_have_text("Einstellungen")
    page.get_by_role("radio", name="한국어").check()
    expect(page.get_by_role("heading", level=1)).to_have_text("설정")
    page.get_by_role("radio", name="어둡게", exact=True).check()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("설정")
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    assert findings(page) == []
    page.get_by_role("radio", name="English").check()
    page.get_by_label("Your name").fill("Ada Lovelace, Countess of King")
    expect(page.get_by_text("30 letters are too many: at most 24.")).to_be_visible()
    page.get_by_label("Your name").fill("Admin")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Your name")).to_have_accessible_description(re.compile("taken by the house"))
    page.get_by_label("Your name").fill("Ada Lovelace")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("You are Ada Lovelace now.").last).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Ada Lovelace")
    page.get_by_role("button", name="Give me a recovery phrase").click()
    phrase = page.locator(".settings-phrase").inner_text()
    other = enter("/settings", size="phone")
    other.get_by_label("I have a recovery phrase").fill(phrase)
    other.get_by_role("button", name="Continue as that player").click()
    expect(other.get_by_label("Your name")).to_have_value("Ada Lovelace")
