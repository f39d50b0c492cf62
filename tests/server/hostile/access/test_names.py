"""Nobody is called something that cannot be seen, that passes for somebody else, or that the product says itself."""

import asyncio
import json
import sqlite3
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.games import kits
from parlour.server.sign_in.names import name_among
from parlour.store.moderation.stored_words import GONE
from parlour.store.names import LONGEST_NAME, LONGEST_NAME_BYTES, MOST_MARKS, NameRefused, clean_name, skeleton
from parlour.store.store import Store
from tests.server.table import Guest, Server, play_out

ROOT = Path(__file__).parents[4]
TEXTS = [json.loads(path.read_text()) for path in (ROOT / "src" / "parlour" / "languages").glob("*/hub.json")]
FIRST = ROOT / "tests" / "store" / "first.sql"

UNSEEN = [
    "\u3164",
    "\uffa0",
    "\u115f",
    "\u1160",
    "\u2800",
    "\u200b",
    "\u2060",
    "\u00ad",
    "\U000e0041",
    "\u202e",
    "\u034f",
]
REFUSED = {
    **{f"name-unseen {ord(sign):x}": (f"A{sign}B", "name-unseen") for sign in UNSEEN},
    **{f"alone {ord(sign):x}": (sign, "name-unseen") for sign in UNSEEN},
    "nothing": ("", "name-empty"),
    "spaces": (" \u3000\u00a0 ", "name-empty"),
    "a selector alone": ("\ufe0f", "name-empty"),
    "punctuation": ("...", "name-empty"),
    "marks alone": ("\u0301\u0302", "name-empty"),
    "a mark first": ("\u0301a", "name-marks"),
    "a mark on a space": ("a \u0301", "name-marks"),
    "a tower of marks": ("a" + "\u0335" * 23, "name-marks"),
    "too long": ("x" * (LONGEST_NAME + 1), "name-too-long"),
    "too many bytes": ("\U00010300\u0332\u0333" * 13, "name-too-long"),
    "a private sign": ("\ue000", "name-unseen"),
    "Latin and Cyrillic": ("\u0410dmin", "name-mixed"),
    "Latin and Greek": ("M\u03b9na", "name-mixed"),
    "a number in the middle": ("Mina#2b", "name-number"),
    "a bot": ("bot expert", "name-reserved"),
    "a bot, wide": ("ＢＯＴ　expert", "name-reserved"),
    "a bot in Korean": ("봇, 전문가", "name-reserved"),
    "a bot at the end": ("Anna Bot", "name-reserved"),
    "whoever left": (GONE, "name-reserved"),
    "whoever left, dressed up": ("A  Plàyer Wh0 Left", "name-reserved"),
    "admin with signs": ("a.d.m.i.n", "name-reserved"),
    "admin by look": ("adrn1n", "name-reserved"),
    "all Cyrillic": ("\u041d\u041e\u0405\u0422", "name-reserved"),
    "parlour": ("Parl0ur", "name-reserved"),
}


@pytest.mark.parametrize(("name", "code"), [pytest.param(*refused, id=kind) for kind, refused in REFUSED.items()])
def test_a_name_that_deceives_is_refused_with_its_reason(ann: Guest, name: str, code: str) -> None:
    response = ann.http.patch("/api/me", json={"name": name})
    assert (response.status_code, response.json()["code"]) == (400, code)
    assert ann.get("/api/me")["name"] == ann.me["name"]


@pytest.mark.parametrize("name", ["Goblin", "the GÖBL1N king", "g.o b-l i n", "Tom goblin 2"])
def test_a_word_that_the_host_forbids_is_in_no_name_however_it_is_spelled(name: str) -> None:
    with pytest.raises(NameRefused) as refused:
        clean_name(name, ("goblin", "!!"))
    assert refused.value.code == "name-forbidden"
    assert name_among([name, "Gob Lint"], ("goblin", "gremlin")) is None
    assert name_among([name, "Gob Smith"], ("goblin",)) == "Gob Smith"


def test_a_host_forbids_words_by_a_flag(tmp_path: Path) -> None:
    with Server(tmp_path, "--forbid-word", "goblin", "--forbid-word", "gremlin") as server, Guest(server) as ann:
        response = ann.http.patch("/api/me", json={"name": "G0blin"})
        assert (response.status_code, response.json()["code"]) == (400, "name-forbidden")
        assert ann.http.patch("/api/me", json={"name": "Gob"}).is_success


@pytest.mark.parametrize(
    "name",
    [
        "김민아",
        "ㅋㅋ 민아",
        "Mina 민아",
        "山田 たろう",
        "Zoë",
        "Nguyễn Ế",
        "Олег",
        "Ελένη",
        "ไข่มุก",
        "नमस्ते",
        "Tom ❤",
        "J.-P. O'Neil",
        "Abbott",
    ],
)
def test_a_name_that_people_have_stays_as_it_was_typed(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Mina \u2764\ufe0f", "Mina \u2764"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\U0001f469\U0001f467"),
        ("\U0001f469\u200d\u2764\ufe0f\u200d\U0001f468", "\U0001f469\u2764\U0001f468"),
        ("\U0001f937\U0001f3fd\u200d\u2640\ufe0f", "\U0001f937\U0001f3fd\u2640"),
        ("Tom \U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "Tom \U0001f3f4"),
    ],
    ids=["a heart", "a family", "a couple", "a shrug", "a flag"],
)
def test_a_picture_of_several_signs_is_shown_by_those_that_can_be_seen(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown
    assert clean_name(shown) == shown


@pytest.mark.parametrize(
    "name", ["a\u200db", "\U0001f468\u200d", "\u200d\U0001f468", "\U0001f468\u200d\u200d\U0001f468"]
)
def test_a_joiner_that_joins_no_pictures_is_refused(name: str) -> None:
    with pytest.raises(NameRefused, match="can be seen"):
        clean_name(name)


def test_what_the_product_calls_somebody_is_not_free_in_any_language() -> None:
    levels = {bot.level for kit in kits().values() for bot in kit.bots}
    said = {word for text in TEXTS for word in (*text["level"].values(), text["seating"]["bot"], text["seating"]["me"])}
    for name in levels | said | {GONE}:
        with pytest.raises(NameRefused, match="choose another"):
            clean_name(name)


NASTY = st.sampled_from([*UNSEEN, *"\u0301\u0335\u20dd\ufe0f\u200d\u0e49\u3131\u1100\u0410\u03b1#1 .aㅋ봇☺Ａ"])


@given(st.text(st.one_of(NASTY, st.characters()), max_size=40))
def test_what_is_accepted_is_visible_bounded_and_stays_as_it_is(typed: str) -> None:
    try:
        name = clean_name(typed)
    except NameRefused:
        return
    assert clean_name(name) == name
    kinds = [unicodedata.category(sign)[0] for sign in name]
    assert "C" not in kinds
    assert set(kinds) & set("LNS")
    assert kinds[0] != "M"
    assert "M" * (MOST_MARKS + 1) not in "".join(kinds)
    assert sum(kind != "M" for kind in kinds) <= LONGEST_NAME
    assert len(name.encode()) <= LONGEST_NAME_BYTES
    assert not set(name) & set(UNSEEN)
    assert skeleton(name)


@given(st.text(max_size=20))
def test_a_skeleton_knows_no_case_and_no_spelling(typed: str) -> None:
    for other in (typed.upper(), typed.lower(), unicodedata.normalize("NFD", typed), f" {typed}. "):
        if other.casefold() == typed.casefold() or unicodedata.normalize("NFC", other) == typed:
            assert skeleton(other) == skeleton(typed)


def test_of_two_so_called_the_second_has_a_number_wherever_names_are_shown(
    server: Server, ann: Guest, bob: Guest
) -> None:
    rename = {"name": "Twyla"}
    assert ann.http.patch("/api/me", json=rename).json()["name"] == "Twyla"
    assert bob.http.patch("/api/me", json={"name": "  TWYLA "}).json()["name"] == "TWYLA#2"
    assert bob.http.patch("/api/me", json={"name": "TWYLA#2"}).json()["name"] == "TWYLA#2"
    assert bob.http.patch("/api/me", json={"name": "Twyla#7"}).json()["name"] == "Twyla#2"
    code = ann.open("nim", "me", "anybody")["code"]
    bob.post(f"/api/rooms/{code}/join")
    with ann.enter(code) as one, bob.enter(code) as two:
        assert [seat["name"] for seat in two.room["seats"]] == ["Twyla", "Twyla#2"]
        play_out(one, two)
        match = one.view["match"]
    assert [seat["name"] for seat in ann.get(f"/api/matches/{match}")["seats"]] == ["Twyla", "Twyla#2"]
    assert ann.get(f"/api/players/{bob.me['id']}")["name"] == "Twyla#2"
    assert ann.http.patch("/api/me", json={"name": "Elsewhere"}).json()["name"] == "Elsewhere"
    assert bob.get("/api/me")["name"] == "Twyla#2"
    with Guest(server) as cleo:
        assert cleo.http.patch("/api/me", json=rename).json()["name"] == "Twyla#3"
    assert [seat["name"] for seat in bob.get(f"/api/matches/{match}")["seats"]] == ["Twyla", "Twyla#2"]


def test_those_so_called_in_an_old_store_are_told_apart_and_the_unseen_get_a_name(tmp_path: Path) -> None:
    file = tmp_path / "parlour.db"
    connection = sqlite3.connect(file)
    connection.executescript(FIRST.read_text())
    people = [("p1", "Mina"), ("p2", "mina"), ("p3", "\u3164"), ("p4", "\u2800"), ("p5", "M\u0456na")]
    connection.executemany(
        "INSERT INTO players (id, name, created) VALUES (?, ?, ?)",
        [(who, name, 10**15 + place) for place, (who, name) in enumerate(people)],
    )
    connection.commit()
    connection.close()
    asyncio.run(opened_and_closed(file))
    connection = sqlite3.connect(file)
    names = dict(connection.execute("SELECT id, name FROM players WHERE id LIKE 'p_'").fetchall())
    connection.close()
    assert names == {"p1": "Mina", "p2": "mina#2", "p3": "Visitor", "p4": "Visitor#2", "p5": "Visitor#3"}


async def opened_and_closed(file: Path) -> None:
    await asyncio.to_thread(Store(file).close)


def test_whoever_chooses_one_name_after_another_has_to_wait_and_keeps_nobody_else_from_it(tmp_path: Path) -> None:
    server = Server(tmp_path, "--rate", "20")
    try:
        with Guest(server) as restless, Guest(server) as other:
            code = restless.open("nim", "me", "anybody")["code"]
            for number in range(30):
                assert restless.http.patch("/api/me", json={"name": "..."}).json()["code"] == "name-empty"
                answer = restless.http.patch("/api/me", json={"name": f"Name {number}"})
                if not answer.is_success:
                    break
            assert (answer.status_code, answer.json()["code"]) == (429, "too-fast")
            assert other.get(f"/api/rooms/{code}")["seats"][0]["name"] == f"Name {number - 1}"
            assert other.http.patch("/api/me", json={"name": "Other"}).json()["name"] == "Other"
    finally:
        server.stop()
