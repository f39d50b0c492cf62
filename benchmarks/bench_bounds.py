"""What can one address cost? It does all that it may at once, and the server's bytes and seconds are held against the
bounds of benchmarks.address_bounds: guests, rooms, moves of the largest size, watchers to send them to, files.
"""

import asyncio
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import httpx
import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.address_bounds import bytes_within, processor_s_a_minute
from benchmarks.options import read_options
from benchmarks.running import Running

from parlour.server.access.limits.quotas import ROW_BYTES
from parlour.server.settings import Settings

ADDRESS = "127.0.3.1"
GUESTS = 12
WATCHERS = 30
STEP_S = 0.05
PADDED = "x" * 64
OFTEN = 50
seen: Counter[str] = Counter()


class Sender(WSListener):
    """A socket that knows the match that it is in."""

    def __init__(self) -> None:
        self.match = ""
        self.transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_disconnected(self, _transport: WSTransport) -> None:
        self.transport = None

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            told = msgspec.json.decode(frame.get_payload_as_bytes())
            self.match = told.get("match") or self.match
            if told["type"] in ("fault", "bye"):
                seen[f"{told['type']} {told['code']}"] += 1
            elif told["type"] == "answer":
                seen["answer" if told["seq"] is None else "entry"] += 1


class Attacker:
    """Everybody behind one address."""

    def __init__(self, url: str) -> None:
        self.url = url
        transport = httpx.AsyncHTTPTransport(local_address=ADDRESS)
        self.http = httpx.AsyncClient(base_url=url, transport=transport, timeout=60)
        self.cookies: list[str] = []
        self.rooms: list[str] = []

    async def arrive(self) -> None:
        """Guests with a room each, as many as there may be at once."""
        for _ in range(GUESTS):
            answer = await self.http.post("/api/me")
            self.http.cookies.clear()
            self.cookies.append(answer.cookies["parlour"])
            room = await self._open(self.cookies[-1])
            self.rooms.append(room.json()["code"])
            await asyncio.sleep(0.2)

    async def _open(self, cookie: str) -> httpx.Response:
        body = {"game": "stackdoku", "seats": [{"for": "me"}], "options": {"difficulty": "easy"}}
        return await self.http.post("/api/rooms", json=body, headers={"Cookie": f"parlour={cookie}"})

    async def _socket(self, cookie: str, room: str) -> Sender:
        sender = Sender()
        url = f"{self.url.replace('http', 'ws', 1)}/api/rooms/{room}/socket"
        headers = {"Cookie": f"parlour={cookie}"}
        await ws_connect(lambda: sender, url, extra_headers=headers, local_addr=(ADDRESS, 0))
        return sender

    async def move(self, cookie: str, room: str) -> None:
        """Moves of one guest, faster than they may come, each with the longest name."""
        sender, sent = await self._socket(cookie, room), 0
        while True:
            while sender.transport is not None:
                for _ in range(2):
                    sent += 1
                    # Now and then one that is accepted: what is refused between them is all logged.
                    place = {"do": "place", "row": sent % 9, "col": sent // 9 % 9, "digit": 1 + sent % 9}
                    action = {"do": "ready"} if sent == 1 else place if sent % OFTEN else {"do": "restart"}
                    ref = f"{sent:x}{PADDED}"[:64]
                    message = {"type": "submit", "ref": ref, "match": sender.match, "seat": 0, "action": action}
                    text = msgspec.json.encode(message)
                    seen["bytes of moves"] += len(text) + ROW_BYTES
                    sender.transport.send(WSMsgType.TEXT, text)
                await asyncio.sleep(STEP_S)
            await asyncio.sleep(1)
            sender = await self._again(cookie, room, sender)

    async def _again(self, cookie: str, room: str, before: Sender) -> Sender:
        try:
            return await self._socket(cookie, room)
        except Exception as error:  # noqa: BLE001
            seen[f"handshake {type(error).__name__}"] += 1
            return before

    async def watch(self) -> None:
        """One room is watched by many, so that each of its moves is sent often."""
        for number in range(WATCHERS):
            await self._again(self.cookies[1 + number % (GUESTS - 1)], self.rooms[0], Sender())
            await asyncio.sleep(0.3)

    async def fill(self) -> None:
        """Guests and rooms, on and on."""
        while True:
            answer = await self.http.post("/api/me")
            self.http.cookies.clear()
            seen[f"guest {answer.status_code}"] += 1
            answer = await self._open(answer.cookies.get("parlour") or self.cookies[0])
            seen[f"room {answer.status_code}"] += 1

    async def fetch(self) -> None:
        """Files of the client."""
        while True:
            answers = await asyncio.gather(*(self.http.get("/icon.svg") for _ in range(10)))
            seen.update(f"file {answer.status_code}" for answer in answers)

    async def attack(self, seconds: float) -> None:
        tasks = [self.move(cookie, room) for cookie, room in zip(self.cookies, self.rooms, strict=True)]
        running = [asyncio.create_task(task) for task in (*tasks, self.watch(), self.fill(), self.fetch())]
        await asyncio.wait(running, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in running:
            task.cancel()


def size_of(database: Path) -> int:
    """The file and the log beside it."""
    return sum(file.stat().st_size for file in database.parent.glob(f"{database.name}*"))


async def main() -> None:
    options = read_options(__doc__ or "", {"seconds": 20.0}, {"seconds": 120.0})
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "parlour.db"
        command = [sys.executable, "-m", "parlour", "serve", "--port", "0", "--database", str(database), "--no-warm"]
        server = Running(command, "Parlour is at")
        try:
            attacker = Attacker(server.said)
            began, first = time.monotonic(), size_of(database)
            await attacker.arrive()
            cpu_s, attacked = server.cpu_s(), time.monotonic()
            await attacker.attack(options.seconds)
            took_s, all_s = time.monotonic() - attacked, time.monotonic() - began
            cpu_s = server.cpu_s() - cpu_s
            await attacker.http.aclose()
        finally:
            server.stop()
        settings = Settings(database)
        print(f"{took_s:.0f} s from one address: {dict(sorted(seen.items()))}")
        print(f"bytes: {size_of(database) - first:,} of {bytes_within(settings, all_s):,.0f} that it may write")
        bound = processor_s_a_minute(settings)
        print(f"the server's processor: {cpu_s / took_s * 60:.1f} s a minute of {bound:.1f} that it may cost")


if __name__ == "__main__":
    uvloop.run(main())
