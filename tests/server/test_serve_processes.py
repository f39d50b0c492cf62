"""``parlour serve --processes``: one port, several processes over one PostgreSQL, any of which may die."""

import os
import re
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from tests.patience import WAIT_S
from tests.postgres import Postgres, rows
from tests.server.table import Guest, Json, Server, eventually, heaps, play_out, take


class ManyProcesses(Server):
    """Two processes at one port, each at a port of its own besides."""

    def __init__(self, folder: Path, postgres: Postgres, *flags: str) -> None:
        self.address = postgres.create()
        self.port = _three_free_ports()
        several = ("--processes", "2", "--port", str(self.port), "--database", self.address)
        super().__init__(folder, *several, *flags)
        eventually(lambda: self.is_ready(0) and self.is_ready(1))

    def at(self, number: int) -> Server:
        """One of the processes, for a guest."""
        return SimpleNamespace(url=f"http://127.0.0.1:{self.port + 1 + number}")  # type: ignore[return-value]

    def is_ready(self, number: int) -> bool:
        try:
            return httpx.get(f"{self.at(number).url}/ready", trust_env=False, verify=False, timeout=WAIT_S).is_success
        except httpx.TransportError:
            return False

    def pid(self, number: int) -> int:
        metrics = httpx.get(f"{self.at(number).url}/metrics", trust_env=False, verify=False, timeout=WAIT_S).text
        found = re.search(r'parlour_process_info\{process="[^"]*:(\d+):', metrics)
        assert found is not None
        return int(found[1])


def _three_free_ports() -> int:
    for port in range(20_000 + os.getpid() % 10_000, 60_000, 3):
        held = [socket.socket() for _ in range(3)]
        try:
            for number, one in enumerate(held):
                one.bind(("127.0.0.1", port + number))
        except OSError:
            continue
        else:
            return port
        finally:
            for one in held:
                one.close()
    raise AssertionError("no three ports in a row are free")


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[ManyProcesses]:
    """All of them stop when they are told to, and say so to each other."""
    with ManyProcesses(tmp_path_factory.mktemp("many"), postgres) as running:
        yield running
        assert running.stop() == 0
        assert rows(running.address, "SELECT id FROM processes") == []


def elsewhere(guest: Guest, server: Server) -> Guest:
    """The same person at another process."""
    guest.server = server
    guest.come_back()
    return guest


def test_two_play_at_two_processes(many: ManyProcesses) -> None:
    with Guest(many.at(0)) as ann, Guest(many.at(1)) as bob:
        code = ann.open("nim", "me", "anybody")["code"]
        with ann.enter(code) as at_ann:
            bob.post(f"/api/rooms/{code}/join")
            with bob.enter(code) as at_bob:
                for table in (at_ann, at_bob):
                    while not (table.view and all_present(table.room)):
                        table.receive()
                at_bob.send({"type": "say", "phrase": "hello"})
                assert at_ann.hear("said")["player"] == bob.me["id"]
                play_out(at_ann, at_bob)
                for table in (at_ann, at_bob):
                    while not table.room["confirmed"]:
                        table.receive()
                ann.post(f"/api/rooms/{code}/rematch")
                at_bob.hear("room", rematch=[ann.me["id"]])
                bob.post(f"/api/rooms/{code}/rematch")
                for table in (at_ann, at_bob):
                    table.hear("room", phase="playing", played=2)
            gone = at_ann.until(lambda message: message["type"] == "room" and not all_present(message))
            assert [seat["present"] for seat in gone["seats"]].count(True) == 1


def all_present(room: Json) -> bool:
    return all(seat["present"] for seat in room["seats"])


def test_whoever_waits_at_one_process_is_found_at_the_other(many: ManyProcesses) -> None:
    with Guest(many.at(0)) as ann, Guest(many.at(1)) as bob, Guest(many.at(1)) as cleo:
        room = ann.post("/api/rooms/quick", {"game": "nim"})
        eventually(lambda: room["code"] in [one["code"] for one in bob.get("/api/rooms?game=nim")])
        assert bob.post("/api/rooms/quick", {"game": "nim"})["code"] == room["code"]
        other = cleo.post("/api/rooms/quick", {"game": "nim"})
        assert other["code"] != room["code"]
        cleo.post(f"/api/rooms/{other['code']}/leave")


def test_a_daily_challenge_is_begun_once(many: ManyProcesses, within_one_day: None) -> None:  # noqa: ARG001
    with Guest(many.at(0)) as ann:
        first = ann.post("/api/daily/nim-alone")["mine"]
        again = elsewhere(ann, many.at(1)).post("/api/daily/nim-alone")["mine"]
        assert (first["room"], first["match"]) == (again["room"], again["match"])


def test_an_action_that_was_answered_is_answered_alike_by_another_process(many: ManyProcesses) -> None:
    with Guest(many.at(0)) as ann:
        code = ann.open("nim-alone", "me", options={"heaps": 2})["code"]
        with ann.enter(code) as table:
            first = table.play(0, take(0), "the same")
        with elsewhere(ann, many.at(1)).enter(code) as table:
            before = heaps(table)
            assert table.play(0, take(0), "the same") == first
            assert heaps(table) == before


def test_clocks_and_bots_go_on_when_their_process_is_killed(many: ManyProcesses) -> None:
    with Guest(many.at(0)) as ann:
        limited = ann.open("dots-and-boxes", "me", "me", options={"turn_seconds": 1})
        match = limited["match"]
        killed = many.pid(0)
        os.kill(killed, signal.SIGKILL)
        counting = f"SELECT count(*) FROM entries JOIN matches ON number = entries.match WHERE id = '{match}'"
        before = int(str(rows(many.address, counting)[0][0]))
        eventually(lambda: int(str(rows(many.address, counting)[0][0])) >= before + 3)
        eventually(lambda: many.is_ready(0))
        assert many.pid(0) != killed
        with elsewhere(ann, many.at(0)).enter(limited["code"]) as table:
            seq = table.view["seq"]
            table.until(lambda _: table.view["seq"] > seq)
