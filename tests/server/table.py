"""A real server in a process of its own, and clients that talk to it as anybody would."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from ssl import SSLContext
from typing import Any, Self

import httpx
import msgspec
from websockets.sync.client import ClientConnection, connect

from tests.games.test_registry import install
from tests.patience import WAIT_S
from tests.server.fork_server import Process, can_fork, fork_server
from tests.store.keeping import have_tables

ROOT = Path(__file__).parents[2]
NIM = (ROOT / "tests" / "nim.py").read_text()
BOTS = """

class First:
    level = "first"

    def choose(self, state, seat, thinking):
        return Nim().legal_actions(state, seat)[0]


class Broken:
    level = "broken"

    def choose(self, state, seat, thinking):
        raise RuntimeError("out of order")


kit = Kit(Nim(), words("Nim"), words("Take the last one."), NimText(), bots=(First(), Broken()))
"""
ANALYSIS_S = "0.02"
"""For each move of an analysis: enough to find what a careless player missed."""
Json = dict[str, Any]


def install_nim(folder: Path) -> None:
    """The template game with two bots, and the one for a single player, as other packages would add them."""
    install(folder, "nim_with_bots", NIM + BOTS, "nim_with_bots:kit")
    install(folder, "nim_for_one", "from tests.alone import kit\n", "nim_for_one:kit")


class Server:
    """``parlour serve`` on a free port; as a context manager it is stopped at the end unless it has stopped before."""

    def __init__(
        self,
        folder: Path,
        *flags: str,
        template_games: bool = True,
        program: tuple[str, str] | None = None,
        files: tuple[int, int] | None = None,
    ) -> None:
        self._folder = folder
        self._program = program
        """What Python is to run, where that is not just ``parlour``."""
        self._files = files
        """How many files it may open: what it is told at first, and what it may raise that to."""
        self.flags = flags
        self.database = folder / "parlour.db"
        if template_games and not (folder / "nim_with_bots.py").exists():
            install_nim(folder)
        if not self.database.exists():
            have_tables(self.database)
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()

    def start(self) -> None:
        self.log = self._folder / f"log-{time.monotonic_ns()}"
        bounds = ("--rate", "100000", "--people-of-an-address", "100000", "--bot-pause", "0", "--no-warm")
        work = ("--analysis-seconds", ANALYSIS_S, "--log-level", "info")
        words = ["serve", "--port", "0", "--database", str(self.database), *bounds, *work, *self.flags]
        environment = os.environ | {"PYTHONPATH": f"{self._folder}{os.pathsep}{ROOT}"}
        with self.log.open("wb") as log:
            self.process = self._started(words, environment, log.fileno())
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        if not said.startswith("Parlour is at http://127.0.0.1:"):
            raise AssertionError(f"{said}ended with {self.kill()}: {self.log.read_text()}")
        self.url = said.split()[-1]

    def _started(self, words: list[str], environment: dict[str, str], log: int) -> Process:
        plain = self._program is None and self._files is None and "--processes" not in words
        if plain and can_fork():
            return fork_server().start(words, environment, log)
        command = [sys.executable, *(self._program or ("-m", "parlour")), *words]
        if self._files is not None:
            limits = f"ulimit -Sn {self._files[0]} && ulimit -Hn {self._files[1]}"
            command = ["sh", "-c", f'{limits} && exec "$@"', "sh", *command]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)

    def stop(self) -> int:
        """Ask it to stop, and wait until it has."""
        return self.end(signal.SIGTERM)

    def wait(self) -> int:
        """Wait until it has ended by itself."""
        code = self.process.wait(WAIT_S)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def kill(self) -> int:
        """Give it no chance."""
        return self.end(signal.SIGKILL)

    def end(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        return self.wait()


class Seat:
    """An open socket: what was received, in order, and the latest room and view."""

    def __init__(self, url: str, cookie: str, tls: SSLContext | None = None, **headers: str) -> None:
        sent = {"Cookie": f"parlour={cookie}"} | headers
        self._stack = ExitStack()
        self.socket: ClientConnection = self._stack.enter_context(
            connect(
                url.replace("http", "ws", 1),
                ssl=tls,
                additional_headers=sent,
                open_timeout=WAIT_S,
                ping_interval=None,
                close_timeout=1,
                max_size=None,
                max_queue=None,
                proxy=None,
            )
        )
        self.room: Json = {}
        self.view: Json = {}
        self.refs = 0

    def send(self, message: Json | str | bytes) -> None:
        self.socket.send(msgspec.json.encode(message).decode() if isinstance(message, dict) else message)

    def receive(self) -> Json:
        message: Json = msgspec.json.decode(self.socket.recv(timeout=WAIT_S))
        if message["type"] in ("room", "view"):
            setattr(self, message["type"], message)
        return message

    def until(self, wanted: Callable[[Json], bool]) -> Json:
        while not wanted(message := self.receive()):
            pass
        return message

    def hear(self, kind: str, **fields: Any) -> Json:
        """The next message of this kind with these fields."""
        return self.until(
            lambda message: message["type"] == kind and all(message[name] == value for name, value in fields.items())
        )

    def submit(self, seat: int, action: Json, ref: str | None = None) -> str:
        """Send an action; its ref."""
        self.refs += 1
        ref = ref or f"r{self.refs}"
        self.send({"type": "submit", "ref": ref, "match": self.view["match"], "seat": seat, "action": action})
        return ref

    def play(self, seat: int, action: Json, ref: str | None = None) -> Json:
        """Send an action and wait for its answer; the view that goes with it has been seen by then."""
        return self.hear("answer", ref=self.submit(seat, action, ref))

    def close(self) -> None:
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Guest:
    """A browser's worth of client: its cookie, and the sockets it opens."""

    def __init__(self, server: Server, address: str = "127.0.0.1") -> None:
        """From an address of this machine: 127.0.0.2 is somebody else's."""
        self.server = server
        # Whoever verifies loads all certificates, which takes 20 ms; nothing here is TLS.
        transport = httpx.HTTPTransport(local_address=address, verify=False)
        self.http = httpx.Client(base_url=server.url, timeout=WAIT_S, trust_env=False, transport=transport)
        self.me: Json = self.post("/api/me")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    @property
    def cookie(self) -> str:
        return self.http.cookies["parlour"]

    def post(self, path: str, body: Json | None = None) -> Any:
        response = self.http.post(path, json={} if body is None else body)
        assert response.is_success, response.text
        return response.json()

    def get(self, path: str) -> Any:
        response = self.http.get(path)
        assert response.is_success, response.text
        return response.json()

    def problem(self, path: str, body: Json | None = None) -> tuple[int, str]:
        """Status and code of a request that is refused."""
        response = self.http.post(path, json={} if body is None else body)
        assert response.headers["content-type"].startswith("application/problem+json"), response.text
        assert response.json()["status"] == response.status_code
        return response.status_code, response.json()["code"]

    def refusal(self, path: str) -> tuple[int, str]:
        """Status and code of something that may not be seen."""
        response = self.http.get(path)
        assert response.headers["content-type"].startswith("application/problem+json"), response.text
        return response.status_code, response.json()["code"]

    def play_alone(self, room: Json, points: int, *, ask: bool = False) -> str:
        """Play Nim for one to its end, for so many points; the match, once a replay has borne it out."""
        with self.enter(room["code"]) as table:
            if ask:
                assert table.play(0, {"do": "ask"})["refused"] is None
            while table.view["outcome"] is None:
                heap = next(index for index, size in enumerate(heaps(table)) if size)
                count = 1 if table.view["scores"][0] < points else heaps(table)[heap]
                assert table.play(0, take(heap, count))["refused"] is None
            assert table.view["scores"] == [points]
            if table.room["confirmed"] is None:
                table.until(lambda message: message["type"] == "room" and message["confirmed"] is not None)
            return str(table.view["match"])

    def open(self, game: str, *seats: str, **more: Any) -> Json:
        """``open("nim", "me", "anybody")``; other words are bot levels."""
        places = [{"for": seat} if seat in ("me", "anybody") else {"for": "bot", "level": seat} for seat in seats]
        room: Json = self.post("/api/rooms", {"game": game, "seats": places} | more)
        return room

    def enter(self, code: str, **headers: str) -> Seat:
        """Open a socket and see the room, and the match if there is one."""
        seat = self.socket(code, **headers)
        seat.hear("room")
        if seat.room["match"]:
            seat.hear("view")
        return seat

    def socket(self, code: str, **headers: str) -> Seat:
        return Seat(f"{self.server.url}/api/rooms/{code}/socket", self.cookie, None, **headers)

    def come_back(self) -> None:
        """The same cookie at the server, which was started again and listens elsewhere."""
        cookie = self.cookie
        self.http.close()
        self.http = httpx.Client(
            base_url=self.server.url, timeout=WAIT_S, trust_env=False, verify=False, cookies={"parlour": cookie}
        )


def eventually(holds: Callable[[], bool]) -> None:
    """Ask again until it holds."""
    until = time.monotonic() + WAIT_S
    while not holds():
        assert time.monotonic() < until, f"did not come to hold within {WAIT_S} s"
        time.sleep(0.02)


def take(heap: int, count: int = 1) -> Json:
    return {"do": "take", "heap": heap, "count": count}


def heaps(seat: Seat) -> list[int]:
    found: list[int] = seat.view["view"]["heaps"]
    return found


def play_out(*tables: Seat) -> None:
    """Each seat in turn takes the first heap that is left, until the game is over."""
    while tables[0].view["outcome"] is None:
        turn = tables[0].view["to_move"][0]
        heap = next(index for index, size in enumerate(heaps(tables[0])) if size)
        mover = tables[turn % len(tables)]
        answer = mover.play(turn, take(heap, heaps(tables[0])[heap]), ref=f"out{tables[0].view['seq']}")
        assert answer["refused"] is None
        for table in tables:
            while table.view["seq"] <= answer["seq"]:
                table.receive()
