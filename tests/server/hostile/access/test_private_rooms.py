"""The code of a private room reaches nobody who was not given it, and is not found by trying."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from parlour.server.access.identity import new_code
from parlour.server.access.limits.rate_limits import WRONG_CODES_OF_A_PERSON, WRONG_CODES_OF_A_PLAYER, RateLimits
from parlour.server.access.limits.token_buckets import Buckets
from parlour.server.settings import Settings
from tests.patience import WAIT_S
from tests.server.table import Guest, Json, Server, eventually, play_out

PEOPLE = 10
AT_ONCE = PEOPLE * WRONG_CODES_OF_A_PERSON + WRONG_CODES_OF_A_PLAYER
"""So many wrong codes may one player try at once at an address where nobody else did."""


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Server]:
    """A server that counts requests as one does by default."""
    with Server(tmp_path, "--rate", "20", "--people-of-an-address", str(PEOPLE)) as running:
        yield running


def reachable(guest: Guest, player: str) -> str:
    """Everything that somebody can read of a player and of what they play."""
    matches: list[Json] = guest.get(f"/api/players/{player}/matches")
    pages = ["/api/rooms", "/api/daily", "/api/me/rooms", f"/api/players/{player}", f"/api/players/{player}/matches"]
    for match in matches:
        pages.append(f"/api/matches/{match['match']}")
        if match["ended"]:
            pages += [f"/api/matches/{match['match']}/{part}" for part in ("session", "steps")]
    return "\n".join(msgspec.json.encode(guest.get(page)).decode() for page in pages)


@pytest.mark.parametrize("over", [False, True])
def test_nothing_that_a_stranger_can_read_tells_the_code_of_a_private_room(
    ann: Guest, bob: Guest, server: Server, over: bool
) -> None:
    code = ann.open("nim", "me", "anybody")["code"]
    bob.post(f"/api/rooms/{code}/join")
    with ann.enter(code) as table, bob.enter(code) as other, Guest(server) as stranger:
        match = table.room["match"]
        if over:
            play_out(table, other)
        for player in (ann, bob):
            assert code not in reachable(stranger, player.me["id"])
            assert player.get(f"/api/matches/{match}")["room"] == code
        assert stranger.get(f"/api/matches/{match}")["room"] is None


def test_the_seat_of_somebody_who_left_a_private_room_is_found_by_nobody_else(
    ann: Guest, bob: Guest, server: Server
) -> None:
    code = ann.open("nim", "me", "anybody")["code"]
    bob.post(f"/api/rooms/{code}/join")
    bob.post(f"/api/rooms/{code}/leave")
    with ann.enter(code), Guest(server) as stranger:
        assert code not in reachable(stranger, ann.me["id"])
        assert stranger.post("/api/rooms/quick", {"game": "nim"})["code"] != code


def test_the_log_of_requests_names_no_room(ann: Guest, bob: Guest, server: Server) -> None:
    code = ann.open("nim", "me", "anybody")["code"]
    bob.post(f"/api/rooms/{code.lower()}/join")
    ann.get(f"/api/rooms/{code}")
    bob.http.get(f"/room/{code}")
    ann.enter(code).close()
    ann.post(f"/api/rooms/{code}/leave")
    eventually(lambda: '"/api/rooms/*/leave"' in server.log.read_text())
    assert code.lower() not in server.log.read_text().lower()


def test_the_code_of_a_public_room_is_told_to_whoever_would_watch(ann: Guest, bob: Guest, server: Server) -> None:
    code = ann.open("nim", "me", "anybody", public=True)["code"]
    bob.post(f"/api/rooms/{code}/join")
    with ann.enter(code) as table, Guest(server) as stranger:
        assert stranger.get(f"/api/matches/{table.room['match']}")["room"] == code


def test_whoever_tries_codes_is_told_nothing_after_a_few_and_those_inside_play_on(strict: Server) -> None:
    with Guest(strict) as ann, Guest(strict) as stranger:
        code = ann.open("nim", "me", "anybody")["code"]
        public = ann.open("nim", "me", "anybody", public=True)["code"]
        answers: list[str] = []
        while "too-many-codes" not in answers:
            assert len(answers) < 2 * AT_ONCE
            answers.append(stranger.http.get(f"/api/rooms/{new_code()}").json()["code"])
        assert set(answers[:AT_ONCE]) == {"no-such-room"}
        assert stranger.refusal(f"/api/rooms/{code}") == (429, "too-many-codes")
        assert stranger.problem(f"/api/rooms/{code}/join") == (429, "too-many-codes")
        with stranger.socket(code) as seat:
            assert seat.receive() == {"type": "bye", "code": "too-many-codes", "retry_ms": None}
            with pytest.raises(ConnectionClosed):
                seat.receive()
        assert stranger.get(f"/api/rooms/{public}")["code"] == public
        assert ann.get(f"/api/rooms/{code}")["code"] == code
        ann.enter(code).close()


def test_whoever_left_a_seat_that_is_kept_for_them_has_not_guessed_the_code(strict: Server) -> None:
    with Guest(strict) as ann, Guest(strict) as bob:
        code = ann.open("nim", "me", "anybody")["code"]
        bob.post(f"/api/rooms/{code}/join")
        bob.post(f"/api/rooms/{code}/leave")
        for _ in range(2 * AT_ONCE):
            bob.http.get(f"/api/rooms/{new_code()}")
        assert bob.refusal(f"/api/rooms/{new_code()}") == (429, "too-many-codes")
        bob.enter(code).close()
        assert bob.post(f"/api/rooms/{code}/join")["code"] == code


def test_a_class_may_open_the_pages_of_rooms_that_were_closed_meanwhile(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "parlour.db")
    limits = RateLimits(settings)
    for _ in range(settings.people_of_an_address):
        limits.count_wrong_code(None, "school")
    limits.require_codes_left(None, "school")


def test_whoever_tries_codes_locks_nobody_out_who_shares_the_address(strict: Server) -> None:
    with Guest(strict) as ann, Guest(strict) as stranger, Guest(strict) as classmate:
        code = ann.open("nim", "me", "anybody")["code"]
        answers: list[tuple[int, str]] = []
        while (429, "too-many-codes") not in answers:
            assert len(answers) < 2 * AT_ONCE
            answers.append(stranger.refusal(f"/api/rooms/{new_code()}"))
        for _ in range(WRONG_CODES_OF_A_PLAYER - 1):
            assert classmate.refusal(f"/api/rooms/{new_code()}") == (404, "no-such-room")
        assert classmate.get(f"/api/rooms/{code}")["code"] == code
        classmate.enter(code).close()
        assert stranger.refusal(f"/api/rooms/{code}") == (429, "too-many-codes")
        without_cookie = httpx.get(f"{strict.url}/api/rooms/{code}", verify=False, timeout=WAIT_S)
        assert (without_cookie.status_code, without_cookie.json()["code"]) == (429, "too-many-codes")


def test_codes_tried_over_sockets_count_too(strict: Server) -> None:
    with Guest(strict) as stranger:
        said: list[str] = []
        while "too-many-codes" not in said:
            assert len(said) < 2 * AT_ONCE
            with stranger.socket(new_code()) as seat:
                said.append(seat.receive()["code"])
        assert set(said[:AT_ONCE]) == {"no-such-room"}


def test_a_bucket_that_is_only_looked_into_stays_as_it_is() -> None:
    now = 0.0
    buckets = Buckets(rate=1, size=2, clock=lambda: now)
    assert [buckets.has("a") for _ in range(5)] == [True] * 5
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    assert not buckets.has("a")
    now = 1.0
    assert buckets.has("a")
