"""What a server was started with, as hosts see it."""

from collections.abc import Sequence
from dataclasses import fields

from msgspec import Struct

from parlour.server.settings import Settings
from parlour.store.names import LONGEST_NAME, MOST_MARKS, RESERVED
from parlour.store.processes import ProcessSettings


class ShownSetting(Struct, frozen=True):
    """What the server was started with."""

    flag: str
    value: str | bool
    """As it would be written behind the flag, empty if there is none; a switch is on or off."""
    unit: str | None
    help: str


class HostSettings(Struct, frozen=True):
    """What holds on this server."""

    at: int
    """When it was asked, by the server's clock."""
    settings: tuple[ShownSetting, ...]
    longest_name: int
    most_marks: int
    """Accents on one letter of a name."""
    reserved_names: tuple[str, ...]
    processes: tuple[ProcessSettings, ...]
    """What all were started with that serve the same store, this one too."""


def shown_settings(settings: Settings, now: int, said: Sequence[ProcessSettings]) -> HostSettings:
    """All but what is secret, beside what processes said of themselves."""
    return HostSettings(now, _all_shown(settings), LONGEST_NAME, MOST_MARKS, RESERVED, tuple(said))


def said_of(settings: Settings) -> dict[str, str | bool]:
    """The same, as a process says it of itself."""
    return {one.flag: one.value for one in _all_shown(settings)}


def _all_shown(settings: Settings) -> tuple[ShownSetting, ...]:
    flags = [(field.name, field.metadata["flag"]) for field in fields(Settings) if "flag" in field.metadata]
    return tuple(
        ShownSetting(f"--{flag.name}", _shown(getattr(settings, name)), flag.unit, flag.help) for name, flag in flags
    )


def _shown(value: str | bool | float | tuple[str, ...]) -> str | bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, tuple):
        return " ".join(value)
    return f"{value:g}" if isinstance(value, float) else str(value)
