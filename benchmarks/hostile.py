"""Clients that mean harm, in a process of their own: each kind does its worst for a while and counts the refusals.

python benchmarks/hostile.py URL SECONDS VICTIM_ROOM VICTIM_MATCH
"""

import asyncio
import random
import sys
from collections import Counter
from collections.abc import Callable

import httpx
import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

FLOOD_EACH_S = 10_000
STEP_S = 0.01
seen: Counter[str] = Counter()


class Mouth(WSListener):
    """A socket that says whatever it is given and counts what it is told."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.open = True

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.CLOSE:
            seen[f"{self.kind}: closed {frame.get_close_code()}"] += 1
            transport.disconnect()
        elif frame.msg_type == WSMsgType.TEXT:
            told = msgspec.json.decode(frame.get_payload_as_bytes())
            if told["type"] in ("fault", "bye"):
                seen[f"{self.kind}: {told['type']} {told['code']}"] += 1

    def on_ws_disconnected(self, _transport: WSTransport) -> None:
        self.open = False


class Attacker:
    """One guest from one address, with a room of its own to make trouble in."""

    def __init__(self, url: str, address: str) -> None:
        self._url = url
        self._address = address
        self._cookie = ""
        self.room = ""

    async def arrive(self) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=self._address)
        async with httpx.AsyncClient(base_url=self._url, transport=transport, timeout=60) as http:
            response = await http.post("/api/me")
            self._cookie = response.cookies["parlour"]
            room = {"game": "dots-and-boxes", "seats": [{"for": "me"}, {"for": "me"}]}
            self.room = (await http.post("/api/rooms", json=room)).json()["code"]

    async def trouble(
        self, kind: str, room: str, each_s: float, say: Callable[[], tuple[WSMsgType, bytes]], **headers: str
    ) -> None:
        """Say things at a rate, come back whenever sent away."""
        address = f"{self._url.replace('http', 'ws', 1)}/api/rooms/{room}/socket"
        sent = {"Cookie": f"parlour={self._cookie}"} | headers
        while True:
            mouth = Mouth(kind)
            try:
                transport, _ = await ws_connect(
                    lambda mouth=mouth: mouth, address, extra_headers=sent, local_addr=(self._address, 0)
                )
            except Exception as error:  # noqa: BLE001
                response = getattr(error, "response", None)
                seen[f"{kind}: handshake {getattr(response, 'status', type(error).__name__)}"] += 1
                await asyncio.sleep(STEP_S)
                continue
            while mouth.open:
                for _ in range(max(1, int(each_s * STEP_S))):
                    transport.send(*say())
                await asyncio.sleep(max(STEP_S, 1 / each_s))


async def main() -> None:
    url, seconds, victim, match = sys.argv[1], float(sys.argv[2]), sys.argv[3], sys.argv[4]
    chance = random.Random(1)
    attackers = [Attacker(url, f"127.0.2.{number}") for number in range(1, 7)]
    for attacker in attackers:
        await attacker.arrive()
    flooder, babbler, giant, trespasser, forger, page = attackers
    draw = {"do": "draw", "r0": 0, "c0": 0, "r1": 0, "c1": 1}
    foreign = {"type": "submit", "ref": "x", "match": match, "seat": 0, "action": draw}
    text, binary = WSMsgType.TEXT, WSMsgType.BINARY
    troubles = [
        flooder.trouble("flood", flooder.room, FLOOD_EACH_S, lambda: (text, b'{"type":"ping"}')),
        babbler.trouble("random bytes", babbler.room, 200, lambda: (binary, chance.randbytes(300))),
        giant.trouble("giant frame", giant.room, 20, lambda: (text, b"x" * 1_000_000)),
        trespasser.trouble("other's seat", victim, 100, lambda: (text, msgspec.json.encode(foreign))),
        forger.trouble("forged cookie", victim, 100, lambda: (text, b"{}"), Cookie="parlour=forged"),
        page.trouble("other origin", victim, 100, lambda: (text, b"{}"), Origin="https://elsewhere.example"),
    ]
    tasks = [asyncio.create_task(trouble) for trouble in troubles]
    await asyncio.wait(tasks, timeout=seconds)
    for task in tasks:
        task.cancel()
    print(msgspec.json.encode(dict(sorted(seen.items()))).decode())


if __name__ == "__main__":
    uvloop.run(main())
