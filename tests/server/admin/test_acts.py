"""What a host does at the command line holds at every process that serves the database, at once."""

from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import pytest

from tests.cli.program import Program, Ran
from tests.patience import WAIT_S
from tests.postgres import Postgres
from tests.server.http.api.test_standings import rating
from tests.server.table import Guest, Json, Seat, Server, eventually, heaps, play_out, take
from tests.server.test_serve_processes import ManyProcesses


@dataclass(frozen=True)
class Served:
    """A hub: where two people reach it, and what the commands of its host are told."""

    here: Server
    there: Server
    database: str


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One process over a file, or two over PostgreSQL."""
    folder = tmp_path_factory.mktemp("served")
    if request.param == "sqlite":
        with Server(folder) as server:
            yield Served(server, server, str(server.database))
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        with ManyProcesses(folder, postgres) as two:
            yield Served(two.at(0), two.at(1), two.address)


@pytest.fixture
def ann(served: Served) -> Iterator[Guest]:
    with Guest(served.here) as guest:
        yield guest


@pytest.fixture
def bob(served: Served) -> Iterator[Guest]:
    """Somewhere else, at another process if there is one."""
    with Guest(served.there, "127.0.0.2") as guest:
        yield guest


class Host:
    """At the command line."""

    def __init__(self, program: Program, database: str) -> None:
        self._program = program
        self._database = database

    def __call__(self, *words: object) -> Ran:
        return self._program("admin", *words, "--database", self._database)

    def does(self, *words: object) -> Json:
        ran = self(*words, "--reason", "a test", "--json")
        assert ran.code == 0, ran.err
        done: Json = ran.json
        return done


@pytest.fixture
def host(served: Served, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Host:
    return Host(Program(capsys, monkeypatch), served.database)


def playing(guest: Guest, code: str, **headers: str) -> Seat:
    """Enter a room whose match may have begun at another process, and see it."""
    seat = guest.socket(code, **headers)
    seat.hear("view")
    return seat


def announcement(guest: Guest) -> Json | None:
    found: Json | None = guest.get("/api/notices")["announcement"]
    return found


def test_a_ban_closes_sockets_and_every_way_to_change_something_until_it_is_lifted(
    host: Host, ann: Guest, bob: Guest
) -> None:
    room = ann.open("nim", "me", "anybody")
    bob.post(f"/api/rooms/{room['code']}/join")
    with playing(ann, room["code"]) as here, playing(bob, room["code"]) as there:
        host.does("ban", bob.me["id"], "--days", "1")
        assert there.hear("bye") == {"type": "bye", "code": "banned", "retry_ms": None}
        here.until(lambda said: said["type"] == "room" and not said["seats"][1]["present"])
        with bob.socket(room["code"]) as again:
            assert again.receive()["code"] == "banned"
        for path in ("/api/rooms/quick", "/api/rooms", f"/api/rooms/{room['code']}/leave", "/api/daily/nim-alone"):
            assert bob.problem(path, {"game": "nim", "seats": [{"for": "me"}] * 2}) in (
                (403, "banned"),
                (400, "bad-request"),
            )
        assert bob.problem("/api/rooms/quick", {"game": "nim"}) == (403, "banned")
        assert bob.post("/api/me")["id"] == bob.me["id"]
        assert bob.get(f"/api/rooms/{room['code']}")["code"] == room["code"]
        ban = bob.get("/api/notices")["ban"]
        assert (ban["reason"], ban["until"] is not None) == ("a test", True)
        assert ann.get("/api/notices")["ban"] is None
        assert here.play(0, take(0))["refused"] is None
        host.does("unban", bob.me["id"])
        eventually(lambda: bob.get("/api/notices")["ban"] is None)
        with playing(bob, room["code"]) as back:
            heap = next(index for index, size in enumerate(heaps(back)) if size)
            assert back.play(1, take(heap))["refused"] is None


@pytest.mark.parametrize("by_address", [False, True])
def test_nobody_is_sent_to_the_waiting_room_of_somebody_banned(
    host: Host, ann: Guest, bob: Guest, by_address: bool
) -> None:
    bobs = bob.post("/api/rooms/quick", {"game": "nim"})["code"]
    assert bobs in [room["code"] for room in bob.get("/api/rooms")]
    whom = ("--address", "127.0.0.2") if by_address else (bob.me["id"],)
    host.does("ban", *whom)
    host.does("announce", "Bob is away.")
    eventually(lambda: announcement(ann) is not None)  # where Ann is, the ban before it is known as well
    assert bobs not in [room["code"] for room in ann.get("/api/rooms")]
    mine = ann.post("/api/rooms/quick", {"game": "nim"})["code"]
    assert mine != bobs
    ann.post(f"/api/rooms/{mine}/leave")
    host.does("end-announcement")
    host.does("unban", *whom)
    eventually(lambda: bob.http.post(f"/api/rooms/{bobs}/leave").is_success)


@pytest.mark.parametrize("banned", ["127.0.0.2", "127.0.0.3/31"])
def test_an_address_or_a_range_that_is_banned_makes_no_guests_either(
    host: Host, ann: Guest, bob: Guest, served: Served, banned: str
) -> None:
    code = bob.open("nim", "me", "anybody")["code"]
    with bob.enter(code, **{"X-Forwarded-For": "127.0.0.2"}) as waiting:
        done = host.does("ban", "--address", banned)
        assert waiting.hear("bye")["code"] == "banned"
    assert ("127.0.0.2" in host("log", "--count", "1", "--json").out) == ("/" in banned)
    assert host("bans", "--json").json_lines[0]["key"] == done["about"]
    elsewhere = httpx.HTTPTransport(local_address="127.0.0.2", verify=False)
    stranger = httpx.Client(base_url=served.here.url, trust_env=False, timeout=WAIT_S, transport=elsewhere)
    eventually(lambda: stranger.post("/api/sessions", content=b"").status_code == 403)
    assert stranger.post("/api/me", json={}).json()["code"] == "banned"
    assert stranger.get("/api/games").is_success
    stranger.close()
    ann.open("nim", "me", "anybody")
    host.does("unban", "--address", done["about"])
    eventually(lambda: bob.http.post("/api/rooms/quick", json={"game": "nim"}).is_success)


def test_whoever_only_joined_is_listed_with_the_address_that_can_be_banned(host: Host, ann: Guest, bob: Guest) -> None:
    code = ann.open("nim", "me", "anybody")["code"]
    bob.post(f"/api/rooms/{code}/join")

    def listed(guest: Guest) -> list[str]:
        [found] = [one for one in host("players", "--json").json_lines if one["id"] == guest.me["id"]]
        addresses: list[str] = found["addresses"]
        return addresses

    eventually(lambda: len(listed(bob)) == 1)
    [address] = listed(bob)
    assert address not in listed(ann)
    with bob.enter(code, **{"X-Forwarded-For": "127.0.0.2"}) as there:
        host.does("ban", "--address", address)
        assert there.hear("bye")["code"] == "banned"
    host.does("unban", "--address", "127.0.0.2")
    eventually(lambda: bob.http.post(f"/api/rooms/{code}/leave").is_success)


def test_whoever_is_muted_plays_and_neither_talks_nor_chooses_a_name(host: Host, ann: Guest, bob: Guest) -> None:
    code = ann.open("nim", "me", "anybody")["code"]
    bob.post(f"/api/rooms/{code}/join")
    with bob.enter(code) as table:
        host.does("mute", bob.me["name"])
        eventually(lambda: bob.get("/api/notices")["mute"] is not None)
        table.send({"type": "say", "phrase": "hello"})
        assert table.hear("fault")["code"] == "muted"
        assert bob.http.patch("/api/me", json={"name": "Somebody Else"}).json()["code"] == "muted"
        host.does("unmute", bob.me["id"])
        eventually(lambda: bob.get("/api/notices")["mute"] is None)
        table.send({"type": "say", "phrase": "hello"})
        assert table.hear("said")["phrase"] == "hello"


def test_a_new_name_is_seen_where_the_player_sits(host: Host, ann: Guest, bob: Guest) -> None:
    code = ann.open("nim", "me", "anybody")["code"]
    bob.post(f"/api/rooms/{code}/join")
    with playing(ann, code) as table:
        before = table.view["seq"]
        done = host.does("rename", bob.me["id"], "Kind Newt")
        shown = done["named"].split(" → ")[1]
        table.until(lambda said: said["type"] == "room" and said["seats"][1]["name"] == shown)
        assert bob.get("/api/me")["name"] == shown
        assert table.play(0, take(0))["seq"] == before
    refused = host("rename", bob.me["id"], "admin", "--reason", "x")
    assert (refused.code, "choose another name" in refused.err) == (2, True)


def test_whoever_is_deleted_loses_devices_and_seats_and_the_others_play_on(host: Host, ann: Guest, bob: Guest) -> None:
    code, waiting = ann.open("nim", "me", "anybody")["code"], bob.open("nim", "me", "anybody")["code"]
    bob.post(f"/api/rooms/{code}/join")
    with playing(ann, code) as here, playing(bob, code) as there:
        done = host.does("delete-player", bob.me["id"])
        assert (done["about"], done["named"]) == (bob.me["id"], "a player who left")
        assert there.hear("bye")["code"] in ("no-player", "signed-out")
        here.until(lambda said: said["type"] == "room" and said["seats"][1]["player"] is None)
        assert here.play(0, take(0))["refused"] is None
    assert bob.http.get("/api/me").status_code == 401
    assert ann.refusal(f"/api/players/{bob.me['id']}")[0] == 404
    eventually(lambda: ann.http.get(f"/api/rooms/{waiting}").status_code == 404)
    assert host("delete-player", bob.me["id"], "--reason", "again").code == 2


def test_a_room_that_a_host_closes_is_closed_for_whoever_is_in_it(host: Host, ann: Guest, bob: Guest) -> None:
    code = ann.open("nim", "me", "anybody")["code"]
    bob.post(f"/api/rooms/{code}/join")
    with playing(ann, code) as here, playing(bob, code) as there:
        assert here.play(0, take(0))["refused"] is None
        match = here.view["match"]
        host.does("close", code.lower())
        assert [seat.hear("bye")["code"] for seat in (here, there)] == ["closed-by-host"] * 2
    assert ann.refusal(f"/api/rooms/{code}") == (404, "no-such-room")
    assert ann.problem(f"/api/rooms/{code}/leave") == (404, "no-such-room")
    left = ann.get(f"/api/matches/{match}")
    assert (left["ended"] is not None, left["outcome"]) == (True, None)
    assert host("close", code, "--reason", "again").code == 2


def test_an_announcement_reaches_everybody_until_it_is_ended(host: Host, ann: Guest, bob: Guest) -> None:
    host.does("announce", "The server restarts at 20:00 UTC. 잠시 쉬어요.", "--hours", "2")
    for guest in (ann, bob):
        eventually(lambda: announcement(ann) is not None and announcement(bob) is not None)
        assert guest.get("/api/notices")["announcement"]["text"] == "The server restarts at 20:00 UTC. 잠시 쉬어요."
    host.does("end-announcement")
    eventually(lambda: announcement(ann) is None and announcement(bob) is None)


def test_reports_reach_the_host_and_are_settled(host: Host, ann: Guest, bob: Guest) -> None:
    path = f"/api/players/{bob.me['id']}/report"
    for _ in range(2):
        assert ann.http.post(path, json={"what": "name", "room": "ABC"}).status_code == 204
    assert bob.problem(path, {"what": "name"}) == (409, "not-yourself")
    assert ann.problem("/api/players/nobody/report", {"what": "name"}) == (404, "no-such-player")
    for malformed in ({"what": "looks"}, {"what": "name", "words": "x"}, {"what": "name", "room": "x" * 41}, {}):
        assert ann.problem(path, malformed)[0] == 400
    mine = [one for one in host("reports", "--json").json_lines if one["about"] == bob.me["id"]]
    assert [(one["what"], one["reported_by"], one["room"]) for one in mine] == [("name", ann.me["name"], "ABC")]
    host.does("settle", mine[0]["id"])
    assert bob.me["id"] not in host("reports").out


def rated_match(ann: Guest, bob: Guest) -> str:
    code = ann.open("nim", "me", "anybody", options={"heaps": 1})["code"]
    match: str = bob.post(f"/api/rooms/{code}/join")["match"]
    with playing(ann, code) as one, playing(bob, code) as other:
        play_out(one, other)
        one.hear("room", confirmed=True)
    return match


def test_ratings_follow_a_result_that_is_rejected(host: Host, served: Served, ann: Guest, bob: Guest) -> None:
    match = rated_match(ann, bob)
    assert rating(ann) is not None
    token = host("link", "--name", "Mina", "--url", served.here.url, "--json").json["link"].partition("#")[2]
    act = {"act": "reject-result", "match": match, "reason": "x"}
    with httpx.Client(base_url=served.here.url, trust_env=False, verify=False, timeout=WAIT_S) as page:
        done = page.post("/api/admin/acts", json=act, headers={"Authorization": f"Bearer {token}"})
    assert done.is_success
    assert ann.get(f"/api/matches/{match}")["decision"] == "rejected"
    eventually(lambda: rating(ann) is None)


def test_the_link_that_the_command_prints_opens_everything_and_nothing_else_does(
    host: Host, ann: Guest, served: Served
) -> None:
    made = host("link", "--name", "Mina", "--url", served.here.url, "--json").json
    token = made["link"].partition("/admin#")[2]
    page = httpx.Client(base_url=served.here.url, trust_env=False, verify=False, timeout=WAIT_S)
    routes = (
        "",
        "/acts",
        "/players",
        "/rooms",
        "/matches",
        "/results",
        "/reports",
        "/restrictions",
        "/links",
        "/settings",
    )
    for said in ({}, {"Authorization": "Bearer"}, {"Authorization": f"Bearer {token}x"}, {"Authorization": token}):
        for route in routes:
            refused = page.get(f"/api/admin{route}", headers=said)
            assert (refused.status_code, refused.json()["code"]) == (401, "no-host")
        ban = {"act": "ban", "who": ann.me["id"], "reason": "x"}
        assert page.post("/api/admin/acts", headers=said, json=ban).status_code == 401
    page.headers["Authorization"] = f"Bearer {token}"
    for route in routes:
        assert page.get(f"/api/admin{route}").is_success
    assert page.get("/api/admin").json()["link"] == {key: made[key] for key in ("id", "name", "expires")} | {
        "created": page.get("/api/admin").json()["link"]["created"]
    }
    assert "postgresql" not in page.get("/api/admin/settings").text
    settings = {one["flag"]: one["value"] for one in page.get("/api/admin/settings").json()["settings"]}
    assert (settings["--guests"], settings["--base"], settings["--most-watchers"]) == (True, "", "100")
    said = host("settings", "--json").json["processes"]
    assert len(said) == len({served.here.url, served.there.url})
    assert all(one["settings"].keys() == settings.keys() for one in said)
    assert settings in [one["settings"] for one in said]
    assert page.get("/api/admin/settings").json()["processes"] == said
    code = ann.open("nim", "me", "anybody")["code"]
    [listed] = [one for one in page.get("/api/admin/rooms").json() if one["code"] == code]
    assert (listed["players"], listed["people"]) == ([ann.me["name"]], [ann.me["id"]])
    done = page.post("/api/admin/acts", json={"act": "close-room", "room": code, "reason": "from the page"}).json()
    assert (done["act"], done["about"], done["host"]) == ("close-room", code, f"Mina ({made['id']})")
    assert ann.refusal(f"/api/rooms/{code}") == (404, "no-such-room")
    assert page.get("/api/admin/acts?count=1").json() == [done]
    malformed: tuple[Json, ...] = (
        {},
        {"act": "dance", "reason": "x"},
        {"act": "ban", "who": ann.me["id"]},
        {"act": "ban", "who": ann.me["id"], "reason": " "},
        {"act": "ban", "who": ann.me["id"], "reason": "x", "days": 0},
        {"act": "ban", "who": ann.me["id"], "reason": "x", "days": 1e300},
        {"act": "ban", "who": ["x"], "reason": "x"},
        {"act": "announce", "text": "a\u0000b", "reason": "x"},
        {"act": "rename", "who": ann.me["id"], "name": "x" * 100, "reason": "x"},
    )
    for body in malformed:
        assert page.post("/api/admin/acts", json=body).status_code == 400
    refused = page.post("/api/admin/acts", json={"act": "reject-result", "match": "none", "reason": "x"})
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing-to-decide")
    host.does("withdraw", made["id"])
    assert page.get("/api/admin").status_code == 401
    page.close()
