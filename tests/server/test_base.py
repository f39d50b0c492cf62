"""A hub below a path of its host: nothing of it lies elsewhere, and two of them on one host do not meet."""

import re
from collections.abc import Iterator

import httpx
import pytest

from parlour.server.base import LONGEST, below, read_base
from tests.cli.program import Program
from tests.patience import WAIT_S
from tests.server.doctor.test_doctor import levels
from tests.server.table import Guest, Seat, Server, eventually

BASE = "/fun/games"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("games"), "--base", f"{BASE}/") as running:
        yield running


@pytest.fixture
def program(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capsys, monkeypatch)


@pytest.mark.parametrize(
    ("given", "base"),
    [("", ""), ("/", ""), ("/games", "/games"), ("/games/", "/games"), ("/a/b_c-d.e~1", "/a/b_c-d.e~1")],
)
def test_a_base_is_read_without_the_slash_at_its_end(given: str, base: str) -> None:
    assert read_base(given) == base


@pytest.mark.parametrize(
    "given",
    [
        *(
            "games",
            "//games",
            "/a//b",
            "/a/../b",
            "/.",
            "/a b",
            "/ä",
            "/%67",
            "/a?b",
            "/a#b",
            '/a"b',
            "/a\r\nx",
            "/<b>",
        ),
        "https://example.org/games",
        "/" + LONGEST * "a",
    ],
)
def test_what_is_no_base_is_refused_with_what_would_be_right(given: str, program: Program) -> None:
    with pytest.raises(ValueError, match="one looks like /games"):
        read_base(given)
    refused = program("serve", "--base", given)
    assert (refused.code, "one looks like" in " ".join(refused.err.split())) == (2, True)


@pytest.mark.parametrize(
    ("target", "path"),
    [
        (b"/games/", b"/"),
        (b"/games/api/me?x=/games/", b"/api/me?x=/games/"),
        (b"http://example.org/games/api?x=1", b"/api?x=1"),
        (b"/games", b""),
        (b"/games?x=1", b""),
        (b"/gamesroom/", None),
        (b"/", None),
        (b"/Games/", None),
        (b"/%67ames/", None),
        (b"/other/games/", None),
        (b"*", None),
        (b"http://example.org", None),
        (b"example.org:443", None),
    ],
)
def test_a_path_is_read_without_the_base_and_one_outside_it_is_none(target: bytes, path: bytes | None) -> None:
    assert below("/games", target) == path
    assert below("", target) == target


def test_all_of_a_hub_lies_below_its_base_and_nothing_outside_it(games: Server) -> None:
    assert games.url.endswith(BASE)
    host = games.url.removesuffix(BASE)
    paths = ("/api", "/api/games", "/health", "/ready", "/metrics", "/", "/room/ABCDEF", "/service-worker.js")
    with httpx.Client(timeout=WAIT_S, trust_env=False, verify=False) as http:
        eventually(lambda: http.get(f"{games.url}/ready").status_code == 200)
        for path in paths:
            assert http.get(games.url + path).status_code == 200, path
            for elsewhere in (path, f"/fun{path}", f"{BASE}x{path}", f"/x{BASE}{path}"):
                missing = http.get(host + elsewhere)
                assert (missing.status_code, missing.json()["code"]) == (404, "no-such-page"), elsewhere
        moved = http.get(f"{games.url}?at=3")
        assert (moved.status_code, moved.headers["location"]) == (308, f"{BASE}/?at=3")
        written = http.get(f"{games.url}/match/x").text + http.get(f"{games.url}/api").text
        named = re.findall(r'(?:src|href)="([^"]+)"', written) + re.findall(r'"(/[^"]*)"', written)
        assert len(named) > 8
        assert [name for name in named if not name.startswith(f"{BASE}/")] == []
        assert [http.get(host + name).status_code for name in named if "." in name] == [200] * sum(
            "." in name for name in named
        )
        schema = http.get(f"{games.url}/api/schema/openapi.json").json()
        assert schema["servers"] == [{"url": BASE}]
        manifest = http.get(f"{games.url}/app.webmanifest").json()
        assert not any(address.startswith("/") for address in (manifest["start_url"], manifest["icons"][0]["src"]))
        assert f"Disallow: {BASE}/api\n" in http.get(f"{games.url}/robots.txt").text


def test_a_player_is_known_and_plays_below_a_base(games: Server) -> None:
    with httpx.Client(base_url=games.url, timeout=WAIT_S, trust_env=False, verify=False) as http:
        came = http.post("/api/me")
        assert f"Path={BASE};" in f"{came.headers['set-cookie']};"
        me = came.json()["id"]
        assert http.get("/api/me").json()["id"] == me
        seats = [{"for": "me"}, {"for": "bot", "level": "casual"}]
        room = http.post("/api/rooms", json={"game": "dots-and-boxes", "seats": seats}).json()["code"]
        [(name, token)] = http.cookies.items()
        with Seat(f"{games.url}/api/rooms/{room}/socket", token, Cookie=f"{name}={token}") as seat:
            seat.hear("view")
            assert seat.room["code"] == room
        http.delete("/api/me")
        assert not http.cookies


def test_a_hub_above_another_on_the_same_host_has_other_cookies(games: Server, server: Server) -> None:
    """A browser sends a hub the cookies of the paths above it, too."""
    with (
        Guest(server) as above,
        httpx.Client(base_url=games.url, timeout=WAIT_S, trust_env=False, verify=False) as http,
    ):
        http.cookies.set("parlour", above.cookie)
        me = http.post("/api/me").json()["id"]
        assert me != above.me["id"]
        assert http.get("/api/me").json()["id"] == me
        assert above.get("/api/me")["id"] == above.me["id"]


def test_the_doctor_finds_a_hub_below_its_base_and_not_above_it(games: Server, program: Program) -> None:
    ran = program("doctor", "--no-store", "--json", "--url", games.url, "--process", games.url, "--idle", 0)
    found = levels(ran)
    assert {found[name] for name in ("public address", "process", "guests", "sockets")} == {"ok"}
    elsewhere = program("doctor", "--no-store", "--json", "--url", games.url.removesuffix(BASE))
    assert levels(elsewhere)["public address"] == "error"


def test_the_link_of_a_host_leads_below_the_base(
    games: Server, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_BASE", f"{BASE}/")
    link = program("admin", "link", "--name", "Mina", "--database", games.database).out.split()[0]
    assert link.startswith(f"http://127.0.0.1:8000{BASE}/admin#")
