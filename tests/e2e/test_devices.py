"""The same player on two devices: one is signed out from the other, and says so."""

from playwright.sync_api import expect

from tests.e2e.browser import Enter, findings


def test_another_device_is_signed_out_and_goes_on_as_a_guest(enter: Enter) -> None:
    mine, name = enter("/settings"), "Keeper of Keys"
    mine.get_by_label("Your name").fill(name)
    mine.get_by_role("button", name="Save").click()
    mine.get_by_role("button", name="Give me a recovery phrase").click()
    phrase = mine.locator(".settings-phrase").inner_text()

    other = enter("/settings", size="phone")
    other.get_by_label("I have a phrase").fill(phrase)
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
