"""The settings of servers, as hosts see them."""

from collections.abc import Sequence
from dataclasses import fields
from typing import TypeAlias

from msgspec import Struct

from parlour.server.settings import Flag, Settings
from parlour.store.names import LONGEST_NAME, MOST_MARKS, RESERVED
from parlour.store.processes import ProcessSettings

Value: TypeAlias = str | bool | float | tuple[str, ...]


class ShownSetting(Struct, frozen=True):
    """One setting with its value."""

    flag: str
    value: str | bool
    """The value as it is written after the flag, empty if there is none; a switch is on or off."""
    is_number: bool
    """Whether the value is an amount, to be written as the reader's language writes numbers."""
    unit: str | None
    help: str


class HostSettings(Struct, frozen=True):
    """The settings of this server and of the others on the same store."""

    at: int
    """The time of the answer, by the server's clock."""
    settings: tuple[ShownSetting, ...]
    longest_name: int
    most_marks: int
    """The most accents on one letter of a name."""
    reserved_names: tuple[str, ...]
    processes: tuple[ProcessSettings, ...]
    """The settings of all processes that serve the same store, this one included."""


def shown_settings(settings: Settings, now: int, published: Sequence[ProcessSettings]) -> HostSettings:
    """The settings that are not secret, and those that the processes of the store have published."""
    return HostSettings(now, _all_shown(settings), LONGEST_NAME, MOST_MARKS, RESERVED, tuple(published))


def published_settings(settings: Settings) -> dict[str, str | bool]:
    """The settings that are not secret, as a process publishes them."""
    return {one.flag: one.value for one in _all_shown(settings)}


def _all_shown(settings: Settings) -> tuple[ShownSetting, ...]:
    flags: list[tuple[str, Flag]] = [
        (field.name, field.metadata["flag"]) for field in fields(Settings) if "flag" in field.metadata
    ]
    return tuple(_one_shown(flag, getattr(settings, name)) for name, flag in flags)


def _one_shown(flag: Flag, value: Value) -> ShownSetting:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return ShownSetting(f"--{flag.name}", _shown(value), is_number and flag.is_amount, flag.unit, flag.help)


def _shown(value: Value) -> str | bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, tuple):
        return " ".join(value)
    return f"{value:g}" if isinstance(value, float) else str(value)
