"""Signing in with a real provider: the round trip, what comes along, and everything that must not work."""

import base64
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from parlour.server.http.api.sign_in import MOST_PENDING
from parlour.server.sign_in.names import names_in
from parlour.server.sign_in.pending import LONGEST_COOKIE, new_sign_in, read_pending
from tests.cli.program import Program
from tests.patience import WAIT_S
from tests.server.sign_in.provider import (
    SECRET,
    RealProvider,
    address_for,
    at_provider,
    come_back,
    sign_in,
    way_back,
    way_back_of,
)
from tests.server.table import Guest, Server, take


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, provider: RealProvider) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("signing in")
    (folder / "secret").write_text(f"{SECRET}\n")
    with Server(folder, *provider.flags, "--oidc-secret-file", str(folder / "secret")) as running:
        provider.knows(running.url)
        yield running


@pytest.fixture(autouse=True)
def honest(provider: RealProvider) -> Iterator[None]:
    yield
    provider.lies("")


def test_a_guest_becomes_the_player_of_the_account_and_keeps_what_was_played(ann: Guest) -> None:
    match = ann.play_alone(ann.open("nim-alone", "me"), 3)
    before, cookie = ann.me, ann.cookie
    assert sign_in(ann, "ann", "/settings") == "/settings"
    me = ann.get("/api/me")
    assert me == {"id": before["id"], "name": "ann", "recoverable": False, "account": True}
    assert [played["match"] for played in ann.get(f"/api/players/{me['id']}/matches")] == [match]
    assert ann.cookie != cookie, "a token from before a sign-in is worth nothing after it"
    assert known_by(ann.server, cookie) == 401
    with Guest(ann.server) as elsewhere:
        sign_in(elsewhere, "ann")
        assert elsewhere.get("/api/me") == me
        assert elsewhere.get("/api/me/devices")["signed_in"] == 2


def known_by(server: Server, cookie: str) -> int:
    return httpx.get(f"{server.url}/api/me", verify=False, cookies={"parlour": cookie}, timeout=WAIT_S).status_code


def test_what_a_guest_plays_on_another_device_joins_the_player(server: Server) -> None:
    with Guest(server) as here, Guest(server) as there, Guest(server) as other:
        sign_in(here, "bea")
        match = there.play_alone(there.open("nim-alone", "me"), 4)
        room = there.open("nim", "me", "anybody", options={"heaps": 2}, seed=5)["code"]
        other.post(f"/api/rooms/{room}/join")
        with there.enter(room) as table, other.enter(room) as watching:
            assert table.play(0, take(0))["refused"] is None
            sign_in(there, "bea")
            assert table.hear("bye")["code"] == "signed-out", "the guest is no more"
            me = there.get("/api/me")
            assert me == here.get("/api/me")
            watching.until(lambda said: said["type"] == "room" and said["seats"][0]["player"] == me["id"])
            assert watching.play(1, take(0))["refused"] is None
        assert match in [played["match"] for played in here.get(f"/api/players/{me['id']}/matches")]
        with there.enter(room) as table:
            assert table.play(0, take(1))["refused"] is None, "the match goes on"


def test_a_name_that_a_guest_chose_stays(ann: Guest) -> None:
    ann.http.patch("/api/me", json={"name": "Keeper of Bees"})
    sign_in(ann, "cleo")
    assert ann.get("/api/me")["name"] == "Keeper of Bees"


def test_who_is_muted_gets_no_other_name_by_signing_in(
    server: Server, ann: Guest, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = partial(Program(capsys, monkeypatch), "admin")
    told = (ann.me["id"], "--reason", "a test", "--database", server.database)
    assert admin("mute", *told).code == 0
    sign_in(ann, "mira")
    assert ann.get("/api/me") == ann.me | {"account": True}


@pytest.mark.parametrize("login", ["moderator", "x" * 60, "a\u202eb"])
def test_a_name_that_nobody_may_have_here_is_not_taken_over(ann: Guest, login: str) -> None:
    sign_in(ann, login)
    assert ann.get("/api/me")["name"] == ann.me["name"]


@pytest.mark.parametrize(
    ("claims", "names"),
    [
        ({"preferred_username": "ann@example.org", "nickname": "Lark", "name": "Ann Smith"}, ("Lark", "Ann Smith")),
        ({"preferred_username": "ann＠example.org", "name": "ann@home"}, ()),
        ({"nickname": "@ann", "given_name": "me @ home"}, ("@ann", "me @ home")),
        ({"preferred_username": ["ann"], "nickname": None, "name": "moderator"}, ()),
        ({}, ()),
    ],
)
def test_nobody_is_called_by_an_e_mail_address(claims: dict[str, object], names: tuple[str, ...]) -> None:
    assert names_in(claims) == names


def test_whose_login_is_an_e_mail_address_is_called_by_another_claim(ann: Guest) -> None:
    sign_in(ann, "ann@example.org")
    assert ann.get("/api/me")["name"] == "Lark"


@pytest.fixture
def conforming(provider: RealProvider, server: Server) -> Iterator[RealProvider]:
    """Whose ID tokens have no names."""
    provider.knows(server.url, conforms=True)
    yield provider
    provider.knows(server.url)


@pytest.mark.usefixtures("conforming")
def test_a_provider_whose_id_tokens_have_no_names_is_asked_for_them(ann: Guest) -> None:
    sign_in(ann, "lena")
    assert ann.get("/api/me")["name"] == "lena"


@pytest.mark.parametrize("lie", ["user of userinfo", "no userinfo"])
def test_who_is_signed_in_without_a_name_keeps_that_of_the_guest(
    ann: Guest, conforming: RealProvider, lie: str
) -> None:
    conforming.lies(lie)
    sign_in(ann, f"nobody, by {lie}")
    assert ann.get("/api/me") == ann.me | {"account": True}


def test_who_signs_in_after_somebody_signed_out_is_asked_who_they_are(server: Server, ann: Guest) -> None:
    with at_provider() as there:
        come_back(ann, way_back_of(there, address_for(ann), "vera"))
        vera = ann.get("/api/me")
        come_back(ann, way_back_of(there, address_for(ann), "nobody is asked"))
        assert ann.get("/api/me") == vera, "the provider knows the browser"
        ann.http.post("/api/me/sign-out").raise_for_status()
        assert failed(come_back(ann, way_back_of(there, address_for(ann), ""))) == "sign-in-refused", "it asked"
        come_back(ann, way_back_of(there, address_for(ann), "vera"))
        assert ann.get("/api/me") == vera
    assert "prompt=" not in address_for(ann), "once is enough"
    with Guest(server) as elsewhere:
        sign_in(elsewhere, "vera")
        elsewhere.post("/api/me/devices/sign-out-others")
    assert "prompt=login" in address_for(ann), "the device was signed out from elsewhere"
    assert ann.problem("/api/me") == (401, "signed-out")
    assert "prompt=login" in address_for(ann), "and was told"


def test_a_sign_in_below_a_base_ends_below_it(tmp_path: Path, provider: RealProvider, server: Server) -> None:
    (tmp_path / "secret").write_text(SECRET)
    flags = (*provider.flags, "--oidc-secret-file", str(tmp_path / "secret"), "--base", "/games")
    with Server(tmp_path, *flags) as games:
        provider.knows(server.url, games.url)
        with Guest(games) as ann:
            assert sign_in(ann, "xenia", "/settings") == "/games/settings"
            assert ann.get("/api/me")["name"] == "xenia"
            ann.http.post("/api/me/sign-out").raise_for_status()
            assert "prompt=login" in address_for(ann)
            assert come_back(ann, way_back(address_for(ann), "")) == "/games/sign-in?problem=sign-in-refused"


def test_who_slipped_a_guest_to_somebody_does_not_get_into_their_account(server: Server, ann: Guest) -> None:
    phrase = ann.post("/api/me/phrase")["phrase"]
    with Guest(server) as thief:
        thief.post("/api/me/recover", {"phrase": phrase})
        assert thief.get("/api/me")["id"] == ann.me["id"]
        room = ann.open("nim", "me", "anybody")["code"]
        with thief.enter(room) as by_phrase, ann.enter(room) as by_cookie:
            sign_in(ann, "dora")
            assert [table.hear("bye")["code"] for table in (by_phrase, by_cookie)] == ["signed-out"] * 2
        assert thief.refusal("/api/me") == (401, "no-player")
        assert thief.problem("/api/me/recover", {"phrase": phrase}) == (403, "unknown-phrase")
    assert ann.problem("/api/me/phrase") == (409, "has-account")


def test_signing_out_ends_this_device_and_no_other(server: Server, ann: Guest, bob: Guest) -> None:
    sign_in(ann, "eve")
    sign_in(bob, "eve")
    room = ann.open("nim", "me", "anybody")["code"]
    cookie = ann.cookie
    with ann.enter(room) as table:
        assert ann.http.post("/api/me/sign-out").status_code == 204
        assert table.hear("bye")["code"] == "signed-out"
    assert "parlour" not in ann.http.cookies
    assert known_by(server, cookie) == 401
    assert bob.get("/api/me/devices")["signed_in"] == 1
    with Guest(server) as guest:
        assert guest.problem("/api/me/sign-out") == (409, "no-account")


def test_another_account_on_the_same_device_is_another_player(ann: Guest) -> None:
    sign_in(ann, "fay")
    fay, cookie = ann.get("/api/me"), ann.cookie
    sign_in(ann, "gus")
    assert ann.get("/api/me")["id"] != fay["id"]
    assert known_by(ann.server, cookie) == 401


DEEP = base64.urlsafe_b64encode(b'{"state":"' + b'","x":' + b"[" * 1400).decode().rstrip("=")
"""So deep that a decoder gives up."""


def failed(location: str) -> str:
    """The reason that the page shows."""
    address = urlsplit(location)
    assert (address.scheme, address.netloc, address.path) == ("", "", "/sign-in")
    return parse_qs(address.query)["problem"][0]


def still_a_guest(guest: Guest) -> bool:
    return bool(guest.get("/api/me") == guest.me)


@pytest.mark.parametrize(
    "lie",
    [
        *(
            "nonce",
            "no nonce",
            "audience",
            "party",
            "issuer of the token",
            "expired",
            "future",
            "subject",
            "half a letter",
        ),
        *("unsigned", "shared secret", "stranger"),
    ],
)
def test_an_id_token_with_one_thing_wrong_lets_nobody_in(ann: Guest, provider: RealProvider, lie: str) -> None:
    back = way_back(address_for(ann), "mallory")
    provider.lies(lie)
    assert failed(come_back(ann, back)) == "sign-in-invalid"
    assert still_a_guest(ann)


@pytest.mark.parametrize("change", ["new key", "late"])
def test_new_keys_and_clocks_a_little_apart_are_no_lie(ann: Guest, provider: RealProvider, change: str) -> None:
    sign_in(ann, "hal")
    provider.lies(change)
    with Guest(ann.server) as elsewhere:
        sign_in(elsewhere, "hal")
        assert elsewhere.get("/api/me") == ann.get("/api/me")


def test_a_state_that_this_browser_did_not_send_is_refused(ann: Guest, bob: Guest) -> None:
    theirs = way_back(address_for(bob), "mallory")
    assert failed(come_back(ann, theirs)) == "sign-in-stale", "it asked for nothing"
    address_for(ann)
    assert failed(come_back(ann, theirs)) == "sign-in-stale", "it asked for something else"
    assert failed(come_back(ann, "/api/sign-in/done")) == "sign-in-stale"
    assert failed(come_back(ann, "/api/sign-in/done?state=" + "x" * 5000)) == "sign-in-stale"
    assert still_a_guest(ann)


def under_way(guest: Guest) -> dict[str, str]:
    """Cookies of the sign-ins under way in a browser, by their names."""
    return {name: value for name, value in guest.http.cookies.items() if name.startswith("parlour-sign-in-")}


def test_sign_ins_in_several_tabs_end_in_any_order(ann: Guest) -> None:
    ways = [way_back(address_for(ann, to), "nell") for to in ("/", "/settings")]
    assert come_back(ann, ways[0]) == "/"
    assert come_back(ann, ways[1]) == "/settings"
    assert under_way(ann) == {}


def test_a_browser_keeps_no_more_than_a_few_sign_ins_the_latest(ann: Guest) -> None:
    ways = [way_back(address_for(ann), "nell") for _ in range(MOST_PENDING + 1)]
    assert len(under_way(ann)) == MOST_PENDING
    assert failed(come_back(ann, ways[0])) == "sign-in-stale"
    assert [come_back(ann, way) for way in ways[1:]] == ["/"] * MOST_PENDING


def test_only_names_that_the_server_gives_are_written_back(ann: Guest) -> None:
    foreign = [f"parlour-sign-in-{rest}" for rest in ("", "x", "x" * 200, "abc!", "abcdefgh.ijkl")]
    for name in foreign:
        ann.http.cookies.set(name, "x")
    for _ in range(MOST_PENDING):
        address_for(ann)
    assert [name for name in under_way(ann) if name in foreign] == foreign
    assert len(under_way(ann)) == MOST_PENDING + len(foreign)


def test_over_https_a_device_remembers_by_a_secure_cookie_that_it_was_signed_out(ann: Guest) -> None:
    sign_in(ann, "olga")
    answer = ann.http.post("/api/me/sign-out", headers={"X-Forwarded-Proto": "https"})
    [cookie] = [line for line in answer.headers.get_list("set-cookie") if line.startswith("parlour-signed-out=")]
    assert "secure" in cookie.lower().split("; ")


def test_a_code_is_good_once(ann: Guest, bob: Guest) -> None:
    back = way_back(address_for(ann), "ida")
    [(name, pending)] = under_way(ann).items()
    assert come_back(ann, back) == "/"
    assert under_way(ann) == {}
    bob.http.cookies.set(name, pending)
    assert failed(come_back(bob, back)) == "sign-in-refused"
    assert still_a_guest(bob)


def test_a_code_needs_the_verifier_of_the_browser_that_asked(ann: Guest, bob: Guest) -> None:
    back = way_back(address_for(ann), "ida")
    [(name, pending)] = under_way(ann).items()
    stolen = read_pending(pending)
    assert stolen is not None
    forged = new_sign_in("/")
    bob.http.cookies.set(name, type(stolen)(stolen.state, stolen.nonce, forged.verifier, "/").written())
    assert failed(come_back(bob, back)) == "sign-in-refused"


def test_who_changes_their_mind_at_the_provider_stays_who_they_are(ann: Guest) -> None:
    assert failed(come_back(ann, way_back(address_for(ann), ""))) == "sign-in-refused"
    assert still_a_guest(ann)


@pytest.mark.parametrize(
    "to",
    [
        *(
            "https://evil.example",
            "//evil.example",
            "/\\evil.example",
            "/%2f%2fevil.example",
            "/room/x\r\nSet-Cookie: a=b",
        ),
        *("javascript:alert(1)", "settings", "/nowhere", "/sign-in", "/api/me", ""),
    ],
)
def test_nobody_is_sent_to_another_site_by_signing_in(ann: Guest, to: str) -> None:
    assert sign_in(ann, "joy", to) == "/"


def test_a_page_elsewhere_cannot_let_somebody_sign_in(ann: Guest) -> None:
    answer = ann.http.post("/api/sign-in", json={}, headers={"Origin": "https://evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin-not-allowed")


@pytest.mark.parametrize("cookie", ["", "é", "====", "e30", "x" * (LONGEST_COOKIE + 1), "bnVsbA", "W10", DEEP])
def test_a_cookie_that_is_none_of_ours_is_no_sign_in(cookie: str) -> None:
    assert read_pending(cookie) is None


def test_the_secret_is_shown_nowhere(server: Server, ann: Guest) -> None:
    sign_in(ann, "kim")
    assert SECRET not in server.log.read_text()
    assert SECRET not in ann.http.get("/metrics").text
    assert 'parlour_sign_ins_total{outcome="done"}' in ann.http.get("/metrics").text
    welcome = ann.get("/api")
    assert (welcome["sign_in"], welcome["guests"]) == (True, True)
