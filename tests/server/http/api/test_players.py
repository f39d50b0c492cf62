"""Guests, their names, their phrases, and how they are forgotten."""

import sqlite3

import httpx
import pytest

from parlour.languages import LANGUAGES, guest_names
from parlour.server.http.languages import preferred_language
from parlour.store.names import clean_name, skeleton
from tests.patience import WAIT_S
from tests.server.table import Guest, Server, play_out


def test_a_first_visit_makes_a_guest_with_a_name_and_a_safe_cookie(server: Server) -> None:
    response = httpx.post(f"{server.url}/api/me", verify=False, timeout=WAIT_S)
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert len(response.json()["name"].split()) == 2


def test_a_guest_is_named_in_the_language_of_the_first_visit_and_keeps_that_name(server: Server) -> None:
    with httpx.Client(base_url=server.url, verify=False, timeout=WAIT_S) as browser:
        first = browser.post("/api/me", headers={"Accept-Language": "fr, ko-KR;q=0.9, en;q=0.8"}).json()["name"]
        assert all("가" <= letter <= "힣" for letter in first.replace(" ", ""))
        assert browser.post("/api/me", headers={"Accept-Language": "en"}).json()["name"] == first


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("ko", "ko"),
        ("ko-KR,ko;q=0.9,en-US;q=0.8", "ko"),
        ("en;q=0.5, ko;q=0.7", "ko"),
        ("ko;q=0, en;q=0.1", "en"),
        ("de-AT, fr;q=0.3", "de"),
        ("it, fr;q=0.3", "en"),
        ("", "en"),
        ("ko;q=much", "en"),
        (",".join(["x"] * 16 + ["ko"]), "en"),
        ("__class__, ko", "ko"),
        ("k" * 8000, "en"),
    ],
)
def test_the_language_is_the_most_wanted_of_those_there_are(accepted: str, language: str) -> None:
    assert preferred_language(accepted) == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_first_name_can_be_kept_and_is_told_apart_from_all_others(language: str) -> None:
    firsts, seconds = guest_names(language)
    names = [f"{first} {second}" for first in firsts for second in seconds]
    assert [clean_name(name) for name in names] == names
    assert len({skeleton(name) for name in names}) == len(names) == 18 * 18


def test_a_second_visit_is_the_same_player(ann: Guest) -> None:
    assert ann.post("/api/me") == ann.me
    assert ann.get("/api/me") == ann.me


def test_nobody_is_let_in_without_a_cookie_or_with_a_forged_one(server: Server) -> None:
    for cookie in ("", "parlour=", "parlour=forged", "parlour=é", "parlour=" + "x" * 5000):
        response = httpx.get(
            f"{server.url}/api/me", verify=False, headers=[(b"Cookie", cookie.encode())], timeout=WAIT_S
        )
        assert (response.status_code, response.json()["code"]) == (401, "no-player")


@pytest.mark.parametrize(
    ("name", "shown"), [("  Ada   Lovelace ", "Ada Lovelace"), ("Zoë", "Zoë"), ("Chloe\u0308", "Chloë")]
)
def test_a_name_can_be_changed(ann: Guest, name: str, shown: str) -> None:
    assert ann.http.patch("/api/me", json={"name": name}).json()["name"] == shown
    assert ann.get("/api/me")["name"] == shown


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\u202eb", "a\x00b", "\u200b", 5], ids=range(7))
def test_a_name_that_cannot_be_shown_is_refused(ann: Guest, name: object) -> None:
    assert ann.http.patch("/api/me", json={"name": name}).status_code == 400
    assert ann.get("/api/me") == ann.me


def test_a_new_name_is_seen_in_the_room(ann: Guest) -> None:
    code = ann.open("nim", "me", "anybody")["code"]
    with ann.enter(code) as table:
        ann.http.patch("/api/me", json={"name": "Ada"})
        table.until(lambda message: message["type"] == "room" and message["seats"][0]["name"] == "Ada")


def test_a_phrase_continues_on_another_device_until_there_is_a_new_one(ann: Guest, bob: Guest) -> None:
    old = ann.post("/api/me/phrase")["phrase"]
    phrase = ann.post("/api/me/phrase")["phrase"]
    assert len(phrase.split()) == 6
    assert bob.problem("/api/me/recover", {"phrase": old}) == (403, "unknown-phrase")
    typed = phrase.upper().replace(" ", " - ")
    assert bob.post("/api/me/recover", {"phrase": typed})["id"] == ann.me["id"]
    assert bob.get("/api/me")["id"] == ann.me["id"] == ann.get("/api/me")["id"]
    assert bob.get("/api/me")["recoverable"]


def test_secrets_are_stored_hashed(server: Server, ann: Guest) -> None:
    phrase = ann.post("/api/me/phrase")["phrase"]
    connection = sqlite3.connect(server.database)
    dump = "\n".join(connection.iterdump())
    connection.close()
    assert ann.me["id"] in dump
    assert ann.cookie not in dump
    assert phrase not in dump
    assert phrase.split()[0] not in dump


def test_deleting_forgets_the_player_and_keeps_the_match(server: Server, ann: Guest, bob: Guest) -> None:
    ann.http.patch("/api/me", json={"name": "Forget Me"})
    code = ann.open("nim", "me", "anybody")["code"]
    bob.post(f"/api/rooms/{code}/join")
    with ann.enter(code) as one, bob.enter(code) as two:
        play_out(one, two)
        match = one.view["match"]
    waiting = ann.open("nim", "me", "anybody")["code"]
    assert ann.http.delete("/api/me").status_code == 204
    assert ann.http.get("/api/me").status_code == 401
    assert bob.http.get(f"/api/rooms/{waiting}").status_code == 404
    assert [seat["name"] for seat in bob.get(f"/api/matches/{match}")["seats"]] == [
        "a player who left",
        bob.me["name"],
    ]
    connection = sqlite3.connect(server.database)
    dump = "\n".join(connection.iterdump())
    connection.close()
    assert "Forget Me" not in dump
    assert ann.me["id"] not in dump.replace(ann.me["id"].encode().hex(), "")


def test_my_matches_are_listed(ann: Guest) -> None:
    code = ann.open("nim", "me", "me", options={"heaps": 1})["code"]
    with ann.enter(code) as table:
        play_out(table)
        table.hear("room", confirmed=True)
    [played] = ann.get(f"/api/players/{ann.me['id']}/matches")
    assert played["game"] == "nim"
    assert played["confirmed"] is True
