"""The same player on two devices: one is signed out from the other, and says so."""

from playwright.sync_api import Page, expect

from tests.e2e.browser import Enter, findings

NAME = "input[autocomplete=nickname]"


def two_devices(enter: Enter, name: str, language: str = "en") -> tuple[Page, Page]:
    """Two devices of a player who is called so, without a page and with the settings open."""
    mine, other = enter("about:blank"), enter("about:blank", size="phone", language=language, refused=401)
    for device in (mine, other):
        assert device.request.post("/api/me", data={}).ok
    assert mine.request.patch("/api/me", data={"name": name}).ok
    recover(mine, other)
    other.goto("/settings")
    expect(other.locator(NAME)).to_have_value(name)
    return mine, other


def recover(mine: Page, other: Page) -> None:
    """By the phrase of one device the other is the same player's."""
    phrase = mine.request.post("/api/me/phrase").json()["phrase"]
    assert other.request.post("/api/me/recover", data={"phrase": phrase}).ok


def test_another_device_is_signed_out_and_goes_on_as_a_guest(enter: Enter) -> None:
    mine, name = enter("/settings"), "Keeper of Keys"
    mine.get_by_label("Your name").fill(name)
    mine.get_by_role("button", name="Save").click()
    expect(mine.get_by_text(f"You are {name} now.").last).to_be_visible()
    mine.get_by_role("button", name="Give me a recovery phrase").click()
    phrase = mine.locator(".settings-phrase").inner_text()

    other = enter("/settings", size="phone", refused=401)
    other.get_by_label("I have a recovery phrase").fill(phrase)
    other.get_by_role("button", name="Continue as that player").click()
    expect(other.get_by_label("Your name")).to_have_value(name)
    expect(other.get_by_text("You are signed in on 2 devices.")).to_be_visible()
    room = other.request.post("/api/rooms", data={"game": "dots-and-boxes", "seats": [{"for": "me"}, {"for": "me"}]})
    other.goto(f"/room/{room.json()['code']}")
    expect(other.get_by_role("group", name="Board")).to_be_visible()

    mine.reload()
    mine.get_by_role("button", name="Sign out other devices").click()
    expect(mine.get_by_role("dialog")).to_be_visible()
    assert findings(mine) == []
    mine.get_by_role("dialog").get_by_role("button", name="Sign out other devices").click()
    expect(mine.get_by_text("One other device was signed out.").last).to_be_visible()
    expect(mine.get_by_text("You are signed in on this device only.")).to_be_visible()

    expect(other.get_by_role("heading", name="You are signed out")).to_be_visible()
    assert findings(other) == []
    other.get_by_role("link", name="Go on as a guest").click()
    expect(other.get_by_role("heading", level=1)).to_have_text("The games room")
    other.goto("/settings")
    expect(other.get_by_label("Your name")).not_to_have_value(name)
    expect(mine.get_by_label("Your name")).to_have_value(name)


def test_a_device_that_was_signed_out_while_it_was_closed_is_told_so_wherever_it_is_opened(enter: Enter) -> None:
    mine, other = two_devices(enter, "Keeper of Doors")
    for path in ("/", "/settings", "/nowhere/at/all"):
        other.goto("about:blank")
        recover(mine, other)
        assert mine.request.post("/api/me/devices/sign-out-others").ok
        other.goto(path)
        expect(other.get_by_role("heading", name="You are signed out")).to_be_visible()
        assert findings(other) == []
    other.get_by_role("link", name="I have a recovery phrase").click()
    expect(other.get_by_label("I have a recovery phrase")).to_be_visible()
    expect(other.get_by_label("Your name")).not_to_have_value("")
    expect(other.get_by_label("Your name")).not_to_have_value("Keeper of Doors")
    other.reload()
    expect(other.get_by_label("I have a recovery phrase")).to_be_visible()


def test_settings_that_are_open_say_so_at_the_next_request(enter: Enter) -> None:
    mine, other = two_devices(enter, "Keeper of Gates", language="ko")
    mine.request.post("/api/me/devices/sign-out-others")
    other.locator(NAME).fill("Thief")
    other.locator(NAME).press("Enter")
    expect(other.get_by_role("heading", name="로그아웃되었습니다")).to_be_visible()
    other.get_by_role("link", name="손님으로 계속하기").click()
    expect(other.locator(".hub-cards")).to_be_visible()
