"""A server that stops, or is killed, goes on where it was."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.killing import prove
from tests.server.table import Guest, Json, Server, eventually, heaps, play_out, take


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server that this test may stop."""
    with Server(tmp_path) as running:
        yield running


def test_a_match_goes_on_after_a_restart_and_a_resent_action_is_known(own: Server) -> None:
    with Guest(own) as ann:
        room = ann.open("nim", "me", "first", "me", options={"heaps": 5}, seed=5)
        timed = ann.open("nim", "me", "me", options={"turn_seconds": 1}, seed=5)
        waiting = ann.open("nim", "me", "anybody")
        with ann.enter(room["code"]) as table:
            answer = table.play(0, take(0), ref="once")
            table.hear("view", to_move=[2])
            seen = table.view
            assert own.stop() == 0
            assert table.hear("bye") == {"type": "bye", "code": "restart", "retry_ms": 1000}
            with pytest.raises(ConnectionClosed) as closed:
                table.receive()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        assert sorted(file.name for file in own.database.parent.glob("parlour.db*")) == ["parlour.db"]
        own.start()
        ann.come_back()
        with ann.enter(room["code"]) as table:
            assert table.view["seq"] == seen["seq"]
            assert table.view["view"] == seen["view"]
            assert table.play(0, take(0), ref="once") == answer
            assert table.view["seq"] == seen["seq"]
            assert table.play(2, take(0))["refused"] is None
            assert table.view["seq"] == seen["seq"] + 1
        assert ann.get(f"/api/rooms/{waiting['code']}")["phase"] == "gathering"
        with ann.enter(timed["code"]) as table:
            while table.view["seq"] < 2:
                table.hear("view")
            assert table.view["last"]["seat"] == -1


def test_a_bot_that_was_to_move_moves_after_the_restart(tmp_path: Path) -> None:
    server = Server(tmp_path, "--bot-pause", "60")
    with Guest(server) as ann:
        code = ann.open("nim", "me", "first", seed=5)["code"]
        with ann.enter(code) as table:
            table.play(0, take(0))
        server.stop()
        server.flags = ()
        server.start()
        ann.come_back()
        with ann.enter(code) as table:
            while table.view["seq"] < 2:
                table.hear("view")
            assert table.view["last"]["seat"] == 1
    server.stop()


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(own: Server) -> None:
    with Guest(own) as ann:
        room = ann.open("nim", "me", "me", options={"heaps": 5}, seed=4)
        for number in range(2):
            with ann.enter(room["code"]) as table:
                before = table.view["seq"]
                answers: list[Json] = []
                for turn in range(6):
                    table.submit(turn % 2, take(8), ref=f"{number}-{turn}")
                with contextlib.suppress(ConnectionClosed):
                    while len(answers) < 3:
                        message = table.receive()
                        if message["type"] == "answer":
                            answers.append(message)
                    own.kill()
            own.start()
            ann.come_back()
            with ann.enter(room["code"]) as table:
                assert table.view["seq"] >= before + len(answers)
                for turn in range(6):
                    again = table.play(turn % 2, take(8), ref=f"{number}-{turn}")
                    assert again["seq"] == before + turn
                    assert turn >= len(answers) or again == answers[turn]
                assert table.view["seq"] == before + 6
        with ann.enter(room["code"]) as table:
            play_out(table)
            table.hear("room", confirmed=True)
            assert sum(heaps(table)) == 0


def test_an_outcome_that_no_replay_had_borne_out_yet_is_confirmed_and_counted_after_the_restart(own: Server) -> None:
    with Guest(own) as ann:
        match = ann.play_alone(ann.open("nim-alone", "me", options={"heaps": 1}), 2)
        counted = ann.get("/api/leaderboards/nim-alone/1-heaps")
        own.stop()
        connection = sqlite3.connect(own.database)
        connection.execute("UPDATE matches SET confirmed = NULL, place = NULL")
        connection.execute("DELETE FROM results")
        connection.execute("DELETE FROM bests")
        connection.commit()
        connection.close()
        own.start()
        ann.come_back()
        eventually(lambda: ann.http.get("/ready").status_code == 200)
        assert ann.get(f"/api/matches/{match}")["confirmed"] is True
        assert ann.get("/api/leaderboards/nim-alone/1-heaps") == counted


def test_a_server_killed_under_load_loses_nothing_acknowledged_and_plays_nothing_twice(tmp_path: Path) -> None:
    proof = prove(tmp_path, rounds=2, players=6, acknowledged_each_round=60)
    assert proof.entries >= proof.acknowledged >= 126
