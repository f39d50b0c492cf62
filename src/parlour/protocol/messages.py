"""Every message of the socket: one tagged union each way.

The tag is the field ``type``. Text frames hold one JSON message each. docs/PROTOCOL.md shows a whole game in them.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Raw, Struct

from parlour.core.errors import Refusal
from parlour.core.game import Outcome, Seat
from parlour.core.scoring import ShownScore
from parlour.core.session import MOST_SEATS

Ref: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64, extra_json_schema={"pattern": "^[^\\u0000]*$"})]
"""The client's own name for an action. Sending it again asks for the same answer, not for a second move.

No database of ours keeps a zero in a text; ``decode`` looks for it, which takes a fifth of what a pattern does."""
Scalar: TypeAlias = str | int | float | bool | None
ChosenOptions: TypeAlias = dict[Annotated[str, Meta(max_length=40)], Scalar]
"""A game's options as somebody chose them; those left out keep their defaults."""
Phrase: TypeAlias = Literal["hello", "good-luck", "nice", "oops", "thinking", "thanks", "well-played", "again"]
"""What can be said: preset phrases, so that nobody needs to be moderated."""


class Submit(Struct, frozen=True, tag="submit", forbid_unknown_fields=True, gc=False):
    """Let a seat try an action."""

    ref: Ref
    match: Annotated[str, Meta(max_length=64)]
    seat: Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
    action: Raw
    """The action as the game defines it: ``{"do": "draw", …}``; of any game ``{"do": "ready"}`` and ``{"do":
    "finish"}``."""


class Say(Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Say something to everybody in the room."""

    phrase: Phrase


class Ping(Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Is anybody there? For clients that cannot send the protocol's own ping."""


FromClient: TypeAlias = Submit | Say | Ping


class SeatNow(Struct, frozen=True):
    """One seat of a room, and who holds it."""

    held_by: Literal["player", "bot", "nobody"]
    name: str = ""
    player: str | None = None
    level: str | None = None
    present: bool = False
    """Whether a socket of that player is open; bots always are."""
    kept_for: str | None = None
    """The player who left the seat, or made way for the bot there, and may come back to it."""
    kept_name: str = ""
    """What that player is called."""
    bot_due_ms: int | None = None
    """The time at which a bot takes the seat, on the match's clock as ``due_ms``; None while nobody waits for whoever
    is gone."""
    bot_from_ms: int | None = None
    """The time from which the others may give the seat to a bot, on the same clock; None while its player is there."""


class Tried(Struct, frozen=True):
    """A moment of another match, from which one is tried."""

    match: str
    seq: int
    """How many of its entries led there."""


class RoomNow(Struct, frozen=True, tag="room", kw_only=True):
    """The room as it is; sent on entering and whenever something about it changes."""

    code: str
    game: str
    options: ChosenOptions
    public: bool
    host: str
    phase: Literal["gathering", "playing", "over"]
    seats: tuple[SeatNow, ...]
    watchers: int
    match: str | None
    """The match being played or played last; its permalink is ``/api/matches/{match}``."""
    played: int
    """How many matches have begun in this room."""
    confirmed: bool | None
    """Whether a replay of the stored log bore out the last outcome; None until it has been replayed."""
    ranked: bool
    """Whether the match that is played, or the next one, can count on a leaderboard or for ratings; at home, on the
    leaderboard of matches that were played there."""
    held: bool
    """Whether it was played faster than a hand can, and counts once a host has looked and accepted it."""
    daily: str | None
    """The UTC day whose challenge this is an attempt at: ``2026-11-15``."""
    rematch: tuple[str, ...]
    """Players who asked for another match."""
    tried: Tried | None = None
    """The moment from which the match that is played, or was played last, goes on; None if it is one of its own."""


class LobbyNow(Struct, frozen=True, tag="lobby"):
    """Rooms that anybody can join; sent to whoever looks at the list, on entering and whenever it changes."""

    rooms: tuple[RoomNow, ...]
    """The rooms: everybody's in turn, the newest first; of somebody with many, a few."""
    waiting: int
    """How many there are, should there be more than are listed."""


class ViewNow(Struct, tag="view", kw_only=True, gc=False):
    """The whole match as the receiver may see it; sent on entering and after every entry of the log.

    Not frozen: of one moment only what depends on the receiver is filled in anew for each.
    """

    seat: Seat | None
    """The seat that sees it so; None for a spectator."""
    match: str
    seq: int
    """How many entries the log has."""
    now_ms: int
    """The server's clock, in milliseconds since the start."""
    began_ms: int | None
    """The time from which play counts, on the same clock: 0 in a match that does not wait, None while one waits for a
    seat."""
    due_ms: int | None
    """The time at which time is up, on the same clock; None while no limit runs."""
    to_move: tuple[Seat, ...]
    """The seats that may act, or that are waited for while play has not begun."""
    scores: tuple[int, ...]
    outcome: Outcome | None
    shown: tuple[ShownScore, ...]
    """The outcome's scores for people; empty until the end."""
    last: Raw | None
    """The last entry of the log, refused actions too."""
    last_ref: str | None
    """What the client that sent it called it; None when nobody sent it, as with a bot's or the clock's."""
    view: Any
    """The game's own view; None while play has not begun, for everybody."""


class Answer(Struct, frozen=True, tag="answer", gc=False):
    """What became of a submitted action. It is on the disk by the time this is sent."""

    ref: str
    seq: int | None
    """The entry's place in the log; None when nothing was logged: the game over, the log full, too much refused."""
    refused: Refusal | None


class Fault(Struct, frozen=True, tag="fault"):
    """A message that could not be taken; nothing was done."""

    code: str
    detail: str
    ref: str | None = None


class Said(Struct, frozen=True, tag="said"):
    """Somebody said something."""

    player: str
    name: str
    phrase: Phrase


class Pong(Struct, frozen=True, tag="pong"):
    """Somebody is here."""


class Bye(Struct, frozen=True, tag="bye"):
    """The server closes the socket; come back after so many milliseconds, or not at all if None."""

    code: str
    retry_ms: int | None


FromServer: TypeAlias = RoomNow | LobbyNow | ViewNow | Answer | Fault | Said | Pong | Bye

_decode: Callable[[str | bytes], FromClient] = msgspec.json.Decoder(FromClient).decode


def decode(text: str | bytes) -> FromClient:
    """Read what a client sent; msgspec's errors say what is wrong with it."""
    message = _decode(text)
    if type(message) is Submit and "\0" in message.ref:
        raise msgspec.ValidationError("A ref holds no character with the code 0 - at `$.ref`")
    return message


encode: Callable[[FromServer], bytes] = msgspec.json.Encoder().encode
"""The text of one frame."""


class FrameEncoder:
    """`encode` for frames of similar size, for one thread: the buffer of the last one is used for the next.

    The text of a view would grow eight times while it is written: 1 % of a move's instructions.
    """

    def __init__(self) -> None:
        self._encoder = msgspec.json.Encoder()
        self._text = bytearray()

    def encode(self, message: FromServer) -> bytes:
        text = self._text
        self._encoder.encode_into(message, text)
        return bytes(text)


def schema() -> dict[str, Any]:
    """JSON Schema of both directions."""
    (clients, servers), definitions = msgspec.json.schema_components(
        [FromClient, FromServer], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Parlour's socket",
        "$defs": definitions | {"FromClient": clients, "FromServer": servers},
    }
