"""The host's page: what a host does there is seen by whoever it concerns, in their own browser."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.cli.program import Program
from tests.e2e.browser import SIZES, Enter, findings, findings_at, uncover
from tests.e2e.test_pages import as_guest
from tests.e2e.test_small_screens import SCROLLS
from tests.server.table import Guest, Server


@pytest.fixture
def link(hub: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """What ``parlour admin link`` prints, for this server."""
    program = Program(capsys, monkeypatch)
    ran = program("admin", "link", "--name", "Mina", "--url", hub.url, "--database", hub.database)
    assert ran.code == 0, ran.err
    return ran.out.strip().removeprefix(hub.url)


@pytest.fixture
def bob(hub: Server) -> Iterator[Guest]:
    with Guest(hub) as guest:
        yield guest


def act(page: Page, name: str, **fields: str) -> None:
    """Fill in the sheet that asks before an act, and confirm; ``New_name`` is the field New name."""
    sheet = page.get_by_role("dialog", name=name)
    for label, value in fields.items():
        sheet.get_by_label(label.replace("_", " ")).fill(value)
    sheet.get_by_role("button", name=name, exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def section(page: Page, name: str) -> None:
    page.get_by_role("radio", name=re.compile(f"^{name}( \\(|$)")).check()
    expect(page.get_by_role("heading", level=2, name=name)).to_be_visible()


NEVER_BY_THE_CLOCK = """{
    const each = window.setInterval;
    window.setInterval = (work, ms, ...more) => (ms < 20000 ? each(work, ms, ...more) : 0);
}"""
"""What a page asks for by itself, each minute or while a ban holds, it does not ask for: it was told what it knows."""


def test_a_host_renames_bans_closes_and_announces(enter: Enter, bob: Guest, link: str) -> None:
    code = bob.open("dots-and-boxes", "me", "anybody", public=True)["code"]
    player = enter("about:blank", refused=403)
    as_guest(player, bob)
    player.add_init_script(NEVER_BY_THE_CLOCK)
    player.goto(f"/room/{code}")
    expect(player.get_by_text(bob.me["name"])).to_be_visible()

    host = enter(link, size="phone")
    expect(host.get_by_role("heading", level=1, name="The host’s desk")).to_be_visible()
    assert "#" not in host.url
    section(host, "Players")
    host.get_by_label("Name begins with").fill(bob.me["name"])
    card = host.get_by_role("listitem").filter(has_text=bob.me["id"])
    card.get_by_role("button", name="Rename").click()
    act(host, "Rename", Reason="a kinder name", New_name="Kind Puffin")
    expect(player.get_by_text("Kind Puffin")).to_be_visible()
    assert findings_at(host, "desktop", "phone") == []

    section(host, "Announcement")
    host.get_by_role("button", name="Announce").click()
    act(host, "Announce", Reason="update", What_to_say="A pause at 20:00.")
    expect(host.get_by_role("status").filter(has_text="A pause at 20:00.")).to_be_visible()
    player.goto(f"/room/{bob.open('ten-exorcism', 'me')['code']}")
    uncover(player)
    for size in ("desktop", "phone"):
        player.set_viewport_size(SIZES[size]["viewport"])
        expect(player.get_by_role("status").filter(has_text="A pause at 20:00.")).to_be_in_viewport(ratio=1)
        expect(player.get_by_role("button", name="Hint")).to_be_in_viewport(ratio=1)
        assert not player.evaluate(SCROLLS), "a game fits below what the host has to say"
    player.goto(f"/room/{code}")
    host.get_by_role("button", name="Close this announcement").click()
    expect(host.get_by_role("button", name="Close this announcement")).to_have_count(0)
    host.get_by_role("button", name="End the announcement").click()
    act(host, "End the announcement", Reason="over")

    section(host, "Rooms")
    expect(host.get_by_role("listitem").filter(has_text=code)).to_contain_text("Dots and Boxes")
    host.get_by_role("button", name=f"Close the room: {code}").click()
    act(host, "Close the room", Reason="nobody came")
    expect(player.get_by_text("The host of this server has closed this room.")).to_be_visible()

    player.goto(f"/room/{bob.open('dots-and-boxes', 'me', 'anybody')['code']}")
    expect(player.get_by_text("Waiting for players")).to_be_visible()
    section(host, "Players")
    host.get_by_label("Name begins with").fill("Kind Puffin")
    card.get_by_role("button", name=re.compile("^Ban: ")).click()
    act(host, "Ban", Reason="rude", For_how_many_days="3")
    expect(card.get_by_text("banned")).to_be_visible()
    note = player.get_by_role("status").filter(has_text="asked you to stay away")
    expect(note).to_contain_text("rude")
    assert findings(player) == []
    player.goto("/")
    player.get_by_role("button", name="Play").first.click()
    expect(player.locator(".notice")).to_contain_text("asked you to stay away")

    section(host, "Log")
    for words in ("Rename", "Close the room", "Ban", "rude", "Mina"):
        expect(host.get_by_role("listitem").filter(has_text=words).first).to_be_visible()
    section(host, "Bans and mutes")
    host.get_by_role("listitem").filter(has_text="Kind Puffin").get_by_role("button").click()
    expect(player.get_by_text("you cannot join rooms")).to_be_visible()
    act(host, "Lift the ban", Reason="three days are enough")
    expect(host.get_by_role("listitem").filter(has_text="Kind Puffin")).to_have_count(0)
    player.get_by_role("button", name="Play").first.click()
    player.wait_for_url("**/room/*")
    expect(note).to_have_count(0)
    player.goto("about:blank")
    section(host, "Players")
    card.get_by_role("button", name=re.compile("^Delete: ")).click()
    expect(host.get_by_role("dialog")).to_contain_text("This cannot be undone.")
    act(host, "Delete", Reason="asked for it")
    expect(card).to_have_count(0)
    section(host, "Settings")
    expect(host.get_by_text("--keep-acts", exact=True)).to_be_visible()
    assert findings_at(host, "phone", "desktop") == []


def test_a_report_from_a_players_page_reaches_the_host_in_korean(enter: Enter, bob: Guest, link: str) -> None:
    page = enter(f"/player/{bob.me['id']}", size="phone", language="ko")
    page.get_by_role("button", name=f"{bob.me['name']} 신고").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("radio", name="행동").check()
    assert findings(page) == []
    sheet.get_by_role("button", name="신고하기").click()
    expect(page.locator(".notice")).to_contain_text("고맙습니다")

    host = enter(link, size="phone", language="ko")
    card = host.get_by_role("listitem").filter(has_text=bob.me["name"])
    expect(card).to_contain_text("행동")
    card.get_by_role("button", name="처리 완료").click()
    act(host, "처리 완료", 이유="살펴봤습니다")
    expect(card).to_have_count(0)


def test_a_report_from_a_rooms_seats_names_the_room_and_another_link_opens_in_the_same_tab(
    enter: Enter, bob: Guest, link: str
) -> None:
    code = bob.open("dots-and-boxes", "me", "anybody")["code"]
    page = enter(f"/room/{code}")
    page.get_by_role("button", name="Say something").click()
    report = page.get_by_role("menuitem", name=f"Report {bob.me['name']}")
    phrase, other = page.get_by_role("menuitem", name="Again?").bounding_box(), report.bounding_box()
    assert phrase is not None
    assert other is not None
    assert other["y"] - phrase["y"] - phrase["height"] >= 20, "nobody is reported by a slip of the finger"
    report.click()
    page.get_by_role("dialog").get_by_role("button", name="Report", exact=True).click()
    expect(page.locator(".notice")).to_contain_text("Thank you.")

    host = enter("/admin#nobody", refused=401)
    expect(host.get_by_text("This link has expired or was withdrawn.")).to_be_visible()
    host.goto(link)
    card = host.get_by_role("listitem").filter(has_text=f"In room {code}.")
    expect(card.get_by_role("link", name=bob.me["name"])).to_be_visible()
