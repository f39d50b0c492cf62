"""Matches that were played at home, handed in over HTTP; and the log of a match that goes on there."""

from typing import Any

import httpx
import msgspec
import pytest
from msgspec import structs

from parlour.core.game import Finish, Ready
from parlour.core.match import AnyMatch, Match
from parlour.core.replay import reopened
from parlour.core.session import AnySession, decode_session, encode_entry, encode_session
from parlour.games import kit_of
from parlour.games.dots_and_boxes.rules import DotsAndBoxes
from parlour.games.ten_exorcism.rules import Options, Select, TenExorcism
from parlour.home.kept import Opening, new_id
from parlour.home.table import Table
from parlour.protocol.beginning import new_seed
from parlour.protocol.match_clock import UnixClock
from parlour.protocol.trying import MOST_ENTRIES_MOVED
from parlour.server.http.api.home import LARGEST_HOME_SESSION
from parlour.server.live.people.seating import BotSeat, Holder, KeptFor, Nobody, Person, one_person_plays
from parlour.testing.players import finished
from tests.alone import Alone, Ask
from tests.patience import WAIT_S
from tests.server.table import Guest, Json, Server

ME: Json = {"for": "me"}


class Clock(UnixClock):
    """Set by hand."""

    now = 1_790_000_000_000

    def now_ms(self) -> int:
        return self.now


def ghosts(rectangles: int = 2) -> AnySession:
    """Ten Exorcism without a limit on a board that nobody has seen, finished after so many rectangles."""
    match: AnyMatch = Match.begin(
        TenExorcism(), id=new_id(), seed=new_seed(), started=1_790_000_000_000, options=Options(mode="endless")
    )
    return played_on(match, rectangles)


def played_on(match: AnyMatch, rectangles: int) -> AnySession:
    for _ in range(rectangles):
        match, _ = match.submit(0, match.game.legal_actions(match.state, 0)[0], match.last_ms + 1000)
    return match.submit(0, Finish(), match.last_ms + 1000)[0].session


def body(session: AnySession, *seats: Json, **more: str) -> bytes:
    return msgspec.json.encode({"seats": seats or (ME,), "session": msgspec.Raw(encode_session(session)), **more})


def hand_in(guest: Guest, text: bytes) -> httpx.Response:
    return guest.http.post("/api/me/matches", content=text)


def refused(guest: Guest, text: bytes) -> tuple[int, str]:
    answer = hand_in(guest, text)
    assert answer.headers["content-type"].startswith("application/problem+json"), answer.text
    return answer.status_code, answer.json()["code"]


def history(guest: Guest) -> list[Json]:
    found: list[Json] = guest.get(f"/api/players/{guest.me['id']}/matches")
    return found


def test_a_match_played_at_home_is_replayed_and_kept(ann: Guest) -> None:
    session = ghosts(3)
    told = hand_in(ann, body(session)).json()
    assert told == {"match": session.id, "known": False, "not_counted": "unwitnessed"}
    match = ann.get(f"/api/matches/{session.id}")
    assert (match["confirmed"], match["ranked"], match["room"]) == (True, False, None)
    assert match["handed_in"] is not None
    assert ann.http.get(f"/api/matches/{session.id}/session").content == encode_session(session)
    [played] = history(ann)
    assert (played["match"], played["handed_in"]) == (session.id, match["handed_in"])
    result = ann.get(f"/api/matches/{session.id}/result")
    assert (result["not_counted"], result["place"]["span"]) == ("unwitnessed", "all")
    board = "/api/leaderboards/ten-exorcism/endless"
    assert ann.get(f"{board}?span=day&witnessed=false")["mine"]["match"] == session.id
    assert ann.get(f"{board}?span=day")["mine"] is None


def test_a_match_that_is_handed_in_twice_counts_once(ann: Guest, bob: Guest) -> None:
    session = ghosts()
    first, again = (hand_in(ann, body(session)).json() for _ in range(2))
    renamed = hand_in(ann, body(structs.replace(session, id=new_id()))).json()
    assert again == renamed == first | {"known": True}
    assert len(history(ann)) == 1
    copied = hand_in(bob, body(session)).json()
    assert (copied["match"] != session.id, copied["known"], copied["not_counted"]) == (True, False, "chosen-seed")
    assert hand_in(bob, body(session)).json() == copied | {"known": True}
    assert [played["match"] for played in history(bob)] == [copied["match"]]


def test_a_match_is_not_handed_in_by_whoever_is_signed_in_meanwhile(ann: Guest, bob: Guest) -> None:
    text = body(ghosts(), player=ann.me["id"])
    assert refused(bob, text) == (403, "other-player")
    assert history(bob) == []
    assert hand_in(ann, text).json()["known"] is False


def test_what_a_table_at_home_keeps_is_handed_in_as_it_is(ann: Guest) -> None:
    clock = Clock()
    opening = Opening(
        code="HOME", player="somebody", name="At home", game="ten-exorcism", seats=(), options={"mode": "classic"}
    )
    opening = structs.replace(opening, seats=msgspec.convert([ME], type(opening).__annotations__["seats"]))
    table = Table.open(opening, clock)
    for action in ({"do": "ready"}, {"do": "finish"}):
        clock.now += 1500
        message = {"type": "submit", "ref": action["do"], "match": table.match.header.id, "seat": 0, "action": action}
        table.receive(msgspec.json.encode(message))
    kept = msgspec.json.decode(table.kept())
    told = ann.post("/api/me/matches", {"seats": kept["opening"]["seats"], "session": kept["session"]})
    assert (told["match"], told["not_counted"]) == (kept["session"]["id"], "no-points")


@pytest.mark.parametrize("name", ["../../api/me", "A" * 200, "home-"])
def test_a_match_gets_an_id_as_others_have(ann: Guest, name: str) -> None:
    told = hand_in(ann, body(structs.replace(ghosts(), id=name))).json()
    assert ann.get(f"/api/matches/{told['match']}")["handed_in"] is not None
    assert ann.get(f"/api/matches/{told['match']}/session")["id"] == told["match"] != name


def test_bots_and_several_seats_stand_in_the_history_and_rate_nobody(ann: Guest) -> None:
    kit = kit_of("dots-and-boxes")
    session = structs.replace(finished(DotsAndBoxes(), new_seed(), seats=2).session, id=new_id())
    told = hand_in(ann, body(session, ME, {"for": "bot", "level": kit.bots[0].level})).json()
    assert told["not_counted"] == "bot"
    [played] = history(ann)
    assert [(seat["player"], seat["bot"]) for seat in played["seats"]] == [
        (ann.me["id"], None),
        (None, kit.bots[0].level),
    ]
    assert ann.get(f"/api/players/{ann.me['id']}")["ratings"] == []


def forged(session: AnySession, **changed: Any) -> AnySession:
    return structs.replace(session, **changed)


def test_what_a_replay_does_not_bear_out_is_refused_with_the_reason(ann: Guest) -> None:
    session = ghosts()
    assert session.outcome is not None
    better = structs.replace(session.outcome, scores=(99,))
    assert refused(ann, body(forged(session, outcome=better))) == (422, "score-differs")
    assert refused(ann, body(forged(session, entries=session.entries[:-1]))) == (422, "outcome-differs")
    assert refused(ann, body(forged(session, rules_version=99))) == (422, "rules-version")
    assert refused(ann, body(forged(session, game="gone"))) == (404, "no-such-game")
    assert refused(ann, body(forged(session, ended=session.started - 1))) == (422, "after-the-end")
    answer = hand_in(ann, body(forged(session, outcome=better))).json()
    assert "99" in answer["detail"]
    assert history(ann) == []


def test_only_whole_matches_are_handed_in(ann: Guest) -> None:
    session = ghosts()
    open_end = forged(session, entries=session.entries[:-1], outcome=None)
    assert refused(ann, body(open_end)) == (409, "match-not-over")
    assert refused(ann, body(forged(open_end, ended=None))) == (409, "match-not-over")
    assert refused(ann, body(session, ME, ME)) == (400, "malformed")
    assert refused(ann, body(session, {"for": "bot", "level": "hard"})) == (400, "malformed")
    assert refused(ann, body(session, {"for": "anybody"})) == (400, "malformed")
    assert refused(ann, body(forged(session, started=-5000, ended=0))) == (400, "malformed")
    for text in (b"", b"[]", b"{}", b'{"seats":[{"for":"me"}],"session":7}', encode_session(session), b"\xff" * 100):
        assert refused(ann, text) == (400, "malformed")
    assert refused(ann, b" " * (LARGEST_HOME_SESSION + 1))[0] == 413
    assert history(ann) == []


def test_a_longer_log_than_one_commit_should_write_is_refused(ann: Guest) -> None:
    match: AnyMatch = Match.begin(Alone(), id=new_id(), seed=5, started=0)
    while match.count < MOST_ENTRIES_MOVED:
        match, _ = match.submit(0, Ask(), 0)
    assert refused(ann, body(match.submit(0, Finish(), 0)[0].session)) == (409, "log-too-long")


def test_the_longest_log_of_a_table_at_home_fits() -> None:
    match, _ = Match.begin(TenExorcism(), id=new_id(), seed=5, started=0, options=Options(mode="endless")).submit(
        0, Select(r0=16, c0=9, r1=16, c1=8), 10**12
    )
    assert match.last is not None
    assert match.last.refused is not None
    assert len(encode_entry(match.last)) * MOST_ENTRIES_MOVED + 10_000 < LARGEST_HOME_SESSION


def test_nobody_hands_in_without_being_somebody(server: Server) -> None:
    answer = httpx.post(
        f"{server.url}/api/me/matches", content=body(ghosts()), trust_env=False, verify=False, timeout=WAIT_S
    )
    assert (answer.status_code, answer.json()["code"]) == (401, "no-player")


def test_a_daily_board_is_not_shown_before_it_was_played(ann: Guest, bob: Guest) -> None:
    attempt = ann.post("/api/daily/ten-exorcism")["mine"]
    ann.post(f"/api/rooms/{attempt['room']}/discard")
    with ann.enter(ann.post("/api/daily/ten-exorcism")["mine"]["room"]) as table:
        table.play(0, {"do": "ready"})
        assert ann.refusal(f"/api/rooms/{table.room['code']}/session") == (409, "stays-here")
        table.play(0, {"do": "finish"})
    seed = ann.get(f"/api/matches/{table.view['match']}")["seed"]
    session = structs.replace(ghosts(), seed=seed)
    match: AnyMatch = Match.begin(TenExorcism(), id=new_id(), seed=seed, started=0, options=Options(mode="endless"))
    session = played_on(match, 2)
    assert refused(bob, body(session)) == (403, "daily-first")
    assert hand_in(ann, body(session)).json()["not_counted"] == "chosen-seed"
    assert bob.refusal(f"/api/matches/{session.id}/steps") == (403, "daily-first")


def test_a_match_that_goes_on_at_home_is_one_match(ann: Guest, bob: Guest) -> None:
    room = ann.open("ten-exorcism", "me", options={"mode": "classic"})
    path = f"/api/rooms/{room['code']}/session"
    assert bob.refusal(path) == (403, "not-seated")
    with ann.enter(room["code"]) as table:
        table.play(0, {"do": "ready"})
        board = decode_session(TenExorcism(), msgspec.json.encode(ann.get(path)["session"]))
        action = msgspec.to_builtins(played_on(reopened(TenExorcism(), board), 1).entries[1].action)
        assert table.play(0, action)["refused"] is None
        taken = ann.get(path)
        assert taken["seats"] == [ME]
        session = decode_session(TenExorcism(), msgspec.json.encode(taken["session"]))
        assert (session.id, len(session.entries)) == (room["match"], 2)
        assert ann.get(f"/api/rooms/{room['code']}")["ranked"] is True
        whole = played_on(reopened(TenExorcism(), session), 2)
        told = hand_in(ann, body(whole)).json()
        assert table.hear("bye")["code"] == "room-closed"
    assert (told["known"], told["not_counted"]) == (False, "unwitnessed")
    assert told["match"] != room["match"]
    assert [played["match"] for played in history(ann)] == [told["match"]]
    assert hand_in(ann, body(whole)).json() == told | {"known": True}
    assert ann.get("/api/me/rooms") == []


@pytest.mark.parametrize(
    ("others", "alone"),
    [
        ((), True),
        ((BotSeat("casual"), BotSeat("casual")), True),
        ((Person("bob", "Bob"),), False),
        ((Person("ann", "Ann"),), False),
        ((BotSeat("casual"), Nobody()), False),
        ((BotSeat("casual", KeptFor("bob", "Bob")),), False),
    ],
    ids=[
        "nobody else",
        "bots",
        "somebody",
        "a seat more of mine",
        "a free seat",
        "a bot for somebody who may come back",
    ],
)
def test_one_person_plays_alone_or_with_bots(others: tuple[Holder, ...], alone: bool) -> None:
    assert one_person_plays((Person("ann", "Ann"), *others)) is alone


def test_a_match_with_bots_goes_on_at_home_whatever_the_bots_did_here_since(ann: Guest) -> None:
    game, level = DotsAndBoxes(), kit_of("dots-and-boxes").bots[0].level
    seats: list[Json] = [ME, {"for": "bot", "level": level}]
    room = ann.open("dots-and-boxes", "me", level)
    with ann.enter(room["code"]) as table:
        first = msgspec.to_builtins(game.legal_actions(game.start(game.options(), 0, 2), 0)[0])
        assert table.play(0, first)["refused"] is None
        while table.view["seq"] < 2 or table.view["to_move"] != [0]:
            table.hear("view")
        taken = ann.get(f"/api/rooms/{room['code']}/session")
        assert taken["seats"] == seats
        session = decode_session(game, msgspec.json.encode(taken["session"]))
        [mine] = [number for number, entry in enumerate(session.entries) if entry.seat == 0]
        # What the bot answered never arrived at home; the one there does something else.
        match = reopened(game, structs.replace(session, entries=session.entries[: mine + 1]))
        while match.outcome is None:
            [seat] = match.to_move
            match, _ = match.submit(seat, game.legal_actions(match.state, seat)[-1], match.last_ms + 1000)
        assert match.session.entries[mine + 1] != session.entries[mine + 1]
        told = hand_in(ann, body(match.session, *seats)).json()
        assert table.hear("bye")["code"] == "room-closed"
    assert told["not_counted"] == "bot"
    assert [played["match"] for played in history(ann)] == [told["match"]]


def test_what_has_gone_on_here_stays_what_it_is(ann: Guest) -> None:
    room = ann.open("ten-exorcism", "me", options={"mode": "classic"})
    with ann.enter(room["code"]) as table:
        table.play(0, {"do": "ready"})
        taken = ann.get(f"/api/rooms/{room['code']}/session")
        session = decode_session(TenExorcism(), msgspec.json.encode(taken["session"]))
        whole = played_on(reopened(TenExorcism(), session), 2)
        table.play(0, {"do": "select", "r0": 0, "c0": 0, "r1": 16, "c1": 9})
        told = hand_in(ann, body(whole)).json()
        assert (told["match"] != room["match"], told["not_counted"]) == (True, "chosen-seed")
        assert table.play(0, {"do": "finish"})["refused"] is None
    assert {played["match"] for played in history(ann)} == {room["match"], told["match"]}


def test_a_log_is_not_told_before_the_board_is(ann: Guest) -> None:
    room = ann.open("ten-exorcism", "me", options={"mode": "classic"})
    path = f"/api/rooms/{room['code']}/session"
    assert ann.refusal(path) == (409, "not-begun")
    with ann.enter(room["code"]) as table:
        table.play(0, {"do": "ready"})
        assert [entry["action"] for entry in ann.get(path)["session"]["entries"]] == [msgspec.to_builtins(Ready())]
        table.play(0, {"do": "finish"})
    assert ann.refusal(path) == (409, "no-match")
    assert ann.refusal(f"/api/rooms/{ann.open('nim-alone', 'me')['code']}/session") == (409, "stays-here")
    practice = ann.open("nim-alone", "me", seed=5)
    assert ann.get(f"/api/rooms/{practice['code']}/session")["session"]["seed"] == 5
    assert ann.refusal(f"/api/rooms/{ann.open('dots-and-boxes', 'me', 'me')['code']}/session") == (409, "not-alone")


@pytest.fixture
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with Server(tmp_path_factory.mktemp("narrow"), "--people-of-an-address", "1") as running:
        yield running


def test_nobody_fills_the_store_with_matches_from_home(narrow: Server) -> None:
    with Guest(narrow) as eve:
        kept = [session for session in (ghosts(1) for _ in range(6)) if hand_in(eve, body(session)).is_success]
        assert 0 < len(kept) < 6
        answer = hand_in(eve, body(ghosts(1)))
        assert (answer.status_code, answer.json()["code"]) == (429, "quota-spent")
        assert int(answer.headers["retry-after"]) > 0
        assert hand_in(eve, body(kept[0])).json()["known"] is True
