"""``kill -9`` under load: every acknowledged action is there afterwards, none twice, and every match goes on.

The suite does a few rounds; ``python -m tests.server.killing --rounds 20`` does as many as wanted and says what it saw.
"""

import argparse
import asyncio
import contextlib
import random
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from parlour.core.replay import verify
from parlour.games import kit_of
from parlour.games.dots_and_boxes.rules import DRAWS
from parlour.protocol.refs import Refs
from parlour.store import log
from parlour.store.store import Store
from tests.patience import WAIT_S
from tests.server.table import Json, Server

ACTIONS = [msgspec.to_builtins(draw) for draw in DRAWS]


@dataclass
class Player:
    """One person who holds both seats of a match of Dots and Boxes and draws any line, drawn before or not."""

    number: int
    cookie: str = ""
    code: str = ""
    view: Json = field(default_factory=dict)
    waiting: Json | None = None
    """What was sent and not answered yet."""
    answers: dict[tuple[str, str], Json] = field(default_factory=dict)
    """What was answered, by match and ref."""
    refs: Iterator[int] = field(default_factory=lambda: iter(range(1_000_000)))

    async def sit_down(self, http: httpx.AsyncClient) -> None:
        """Become a guest and open a room, unless that was done before."""
        if self.code:
            return
        self.cookie = (await http.post("/api/me")).cookies["parlour"]
        http.cookies.clear()
        room = {"game": "dots-and-boxes", "seats": [{"for": "me"}, {"for": "me"}]}
        self.code = (await self._post(http, "/api/rooms", room))["code"]

    async def play(self, url: str, http: httpx.AsyncClient, resumed: list[float]) -> None:
        """Play until the server is gone; first of all, send again what was not answered."""
        began, chance = time.perf_counter(), random.Random(self.number)
        address = f"{url.replace('http', 'ws', 1)}/api/rooms/{self.code}/socket"
        with contextlib.suppress(ConnectionClosed, InvalidMessage, OSError, EOFError):
            async with connect(
                address,
                additional_headers={"Cookie": f"parlour={self.cookie}"},
                open_timeout=WAIT_S,
                proxy=None,
                ping_interval=None,
            ) as socket:
                await self._hear(socket, "view")
                resumed.append(time.perf_counter() - began)
                while True:
                    if self.view["outcome"] is not None and self.waiting is None:
                        await self._rematch(socket, http)
                    await self._act(socket, chance)

    async def _act(self, socket: ClientConnection, chance: random.Random) -> None:
        if self.waiting is None:
            self.waiting = {
                "type": "submit",
                "ref": f"r{next(self.refs)}",
                "match": self.view["match"],
                "seat": self.view["to_move"][0],
                "action": chance.choice(ACTIONS),
            }
        await socket.send(msgspec.json.encode(self.waiting).decode())
        answer = await self._hear(socket, "answer")
        assert answer["ref"] == self.waiting["ref"]
        self.answers[self.waiting["match"], answer["ref"]] = answer
        self.waiting = None

    async def _rematch(self, socket: ClientConnection, http: httpx.AsyncClient) -> None:
        before = self.view["match"]
        try:
            await self._post(http, f"/api/rooms/{self.code}/rematch", {})
        except httpx.HTTPError:
            raise EOFError from None
        while self.view["match"] == before:
            await self._hear(socket, "view")

    async def _hear(self, socket: ClientConnection, kind: str) -> Json:
        while True:
            message: Json = msgspec.json.decode(await socket.recv())
            assert message["type"] != "fault", message
            if message["type"] == "view":
                self.view = message
            if message["type"] == kind:
                return message

    async def _post(self, http: httpx.AsyncClient, path: str, body: Json) -> Any:
        response = await http.post(path, json=body, headers={"Cookie": f"parlour={self.cookie}"})
        response.raise_for_status()
        return response.json()


@dataclass(frozen=True)
class Proof:
    """What was seen."""

    rounds: int
    acknowledged: int
    entries: int
    matches: int
    slowest_resume_s: float
    """From opening a socket at the new process to the whole view."""


def prove(folder: Path, rounds: int, players: int, acknowledged_each_round: int) -> Proof:
    """Play, kill, start again, as often as asked; then compare what was acknowledged with what is stored."""
    server = Server(folder)
    table = [Player(number) for number in range(players)]
    resumed: list[float] = []
    try:
        for number in range(rounds):
            asyncio.run(_round(server, table, resumed, acknowledged_each_round + number % 7 * 13))
            server.start()
        asyncio.run(_round(server, table, resumed, players))
    finally:
        if server.process.poll() is None:
            server.kill()
    return asyncio.run(_compare(folder / "parlour.db", table, rounds, max(resumed)))


async def _round(server: Server, table: list[Player], resumed: list[float], enough: int) -> None:
    """Everybody plays until so many more actions were acknowledged; then the server is killed."""
    goal = sum(len(player.answers) for player in table) + enough
    async with httpx.AsyncClient(base_url=server.url, timeout=WAIT_S, trust_env=False, verify=False) as http:
        for player in table:
            await player.sit_down(http)
        playing = [asyncio.create_task(player.play(server.url, http, resumed)) for player in table]
        while sum(len(player.answers) for player in table) < goal and not any(task.done() for task in playing):
            await asyncio.sleep(0.002)
        await asyncio.to_thread(server.kill)
        await asyncio.gather(*playing)


async def _compare(database: Path, table: list[Player], rounds: int, slowest: float) -> Proof:
    store = Store(database)
    entries = matches = 0
    try:
        for player in table:
            names = {match for match, _ in player.answers} | {player.view["match"]}
            for name in names:
                stored = await store.read(log.stored(name))
                assert stored is not None
                matches += 1
                entries += len(stored.session.entries)
                _check(player, name, stored, await store.read(log.refs(stored.number)))
    finally:
        store.close()
    acknowledged = sum(len(player.answers) for player in table)
    return Proof(rounds, acknowledged, entries, matches, slowest)


def _check(player: Player, name: str, stored: log.StoredMatch, refs: Refs) -> None:
    """Each answer's action stands where the answer said, once; nothing else is there but what was being sent."""
    session = stored.session
    answered = {ref: answer for (match, ref), answer in player.answers.items() if match == name}
    for ref, answer in answered.items():
        places = [seq for _, known, seq in refs if known == ref]
        assert places == [answer["seq"]], (ref, places, answer)
        refused = session.entries[answer["seq"]].refused
        assert (refused is None) == (answer["refused"] is None)
    waiting = {player.waiting["ref"]} if player.waiting is not None else set()
    assert {ref for _, ref, _ in refs} <= answered.keys() | waiting
    assert len(session.entries) == len(refs)
    verdict = verify(kit_of(session.game).game, session)
    assert verdict.ok, verdict
    if name == player.view["match"] and len(session.entries) == player.view["seq"]:
        assert verdict.scores == tuple(player.view["scores"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--players", type=int, default=20)
    parser.add_argument("--actions", type=int, default=600, help="acknowledged before each kill, at least")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(prove(Path(folder), options.rounds, options.players, options.actions))


if __name__ == "__main__":
    main()
