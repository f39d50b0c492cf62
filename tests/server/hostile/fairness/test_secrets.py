"""Nothing that a server says of a match under way tells its seed: no message, no answer, no address.

But for the log that it hands to whoever plays alone (docs/FAIRNESS.md), and to nobody else.
"""

import httpx
import pytest

from parlour.testing.seed_spellings import LEAST, told
from tests.server.table import Guest, Json, Server

GAMES = ("stackdoku", "ten-exorcism", "nim-alone")
MOVES: dict[str, Json] = {
    "stackdoku": {"do": "hint"},
    "ten-exorcism": {"do": "select", "r0": 0, "c0": 0, "r1": 0, "c1": 1},
    "nim-alone": {"do": "take", "heap": 0, "count": 1},
}


def asked(guest: Guest, room: Json) -> list[bytes]:
    """Everything that can be read of a room and its match, refusals too, with headers and addresses."""
    match, me, code = room["match"], guest.me["id"], room["code"]
    paths = [
        *(f"/api/matches/{match}{more}" for more in ("", "/session", "/steps", "/analysis")),
        *("/api/rooms", f"/api/rooms/{code}", "/api/me", "/api/me/rooms", "/api/daily"),
        *(f"/api/players/{me}", f"/api/players/{me}/matches", f"/api/daily/{room['game']}", "/api/leaderboards"),
    ]
    answers = [guest.http.get(path) for path in paths]
    answers += [guest.http.post(f"/api/matches/{match}/{what}", json={}) for what in ("analysis", "solution")]
    answers.append(guest.http.post(f"/api/rooms/{code}/join", json={}))
    return [_whole(answer) for answer in answers]


def _whole(answer: httpx.Response) -> bytes:
    return f"{answer.url} {answer.headers}".encode() + answer.content


def heard(guest: Guest, room: Json, moves: int) -> list[bytes]:
    """Every frame of a socket on which some moves are made."""
    frames: list[bytes] = []
    with guest.socket(room["code"]) as seat:
        receive = seat.socket.recv

        def recording(timeout: float | None = None) -> str | bytes:
            frame = receive(timeout)
            frames.append(frame.encode() if isinstance(frame, str) else frame)
            return frame

        seat.socket.recv = recording  # type: ignore[method-assign, assignment]
        seat.hear("view")
        if moves and seat.view["began_ms"] is None:
            seat.play(0, {"do": "ready"})
        for _ in range(moves):
            seat.play(0, MOVES[room["game"]])
    return frames


@pytest.mark.parametrize("daily", [True, False], ids=["daily", "drawn"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_said_of_a_match_under_way_tells_its_seed(server: Server, game: str, daily: bool) -> None:
    with Guest(server) as ann, Guest(server) as eve:
        seed = None
        while seed is None:
            if daily:
                room = ann.get(f"/api/rooms/{ann.post(f'/api/daily/{game}')['mine']['room']}")
            else:
                room = ann.open(game, "me")
            said = [*heard(ann, room, 3), *asked(ann, room), *asked(eve, room)]
            log = f"/api/rooms/{room['code']}/session"
            # Whoever plays may go on at home where a clock runs, as in Ten Exorcism, or where it no longer counts.
            counts = ann.get(f"/api/rooms/{room['code']}")["ranked"]
            stays = daily or (counts and game != "ten-exorcism")
            said += [_whole(guest.http.get(log)) for guest in ((ann, eve) if stays else (eve,))]
            if not daily:
                said += heard(eve, room, 0)
            ann.post(f"/api/rooms/{room['code']}/leave")
            shown: int = ann.get(f"/api/matches/{room['match']}")["seed"]
            seed = shown if daily or shown >= LEAST else None
        assert [spelling for text in said for spelling in told(seed, text)] == []
        assert eve.get(f"/api/matches/{room['match']}")["seed"] == (None if daily else seed)
