"""A table at home says what a server's socket says: the same script is played at both, and every message compared."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from parlour.core.kit import Kit
from parlour.core.mulberry32 import below, mulberry32
from parlour.core.quick_start import ForBot, ForMe
from parlour.core.session import decode_session, encode_session
from parlour.games import kit_of, kits
from parlour.home.kept import Opening
from parlour.home.table import Table
from parlour.home.thinking import choose
from parlour.protocol.options import plain_options
from parlour.testing.players import Numbers, all_options, pick, random_action
from tests.server.table import Guest, Json, Seat

MOST = 60
"""Actions of one script; whoever plays alone finishes then."""
LEVELS = [bot.level for bot in kit_of("dots-and-boxes").bots][:3]
"""Those that no clock cuts short and that are quick: they choose alike everywhere."""
LINE = {"do": "draw", "r0": 0, "c0": 0, "r1": 0, "c1": 1}


class SetClock:
    """Stands where it is set to."""

    def __init__(self) -> None:
        self.at = 1_700_000_000_000

    def now_ms(self) -> int:
        return self.at


class Both:
    """The same room at a server and at home. The server plays first, and time at home is as it was there."""

    def __init__(self, guest: Guest, kit: Kit, seats: list[str], options: Json, seed: int) -> None:
        self.kit, self.seats = kit, seats
        room = guest.open(kit.game.id, *seats, options=options, seed=seed)
        self.socket: Seat = guest.enter(room["code"])
        self.clock = SetClock()
        self._began = self.clock.at
        opening = Opening(
            code=room["code"],
            player=guest.me["id"],
            name=guest.me["name"],
            game=kit.game.id,
            seats=tuple(ForMe() if seat == "me" else ForBot(seat) for seat in seats),
            options=options,
            seed=seed,
        )
        self.table = Table.open(opening, self.clock)
        self.refs = 0
        self.said: set[str] = set()
        self.compare([self.socket.room, self.socket.view], self.table.enter())

    def send(self, message: Json | bytes) -> None:
        """What both answer is the same, down to the time of the entry."""
        if isinstance(message, dict) and message["type"] == "submit":
            self.socket.send(message | {"match": self.socket.view["match"]})
            message = message | {"match": self.table.match.header.id}
        else:
            self.socket.send(message if isinstance(message, dict) else message.decode())
        there = [self.receive()]
        while there[-1]["type"] in ("view", "room"):
            there.append(self.receive())
        self.compare(there, self.table.receive(message if isinstance(message, bytes) else msgspec.json.encode(message)))

    def bots_play(self) -> None:
        while (turn := self.table.bot_turn()) is not None:
            there = [self.receive()]
            here = self.table.bot_plays(choose(turn))
            there += [self.receive() for _ in here[1:]]
            self.compare(there, here)

    def submit(self, seat: int, action: Any, ref: str | None = None) -> None:
        self.refs += ref is None
        name = ref or f"r{self.refs}"
        self.send({"type": "submit", "ref": name, "match": "", "seat": seat, "action": msgspec.to_builtins(action)})

    def receive(self) -> Json:
        message = self.socket.receive()
        if message["type"] == "view" and message["last"] is not None:
            self.clock.at = self._began + message["last"]["at_ms"]
        return message

    def compare(self, there: list[Json], frames: list[bytes]) -> None:
        here = [msgspec.json.decode(frame) for frame in frames]
        self.said |= {message["type"] for message in here}
        assert [alike(message) for message in here] == [alike(message) for message in there]

    def compare_logs(self, guest: Guest) -> None:
        """Both logs are the same, but for the match's name and date, and the one from here can be taken up again."""
        there = guest.get(f"/api/matches/{self.socket.view['match']}/session")
        here = msgspec.json.decode(self.table.session())
        length = there["ended"] - there["started"]
        assert here["ended"] - here["started"] == length
        for session in (there, here):
            del session["id"], session["started"], session["ended"]
        assert here == there
        again = Table.taken_up(self.table.kept(), self.clock)
        assert again.enter() == self.table.enter()
        assert again.kept() == self.table.kept()


def alike(message: Json) -> Json:
    """Without what is another match's name, and without the moment at which it was sent."""
    return message | {name: None for name in ("match", "now_ms") if name in message}


def some_actions(both: Both, numbers: Numbers) -> Iterator[tuple[int, Any]]:
    """What blind players would do, as the contract's games have them; now and then nonsense."""
    match = both.table.match
    while match.outcome is None:
        if match.covered:
            yield match.to_move[0], {"do": "ready"}
        elif both.refs >= MOST and len(both.seats) == 1:
            yield 0, {"do": "finish"}
        elif below(next(numbers), 10) == 0:
            yield below(next(numbers), len(both.seats)), random_action(both.kit.game, numbers)
        else:
            seat = pick(numbers, match.to_move)
            yield seat, pick(numbers, match.game.legal_actions(match.state, seat))
        match = both.table.match


def play(both: Both, seed: int) -> None:
    numbers = mulberry32(seed)
    for seat, action in some_actions(both, numbers):
        both.submit(seat, action)
        both.bots_play()
        if both.table.match.outcome is None and below(next(numbers), 10) == 0:
            both.submit(seat, action, f"r{both.refs}")


@pytest.mark.parametrize("seed", [100, 101])
@pytest.mark.parametrize("kit", kits().values(), ids=list(kits()))
def test_a_table_at_home_says_what_a_server_says(ann: Guest, kit: Kit, seed: int) -> None:
    numbers = mulberry32(seed)
    options, seats = plain_options(pick(numbers, all_options(kit.game))), pick(numbers, kit.game.seats)
    both = Both(ann, kit, ["me"] * seats, options, seed)
    play(both, seed)
    assert {"view", "room", "answer"} <= both.said
    both.compare_logs(ann)
    both.socket.close()


@pytest.mark.parametrize("level", LEVELS)
def test_bots_play_alike_at_home_and_at_a_server(ann: Guest, level: str) -> None:
    kit = kit_of("dots-and-boxes")
    both = Both(ann, kit, ["me", level], {}, 7)
    both.submit(1, LINE)
    assert both.said == {"room", "view", "fault"}, "a bot's seat is not mine"
    play(both, 7)
    both.compare_logs(ann)
    both.socket.close()


def test_what_is_no_action_is_answered_alike(ann: Guest) -> None:
    both = Both(ann, kit_of("dots-and-boxes"), ["me", "me"], {}, 1)
    both.send({"type": "ping"})
    both.send({"type": "say", "phrase": "hello"})
    for text in (b"", b"{", b"[]", b'{"type":"submit"}', b'{"type":"say","phrase":"nonsense"}', b"[" * 2000):
        both.send(text)
    both.submit(0, {"do": "nonsense"})
    both.submit(0, {"do": "ready"})
    both.submit(0, {"do": "finish"})
    both.submit(5, LINE)
    both.send(msgspec.json.encode({"type": "submit", "ref": "x", "match": "y", "seat": 0, "action": {}}))
    assert both.said == {"room", "view", "pong", "said", "fault", "answer"}
    both.socket.close()
    session = decode_session(both.kit.game, both.table.session())
    assert encode_session(session) == both.table.session()
