"""What each process of a cluster says at the end of a round: of every player, and of every room."""

import asyncio
from collections.abc import Collection, Sequence

import httpx
import msgspec

from tests.cluster.checking.evidence import Told
from tests.cluster.processes import ParlourServer

ANSWER_S = 60.0
"""A process that has to take a room up may have to compile something first."""
SETTLE_S = 10.0
"""For so long processes may differ: what one has heard of, another reads a moment later."""
PASSING = ("watchers", "seats", "type")
"""What of a room depends on who is connected; of its seats only who holds them is looked at."""
OPEN, GONE = 200, 404


async def all_tell(
    servers: Sequence[ParlourServer], players: Collection[str], rooms: Collection[str]
) -> tuple[Told, ...]:
    """Ask every process; as soon as they agree, or at last as they do not."""
    until = asyncio.get_running_loop().time() + SETTLE_S
    while True:
        told = await asyncio.gather(*(_tell(server, players, rooms) for server in servers))
        if all(one.said == told[0].said for one in told) or asyncio.get_running_loop().time() > until:
            return tuple(told)
        await asyncio.sleep(0.2)


async def _tell(server: ParlourServer, players: Collection[str], rooms: Collection[str]) -> Told:
    said, games = {}, {}
    async with httpx.AsyncClient(base_url=server.url, timeout=ANSWER_S, trust_env=False, verify=False) as http:
        http.cookies.set("parlour", (await http.post("/api/me")).cookies["parlour"])
        for player in players:
            said[f"player {player}"] = await _text(http, f"/api/players/{player}")
            history = await _text(http, f"/api/players/{player}/matches?count=100")
            said[f"games of {player}"] = history
            games[player] = tuple(match["match"] for match in msgspec.json.decode(history))
        for code in rooms:
            said[f"room {code}"] = _lasting(await _text(http, f"/api/rooms/{code}"))
    return Told(server.name, said, games)


async def _text(http: httpx.AsyncClient, path: str) -> str:
    response = await http.get(path)
    assert response.status_code in (OPEN, GONE), f"{path}: {response.status_code} {response.text}"
    return response.text if response.status_code == OPEN else "[]"


def _lasting(text: str) -> str:
    room = msgspec.json.decode(text)
    if not room:
        return "closed"
    held = [(seat["held_by"], seat["player"], seat["kept_for"]) for seat in room["seats"]]
    return repr(({name: value for name, value in sorted(room.items()) if name not in PASSING}, held))
