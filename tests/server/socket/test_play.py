"""Playing over the socket: one order, one view for all, answers that last."""

import threading

import msgspec
import pytest

from parlour.games import kit_of
from tests.server.table import Guest, Seat, Server, heaps, play_out, take


def test_two_play_a_whole_game_and_see_the_same(ann: Guest, bob: Guest) -> None:
    code = ann.open("nim", "me", "anybody", seed=5)["code"]
    with ann.enter(code) as first:
        assert first.room["phase"] == "gathering"
        bob.post(f"/api/rooms/{code}/join")
        first.hear("view")
        with bob.enter(code) as second:
            assert first.view["view"] == second.view["view"]
            assert (first.view["seat"], second.view["seat"]) == (0, 1)
            play_out(first, second)
            assert first.view["view"] == second.view["view"]
            assert first.view["outcome"]["winners"] == [(first.view["seq"] - 1) % 2]
            room = second.hear("room", confirmed=True)
            assert room["phase"] == "over"


def test_an_action_is_answered_with_its_place_or_its_refusal(ann: Guest) -> None:
    code = ann.open("nim", "me", "me", seed=5)["code"]
    with ann.enter(code) as table:
        assert table.play(0, take(0)) == {"type": "answer", "ref": "r1", "seq": 0, "refused": None}
        assert table.play(1, take(9))["refused"] == {"code": "no-such-heap", "facts": {"heaps": 3}}
        assert table.view["last"]["refused"]["code"] == "no-such-heap"
        assert table.play(0, take(0))["refused"] == {"code": "not-your-turn"}
        assert table.view["seq"] == 3


def test_a_resent_action_is_not_played_again_and_gets_the_same_answer(ann: Guest) -> None:
    code = ann.open("nim", "me", "me", seed=5)["code"]
    with ann.enter(code) as table:
        first = table.play(0, take(0), ref="same")
        before = heaps(table)
        assert table.play(0, take(0), ref="same") == first
        with ann.enter(code) as tab:
            assert tab.play(0, take(0), ref="same") == first
            assert heaps(tab) == before
            refused = tab.play(1, take(9), ref="bad")
            assert tab.play(1, take(9), ref="bad") == refused
            assert tab.view["seq"] == 2


def test_every_tab_of_a_player_sees_every_move(ann: Guest) -> None:
    code = ann.open("nim", "me", "me")["code"]
    with ann.enter(code) as one, ann.enter(code) as two:
        one.play(0, take(0))
        assert two.hear("view", seq=1)["view"] == one.view["view"]


def test_coming_back_gives_the_whole_view_at_the_current_place(ann: Guest) -> None:
    code = ann.open("nim", "me", "me")["code"]
    with ann.enter(code) as table:
        table.play(0, take(0))
        seen = table.view
    with ann.enter(code) as table:
        assert table.view["seq"] == 1
        assert table.view["view"] == seen["view"]
        assert table.view["last"] == seen["last"]


def test_two_clients_race_on_one_match_and_there_is_one_order(ann: Guest) -> None:
    code = ann.open("nim", "me", "me", options={"heaps": 5}, seed=3)["code"]
    tables = [ann.enter(code) for _ in range(4)]
    answers: list[tuple[int | None, object]] = []

    def hurry(name: int, table: Seat) -> None:
        for turn in range(20):
            answer = table.play(turn % 2, take(turn % 5), ref=f"{name}-{turn}")
            answers.append((answer["seq"], answer["refused"]))

    threads = [threading.Thread(target=hurry, args=(name, table)) for name, table in enumerate(tables)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for table in tables:
        table.close()
    placed = [seq for seq, _ in answers if seq is not None]
    assert sorted(placed) == list(range(len(placed)))
    with ann.enter(code) as table:
        assert table.view["seq"] == len(placed)
        accepted = sum(refused is None for seq, refused in answers if seq is not None)
        assert sum(table.view["scores"]) == accepted


def test_those_in_a_room_are_told_who_comes_and_goes(ann: Guest, bob: Guest) -> None:
    code = ann.open("nim", "me", "anybody")["code"]
    bob.post(f"/api/rooms/{code}/join")
    with ann.enter(code) as table:
        assert [seat["present"] for seat in table.room["seats"]] == [True, False]
        with bob.enter(code):
            table.until(lambda message: message["type"] == "room" and message["seats"][1]["present"])
        table.until(lambda message: message["type"] == "room" and not message["seats"][1]["present"])


def test_phrases_are_heard_and_pings_answered(ann: Guest, bob: Guest) -> None:
    code = ann.open("nim", "me", "anybody")["code"]
    with ann.enter(code) as table, bob.enter(code) as watcher:
        watcher.send({"type": "say", "phrase": "good-luck"})
        assert table.hear("said")["name"] == bob.me["name"]
        table.send({"type": "ping"})
        table.hear("pong")


def test_a_spectator_sees_and_cannot_play(ann: Guest, bob: Guest) -> None:
    code = ann.open("nim", "me", "me")["code"]
    with ann.enter(code) as table, bob.enter(code) as watcher:
        assert watcher.view["seat"] is None
        table.play(0, take(0))
        assert watcher.hear("view", seq=1)["view"] == table.view["view"]
        watcher.submit(1, take(0))
        assert watcher.hear("fault")["code"] == "not-your-seat"
        assert watcher.room["watchers"] == 1


def test_the_clock_plays_by_itself(ann: Guest) -> None:
    code = ann.open("nim", "me", "me", options={"turn_seconds": 1})["code"]
    with ann.enter(code) as table:
        while table.view["seq"] < 2:
            table.hear("view")
        at_ms = 1000 * table.view["seq"]
        assert table.view["last"] == {"at_ms": at_ms, "seat": -1, "action": {"do": "time-up"}}
        assert table.view["due_ms"] == at_ms + 1000


@pytest.mark.parametrize("level", ["first", "broken"])
def test_a_bot_moves_by_itself_even_when_it_fails(ann: Guest, level: str) -> None:
    """One that fails plays anything legal instead: people are not left waiting."""
    code = ann.open("nim", "me", level, seed=5)["code"]
    with ann.enter(code) as table:
        table.play(0, take(0))
        table.hear("view", to_move=[0], seq=2)
        assert table.view["last"]["seat"] == 1
        assert "refused" not in table.view["last"]


def test_bots_alone_finish_what_is_theirs(ann: Guest) -> None:
    code = ann.open("nim", "first", "me", "first", options={"heaps": 1}, seed=1)["code"]
    with ann.enter(code) as table:
        while table.view["outcome"] is None:
            if table.view["to_move"] == [1]:
                table.play(1, take(0))
            else:
                table.receive()
        assert sum(table.view["scores"]) == table.view["seq"]


@pytest.mark.parametrize("game_id", ["ten-exorcism", "dots-and-boxes", "stackdoku"])
def test_every_game_of_ours_can_be_played(ann: Guest, game_id: str) -> None:
    game = kit_of(game_id).game
    seats = ["me"] * game.seats.start
    code = ann.open(game_id, *seats, seed=7)["code"]
    with ann.enter(code) as table:
        state = game.start(game.settled(game.options(), 7), 7, len(seats))
        action = msgspec.to_builtins(game.legal_actions(state, 0)[0])
        if table.view["began_ms"] is None:
            assert table.play(0, {"do": "ready"})["refused"] is None
        before = table.view["seq"]
        assert table.play(0, action)["refused"] is None
        assert table.view["seq"] == before + 1


def test_the_log_tells_no_secret(server: Server, ann: Guest) -> None:
    ann.get("/api/me?secret=hunter2")
    text = server.log.read_text()
    assert '"event":"request"' in text
    assert "hunter2" not in text
    assert ann.cookie not in text
