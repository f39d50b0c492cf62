"""The log: all that is needed to replay a game, and its JSON."""

import math
from collections.abc import Callable, Iterator
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, Generic, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from parlour.core.errors import MalformedInput, Refusal
from parlour.core.game import Action, AnyGame, Common, Finish, Options, Outcome, Ready, Seat

FORMAT_VERSION = 1
OWN_FORMAT = "parlour"
"""The name of this JSON among the formats that a session can be written in."""
MOST_SEATS = 64
MOST_ENTRIES = 20_000
"""The longest log. It is far more than a person plays, and takes a second to replay."""

Whole: TypeAlias = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""Integers that every language reads exactly from JSON."""
LARGEST_OPTION = 2**53 - 1
"""JavaScript has this integer and all smaller ones exactly: a menu shows, and sends, what was chosen."""
INTEGER_OPTIONS = f"an integer lies between {-LARGEST_OPTION} and {LARGEST_OPTION}"
"""What an error says of an option beyond them."""
LARGEST_QUOTED = 10**20
"""An error repeats no larger number: it may have thousands of digits."""
LARGEST_SEED = 2**52
SessionSeed: TypeAlias = Annotated[int, Meta(ge=-LARGEST_SEED, le=LARGEST_SEED)]
"""The bounds of a seed, within which JavaScript reduces it modulo SEEDS without rounding, as games do."""
SEEDS = 2**32
Name: TypeAlias = Annotated[str, Meta(max_length=200, pattern=r"^[^\x00-\x1f\x7f-\x9f]+$(?!\n)")]
"""Words that can be printed: no control characters, nor a line's end behind them, which ``$`` alone would let pass."""


class Entry(Struct, Generic[Action], frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One line of the log: an action, accepted or refused. It has no reference cycles, so the collector ignores it."""

    at_ms: Whole
    """Milliseconds since the start of the session."""
    seat: Seat
    action: Action
    refused: Refusal | None = None
    """Why the rules said no; None when they accepted."""


class Branch(Struct, frozen=True, forbid_unknown_fields=True):
    """The moment of another match from which a session goes on."""

    match: Name
    seq: Annotated[int, Meta(ge=0, le=MOST_ENTRIES)]
    """How many entries of that match led there."""
    entries: Annotated[int, Meta(ge=0, le=MOST_ENTRIES)]
    """How many of them the session begins with: all but Ready."""


class GameSession(Struct, Generic[Options, Action], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game from its first moment to its last, or to now."""

    parlour: int = FORMAT_VERSION
    """Version of this JSON."""
    id: Name
    game: Name
    rules_version: int
    options: Options
    seed: SessionSeed
    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    """The number of seats."""
    started: Whole
    """Unix time in milliseconds."""
    ended: Whole | None = None
    """Unix time in milliseconds; None while it is still played."""
    entries: Annotated[tuple[Entry[Action | Common], ...], Meta(max_length=MOST_ENTRIES)] = ()
    outcome: Outcome | None = None
    """None when the game did not come to its end."""
    waits: bool | UnsetType = UNSET
    """True when play begins, or goes on from its branch, only after every seat is ready (parlour.core.waiting); left
    out when it does not wait."""
    branch: Branch | UnsetType = UNSET
    """Left out when it is no branch of another match."""

    @property
    def complete(self) -> bool:
        """Whether the game was played to its end."""
        return self.outcome is not None


AnySession: TypeAlias = GameSession[Any, Any]


def encode_session(session: AnySession) -> bytes:
    """One line of JSON; the same session gives the same bytes."""
    return msgspec.json.encode(session)


def decode_session(game: AnyGame, text: bytes) -> AnySession:
    """Read a session of a known game."""
    options: Any = game.options
    session: AnySession = read_json(text, _decoder(options, action_type(game)))
    return session


def read_session(game: AnyGame, text: bytes) -> AnySession:
    """`decode_session` for one that comes from elsewhere: its options too are such as somebody may choose."""
    session = decode_session(game, text)
    checked_options(session.options)
    return session


encode_entry: Callable[[Entry[Any]], bytes] = msgspec.json.Encoder().encode
"""One entry as JSON, for logs that are kept line by line."""


def decode_entries(game: AnyGame, lines: bytes) -> tuple[Entry[Any], ...]:
    """Read entries that `encode_entry` wrote, joined by commas."""
    entries: tuple[Entry[Any], ...] = read_json(b"[" + lines + b"]", _entries_decoder(action_type(game)))
    return entries


def build_decoders(game: AnyGame) -> None:
    """Build the decoders of a game's logs before several threads use them: msgspec crashes the process when one thread
    decodes into a type that another is still inspecting."""
    options: Any = game.options
    _decoder(options, action_type(game))
    _entries_decoder(action_type(game))
    _action_decoder(action_type(game))


def action_type(game: AnyGame) -> Any:
    """The tagged union of a game's own actions, as msgspec wants it."""
    return reduce(or_, game.actions)


def action_decoder(game: AnyGame) -> Callable[[msgspec.Raw], Any]:
    """What reads the actions that a seat may try, all but CLOCK's; the same for all rooms of a game."""
    return _action_decoder(action_type(game))


def checked_action(game: AnyGame, action: Struct) -> Any:
    """The action itself, if a log can contain it; MalformedInput if not. For actions that were not decoded."""
    try:
        return msgspec.convert(msgspec.to_builtins(action), action_type(game))
    except msgspec.ValidationError as error:
        raise MalformedInput(str(error)) from None


def checked_options(options: Options) -> Options:
    """The options themselves, if pages and logs can carry their numbers; MalformedInput if not.

    It holds for every number, also within a level that was dealt, whatever bounds its game sets: JSON has neither
    infinities nor NaN, JavaScript no integer beyond LARGEST_OPTION.
    """
    for field, name in zip(options.__struct_fields__, options.__struct_encode_fields__, strict=True):
        for place, number in _numbers(name, msgspec.to_builtins(getattr(options, field))):
            if isinstance(number, float) and not math.isfinite(number):
                raise MalformedInput(f"option {place} is {number}, which is no number that can be written down")
            if isinstance(number, int) and abs(number) > LARGEST_OPTION:
                said = number if abs(number) <= LARGEST_QUOTED else "too large"
                raise MalformedInput(f"option {place} is {said}; {INTEGER_OPTIONS}")
    return options


def _numbers(place: str, written: object) -> Iterator[tuple[str, int | float]]:
    """The numbers of a value as JSON has it, each with its place: ``level.seed``, ``level.tiles.3``."""
    if isinstance(written, int | float):
        yield place, written
    elif isinstance(written, dict | list | tuple):
        for key, part in written.items() if isinstance(written, dict) else enumerate(written):
            yield from _numbers(f"{place}.{key}", part)


def read_json(text: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:
    """Decode JSON, or raise MalformedInput with the place and the reason."""
    try:
        return decoder.decode(text)
    except msgspec.ValidationError as error:
        raise MalformedInput(str(error)) from None
    except msgspec.DecodeError as error:
        raise MalformedInput(f"{error}{_excerpt(text, str(error))}") from None
    except RecursionError:
        raise MalformedInput("JSON is nested too deeply to be a session") from None
    except UnicodeDecodeError as error:
        raise MalformedInput(f"Text is not UTF-8 (byte {error.start})") from None


@cache
def _decoder(options: Any, actions: Any) -> msgspec.json.Decoder[Any]:
    session_of: Any = GameSession
    return msgspec.json.Decoder(session_of[options, actions])


@cache
def _action_decoder(actions: Any) -> Callable[[msgspec.Raw], Any]:
    return msgspec.json.Decoder(actions | Ready | Finish).decode


@cache
def _entries_decoder(actions: Any) -> msgspec.json.Decoder[Any]:
    entry_of: Any = Entry
    return msgspec.json.Decoder(tuple[entry_of[actions | Common], ...])


def _excerpt(text: bytes, message: str) -> str:
    """The text around the byte that a decoding error names."""
    _, found, rest = message.rpartition("(byte ")
    if not found:
        return ""
    at = int(rest.rstrip(")"))
    return f", at {text[at : at + 12].decode(errors='replace')!r}"
