"""A table as it is stored on the device: who sits there, and the log."""

import secrets
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Raw, Struct

from parlour.core.errors import MalformedInput
from parlour.core.game import Seat
from parlour.core.kit import Kit
from parlour.core.quick_start import ForBot, ForMe
from parlour.core.session import MOST_ENTRIES, MOST_SEATS, SessionSeed, Whole, read_json
from parlour.games import bot_of
from parlour.protocol.messages import ChosenOptions, Ref

HomeSeatFor: TypeAlias = ForMe | ForBot
"""Whom a seat is for: the person or a bot."""
Label: TypeAlias = Annotated[str, Meta(max_length=100)]
AT_HOME = "home-"
"""The prefix of the ids of matches that began at home."""


class Opening(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table to open, as a room is opened at a server, and who opens it."""

    code: Label
    """The name by which the page finds the table."""
    player: Label
    """Who plays: the id that a server knows, or one of this device."""
    name: Label
    game: Label
    seats: Annotated[tuple[HomeSeatFor, ...], Meta(min_length=1, max_length=MOST_SEATS)]
    options: ChosenOptions = {}
    seed: SessionSeed | None = None
    """The seed of the first match; drawn when left out."""


class Trying(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table to open at which a match for one goes on from a moment, for practice."""

    code: Label
    player: Label
    name: Label
    text: str
    """The session of that match."""
    seq: Annotated[int, Meta(ge=0, lt=MOST_ENTRIES)]
    """How many of its entries led to the moment."""


class KeptRef(Struct, frozen=True, forbid_unknown_fields=True):
    """What the page called an entry."""

    seat: Seat
    ref: Ref
    seq: Annotated[int, Meta(ge=0, lt=MOST_ENTRIES)]


class KeptTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as it is written down after each change."""

    opening: Opening
    """The table as it was opened, with everybody where they sit now."""
    played: int
    session: Raw
    refs: tuple[KeptRef, ...] = ()
    ahead_ms: Whole = 0
    """How far the clock here is ahead of that by which the match began: a server's, of a match that was taken home."""


_KEPT = msgspec.json.Decoder(KeptTable)


def read_kept(text: bytes) -> KeptTable:
    """MalformedInput with the place and the reason if it is none."""
    kept: KeptTable = read_json(text, _KEPT)
    return kept


def check_places(kit: Kit, places: tuple[HomeSeatFor, ...]) -> None:
    """MalformedInput for seats that no table of the game has."""
    for place in places:
        if isinstance(place, ForBot):
            bot_of(kit, place.level)
    if not any(isinstance(place, ForMe) for place in places):
        raise MalformedInput("whoever opens a table holds at least one of its seats")


def new_id() -> str:
    """A unique id for a match, different from those of servers."""
    return f"{AT_HOME}{secrets.token_hex(8)}"
