"""One connection of an attacker: requests and frames written by hand, which cost little and can break any rule."""

import asyncio
import contextlib
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import msgspec

TEXT, BINARY, CONTINUATION, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10
PATIENCE_S = 60.0
"""How long an attacker waits for an answer."""
LOST = (OSError, EOFError, TimeoutError, ValueError)
"""What a connection raises that was refused, closed or left without an answer."""


@dataclass
class Account:
    """What an attack has sent, and what it was answered."""

    sent: int = 0
    """Bytes."""
    answers: Counter[str] = field(default_factory=Counter)


class Answer(msgspec.Struct, frozen=True):
    """An answer to a request."""

    status: int
    body: bytes
    cookie: str

    def json(self) -> Any:
        return msgspec.json.decode(self.body)

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300


def frame(kind: int, payload: bytes = b"", *, last: bool = True) -> bytes:
    """A frame as a client sends it, masked with zeros."""
    head = bytes([kind | (0x80 if last else 0)])
    size = len(payload)
    if size < 126:
        return head + bytes([0x80 | size]) + bytes(4) + payload
    if size < 65_536:
        return head + b"\xfe" + size.to_bytes(2, "big") + bytes(4) + payload
    return head + b"\xff" + size.to_bytes(8, "big") + bytes(4) + payload


class Connection:
    """A TCP connection from one address of this machine."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str, account: Account) -> None:
        self._reader = reader
        self._writer = writer
        self._host = host
        self._account = account
        self.open = True

    @classmethod
    async def to(cls, host: str, address: str, account: Account) -> "Connection":
        """``host`` is a name and a port."""
        name, _, port = host.partition(":")
        reader, writer = await asyncio.open_connection(name, int(port), local_addr=(address, 0))
        return cls(reader, writer, host, account)

    async def send(self, sent: bytes) -> None:
        """As fast as it is taken."""
        if not self.open or self._writer.transport.is_closing():
            raise ConnectionResetError
        self._account.sent += len(sent)
        self._writer.write(sent)
        async with asyncio.timeout(PATIENCE_S):
            await self._writer.drain()

    async def ask(self, method: str, path: str, body: Any = None, *, cookie: str = "", **headers: str) -> Answer:
        """A request and its answer."""
        content = body if isinstance(body, bytes) else b"" if body is None else msgspec.json.encode(body)
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self._host}", f"Content-Length: {len(content)}"]
        lines += ["Content-Type: application/json", *([f"Cookie: parlour={cookie}"] if cookie else [])]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        await self.send("\r\n".join([*lines, "", ""]).encode() + content)
        async with asyncio.timeout(PATIENCE_S):
            return await self._answer()

    async def upgrade(self, path: str, *, cookie: str = "", **headers: str) -> bool:
        """Whether a request for a socket was granted; if so, what comes over it is counted from now on."""
        asked = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13"}
        key = {"Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAAAA=="}
        answer = await self.ask("GET", path, cookie=cookie, **asked, **key, **headers)
        if answer.status != 101:
            self._account.answers[f"handshake {answer.status}"] += 1
            return False
        self._listening = asyncio.create_task(self._listen())
        return True

    async def wait_closed(self) -> None:
        """Until the other side has closed it."""
        with contextlib.suppress(*LOST):
            while await self._reader.read(65_536):
                pass
        self.open = False

    def close(self) -> None:
        """Hang up."""
        self.open = False
        self._writer.transport.abort()

    async def _answer(self) -> Answer:
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
        cookies = [line.split(": ", 1)[1] for line in head[1:] if line.lower().startswith("set-cookie: parlour=")]
        body = await self._reader.readexactly(int(fields.get("content-length", 0)))
        cookie = cookies[0].partition(";")[0].partition("=")[2] if cookies else ""
        return Answer(int(head[0].split()[1]), body, cookie)

    async def _listen(self) -> None:
        with contextlib.suppress(*LOST):
            while True:
                first, size = await self._reader.readexactly(2)
                if size >= 126:
                    size = int.from_bytes(await self._reader.readexactly(2 if size == 126 else 8), "big")
                self._hear(first & 15, await self._reader.readexactly(size))
        self.close()

    def _hear(self, kind: int, payload: bytes) -> None:
        if kind == CLOSE:
            self._account.answers[f"closed {int.from_bytes(payload[:2], 'big')}"] += 1
        elif kind == PONG:
            self._account.answers["pong"] += 1
        elif kind == TEXT and payload.startswith(b'{"type":"said"'):
            self._account.answers["said"] += 1
        elif kind == TEXT and payload.startswith((b'{"type":"fault"', b'{"type":"bye"', b'{"type":"answer"')):
            told = msgspec.json.decode(payload)
            refused = told.get("refused")
            self._account.answers[refused["code"] if refused else told.get("code", told["type"])] += 1
