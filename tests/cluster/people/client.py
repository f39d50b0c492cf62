"""A client that behaves as the page does: a cookie, a socket that comes back, actions sent again until answered.

It notes everything (tests.cluster.checking.history). Its delays are those of ``client/src/connection``.
"""

import asyncio
import time
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.cluster.checking.history import Answered, Back, Event, Faulted, Heard, History, Lost, Seen, Sent, Spoke
from tests.cluster.checking.history import digest_of_message as digest
from tests.cluster.people.choosing import Json
from tests.cluster.proxy import WISH

FIRST_DELAY_S, LONGEST_DELAY_S, GROWTH = 0.3, 8.0, 1.3
"""Before a lost connection is tried again."""
ANSWER_S, QUIET_S = 2.5, 10.0
"""After how long without an answer, or without a word, a connection is taken for lost, or asked whether it is there."""
REQUEST_S = 5.0
GIVE_UP_S = 60.0
"""A request that fails is made again for so long."""
BROKEN = (WebSocketException, OSError, EOFError, TimeoutError)
LATER = frozenset({429, 500, 502, 503, 504})
"""What is worth another try."""
FOR_GOOD = frozenset({"room-closed", "no-such-room", "signed-out", "no-player"})
"""After these the page does not come back."""


class Client:
    """One browser: what it knows of its room and its match, and what it waits for."""

    def __init__(self, name: str, fronts: tuple[str, ...], server: int) -> None:
        """Named for its refs. Connections go to each of these addresses in turn, with a wish for one server."""
        self.name = name
        self.id = ""
        self.code = ""
        self.room: Json = {}
        self.view: Json = {}
        self.pending: Json | None = None
        """What was sent and not answered yet."""
        self.events: list[Event] = []
        self._fronts = fronts
        self._connections = 0
        self._cookie = ""
        self._headers = {WISH: str(server)}
        self._refs = 0
        self._patience_s = ANSWER_S
        self._away = False
        self._asked = False
        self.sent_away: str | None = None
        """Why the server does not want this device back; None as long as it may come back."""
        self._http = httpx.AsyncClient(
            timeout=REQUEST_S, trust_env=False, verify=False, limits=httpx.Limits(keepalive_expiry=2)
        )

    @property
    def history(self) -> History:
        return History(self.id, self.code, tuple(self.events))

    @property
    def acknowledged(self) -> int:
        """How many actions were answered."""
        return sum(isinstance(event, Answered) for event in self.events)

    def state_in_words(self) -> str:
        """What it waits for, for whoever finds it stuck."""
        room, view = self.room, self.view
        where = f"{room.get('phase')}, played {room.get('played')}, confirmed {room.get('confirmed')}"
        seen = f"{view.get('match')} at {view.get('seq')}, to move {view.get('to_move')}"
        return f"{self.name} in {self.code}: {where}, {seen}, pending {self.pending}, last {self.events[-2:]}"

    async def close(self) -> None:
        await self._http.aclose()

    # HTTP

    async def arrive(self) -> None:
        """Become a guest."""
        response = await self._try_until("POST", "/api/me", None)
        self._cookie, self.id = response.cookies["parlour"], response.json()["id"]
        self._http.cookies.clear()

    async def post(self, path: str, body: Json | None = None) -> Any:
        """What is answered in the end; a request that may have been heard is made again all the same."""
        return (await self._try_until("POST", path, body or {})).json()

    async def recover(self, phrase: str) -> bool:
        """Become the player of a recovery phrase; whether it is somebody's."""
        response = await self._try_until("POST", "/api/me/recover", {"phrase": phrase})
        self._http.cookies.clear()
        if response.status_code == httpx.codes.OK:
            self._cookie, self.id = response.cookies["parlour"], response.json()["id"]
        return bool(self._cookie)

    async def is_let_in(self) -> bool:
        """Whether the server knows this device."""
        return (await self._try_until("GET", "/api/me", None)).status_code == httpx.codes.OK

    async def _try_until(self, method: str, path: str, body: Json | None) -> httpx.Response:
        until, delay_s = time.monotonic() + GIVE_UP_S, FIRST_DELAY_S
        headers = self._headers | ({"Cookie": f"parlour={self._cookie}"} if self._cookie else {})
        while True:
            try:
                response = await self._http.request(method, self._front() + path, json=body, headers=headers)
                if response.status_code not in LATER:
                    return response
                said = response.text
            except httpx.HTTPError as error:
                said = repr(error)
            if time.monotonic() > until:
                raise TimeoutError(f"{method} {path} failed for {GIVE_UP_S} s, at last: {said}")
            await asyncio.sleep(delay_s)
            delay_s = min(delay_s * GROWTH, LONGEST_DELAY_S)

    def _front(self) -> str:
        self._connections += 1
        return self._fronts[self._connections % len(self._fronts)]

    # The socket

    async def attend(self) -> None:
        """Stay in the room until told otherwise: whenever the connection is lost, open another one."""
        delay_s = 0.0
        while not self.finished():
            await asyncio.sleep(delay_s)
            try:
                await self._attend_once()
            except BROKEN as error:
                if self.sent_away is not None:
                    return
                again = self._away
                self._note_loss(error)
                delay_s = min(delay_s * GROWTH, LONGEST_DELAY_S) if again else FIRST_DELAY_S

    async def _attend_once(self) -> None:
        address = f"{self._front().replace('http', 'ws', 1)}/api/rooms/{self.code}/socket"
        async with connect(
            address,
            additional_headers=self._headers | {"Cookie": f"parlour={self._cookie}"},
            open_timeout=REQUEST_S,
            close_timeout=0.2,
            ping_interval=None,
            proxy=None,
        ) as socket:
            self._asked = False
            if self.pending is not None:
                await self._send_pending(socket)
            while not self.finished():
                await self._listen(socket)
                await self.consider(socket)

    async def _listen(self, socket: ClientConnection) -> None:
        """The next message; a connection that does not answer is lost, one that is quiet is asked."""
        waits = self.pending is not None or self._asked
        try:
            frame = await asyncio.wait_for(socket.recv(), self._patience_s if waits else QUIET_S)
        except TimeoutError:
            if waits:
                self._patience_s = min(2 * self._patience_s, 20.0)
                raise TimeoutError("no answer") from None
            self._asked = True
            await socket.send('{"type":"ping"}')
            return
        self._asked = False
        self._take(msgspec.json.decode(frame))

    def _take(self, message: Json) -> None:
        now = time.monotonic()
        match message["type"]:
            case "room":
                self.room = message
            case "view":
                self.view = message
                self.events.append(Seen(now, message["match"], message["seat"], message["seq"], digest(message)))
                if self._away:
                    self._away = False
                    self.events.append(Back(now))
            case "answer":
                self._take_answer(message, now)
            case "fault":
                self.events.append(Faulted(now, message["code"], message["ref"]))
                if self.pending is not None and message["ref"] == self.pending["ref"]:
                    self.pending = None
            case "said":
                self.events.append(Heard(now, message["player"], message["phrase"]))
            case "bye":
                if message["code"] in FOR_GOOD:
                    self.sent_away = message["code"]
                raise EOFError(message["code"])

    def _take_answer(self, message: Json, now: float) -> None:
        pending = self.pending
        if pending is None or message["ref"] != pending["ref"]:
            return
        refused = None if message["refused"] is None else message["refused"]["code"]
        self.events.append(Answered(now, pending["match"], pending["seat"], message["ref"], message["seq"], refused))
        self.pending, self._patience_s = None, ANSWER_S

    def note_refusal(self, code: str) -> None:
        """A request was refused."""
        self.events.append(Faulted(time.monotonic(), code))

    def _note_loss(self, error: BaseException) -> None:
        self.events.append(Lost(time.monotonic(), f"{type(error).__name__}: {error}"))
        self._away = True

    # What is done there

    def finished(self) -> bool:
        """Whether there is nothing more to do here."""
        raise NotImplementedError

    async def consider(self, socket: ClientConnection) -> None:
        """After every message: do something, or nothing."""
        raise NotImplementedError

    async def submit(self, socket: ClientConnection, seat: int, action: Json) -> None:
        self._refs += 1
        self.pending = {
            "type": "submit",
            "ref": f"{self.name}-{self._refs}",
            "match": self.view["match"],
            "seat": seat,
            "action": action,
        }
        await self._send_pending(socket)

    async def say(self, socket: ClientConnection, phrase: str) -> None:
        self.events.append(Spoke(time.monotonic(), phrase))
        await socket.send(msgspec.json.encode({"type": "say", "phrase": phrase}).decode())

    async def _send_pending(self, socket: ClientConnection) -> None:
        pending = self.pending
        assert pending is not None
        names = ("match", "seat", "ref", "action")
        self.events.append(Sent(time.monotonic(), **{name: pending[name] for name in names}))
        await socket.send(msgspec.json.encode(pending).decode())
