"""Every frame costs its sender as much as a message, whatever its kind, and no message is assembled for ever."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from socket import socket

import msgspec
import pytest

from parlour.protocol.messages import Bye, Say, Submit, encode
from parlour.server.access.allowance import Allowance
from parlour.server.access.limits.rate_limits import BAN_S, BURST_SECONDS
from parlour.server.live.people.subscribers import Subscriber
from parlour.server.metrics import Metrics
from parlour.server.settings import Settings
from parlour.server.socket.picows_adapter import (
    MOST_EARLY,
    MOST_LATE,
    MOST_PARTS,
    MOST_READS,
    READ_AT_ONCE,
    OpenSocket,
    SocketProtocol,
    UpgradeRequest,
)
from parlour.server.socket.picows_check import CHECK_HANDSHAKE, connected_pair
from parlour.server.socket.session import MOST_FAULTS, Outbox, SocketConnection, SocketSession
from parlour.store.players import Player
from parlour.store.store import Store
from tests.patience import WAIT_S
from tests.server.hostile.connections.raw import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, Frame, Line, frame
from tests.server.hostile.store.test_disk import access_of
from tests.server.table import Guest, Server, take

RATE = 20
SENT = 10_000
FLOODS: dict[str, bytes] = {
    "messages": frame(TEXT, b'{"type":"ping"}') * SENT,
    "pings": frame(PING, b"x") * SENT,
    "pongs": frame(PONG) * SENT,
    "pings within a message": frame(TEXT, fin=False) + frame(PING, b"x") * SENT,
    "messages of two frames": (frame(TEXT, b'{"type":', fin=False) + frame(CONTINUATION, b'"ping"}')) * (SENT // 2),
}


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the allowance that it has by default."""
    with Server(tmp_path_factory.mktemp("strict"), "--rate", str(RATE)) as running:
        yield running


def enter(line: Line, guest: Guest, path: str) -> None:
    line.send(line.upgrade(path, guest.cookie))
    assert line.status() == 101


def told(frames: list[Frame]) -> list[tuple[str, str]]:
    """Types and codes of what was said about frames that were sent."""
    messages = [msgspec.json.decode(payload) for kind, payload in frames if kind == TEXT]
    return [(message["type"], message["code"]) for message in messages if message["type"] in ("fault", "bye")]


def answers(frames: list[Frame]) -> int:
    """Pings, and messages that are pings, which were answered."""
    return sum(kind == PONG or payload == b'{"type":"pong"}' for kind, payload in frames)


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS.keys())
@pytest.mark.parametrize("channel", ["room", "lobby"])
def test_a_flood_of_frames_is_refused_and_sent_away(strict: Server, flood: bytes, channel: str) -> None:
    with Guest(strict) as mallory, Line(strict.url) as line:
        room = f"rooms/{mallory.open('nim', 'me', 'me')['code']}" if channel == "room" else "lobby"
        began = time.monotonic()
        enter(line, mallory, f"/api/{room}/socket")
        line.send(flood)
        frames = line.frames()
        allowed = RATE * (BURST_SECONDS + time.monotonic() - began)
        assert told(frames) == [("fault", "too-fast")] * MOST_FAULTS + [("bye", "too-fast")]
        assert answers(frames) <= allowed
        assert frames[-1] == Frame(CLOSE, (4429).to_bytes(2, "big") + b"too-fast")
        with Line(strict.url) as again:
            again.send(again.upgrade("/api/lobby/socket", mallory.cookie))
            assert again.status() == 429 or time.monotonic() - began > BAN_S


def test_a_message_of_countless_empty_frames_ends_the_socket_while_others_play(server: Server, ann: Guest) -> None:
    code = ann.open("nim", "me", "me")["code"]
    with ann.enter(code) as table, Guest(server) as mallory, Line(server.url) as line:
        enter(line, mallory, f"/api/rooms/{code}/socket")
        line.send(frame(TEXT, fin=False) + frame(CONTINUATION, fin=False) * 60_000)
        assert table.play(0, take(0))["seq"] == 0
        closing = line.frames()[-1].payload
        assert int.from_bytes(closing[:2], "big") == 1009


def test_a_ping_is_answered_with_what_it_said_and_between_the_parts_of_a_message(server: Server, ann: Guest) -> None:
    with Line(server.url) as line:
        enter(line, ann, "/api/lobby/socket")
        line.send(frame(TEXT, b'{"type":', fin=False) + frame(PING, b"still there?") + frame(CONTINUATION, b'"ping"}'))
        line.until(b"\x8a\x0cstill there?")
        line.until(b'{"type":"pong"}')


def test_a_binary_message_is_no_text_whatever_its_later_parts_say(server: Server, ann: Guest) -> None:
    with Line(server.url) as line:
        enter(line, ann, "/api/lobby/socket")
        line.send(frame(BINARY, fin=False) + frame(CONTINUATION, b'{"type":"ping"}'))
        line.until(b'"malformed"')


class Reader:
    """Takes whatever comes over a socket, and remembers it."""

    def __init__(self, *, at_once: bool = True) -> None:
        self._at_once = at_once
        self.connection: SocketConnection | None = None
        self.texts: list[bytes] = []
        self.counted = 0
        self.ended: list[bool] = []

    def accept(self, _request: UpgradeRequest) -> Callable[[SocketConnection], None]:
        return self._opened

    def _opened(self, connection: SocketConnection) -> None:
        self.connection = connection
        if self._at_once:
            self.start()

    def start(self) -> None:
        assert self.connection is not None
        self.connection.start_reading(self.texts.append, self.count, self.ended.append)

    def write(self, text: bytes) -> None:
        assert self.connection is not None
        self.connection.write([text])

    def behind(self) -> bool:
        assert self.connection is not None
        return self.connection.behind

    def count(self) -> bool:
        self.counted += 1
        return True


@asynccontextmanager
async def open_socket(reader: Reader, pair: tuple[socket, socket] | None = None) -> AsyncIterator[SocketProtocol]:
    ours, theirs = pair or connected_pair()
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.connect_accepted_socket(
        lambda: SocketProtocol(set(), reader, lambda peer, _: peer, lambda: None), ours
    )
    try:
        protocol.data_received(CHECK_HANDSHAKE)
        yield protocol
    finally:
        transport.abort()
        theirs.close()
        await asyncio.sleep(0)


def feed(protocol: SocketProtocol, data: bytes) -> None:
    """As one read of the socket."""
    space = protocol.get_buffer(-1)
    space[: len(data)] = data
    protocol.buffer_updated(len(data))


def closed_with(protocol: SocketProtocol) -> int | None:
    handshake = protocol.transport.close_handshake
    return None if handshake is None else int(handshake.sent.code)


def test_bytes_that_come_one_by_one_end_the_socket_if_no_frame_comes_of_them() -> None:
    async def check() -> None:
        async with open_socket(Reader()) as protocol:
            for byte in frame(TEXT, b"x" * (MOST_READS // 2)):
                feed(protocol, bytes([byte]))
            assert closed_with(protocol) is None
            for byte in frame(TEXT, b"x" * 2 * MOST_READS)[:MOST_READS]:
                feed(protocol, bytes([byte]))
            assert closed_with(protocol) == 1002

    asyncio.run(check())


def test_a_reader_is_behind_from_when_too_much_waits_for_it_until_it_has_caught_up() -> None:
    async def check() -> None:
        loop, reader, pair = asyncio.get_running_loop(), Reader(), connected_pair()
        async with open_socket(reader, pair):
            reader.write(b"x" * 1000)
            assert not reader.behind()
            for _ in range(1000):
                reader.write(b"x" * 30_000)
            assert reader.behind()
            async with asyncio.timeout(WAIT_S):
                while reader.behind():
                    await loop.sock_recv(pair[1], 1 << 20)

    asyncio.run(check())


def test_whoever_is_behind_is_told_so_after_what_waits_and_let_go(tmp_path: Path) -> None:
    async def check() -> None:
        slow, ann, byes, settings = Slow(), Player("ann", "Ann"), list[Bye](), Settings(tmp_path / "parlour.db")
        store = Store(settings.database)
        allowance = Allowance(access_of(store, settings), ann, "here")
        session = SocketSession(ann, slow, EmptyRoom(), Outbox(), allowance, Metrics(), 0, byes.append)
        session.send(b'"a view"')
        session.flush()
        slow.behind = True
        session.send(b'"another"')
        session.flush()
        session.send(b'"a third"')
        session.flush()
        assert slow.sent == [b'"a view"', b'"another"', encode(Bye("too-slow", 1000))]
        assert byes == [Bye("too-slow", 1000)]
        assert not session.count_frame(), "and nothing is answered any more"
        store.close()

    asyncio.run(check())


class EmptyRoom:
    """A channel in which nothing happens."""

    def audience(self) -> int:
        return 0

    def enter(self, subscriber: Subscriber) -> None:
        """There is nothing to see."""

    def exit(self, subscriber: Subscriber) -> None:
        """Nobody notices."""

    def receive(self, subscriber: Subscriber, message: Submit | Say) -> None:
        """Nothing becomes of it."""


class Slow:
    """A connection whose other side reads or does not."""

    def __init__(self) -> None:
        self.behind = False
        self.sent: list[bytes] = []

    def start_reading(
        self, received: Callable[[bytes], None], counted: Callable[[], bool], closed: Callable[[bool], None]
    ) -> None:
        """Nothing will come."""

    def write(self, texts: Sequence[bytes]) -> None:
        self.sent += texts

    def close(self, code: int, reason: str) -> None:
        """It is the session's owner who closes."""


def test_a_socket_takes_little_at_once_however_much_is_there() -> None:
    async def check() -> None:
        reader = Reader()
        async with open_socket(reader) as protocol:
            fed = 0
            for _ in range(100):
                space = len(protocol.get_buffer(-1))
                assert space <= READ_AT_ONCE
                count = space // len(frame(PING))
                feed(protocol, frame(PING) * count)
                fed += count
            assert reader.counted == fed

    asyncio.run(check())


def test_parts_are_counted_and_their_number_is_bounded() -> None:
    async def check() -> None:
        reader = Reader()
        async with open_socket(reader) as protocol:
            part, end = frame(CONTINUATION, b"x", fin=False), frame(CONTINUATION, b"x")
            feed(protocol, frame(TEXT, b"x", fin=False) + part * (MOST_PARTS - 2) + end)
            assert reader.texts == [b"x" * MOST_PARTS]
            assert reader.counted == MOST_PARTS - 1
            feed(protocol, frame(TEXT, b"x", fin=False) + part * (MOST_PARTS - 1) + end)
            assert closed_with(protocol) == 1009
            assert len(reader.texts) == 1

    asyncio.run(check())


def test_after_the_closing_frame_little_more_is_taken() -> None:
    async def check() -> None:
        reader = Reader()
        async with open_socket(reader) as protocol:
            listener = protocol.listener
            assert isinstance(listener, OpenSocket)
            listener.close(4429, "too-fast")
            feed(protocol, frame(TEXT) * (MOST_LATE - 1))
            assert protocol.transport.underlying_transport.is_reading()
            feed(protocol, frame(PING))
            assert not protocol.transport.underlying_transport.is_reading()
            assert (reader.texts, reader.counted) == ([], 0)

    asyncio.run(check())


def test_a_flood_before_anybody_reads_is_not_read_on_once_somebody_does() -> None:
    async def check() -> None:
        reader = Reader(at_once=False)
        async with open_socket(reader) as protocol:
            transport = protocol.transport.underlying_transport
            feed(protocol, frame(PING) * MOST_EARLY)
            assert not transport.is_reading()
            reader.start()
            assert transport.is_reading()
            assert reader.counted == MOST_EARLY

        reader = Reader(at_once=False)
        async with open_socket(reader) as protocol:
            feed(protocol, frame(TEXT, fin=False) + frame(CONTINUATION, fin=False) * (MOST_PARTS + MOST_LATE))
            assert closed_with(protocol) == 1009
            reader.start()
            assert not protocol.transport.underlying_transport.is_reading()

    asyncio.run(check())
