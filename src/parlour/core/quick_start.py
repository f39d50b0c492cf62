"""What one click on a game starts: who sits where, with which options."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

OptionValue: TypeAlias = str | int | float | bool | None
"""What a person can choose for an option."""


class ForMe(Struct, frozen=True, tag_field="for", tag="me", forbid_unknown_fields=True):
    """A seat for the person who clicks; several such seats are played on one device."""


class ForAnybody(Struct, frozen=True, tag_field="for", tag="anybody", forbid_unknown_fields=True):
    """A seat that is free until somebody joins."""


class ForBot(Struct, frozen=True, tag_field="for", tag="bot", forbid_unknown_fields=True):
    """A seat for a bot."""

    level: Annotated[str, Meta(max_length=40)]


SeatFor: TypeAlias = ForMe | ForAnybody | ForBot
"""For whom a seat is meant when a room is opened."""


class QuickStart(Struct, frozen=True):
    """A room that one click opens."""

    seats: tuple[SeatFor, ...]
    options: Mapping[str, OptionValue]
    """Those left out stand at their defaults."""
